package import Chance
import Players

extension LootAnswer {
  /// The number of openings until a goal.
  package struct Time: Sendable {
    /// How the distribution of the number is known.
    package enum Computation: Sendable {
      /// The exact one.
      case exact(Distribution)
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

    /// How it is known.
    package let computation: Computation
    package private(set) var at: [Chance] = []

    init(_ computation: Computation, at numbers: [Int64]) {
      self.computation = computation
      at = numbers.map { chance(doneWithin: $0) }
    }

    /// The exact distribution; `nil` where it is estimated.
    package var exact: Distribution? {
      if case .exact(let distribution) = computation { distribution } else { nil }
    }

    /// The estimate; `nil` where the distribution is exact.
    package var estimate: LootTimeEstimate? {
      if case .estimate(let estimate) = computation { estimate } else { nil }
    }

    /// The expected number of openings.
    package var mean: Double {
      switch computation {
      case .exact(let distribution): distribution.mean
      case .estimate(let estimate): estimate.mean.value
      }
    }

    /// The standard deviation.
    package var standardDeviation: Double {
      switch computation {
      case .exact(let distribution): distribution.standardDeviation
      case .estimate(let estimate): estimate.mean.standardDeviation
      }
    }

    /// The method of computation.
    package var method: String {
      switch computation {
      case .exact(let distribution): distribution.method.name
      case .estimate(let estimate):
        "simulation of \(estimate.trials) trials, seed \(estimate.seed)"
      }
    }

    /// Returns the minimum number of openings that reach the goal with at least a probability.
    package func quantile(_ probability: Double) -> Int64 {
      switch computation {
      case .exact(let distribution): distribution.quantile(probability)
      case .estimate(let estimate): estimate.quantile(probability)
      }
    }

    /// Returns the chance of reaching the goal within a number of openings.
    package func chance(doneWithin openings: Int64) -> Chance {
      switch computation {
      case .exact(let distribution):
        return Chance(
          openings: openings, probability: distribution.probability(doneWithin: openings))
      case .estimate(let estimate):
        let (share, interval) = estimate.share(doneWithin: openings)
        return Chance(openings: openings, probability: share, interval: interval)
      }
    }
  }
}
