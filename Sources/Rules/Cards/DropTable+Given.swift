extension DropTable {
  /// Returns the probabilities of a roll for a category in an era.
  ///
  /// - Parameters:
  ///   - since: the number of cards received since the last of each rarity or better; `nil` for the
  ///     rates without pity.
  ///   - isPaid: whether a token is spent on the roll, so that a card certainly drops.
  func law(
    _ category: Category, era: Int, since: (Int32, Int32, Int32, Int32)?, isPaid: Bool = false
  ) -> DrawLaw {
    var weights = InlineWeights(self.weights)
    if hasPity, let since { raise(&weights, since: since) }
    var total = denominator
    if emptyCell == .reroll {
      // Pity can make a rarity certain that the category lacks: drawing again would then never
      // yield a card, so none is given.
      total = max(1, weights.dropEmpty { resolved(category, $0, era: era) != nil })
    }
    var given: [UInt64] = [0, 0, 0, 0]
    for rarity in Rarity.allCases {
      if let resolved = resolved(category, rarity, era: era) {
        given[resolved.index] += weights[rarity.index]
      }
    }
    return DrawLaw(weights: given, total: total, chance: isPaid ? .one : chance)
  }

  /// Returns the positions of the cards of a category and a rarity that can be drawn in an era.
  func cards(_ category: Category, _ rarity: Rarity, era: Int) -> [Int] {
    let cell = cell(category, rarity, era: era)
    return plain.cellCards[cells[cell]..<cells[cell + 1]].map { Int($0) }
  }
}
