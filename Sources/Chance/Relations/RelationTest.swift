internal import FlintCalendar
internal import FlintRules

/// The test of one factor at one lag while permutations are being made.
struct RelationTest: PermutedComparison {
  let factor: DayFactor
  let lag: Int
  /// The rated days with the factor.
  let with: RatingSum
  let without: RatingSum
  /// The days with the factor, by the index of the day of the mood.
  private let present: DaySet
  private let absent: DaySet
  private(set) var test: PermutationTest

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
    test = PermutationTest(observed: Self.statistic(with, without))
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

  mutating func compare(_ planes: RatingPlanes) {
    test.add(Self.statistic(planes.sum(over: present), planes.sum(over: absent)))
  }

  /// The differences that the test would not reject at 5 %, which includes 0 just when the p-value of the
  /// first permutations is above 5 %. The statistic's distribution is taken to be that of no difference, whose
  /// moods vary by the factor too, so the interval is slightly too wide for great differences.
  var interval: Interval? {
    guard let reach = test.reach else { return nil }
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
      without: Relation.Side(without), interval: interval, pValue: test.pValue,
      qValue: test.pValue)
  }
}
