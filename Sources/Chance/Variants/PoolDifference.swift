import FlintSchema

/// How an answer about pools differs from another one.
package struct PoolDifference: Sendable {
  package var mean: Double?
  package var standardDeviation: Double?
  package var quantiles: [Quantile]
  package var at: [Chance]
  /// The number of rolls within which the chances differ most.
  package var greatest: Chance

  /// The difference of a quantile.
  package struct Quantile: Sendable {
    package var level: Double
    /// The difference of the numbers of rolls; `nil` beyond an estimate.
    package var rolls: Int64?
  }

  /// The difference of the chances within a number of rolls.
  package struct Chance: Sendable {
    package var rolls: Int64
    package var chance: Double
  }

  /// The greatest number of rolls that is compared.
  private static let mostRolls: Int64 = 1_000_000

  package init(_ answer: PoolAnswer, from first: PoolAnswer) {
    func difference(_ value: Double?, _ other: Double?) -> Double? {
      if let value, let other { value - other } else { nil }
    }
    mean = difference(answer.mean, first.mean)
    standardDeviation = difference(answer.standardDeviation, first.standardDeviation)
    quantiles = zip(answer.quantiles, first.quantiles).map { own, other in
      guard let rolls = own.rolls, let before = other.rolls else {
        return Quantile(level: own.level, rolls: nil)
      }
      return Quantile(level: own.level, rolls: rolls &- before)
    }
    at = zip(answer.at, first.at).map {
      Chance(rolls: $0.rolls, chance: $0.chance - $1.chance)
    }
    greatest = Chance(rolls: 0, chance: 0)
    let end = min(Self.mostRolls, max(answer.longest, first.longest))
    for rolls in 0...max(0, end) {
      let chance = answer.probability(within: rolls) - first.probability(within: rolls)
      if abs(chance) > abs(greatest.chance) { greatest = Chance(rolls: rolls, chance: chance) }
    }
  }
}

extension PoolAnswer {
  /// Whether another answer has the same means, quantiles, chances and prices, but for rounding.
  func hasSameNumbers(as other: PoolAnswer) -> Bool {
    let (own, others) = (shownNumbers, other.shownNumbers)
    return own.count == others.count
      && zip(own, others).allSatisfy { $0 == $1 || abs($0 - $1) <= 1e-12 * max(abs($0), abs($1)) }
  }

  private var shownNumbers: [Double] {
    let prices = meanPrice + meanNetPrice
    let values = [mean, standardDeviation, spending?.chance].map { $0 ?? -1 }
    let rolls = quantiles.map { Double($0.rolls ?? -1) }
    return values + prices.map(\.value) + rolls + at.map(\.chance)
  }
}
