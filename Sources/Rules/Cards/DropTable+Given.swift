extension DropTable {
  /// What a category gives in an era once a card drops: the parts of each rarity of the card given,
  /// commonest first, and of how many. What is missing to `total` is the weight of no card.
  ///
  /// - Parameter since: how many cards were given since the last of each rarity or better; `nil` for
  ///   the rates before any pity.
  func given(
    _ category: Category, era: Int, since: (Int32, Int32, Int32, Int32)?
  ) -> (weights: [UInt64], total: UInt64) {
    var weights = InlineWeights(self.weights)
    if hasPity, let since { raise(&weights, since: since) }
    var total = denominator
    if emptyCell == .reroll {
      // Pity can make a rarity certain that the category lacks: then drawing again never brings a
      // card, and none is given.
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

  /// The positions of the cards of a category and a rarity that can be drawn in an era.
  func cards(_ category: Category, _ rarity: Rarity, era: Int) -> [Int] {
    let cell = cell(category, rarity, era: era)
    return cellCards[cells[cell]..<cells[cell + 1]].map { Int($0) }
  }
}
