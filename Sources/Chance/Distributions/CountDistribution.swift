import FlintRules

/// The distribution of the number of things that some rolls or openings give, as a table that ends where the rest is
/// negligible.
package struct CountDistribution: Sendable {
  /// The number of rolls or openings.
  package let rolls: Int
  /// The least number whose probability is known.
  package let least: Int
  /// The probabilities of this number and those above it.
  package let probabilities: [Double]
  /// The bound of the relative error of each probability that is not negligible.
  package let relative: Double
  /// The bound of the absolute error of each probability.
  package let absolute: Double
  /// The bound of the probability of each number that is left out.
  package let negligible: Double
  /// The probabilities of at most, and of at least, each number that is known.
  package let upTo: [Double]
  package let from: [Double]

  package init(
    rolls: Int, least: Int = 0, _ probabilities: [Double], relative: Double, absolute: Double = 0,
    negligible: Double = 0
  ) {
    (self.rolls, self.least, self.probabilities) = (rolls, least, probabilities)
    (self.relative, self.absolute, self.negligible) = (relative, absolute, negligible)
    var (upTo, from) = (probabilities, probabilities)
    for index in upTo.indices.dropFirst() { upTo[index] += upTo[index - 1] }
    for index in from.indices.dropLast().reversed() { from[index] += from[index + 1] }
    (self.upTo, self.from) = (upTo, from)
  }

  /// The expected number, with a bound of its error.
  package var boundedMean: BoundedValue {
    let mean = probabilities.moments(from: least).mean
    return BoundedValue(mean, within: mean * relative + lost)
  }

  /// The standard deviation of the number, with a bound of its error.
  package var boundedDeviation: BoundedValue {
    let (mean, variance) = probabilities.moments(from: least)
    let shift = mean * relative
    let error =
      variance > 0
      ? relative + (shift * shift + lost * Double(probabilities.count)) / variance
      : shift > 0 ? .infinity : 0
    return BoundedValue(variance.squareRoot(), error: error)
  }

  /// The bound of the absolute error of the mean.
  private var lost: Double {
    absolute * Double(probabilities.count) * Double(probabilities.count)
  }

  /// The expected number.
  package var mean: Double { boundedMean.value }
  /// The standard deviation of the number.
  package var standardDeviation: Double { boundedDeviation.value }

  /// Returns the probability of exactly a number.
  package func probability(of count: Int) -> BoundedValue {
    guard probabilities.indices.contains(count - least) else {
      return BoundedValue(0, within: negligible)
    }
    let chance = probabilities[count - least]
    return BoundedValue(chance, within: chance * relative + absolute)
  }

  /// Returns the probability of at most a number: where it is great, from that of more, which has the smaller error.
  package func probability(atMost count: Int) -> BoundedValue {
    let index = count - least
    guard index >= 0 else { return BoundedValue(0, error: 0) }
    guard index + 1 < probabilities.count else { return BoundedValue(1, error: 0) }
    let more = from[index + 1]
    return bounded(more < 0.5 ? 1 - more : upTo[index], terms: index + 1)
  }

  /// Returns the probability of at least a number, with full precision where it is small.
  package func probability(atLeast count: Int) -> BoundedValue {
    let index = count - least
    guard index > 0 else { return BoundedValue(1, error: 0) }
    guard index < probabilities.count else { return BoundedValue(0, error: 0) }
    let less = upTo[index - 1]
    return bounded(less < 0.5 ? 1 - less : from[index], terms: probabilities.count - index)
  }

  private func bounded(_ sum: Double, terms: Int) -> BoundedValue {
    BoundedValue(min(1, sum), within: sum * relative + absolute * Double(terms))
  }

  /// Returns the least number that the number is at most with at least a probability.
  package func quantile(_ probability: Double) -> Int {
    let wanted = probability.quantileLevel
    return least + min(upTo.partitioningIndex { $0 >= wanted }, max(0, upTo.count - 1))
  }
}

extension [Double] {
  /// Returns the mean and the variance of a whole number of which these are the probabilities.
  ///
  /// - Parameter first: the number that the first probability is of.
  package func moments(from first: Int = 0) -> (mean: Double, variance: Double) {
    var (mean, variance) = (0.0, 0.0)
    for (index, chance) in enumerated().reversed() { mean += Double(first + index) * chance }
    // Squares of distances from the mean: squares of the numbers would cancel.
    for (index, chance) in enumerated().reversed() {
      let distance = Double(first + index) - mean
      variance += distance * distance * chance
    }
    return (mean, variance)
  }
}
