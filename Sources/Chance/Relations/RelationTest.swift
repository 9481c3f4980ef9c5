internal import FlintCalendar
internal import FlintRules

/// The test of one factor at one lag while permutations are being made.
struct RelationTest {
  let factor: DayFactor
  let lag: Int
  /// The rated days with the factor.
  let with: RatingSum
  let without: RatingSum
  /// The days with the factor, by the index of the day of the mood.
  private let present: DaySet
  private let absent: DaySet
  /// The statistics of the first permutations.
  private var statistics: [Double] = []
  private(set) var permutations = 0
  /// The number of permutations whose statistic is at least the observed one.
  private(set) var exceedances = 0
  private let observed: Double

  init(_ factor: DayFactor, lag: Int, _ days: RatedDays, _ planes: RatingPlanes) {
    self.factor = factor
    self.lag = lag
    // The index of the day whose mood is compared with the first day of the factor.
    let start = days.first + -lag
    let count = days.ratings.count
    let present = DaySet(factor.days.lazy.map { $0 - start }, below: count)
    if let others = factor.others {
      absent = DaySet(others.lazy.map { $0 - start }, below: count)
    } else {
      let first = factor.days.first.map { max(0, $0 - start) } ?? count
      absent = DaySet(
        (min(first, count)..<count).lazy.filter { !present.contains($0) }, below: count)
    }
    self.present = present
    with = planes.sum(over: present)
    without = planes.sum(over: absent)
    observed = Self.statistic(with, without)
  }

  /// The difference of the means in units that permutations share, however many days they leave on
  /// either side: |m₁ − m₀| · √(n₁n₀ / (n₁ + n₀)). Infinite when a side is empty, so that a permutation
  /// that cannot be compared counts against the relation.
  static func statistic(_ with: RatingSum, _ without: RatingSum) -> Double {
    let (n1, n0) = (Double(with.days), Double(without.days))
    guard n1 > 0, n0 > 0 else { return .infinity }
    let numerator = Double(with.sum) * n0 - Double(without.sum) * n1
    return numerator.magnitude / (n1 * n0 * (n1 + n0)).squareRoot()
  }

  /// Compares the observed difference with that of permuted ratings.
  ///
  /// - Parameter isKept: whether the statistic is one of those of which the interval is made.
  mutating func compare(_ planes: RatingPlanes, isKept: Bool) {
    let statistic = Self.statistic(planes.sum(over: present), planes.sum(over: absent))
    if isKept { statistics.append(statistic) }
    permutations += 1
    // Equal fractions can differ in their last digit.
    if statistic >= observed * (1 - 1e-12) { exceedances += 1 }
  }

  /// The share of permutations, the observed order among them, whose difference is at least as great
  /// (Phipson & Smyth, "Permutation p-values should never be zero", 2010).
  var pValue: Double { Double(exceedances + 1) / Double(permutations + 1) }

  /// The differences that the test would not reject at 5 %, which includes 0 just when the p-value of the
  /// first permutations is above 5 %. The statistic's distribution is taken to be that of no difference, whose
  /// moods vary by the factor too, so the interval is slightly too wide for great differences.
  var interval: Interval? {
    let rank = ((statistics.count + 1) * 95 + 99) / 100
    guard rank >= 1, rank <= statistics.count else { return nil }
    let reach = statistics.sorted()[rank - 1]
    let (n1, n0) = (Double(with.days), Double(without.days))
    let half = reach * ((n1 + n0) / (n1 * n0)).squareRoot()
    guard half.isFinite else { return nil }
    let difference = with.mean - without.mean
    return Interval(low: difference - half, high: difference + half)
  }

  /// The result, not yet adjusted to the number of comparisons.
  var relation: Relation {
    Relation(
      kind: factor.kind, name: factor.name, lag: lag, with: Relation.Side(with),
      without: Relation.Side(without), interval: interval, pValue: pValue, qValue: pValue)
  }
}
