/// The distribution of the number of openings until several independent goals are all reached.
package struct JointDistribution: ArrivalDistribution {
  private let distributions: [any ArrivalDistribution]
  package let least: Int64
  package let boundedMean: BoundedValue
  package let boundedDeviation: BoundedValue

  /// The maximum number of openings that are added up.
  private static let most: Int64 = 20_000

  /// Creates the distribution; `nil` when there are too many openings to add up.
  package init?(_ distributions: [any ArrivalDistribution]) {
    self.distributions = distributions
    least = distributions.map(\.least).max() ?? 0
    guard distributions.allSatisfy({ $0.guess(1 - 1e-15) < Double(Self.most) }) else { return nil }
    let sums = SurvivalSums(
      around: Int64(distributions.map { $0.guess(0.5) }.max() ?? 0), upTo: 1e-17,
      most: 4 * Self.most
    ) { opening in Self.probability(distributions, notWithin: opening) }
    guard let sums else { return nil }
    let error = 1e-12
    let variance = max(0, sums.variance)
    boundedMean = BoundedValue(sums.mean, error: error)
    boundedDeviation = BoundedValue(
      variance.squareRoot(),
      error: variance > 0 ? error * (1 + sums.magnitude / variance) : 0)
  }

  package func chance(doneWithin openings: Int64) -> BoundedValue {
    distributions.reduce(BoundedValue(1, error: 0)) { product, distribution in
      let chance = distribution.chance(doneWithin: openings)
      return BoundedValue(product.value * chance.value, error: product.error + chance.error)
    }
  }

  package func probability(notWithin openings: Int64) -> Double {
    Self.probability(distributions, notWithin: openings)
  }

  private static func probability(
    _ distributions: [any ArrivalDistribution], notWithin openings: Int64
  ) -> Double {
    distributions.reduce(0.0) { sum, distribution in
      let left = distribution.probability(notWithin: openings)
      return sum + left * (1 - sum)
    }
  }

  package func guess(_ probability: Double) -> Double {
    distributions.map { $0.guess(probability) }.max() ?? 1
  }
}
