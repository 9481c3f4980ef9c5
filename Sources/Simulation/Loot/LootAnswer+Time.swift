extension LootAnswer {
  /// The number of openings until a goal.
  package struct Time: Sendable {
    /// The distribution of the number.
    package enum Distribution: Sendable {
      /// The exact one.
      case exact(OddsLaw)
      /// An estimate, where no exact method is within reach.
      case estimate(LootTimeEstimate)
    }

    /// The chance of being done within some openings.
    package struct Chance: Sendable {
      /// The number of openings.
      package var openings: Int64
      /// The probability.
      package var probability: Double
      /// The 95 % interval of the probability, where it is estimated.
      package var interval: Interval?
    }

    /// The distribution.
    package let distribution: Distribution
    /// The chances asked for.
    package private(set) var at: [Chance] = []

    init(_ distribution: Distribution, at numbers: [Int64]) {
      self.distribution = distribution
      at = numbers.map { chance(doneWithin: $0) }
    }

    /// The exact distribution; `nil` where it is estimated.
    package var exact: OddsLaw? { if case .exact(let law) = distribution { law } else { nil } }

    /// The estimate; `nil` where the distribution is exact.
    package var estimate: LootTimeEstimate? {
      if case .estimate(let estimate) = distribution { estimate } else { nil }
    }

    /// The expected number of openings.
    package var mean: Double {
      switch distribution {
      case .exact(let law): law.mean
      case .estimate(let estimate): estimate.mean.value
      }
    }

    /// The standard deviation.
    package var standardDeviation: Double {
      switch distribution {
      case .exact(let law): law.standardDeviation
      case .estimate(let estimate): estimate.mean.standardDeviation
      }
    }

    /// The method of computation.
    package var method: String {
      switch distribution {
      case .exact(let law): law.method.name
      case .estimate(let estimate):
        "simulation of \(estimate.trials) trials, seed \(estimate.seed)"
      }
    }

    /// Returns the minimum number of openings that reach the goal with at least a probability.
    package func quantile(_ probability: Double) -> Int64 {
      switch distribution {
      case .exact(let law): law.quantile(probability)
      case .estimate(let estimate): estimate.quantile(probability)
      }
    }

    /// Returns the chance of reaching the goal within a number of openings.
    package func chance(doneWithin openings: Int64) -> Chance {
      switch distribution {
      case .exact(let law):
        return Chance(openings: openings, probability: law.probability(doneWithin: openings))
      case .estimate(let estimate):
        let (share, interval) = estimate.share(doneWithin: openings)
        return Chance(openings: openings, probability: share, interval: interval)
      }
    }
  }
}
