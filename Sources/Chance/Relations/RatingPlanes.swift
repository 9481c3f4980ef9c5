/// The number of some rated days, and the sum of their ratings.
struct RatingSum: Equatable {
  var days = 0
  package var sum = 0

  /// The mean rating; NaN without days.
  package var mean: Double { Double(sum) / Double(days) }

  static func - (left: RatingSum, right: RatingSum) -> RatingSum {
    RatingSum(days: left.days - right.days, sum: left.sum - right.sum)
  }
}

/// A set of days, by their indices.
struct DaySet {
  /// The days, 64 a word.
  private(set) var words: [UInt64]

  /// Creates a set of those days that are at least 0 and below a bound.
  init(_ days: some Sequence<Int>, below count: Int) {
    words = [UInt64](repeating: 0, count: (count + 63) / 64)
    for day in days where day >= 0 && day < count { words[day >> 6] |= 1 << UInt64(day & 63) }
  }

  /// Whether the set has a day below its bound.
  package func contains(_ day: Int) -> Bool { words[day >> 6] >> UInt64(day & 63) & 1 == 1 }
}

/// Ratings as sets of days, so that those of any set are added up 64 days at a time.
struct RatingPlanes {
  /// Four words for 64 days: the days rated, and those whose rating has the digits 1, 2 and 4.
  private var words: [UInt64]

  /// Creates the planes of a number of days, all of them unrated.
  init(days: Int) {
    words = [UInt64](repeating: 0, count: (days + 63) / 64 * 4)
  }

  /// Takes the ratings of days in another order: day `i` gets that of `order[i]`.
  mutating func fill(_ ratings: [UInt8], in order: [Int]) {
    var (rated, ones, twos, fours): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var word = 0
    for (day, source) in order.enumerated() {
      let bit = UInt64(day & 63)
      let rating = ratings[source]
      if rating != RatedDays.unrated {
        rated |= 1 << bit
        ones |= UInt64(rating & 1) << bit
        twos |= UInt64(rating >> 1 & 1) << bit
        fours |= UInt64(rating >> 2) << bit
      }
      if bit == 63 || day == order.count - 1 {
        words[word] = rated
        words[word + 1] = ones
        words[word + 2] = twos
        words[word + 3] = fours
        word += 4
        (rated, ones, twos, fours) = (0, 0, 0, 0)
      }
    }
  }

  /// Returns the ratings of the days in a set of as many days.
  package func sum(over set: DaySet) -> RatingSum {
    var result = RatingSum()
    for (index, days) in set.words.enumerated() where days != 0 {
      let word = index * 4
      result.days += (words[word] & days).nonzeroBitCount
      result.sum +=
        (words[word + 1] & days).nonzeroBitCount + 2 * (words[word + 2] & days).nonzeroBitCount
        + 4 * (words[word + 3] & days).nonzeroBitCount
    }
    return result
  }
}
