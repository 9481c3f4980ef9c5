/// The distribution of the number of steps until a goal is reached, be they rolls, sparks, days or openings: the
/// requirements on every method of computing it, and what follows from them.
package protocol ArrivalDistribution: Sendable {
  /// The minimum number of steps that can reach the goal.
  var least: Int64 { get }
  /// The expected number of steps, with a bound of its error.
  var boundedMean: BoundedValue { get }
  /// The standard deviation of the number of steps, with a bound of its error.
  var boundedDeviation: BoundedValue { get }
  /// Returns the probability of reaching the goal within a number of steps, with a bound of its error; NaN where
  /// it cannot be computed.
  func chance(doneWithin steps: Int64) -> BoundedValue
  /// Returns the probability of not reaching the goal within a number of steps, with full precision where it is
  /// small.
  func probability(notWithin steps: Int64) -> Double
  /// Returns a number of steps near the quantile of a probability.
  func guess(_ probability: Double) -> Double
  /// Whether probabilities are read from a table, so that many of them take no time.
  var isTable: Bool { get }
}

extension ArrivalDistribution {
  package var isTable: Bool { false }

  /// The expected number of steps.
  package var mean: Double { boundedMean.value }
  /// The standard deviation of the number of steps.
  package var standardDeviation: Double { boundedDeviation.value }

  /// Returns the probability of reaching the goal within a number of steps, clamped to 0...1; NaN where it cannot
  /// be computed.
  package func probability(doneWithin steps: Int64) -> Double {
    chance(doneWithin: steps).value.clampedToChance
  }

  /// Returns the minimum number of steps that reach the goal with at least a probability, from 0 to below 1;
  /// `Int64.max` where it cannot be computed.
  package func quantile(_ probability: Double) -> Int64 {
    let wanted = probability.quantileLevel
    if wanted <= 0 { return probability > 0 ? least : 0 }
    let most = Int64.max / 4
    let start = max(least, Int64(min(guess(probability).rounded(), 0x1p60)))
    let step = max(1, Int64(Double(start).squareRoot() / 4))
    let first = (least...most + 1).first(around: start, step: step) {
      self.probability(doneWithin: $0) >= wanted
    }
    return first > most ? .max : first
  }
}

extension Double {
  /// The probability that a quantile has to reach, less a difference below which probabilities count as equal: a
  /// median of two equally likely halves must not depend on the last digit of a sum.
  var quantileLevel: Double { self - 1e-12 }

  /// The number clamped to 0...1; NaN stays NaN, which `min` and `max` would not preserve.
  var clampedToChance: Double { isNaN ? self : min(1, max(0, self)) }
}
