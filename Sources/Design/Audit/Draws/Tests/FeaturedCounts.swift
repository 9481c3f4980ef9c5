/// The numbers of featured prizes of a log, and of those that could have been.
package struct FeaturedCounts: Equatable, Sendable {
  package private(set) var prizes: Int64 = 0
  package private(set) var featured: Int64 = 0
  /// The prizes at the beginning of a log of which it is not known whether they were guaranteed.
  package private(set) var unknown: Int64 = 0
  /// The prizes that could be featured or not: those that were not guaranteed.
  package private(set) var trials: Int64 = 0
  package private(set) var wins: Int64 = 0
  package private(set) var guaranteed: Int64 = 0
  /// The guaranteed prizes that are not featured.
  package private(set) var violations: Int64 = 0
  /// The number of the draw of the first violation in the log, from 1.
  package private(set) var firstViolation: Int?
  /// How many times in succession a trial was lost, by the number of losses: index 0 for one.
  package private(set) var losingRuns: [Int64] = []
  /// The number of runs of equal trials, within each sequence.
  package private(set) var runs: Int64 = 0

  mutating func add(
    _ isFeatured: Bool, to course: inout FeaturedCourse, draw: Int, isGuaranteed: Bool
  ) {
    prizes += 1
    if isFeatured { featured += 1 }
    guard let isFree = course.isFree else {
      unknown += 1
      course.isFree = isFeatured
      course.beginsGuaranteed = !isFeatured
      return
    }
    course.prizes += 1
    if isFeatured { course.featured += 1 }
    if isFree {
      trials += 1
      if isFeatured { wins += 1 }
      course.outcomes.append(isFeatured)
      course.isFree = isFeatured || !isGuaranteed
    } else {
      guaranteed += 1
      if !isFeatured {
        violations += 1
        firstViolation = firstViolation ?? draw
      }
      course.isFree = isFeatured
    }
  }

  mutating func addRuns(_ outcomes: [Bool]) {
    var losses = 0
    func end(_ count: Int, _ losingRuns: inout [Int64]) {
      guard count > 0 else { return }
      if losingRuns.count < count {
        losingRuns += [Int64](repeating: 0, count: count - losingRuns.count)
      }
      losingRuns[count - 1] += 1
    }
    for (index, isWon) in outcomes.enumerated() {
      if index == 0 || outcomes[index - 1] != isWon { runs += 1 }
      if isWon {
        end(losses, &losingRuns)
        losses = 0
      } else {
        losses += 1
      }
    }
    end(losses, &losingRuns)
  }
}

/// The prizes of one sequence since the first that is counted.
struct FeaturedCourse {
  /// Whether the first of them was guaranteed.
  var beginsGuaranteed = false
  var isFree: Bool?
  var prizes = 0
  var featured = 0
  var outcomes: [Bool] = []
}
