/// The law of the number of sparks until a goal is reached.
package struct OddsLaw: Sendable {
  /// The method by which a law was computed.
  package enum Method: Hashable, Sendable {
    /// The same chances for every roll: the product over the cards of a Poisson process, its integral for
    /// the moments, and Cauchy's integral for chances.
    case poisson
    /// A Markov chain over the pity counters and the cards owned, with its number of states.
    case chain(states: Int)
    /// One prize again and again, each time from the beginning, with the maximum number of rolls for one.
    case renewal(longest: Int)
    /// Independent times in succession, each to a state that all ways pass through, with the number of states of
    /// their Markov chains.
    case steps(states: Int, steps: Int)
    /// Simulated players, with their number and the key of their random streams.
    case estimate(players: Int, seed: UInt64)

    /// Whether the numbers are estimated.
    package var isEstimate: Bool { if case .estimate = self { true } else { false } }

    /// A description of the method.
    package var name: String {
      switch self {
      case .poisson: "poisson process"
      case .chain(let states): "markov chain of \(states) states"
      case .renewal(let longest): "renewal, at most \(longest) rolls for one"
      case .steps(let states, let steps):
        "\(steps) independent steps, markov chains of \(states) states"
      case .estimate(let players, let seed): "estimate of \(players) players, seed \(seed)"
      }
    }
  }

  let law: any ArrivalLaw
  /// The method by which the law was computed.
  package let method: Method
  /// The expected number of sparks as a fraction `a/b`, where it has at most 40 digits.
  package let meanFraction: String?

  init(_ law: any ArrivalLaw, method: Method, exactMean: Ratio? = nil) {
    self.law = law
    self.method = method
    meanFraction = exactMean?.text
    boundedMean =
      exactMean.map { BoundedValue($0.approximation, error: BoundedValue.rounding) }
      ?? law.boundedMean
  }

  /// The expected number of sparks, with a bound of its error.
  package let boundedMean: BoundedValue
  /// The standard deviation of the number of sparks, with a bound of its error.
  package var boundedDeviation: BoundedValue { law.boundedDeviation }
  /// The expected number of sparks.
  package var mean: Double { boundedMean.value }
  /// The standard deviation of the number of sparks.
  package var standardDeviation: Double { law.standardDeviation }
  /// The minimum number of sparks that can reach the goal.
  package var least: Int64 { law.least }

  /// Returns the minimum number of sparks that reach the goal with at least a probability.
  ///
  /// - Parameter probability: the probability, above 0 and below 1.
  package func quantile(_ probability: Double) -> Int64 { law.quantile(probability) }

  /// Returns the probability that a number of sparks reaches the goal.
  package func probability(doneWithin sparks: Int64) -> Double {
    law.probability(doneWithin: sparks)
  }

  /// Returns the probability that a number of sparks reaches the goal, with a bound of its error.
  package func chance(doneWithin sparks: Int64) -> BoundedValue {
    let chance = law.chance(doneWithin: sparks)
    return BoundedValue(chance.value.clampedToChance, error: chance.error)
  }
}
