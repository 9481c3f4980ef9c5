extension DropTable {
  /// Returns the weight of each rarity of the card that a roll for a category yields in an era once
  /// a card drops, commonest first, and their denominator. The difference from `total` is the
  /// weight of no card.
  ///
  /// - Parameter since: the number of cards received since the last of each rarity or better; `nil`
  ///   for the rates without pity.
  func given(
    _ category: Category, era: Int, since: (Int32, Int32, Int32, Int32)?
  ) -> (weights: [UInt64], total: UInt64) {
    var weights = InlineWeights(self.weights)
    if hasPity, let since { raise(&weights, since: since) }
    var total = denominator
    if emptyCell == .reroll {
      // Pity can make a rarity certain that the category lacks: drawing again would then never
      // yield a
      // card, so none is given.
      total = max(1, weights.dropEmpty { resolved(category, $0, era: era) != nil })
    }
    var given: [UInt64] = [0, 0, 0, 0]
    for rarity in Rarity.allCases {
      if let resolved = resolved(category, rarity, era: era) {
        given[resolved.index] += weights[rarity.index]
      }
    }
    return (given, total)
  }

  /// Returns the positions of the cards of a category and a rarity that can be drawn in an era.
  func cards(_ category: Category, _ rarity: Rarity, era: Int) -> [Int] {
    let cell = cell(category, rarity, era: era)
    return cellCards[cells[cell]..<cells[cell + 1]].map { Int($0) }
  }
}
