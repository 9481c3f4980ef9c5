/// The law of the number of openings until several independent goals are all reached.
struct JointLaw: ArrivalLaw {
  private let laws: [any ArrivalLaw]
  let least: Int64
  let boundedMean: BoundedValue
  let boundedDeviation: BoundedValue

  /// The maximum number of openings that are added up.
  private static let most: Int64 = 20_000

  /// Creates the law; `nil` when there are too many openings to add up.
  init?(_ laws: [any ArrivalLaw]) {
    self.laws = laws
    least = laws.map(\.least).max() ?? 0
    guard laws.allSatisfy({ $0.guess(1 - 1e-15) < Double(Self.most) }) else { return nil }
    let sums = SurvivalSums(
      around: Int64(laws.map { $0.guess(0.5) }.max() ?? 0), upTo: 1e-17, most: 4 * Self.most
    ) { opening in Self.probability(laws, notWithin: opening) }
    guard let sums else { return nil }
    let error = 1e-12
    let variance = max(0, sums.variance)
    boundedMean = BoundedValue(sums.mean, error: error)
    boundedDeviation = BoundedValue(
      variance.squareRoot(),
      error: variance > 0 ? error * (1 + sums.magnitude / variance) : 0)
  }

  func chance(doneWithin openings: Int64) -> BoundedValue {
    laws.reduce(BoundedValue(1, error: 0)) { product, law in
      let chance = law.chance(doneWithin: openings)
      return BoundedValue(product.value * chance.value, error: product.error + chance.error)
    }
  }

  func probability(notWithin openings: Int64) -> Double {
    Self.probability(laws, notWithin: openings)
  }

  private static func probability(
    _ laws: [any ArrivalLaw], notWithin openings: Int64
  ) -> Double {
    laws.reduce(0.0) { sum, law in
      let left = law.probability(notWithin: openings)
      return sum + left * (1 - sum)
    }
  }

  func guess(_ probability: Double) -> Double {
    laws.map { $0.guess(probability) }.max() ?? 1
  }
}
