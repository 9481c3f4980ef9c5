/// The distribution of the number of steps until a goal is reached, with the method that computed it.
package struct Distribution: ArrivalDistribution {
  /// The method by which a distribution was computed.
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

    package var isEstimate: Bool { if case .estimate = self { true } else { false } }

    package var name: String {
      switch self {
      case .poisson: "poisson process"
      case .chain(let states): "markov chain of \(states) state\(states == 1 ? "" : "s")"
      case .renewal(let longest): "renewal, at most \(longest) rolls for one"
      case .steps(let states, let steps):
        "\(steps) independent steps, markov chains of \(states) states"
      case .estimate(let players, let seed):
        "estimate of \(players) player\(players == 1 ? "" : "s"), seed \(seed)"
      }
    }
  }

  package let base: any ArrivalDistribution
  /// The method by which the distribution was computed.
  package let method: Method
  /// The expected number of steps as a fraction `a/b`, where it has at most 40 digits.
  package let meanFraction: String?
  package let boundedMean: BoundedValue

  package init(_ base: any ArrivalDistribution, method: Method, exactMean: Ratio? = nil) {
    self.base = base
    self.method = method
    meanFraction = exactMean?.text
    boundedMean =
      exactMean.map { BoundedValue($0.approximation, error: BoundedValue.rounding) }
      ?? base.boundedMean
  }

  /// Creates the distribution of cards that each roll gives at the same rates; `nil` where enough of them can be there
  /// in too many ways.
  package init?(
    _ groups: [Occupancy.Group], wanted: Int, copies: Int,
    exactMean: @autoclosure () -> Ratio? = nil
  ) {
    guard Occupancy.effort(groups: groups, wanted: wanted) <= Occupancy.mostEffort else {
      return nil
    }
    self.init(
      Occupancy(groups: groups, wanted: wanted, copies: copies), method: .poisson,
      exactMean: exactMean())
  }

  /// Creates the distribution of an estimate.
  package init(_ estimate: PoolEstimate, seed: UInt64) {
    self.init(
      EstimatedDistribution(estimate), method: .estimate(players: estimate.players, seed: seed))
  }

  /// Returns an exact distribution, or where there is no exact method within reach an estimate, with the reason.
  static func exact(
    _ exact: () throws(OddsError) -> Distribution,
    else estimate: () throws(OddsError) -> Distribution
  ) throws(OddsError) -> (distribution: Distribution, reason: String) {
    do throws(OddsError) {
      return (try exact(), "")
    } catch {
      guard error.code == .noExactMethod else { throw error }
      return (try estimate(), error.problem)
    }
  }

  /// The estimate that the distribution is, if it is not exact.
  package var estimate: PoolEstimate? { (base as? EstimatedDistribution)?.estimate }

  package var boundedDeviation: BoundedValue { base.boundedDeviation }
  package var least: Int64 { base.least }
  package var isTable: Bool { base.isTable }

  package func chance(doneWithin steps: Int64) -> BoundedValue {
    let chance = base.chance(doneWithin: steps)
    return BoundedValue(chance.value.clampedToChance, error: chance.error)
  }

  package func probability(notWithin steps: Int64) -> Double { base.probability(notWithin: steps) }

  package func guess(_ probability: Double) -> Double { base.guess(probability) }

  /// The chance of a number of steps, and of at most so many.
  package struct Step: Sendable {
    /// The number of steps.
    package var rolls: Int64
    /// The chance that just so many are needed.
    package var exactly: Double
    /// The chance that so many are enough.
    package var within: Double
  }

  /// The chance of each number of steps, as far as it is worth mentioning.
  package var steps: [Step] {
    let most = min(quantile(0.99999), least + 100_000)
    var steps: [Step] = []
    var before = 0.0
    for rolls in max(0, least)...max(least, most) {
      let within = probability(doneWithin: rolls)
      steps.append(Step(rolls: rolls, exactly: max(0, within - before), within: within))
      before = within
    }
    return steps
  }
}
