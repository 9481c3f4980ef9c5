internal import FlintRules

/// The test of one series at one lag while permutations are being made.
struct SeriesTest: PermutedComparison {
  let series: DaySeries
  let lag: Int
  /// The number of periods in which both series are known.
  let periods: Int
  /// Whether there are enough periods, and both series vary enough in them.
  let isTested: Bool
  private let coefficient: Double
  private let slope: Double
  /// The numbers of the series, less their mean, with the index of the period of the outcome.
  private let values: [(index: Int, value: Double)]
  private(set) var test: PermutationTest

  /// The least number of periods in which both series are known.
  static let fewestPeriods = 20
  /// The least number of these in which a series differs from its most frequent number.
  static let fewestOthers = 10

  /// - Parameters:
  ///   - numbers: the numbers of the series, the first one of the period `lag` before that of the first outcome; NaN
  ///     where they are unknown.
  ///   - outcomes: the numbers of the outcome, less their mean; NaN where they are unknown.
  init(_ series: DaySeries, lag: Int, _ numbers: ArraySlice<Double>, _ outcomes: [Double]) {
    (self.series, self.lag) = (series, lag)
    let known = numbers.lazy.filter { !$0.isNaN }
    let mean = known.reduce(0, +) / Double(max(1, known.count))
    values = zip(outcomes.indices, numbers).compactMap { index, number in
      number.isNaN ? nil : (index, number - mean)
    }
    let pairs = values.filter { !outcomes[$0.index].isNaN }
    periods = pairs.count
    let correlation = Self.correlation(values, outcomes)
    coefficient = correlation.coefficient ?? 0
    slope = correlation.slope ?? 0
    test = PermutationTest(observed: Self.statistic(correlation))
    isTested =
      pairs.count >= Self.fewestPeriods && correlation.coefficient != nil
      && Self.others(pairs.map(\.value)) >= Self.fewestOthers
      && Self.others(pairs.map { outcomes[$0.index] }) >= Self.fewestOthers
  }

  /// Returns how many numbers differ from the most frequent one.
  private static func others(_ numbers: [Double]) -> Int {
    var counts: [Double: Int] = [:]
    for number in numbers { counts[number, default: 0] += 1 }
    return numbers.count - (counts.values.max() ?? 0)
  }

  private static func correlation(
    _ values: [(index: Int, value: Double)], _ outcomes: [Double]
  ) -> Correlation {
    var correlation = Correlation()
    for (index, value) in values where !outcomes[index].isNaN {
      correlation.add(value, outcomes[index])
    }
    return correlation
  }

  /// The strength of a correlation in units that permutations share, however many pairs they leave: |r| · √n. Infinite
  /// when there is none, so that a permutation that cannot be compared counts against the relation.
  private static func statistic(_ correlation: Correlation) -> Double {
    correlation.coefficient.map { $0.magnitude * Double(correlation.count).squareRoot() }
      ?? .infinity
  }

  mutating func compare(_ outcomes: [Double]) {
    test.add(Self.statistic(Self.correlation(values, outcomes)))
  }

  /// The correlations that the test would not reject at 5 %, which includes 0 just when the p-value of the first
  /// permutations is above 5 %. On Fisher's scale, the inverse hyperbolic tangent, it reaches as far to either side as
  /// the 95th percentile of the permutations does from 0; tanh(a ± b) needs only fractions of a's and b's tangents.
  private var interval: Interval? {
    guard let greatest = test.reach else { return nil }
    let reach = greatest / Double(periods).squareRoot()
    guard reach.isFinite, reach < 1, coefficient.magnitude < 1 else { return nil }
    return Interval(
      low: (coefficient - reach) / (1 - coefficient * reach),
      high: (coefficient + reach) / (1 + coefficient * reach))
  }

  /// The result, not yet adjusted to the number of comparisons.
  var relation: SeriesRelation {
    SeriesRelation(
      series: series, lag: lag, periods: periods, correlation: coefficient, interval: interval,
      slope: slope, pValue: test.pValue, qValue: test.pValue)
  }
}
