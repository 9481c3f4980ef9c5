internal import FlintCalendar
package import FlintRules
package import FlintSchema

/// The relations of moods with what days have or lack: the difference of the mean moods of days with a
/// factor and of days without it, tested against permutations of the moods in blocks of days.
///
/// Moods of neighbouring days resemble each other, and so do days with a habit, so that a test which
/// takes days for independent finds relations between series that have none. Here the moods are permuted
/// in blocks of consecutive days (`BlockPermutations`), unrated days included: a permutation has the gaps
/// and nearly all the autocorrelation of the moods, but no relation with the factor, whose days stay
/// where they are. Days before the first one with the factor, ever, are not compared.
///
/// Everything is computed from whole numbers and single operations on doubles, and all random words come
/// from a seed: the results are the same on every machine. The cost is that of n/64 words a permutation
/// and comparison, for n days.
package struct MoodRelations: Equatable, Sendable {
  /// The relations tested, those with the smallest p-value first.
  package let relations: [Relation]
  /// The comparisons with fewer than `fewestDays` rated days with the factor or without it.
  package let untested: [UntestedRelation]
  package let ratedDays: Int
  /// The number of days in a block; 0 without any rated day.
  package let blockLength: Int
  /// The maximum number of permutations of a comparison.
  package let permutations: Int
  package let seed: UInt64

  /// The minimum number of rated days with a factor, and without it.
  package static let fewestDays = 10
  /// The maximum number of days from the first rated day to the last: a hundred years.
  package static let mostDays = 36_525

  /// - Parameters:
  ///   - ratings: the ratings of days, earliest first.
  ///   - factors: the factors.
  ///   - lags: the numbers of days from a factor to the mood.
  ///   - seed: the seed of the permutations.
  /// - Throws: `FieldError` about `since` when more than `mostDays` days separate the ratings.
  package init(
    _ ratings: some BidirectionalCollection<MoodRating>, factors: [DayFactor],
    lags: LagRange = .sameDay,
    seed: UInt64 = 1
  ) throws(FieldError) {
    if let first = ratings.first?.day, let last = ratings.last?.day, last - first >= Self.mostDays {
      throw FieldError(
        field: "since",
        expected: "at most \(Self.mostDays) days from the first rated day to the last",
        found: "\(first) to \(last)")
    }
    self.init(RatedDays(ratings), factors: factors, lags: lags, seed: seed)
  }

  init(_ days: RatedDays?, factors: [DayFactor], lags: LagRange, seed: UInt64) {
    self.seed = seed
    ratedDays = days?.count ?? 0
    blockLength = days?.blockLength ?? 0
    var tests: [RelationTest] = []
    var untested: [UntestedRelation] = []
    var planes = RatingPlanes(days: days?.ratings.count ?? 0)
    if let days {
      planes.fill(days.ratings, in: Array(days.ratings.indices))
      for factor in factors {
        for lag in lags.lags {
          let test = RelationTest(factor, lag: lag, days, planes)
          if min(test.with.days, test.without.days) >= Self.fewestDays {
            tests.append(test)
          } else {
            untested.append(
              UntestedRelation(
                kind: factor.kind, name: factor.name, lag: lag, with: test.with.days,
                without: test.without.days))
          }
        }
      }
    }
    self.untested = untested
    permutations = PermutationTest.most(comparisons: tests.count)
    if let days {
      let count = days.ratings.count
      BlockPermutations(days: count, blockLength: blockLength, seed: seed)
        .compare(&tests, most: permutations, RatingPlanes(days: count)) {
          $0.fill(days.ratings, in: $1)
        }
    }
    relations = Relation.adjusted(tests.map(\.relation))
  }
}
