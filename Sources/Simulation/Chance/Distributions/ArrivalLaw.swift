/// The probability law of the number of rolls until a goal is reached: the requirements on every method
/// of computing it.
protocol ArrivalLaw: Sendable {
  /// The minimum number of rolls that can reach the goal.
  var least: Int64 { get }
  /// The expected number of rolls.
  var boundedMean: BoundedValue { get }
  /// The standard deviation of the number of rolls.
  var boundedDeviation: BoundedValue { get }
  /// Returns the probability of reaching the goal within a number of rolls; NaN where it cannot be
  /// computed.
  func chance(doneWithin rolls: Int64) -> BoundedValue
  /// Returns the probability of not reaching the goal within a number of rolls, with full precision where
  /// it is small.
  func probability(notWithin rolls: Int64) -> Double
  /// Returns a number of rolls near the quantile of a probability.
  func guess(_ probability: Double) -> Double
}

extension ArrivalLaw {
  var mean: Double { boundedMean.value }
  var standardDeviation: Double { boundedDeviation.value }

  /// Returns the probability of reaching the goal within a number of rolls, clamped to 0...1; NaN where
  /// it cannot be computed.
  func probability(doneWithin rolls: Int64) -> Double {
    chance(doneWithin: rolls).value.clampedToChance
  }

  /// The difference below which probabilities count as equal: a median of two equally likely halves must
  /// not depend on the last digit of a sum.
  static var tolerance: Double { 1e-12 }

  /// Returns the minimum number of rolls that reach the goal with at least a probability, from 0 to below
  /// 1; `Int64.max` where it cannot be computed.
  func quantile(_ probability: Double) -> Int64 {
    let wanted = probability - Self.tolerance
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
  /// The number clamped to 0...1; NaN stays NaN, which `min` and `max` would not preserve.
  var clampedToChance: Double { isNaN ? self : min(1, max(0, self)) }
}
