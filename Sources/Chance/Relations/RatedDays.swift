internal import FlintCalendar
internal import FlintRules

/// The moods of consecutive days, from the first rated day to the last; some between may be unrated.
struct RatedDays {
  let first: CivilDay
  /// The rating of each day, 0–4, or `unrated`.
  let ratings: [UInt8]
  package let count: Int

  /// The mark of a day without a rating.
  static let unrated = UInt8.max

  /// Creates the days of ratings that are in the order of their days; `nil` without any.
  init?(_ ratings: some BidirectionalCollection<MoodRating>) {
    guard let first = ratings.first?.day, let last = ratings.last?.day else { return nil }
    var list = [UInt8](repeating: Self.unrated, count: last - first + 1)
    for rating in ratings { list[rating.day - first] = rating.mood.rawValue }
    self.init(first: first, list)
  }

  init(first: CivilDay, _ ratings: [UInt8]) {
    self.first = first
    self.ratings = ratings
    count = ratings.count { $0 != Self.unrated }
  }

  /// The correlation of the rating of a day with that of the next day, over the pairs of which both
  /// are rated; 0 when there is none, or when all ratings are equal.
  var autocorrelation: Double {
    let rated = ratings.lazy.filter { $0 != Self.unrated }
    let mean = Double(rated.reduce(0) { $0 + Int($1) }) / Double(max(1, count))
    var variance = 0.0
    var covariance = 0.0
    var pairs = 0
    for day in ratings.indices where ratings[day] != Self.unrated {
      let deviation = Double(ratings[day]) - mean
      variance += deviation * deviation
      guard day + 1 < ratings.count, ratings[day + 1] != Self.unrated else { continue }
      covariance += deviation * (Double(ratings[day + 1]) - mean)
      pairs += 1
    }
    guard variance > 0, pairs > 0 else { return 0 }
    return covariance / Double(pairs) / (variance / Double(count))
  }

  /// The number of days in a block of the permutations: twice the length that estimates the variance
  /// of a mean best, and at most a sixth of the days.
  ///
  /// For a first-order autoregression with the days' own autocorrelation ρ that length is
  /// (2ρ / (1 − ρ²))^⅔ · (3n/2)^⅓: Carlstein, "The use of subseries values for estimating the variance of
  /// a general statistic from a stationary sequence", Annals of Statistics 14 (1986); with the constant
  /// of circular blocks in Politis & White, "Automatic block-length selection for the dependent
  /// bootstrap", Econometric Reviews 23 (2004). A block of length b misses a share of about
  /// 2ρ / (b(1 − ρ²)) of the variance, so a test needs longer blocks than an estimate: with twice the
  /// length a true null hypothesis is rejected as often as the level says, within what several hundred
  /// series can show.
  var blockLength: Int {
    Self.blockLength(autocorrelation: autocorrelation, days: ratings.count)
  }

  static func blockLength(autocorrelation: Double, days: Int) -> Int {
    let rho = min(max(autocorrelation, 0), 0.97)
    let ratio = 2 * rho / (1 - rho * rho)
    // The cube of the length: multiplied out, since a cube root may differ between systems.
    let cube = 8 * ratio * ratio * 1.5 * Double(days)
    let most = max(1, days / 6)
    var length = 1
    while length < most, Double(length * length * length) < cube { length += 1 }
    return length
  }
}
