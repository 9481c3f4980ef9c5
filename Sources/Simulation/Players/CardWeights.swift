import BigInt
import Rules

/// The chance of each card at each spark of a mix, as whole weights over one denominator; the rest of the
/// denominator is the weight of no card.
struct CardWeights {
  /// The weights of the cards, in the order of the rulebook.
  let weights: [UInt64]
  let denominator: UInt64

  /// - Parameter most: the maximum denominator.
  /// - Returns: `nil` where pity or seasons change the chances, or the denominator would be larger.
  init?(_ rulebook: Rulebook, _ mix: CategoryMix, most: UInt64) {
    guard !rulebook.hasPity, rulebook.eras.count == 1 else { return nil }
    var rates = [Ratio](repeating: .zero, count: rulebook.definition.cards.count)
    for cell in CardRates(rulebook, mix: mix, day: nil).cells {
      for card in cell.cards { rates[card] = cell.rate }
    }
    var common = BigUInt(1)
    for rate in rates {
      common *= rate.denominator / common.greatestCommonDivisor(with: rate.denominator)
      if common > BigUInt(most) { return nil }
    }
    weights = rates.map { UInt64(common / $0.denominator * $0.numerator) }
    denominator = UInt64(common)
  }
}
