import Rules

/// The chance of each card at each spark of a mix, as whole weights over one denominator; what they
/// lack of it is no card at all.
struct CardWeights {
  /// By card, in the order of the rulebook.
  let weights: [UInt64]
  let denominator: UInt64

  /// - Parameter most: what the denominator may be, at most.
  /// - Returns: `nil` where pity or seasons bend the chances, or the denominator would be larger.
  init?(_ rulebook: Rulebook, _ mix: CategoryMix, most: UInt64) {
    let definition = rulebook.definition
    guard definition.drops.pity.allSatisfy({ $0 == nil }), rulebook.eras.count == 1 else {
      return nil
    }
    var cells: [[Int]] = Array(repeating: [], count: 20)
    for (place, card) in definition.cards.enumerated() {
      cells[card.category.index * 4 + card.rarity.index].append(place)
    }
    var chances = [Fraction](repeating: .zero, count: definition.cards.count)
    var common: UInt64 = 1
    for category in Category.allCases {
      for rate in rulebook.rates(for: category) {
        let cards = cells[category.index * 4 + rate.rarity.index]
        guard !cards.isEmpty, rate.effective != .zero, mix.weights[category.index] > 0 else {
          continue
        }
        guard let shared = Fraction(rate.effective.numerator, over: UInt64(cards.count)),
          let share = Fraction(mix.weights[category.index], over: mix.total),
          let chance = Self.product(
            shared, Fraction(share.numerator, over: share.denominator) ?? .zero,
            over: rate.effective.denominator)
        else { return nil }
        var (a, b) = (common, chance.denominator)
        while b != 0 { (a, b) = (b, a % b) }
        let (multiple, overflow) = (common / a).multipliedReportingOverflow(
          by: chance.denominator)
        guard !overflow, multiple <= most else { return nil }
        common = multiple
        for card in cards { chances[card] = chance }
      }
    }
    weights = chances.map { common / $0.denominator * $0.numerator }
    denominator = common
  }

  private static func product(
    _ left: Fraction, _ right: Fraction, over divisor: UInt64
  ) -> Fraction? {
    let top = left.numerator.multipliedReportingOverflow(by: right.numerator)
    let bottom = left.denominator.multipliedReportingOverflow(by: right.denominator)
    let whole = bottom.partialValue.multipliedReportingOverflow(by: divisor)
    return top.overflow || bottom.overflow || whole.overflow
      ? nil : Fraction(top.partialValue, over: whole.partialValue)
  }
}
