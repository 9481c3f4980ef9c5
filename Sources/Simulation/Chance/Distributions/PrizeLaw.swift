/// The law of the number of prizes that a number of rolls gives.
package struct PrizeLaw: Sendable {
  /// The number of rolls.
  package let rolls: Int
  /// The probabilities of 0, 1, 2, … prizes.
  package let probabilities: [Double]
  /// The bound of the relative error of each probability that is not negligible.
  let error: Double
  /// The bound of the absolute error of each probability.
  let distance: Double
  /// The method by which the law was computed.
  package let method: OddsLaw.Method
  /// The expected number of prizes, with a bound of its error.
  package let boundedMean: BoundedValue
  /// The standard deviation of the number of prizes, with a bound of its error.
  package let boundedDeviation: BoundedValue

  init(
    rolls: Int, _ probabilities: [Double], error: Double, distance: Double, method: OddsLaw.Method
  ) {
    self.rolls = rolls
    self.probabilities = probabilities
    self.error = error
    self.distance = distance
    self.method = method
    var mean = 0.0
    for (count, chance) in probabilities.enumerated().reversed() { mean += Double(count) * chance }
    var variance = 0.0
    for (count, chance) in probabilities.enumerated().reversed() {
      let apart = Double(count) - mean
      variance += apart * apart * chance
    }
    let width = Double(probabilities.count)
    let lost = distance * width * width
    boundedMean = BoundedValue(mean, within: mean * error + lost)
    let shift = mean * error
    boundedDeviation = BoundedValue(
      variance.squareRoot(),
      error: variance > 0
        ? error + (shift * shift + lost * width) / variance : shift > 0 ? .infinity : 0)
  }

  /// The expected number of prizes.
  package var mean: Double { boundedMean.value }
  /// The standard deviation of the number of prizes.
  package var standardDeviation: Double { boundedDeviation.value }

  /// Returns the probability of exactly a number of prizes.
  package func probability(of count: Int) -> BoundedValue {
    guard probabilities.indices.contains(count) else { return BoundedValue(0, error: 0) }
    let chance = probabilities[count]
    return BoundedValue(chance, within: chance * error + distance)
  }

  /// Returns the probability of at most a number of prizes.
  package func probability(atMost count: Int) -> BoundedValue {
    guard count >= 0 else { return BoundedValue(0, error: 0) }
    let chance = probabilities.prefix(count + 1).reduce(0, +)
    return BoundedValue(min(1, chance), within: chance * error + distance * Double(count + 1))
  }

  /// Returns the probability of at least a number of prizes, with full precision where it is small.
  package func probability(atLeast count: Int) -> BoundedValue {
    guard count > 0 else { return BoundedValue(1, error: 0) }
    let rest = probabilities.dropFirst(count)
    let chance = rest.reversed().reduce(0, +)
    return BoundedValue(min(1, chance), within: chance * error + distance * Double(rest.count))
  }

  /// Returns the least number of prizes that the number is at most with at least a probability.
  package func quantile(_ probability: Double) -> Int {
    // As of times: a half must not depend on the last digit of a sum.
    let wanted = probability - StepLaw.tolerance
    var sum = 0.0
    for (count, chance) in probabilities.enumerated() {
      sum += chance
      if sum >= wanted { return count }
    }
    return max(0, probabilities.count - 1)
  }
}
