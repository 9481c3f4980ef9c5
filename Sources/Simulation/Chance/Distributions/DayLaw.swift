/// The law of the number of days until a goal is reached, with the same number of sparks on every day.
package struct DayLaw: Sendable {
  /// The number of sparks per day.
  package let sparksPerDay: Int64
  /// The expected number of days, the last one counted as a whole.
  package var mean: Double { boundedMean.value }
  /// The standard deviation of the number of days.
  package var standardDeviation: Double { boundedDeviation.value }
  /// The expected number of days, with a bound of its error.
  package let boundedMean: BoundedValue
  /// The standard deviation, with a bound of its error.
  package let boundedDeviation: BoundedValue
  private let law: OddsLaw

  /// The maximum number of days that are summed one by one.
  private static let mostDays: Int64 = 3000

  /// - Throws: `OddsError` when the number of sparks per day is out of range, or there are too many days
  ///   to sum.
  init(_ law: OddsLaw, sparksPerDay: Int64) throws(OddsError) {
    guard (1...1_000_000).contains(sparksPerDay) else {
      throw .invalid("per_day", "expected 1 to 1000000, got \(sparksPerDay)")
    }
    self.law = law
    self.sparksPerDay = sparksPerDay
    if sparksPerDay == 1 {
      (boundedMean, boundedDeviation) = (law.boundedMean, law.boundedDeviation)
      return
    }
    let sums = try Self.sums(law, sparksPerDay)
    boundedMean = BoundedValue(sums.mean, within: sums.meanError)
    let variance = BoundedValue(max(0, sums.variance), within: sums.varianceError)
    boundedDeviation = BoundedValue(variance.value.squareRoot(), error: variance.error / 2)
  }

  /// Returns the minimum number of days that reach the goal with at least a probability.
  package func quantile(_ probability: Double) -> Int64 {
    let sparks = law.quantile(probability)
    return sparks / sparksPerDay + (sparks % sparksPerDay == 0 ? 0 : 1)
  }

  /// The mean and the variance, with bounds of their absolute errors.
  private typealias Sums = (
    mean: Double, meanError: Double, variance: Double, varianceError: Double
  )

  /// Sums the probabilities S(dK) that d days of K sparks do not reach the goal.
  private static func sums(_ law: OddsLaw, _ step: Int64) throws(OddsError) -> Sums {
    // Few days: one after the other.
    let end = law.law.guess(1 - 1e-15) / Double(step)
    let isSummable = end < Double(mostDays) || law.law is StepLaw
    if isSummable || step > 300 {
      return try summed(law, step, most: isSummable ? 2_000_000 : 200_000)
    }
    return extrapolated(law, step)
  }

  /// Returns the relative error of the law's probabilities near its median.
  private static func error(_ law: OddsLaw) -> Double {
    law.law.chance(doneWithin: max(law.least, Int64(law.law.guess(0.5)))).error
  }

  /// Sums day by day, until a term adds nothing.
  private static func summed(
    _ law: OddsLaw, _ step: Int64, most: Int64
  ) throws(OddsError) -> Sums {
    let error = error(law)
    // Squares of distances from a day in the middle: those from the first would cancel.
    let middle = Int64(law.law.guess(0.5) / Double(step))
    var sums: Sums = (mean: 0, meanError: 0, variance: 0, varianceError: 0)
    var day: Int64 = 0
    while true {
      let left = law.law.probability(notWithin: day * step)
      let distance = day - middle
      // Σ (2d + 1)·S over the distances d, less its value where every S is 1.
      let weight = Double(2 * distance + 1)
      sums.mean += left
      sums.variance += weight * (distance < 0 ? left - 1 : left)
      sums.meanError += error * (1 - left)
      sums.varianceError += error * abs(weight) * (1 - left)
      day += 1
      // NaN ends the loop as well.
      if !(left >= 1e-16), distance >= 0 { break }
      if day > most {
        throw OddsError(
          .noExactMethod, field: "per_day",
          "no exact method within reach for days: there are too many to add up; leave it out")
      }
    }
    let shift = sums.mean - Double(middle)
    let square = sums.variance
    sums.variance = square - shift * shift
    let rounding = 16 * BoundedValue.rounding
    sums.meanError += rounding * sums.mean
    sums.varianceError += rounding * (square + shift * shift) + 2 * abs(shift) * sums.meanError
    return sums
  }

  /// Sums many days: the first ones directly, then the difference between the sum over days and that over
  /// sparks, which is known, by the formula of Euler and Maclaurin.
  private static func extrapolated(_ law: OddsLaw, _ step: Int64) -> Sums {
    func left(_ sparks: Int64) -> Double { law.law.probability(notWithin: sparks) }
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
    let (mean, deviation) = (law.mean, law.standardDeviation)
    let rest = mean - partial
    let restWeighted = (deviation * deviation + mean * mean - mean) / 2 - weighted
    let width = Double(step)
    let plain = (-4...4).map { left(from + Int64($0) * step) }
    let linear = (-4...4).map { Double(2 * (days + Int64($0)) + 1) * plain[$0 + 4] }
    let (of, ofLinear) = (correction(plain, width), correction(linear, width))
    first += (rest + of.sum) / width
    second += (2 * restWeighted / width + rest + ofLinear.sum) / width
    // The last term of the formula bounds the omitted ones; errors of the law are divided by the sparks
    // of a day, and rounding is that of the squares.
    let rounding = 64 * BoundedValue.rounding
    let error = error(law)
    let meanError =
      (law.boundedMean.error * mean + error * Double(from) + of.last) / width + rounding * first
    let varianceError =
      (2 * law.boundedDeviation.error * deviation * deviation / width
        + 2 * law.boundedMean.error * mean + error * Double(from) + ofLinear.last) / width
      + rounding * (second + first * first)
    return (first, meanError, second - first * first, varianceError)
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
