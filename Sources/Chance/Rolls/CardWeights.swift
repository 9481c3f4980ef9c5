package import FlintRules

/// The chance of each card at each spark of a mix, as whole weights over one denominator of at most 2³²;
/// the rest of the denominator is the weight of no card.
package struct CardWeights {
  /// The weights of the cards, in the order of the rulebook.
  package let weights: [UInt64]
  package let denominator: UInt64

  /// - Returns: `nil` where pity or seasons change the chances, or the denominator would be larger.
  package init?(_ rulebook: Rulebook, _ mix: CategoryMix) {
    guard !rulebook.hasPity, rulebook.drawsAlike else { return nil }
    var rates = [Fraction?](repeating: .zero, count: rulebook.definition.cards.count)
    for cell in CardRates(rulebook, mix: mix, day: nil).cells {
      for card in cell.cards { rates[card] = Fraction(cell.rate) }
    }
    guard !rates.contains(nil),
      let common = Fraction.overCommonDenominator(rates.compactMap(\.self), most: 1 << 32)
    else { return nil }
    (weights, denominator) = common
  }
}
