/// The distribution of the number of days until a goal is reached, with the same number of sparks on every day: also of
/// bundles of rolls, and of openings of several rolls.
package struct DayDistribution: ArrivalDistribution {
  package let sparksPerDay: Int64
  package let boundedMean: BoundedValue
  package let boundedDeviation: BoundedValue
  private let distribution: any ArrivalDistribution

  /// The maximum number of days that are summed one by one.
  private static let mostDays: Int64 = 3000

  /// - Throws: `OddsError` when the number of sparks per day is out of range, or there are too many days
  ///   to sum.
  package init(_ distribution: any ArrivalDistribution, sparksPerDay: Int64) throws(OddsError) {
    guard (1...1_000_000).contains(sparksPerDay) else {
      throw .invalid("per_day", "expected 1 to 1000000, got \(sparksPerDay)")
    }
    self.distribution = distribution
    self.sparksPerDay = sparksPerDay
    if sparksPerDay == 1 {
      (boundedMean, boundedDeviation) = (distribution.boundedMean, distribution.boundedDeviation)
      return
    }
    let sums = try Self.sums(distribution, sparksPerDay)
    boundedMean = BoundedValue(sums.mean, within: sums.meanError)
    let variance = BoundedValue(max(0, sums.variance), within: sums.varianceError)
    boundedDeviation = BoundedValue(variance.value.squareRoot(), error: variance.error / 2)
  }

  package var least: Int64 {
    distribution.least / sparksPerDay + (distribution.least % sparksPerDay == 0 ? 0 : 1)
  }

  package func chance(doneWithin days: Int64) -> BoundedValue {
    distribution.chance(doneWithin: sparks(in: days))
  }

  package func probability(notWithin days: Int64) -> Double {
    distribution.probability(notWithin: sparks(in: days))
  }

  package func guess(_ probability: Double) -> Double {
    distribution.guess(probability) / Double(sparksPerDay)
  }

  private func sparks(in days: Int64) -> Int64 {
    let (product, overflow) = days.multipliedReportingOverflow(by: sparksPerDay)
    return overflow ? .max / 4 : product
  }

  /// Sums the probabilities S(dK) that d days of K sparks do not reach the goal.
  private static func sums(_ distribution: any ArrivalDistribution, _ step: Int64) throws(OddsError)
    -> SurvivalSums
  {
    // Few days: one after the other.
    let isSummable =
      distribution.isTable || distribution.guess(1 - 1e-15) / Double(step) < Double(mostDays)
    guard isSummable || step > 300 else { return extrapolated(distribution, step) }
    let sums = SurvivalSums(
      around: Int64(distribution.guess(0.5) / Double(step)), upTo: 1e-16,
      most: isSummable ? 2_000_000 : 200_000, error: error(distribution)
    ) { distribution.probability(notWithin: $0 * step) }
    guard let sums else {
      throw OddsError(
        .noExactMethod, field: "per_day",
        "no exact method within reach for days: there are too many to add up; leave it out")
    }
    return sums
  }

  /// Returns the relative error of the distribution's probabilities near its median.
  private static func error(_ distribution: any ArrivalDistribution) -> Double {
    distribution.chance(doneWithin: max(distribution.least, Int64(distribution.guess(0.5)))).error
  }

  /// Sums many days: the first ones directly, then the difference between the sum over days and that over
  /// sparks, which is known, by the formula of Euler and Maclaurin.
  private static func extrapolated(_ distribution: any ArrivalDistribution, _ step: Int64)
    -> SurvivalSums
  {
    func left(_ sparks: Int64) -> Double { distribution.probability(notWithin: sparks) }
    let days = max(64, 1000 / step)
    // The sums of S(dK) and (2d + 1)·S(dK) over all days d.
    var (first, second) = (0.0, 0.0)
    var (partial, weighted) = (0.0, 0.0)
    let from = days * step
    for sparks in 0..<from {
      let share = left(sparks)
      partial += share
      weighted += Double(sparks) * share
      if sparks % step == 0 {
        first += share
        second += Double(2 * (sparks / step) + 1) * share
      }
    }
    // Σ S(n) = E N and Σ (2n + 1)·S(n) = E N² over all n.
    let (mean, deviation) = (distribution.mean, distribution.standardDeviation)
    let rest = mean - partial
    let restWeighted = (deviation * deviation + mean * mean - mean) / 2 - weighted
    let width = Double(step)
    let plain = (-4...4).map { left(from + Int64($0) * step) }
    let linear = (-4...4).map { Double(2 * (days + Int64($0)) + 1) * plain[$0 + 4] }
    let (of, ofLinear) = (correction(plain, width), correction(linear, width))
    first += (rest + of.sum) / width
    second += (2 * restWeighted / width + rest + ofLinear.sum) / width
    // The last term of the formula bounds the omitted ones; errors of the distribution are divided by the sparks
    // of a day, and rounding is that of the squares.
    let rounding = 64 * BoundedValue.rounding
    let error = error(distribution)
    let meanError =
      (distribution.boundedMean.error * mean + error * Double(from) + of.last) / width + rounding
      * first
    let varianceError =
      (2 * distribution.boundedDeviation.error * deviation * deviation / width
        + 2 * distribution.boundedMean.error * mean + error * Double(from) + ofLinear.last) / width
      + rounding * (second + first * first)
    return SurvivalSums(
      mean: first, meanError: meanError, variance: second - first * first,
      varianceError: varianceError)
  }

  /// Returns the excess of K times the sum over every K-th number over the sum over all numbers, from the
  /// middle of nine values at steps of K on, and the magnitude of its last term.
  private static func correction(
    _ values: [Double], _ width: Double
  ) -> (sum: Double, last: Double) {
    func difference(_ offset: Int) -> Double { values[4 + offset] - values[4 - offset] }
    let (one, two, three, four) = (difference(1), difference(2), difference(3), difference(4))
    // Derivatives of odd order from central differences, times the width to that order.
    let slope = (672 * one - 168 * two + 32 * three - 3 * four) / 840
    let third = (-488 * one + 338 * two - 72 * three + 7 * four) / 240
    let fifth = (29 * one - 26 * two + 9 * three - four) / 6
    func power(_ exponent: Int) -> Double { (0..<exponent).reduce(1) { value, _ in value / width } }
    let last = (width - power(5)) / 30_240 * fifth
    let sum =
      (width - 1) / 2 * values[4]
      - (width - power(1)) / 12 * slope
      + (width - power(3)) / 720 * third
      - last
    return (sum, abs(last))
  }
}
