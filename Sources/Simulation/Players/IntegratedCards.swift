import Rules

/// Cards owned, with chance integrated out: how many a player owns, less how many are to be expected of
/// as many sparks of each category.
///
/// Its mean is 0 whatever the policy, as long as draws do not say when a player ends. It is the part
/// of a collection that luck alone decides; with it taken out, what is left is conditional
/// expectation (Rao and Blackwell), as if the cards had been averaged over all draws.
struct IntegratedCards: Sendable {
  /// Cards that a spark of a category is equally likely to give.
  private struct Cell: Sendable {
    var category: Int
    /// Positions in the rulebook.
    var cards: [Int]
    /// The chance that a spark of the category gives another card than a certain one of them.
    var miss: Double

    /// How many are expected of some sparks of the category.
    func expected(after sparks: Int64) -> Double {
      Double(cards.count) * (1 - Self.power(miss, sparks))
    }

    /// By products alone, so that it is the same on every machine.
    private static func power(_ base: Double, _ exponent: Int64) -> Double {
      var (result, square, rest) = (1.0, base, exponent)
      while rest > 0 {
        if rest & 1 == 1 { result *= square }
        square *= square
        rest >>= 1
      }
      return result
    }
  }

  /// Fractions of a card are counted in so many parts: the mean is 0 but for a two-millionth of a card.
  static let parts: Int64 = 1 << 20

  private let cells: [Cell]

  /// Finds the cards of a rarity and a category, or of all.
  init(_ rarity: Rarity?, _ category: Category?, _ rulebook: Rulebook, _ mix: CategoryMix) {
    let law = rulebook.rollLaw()
    cells = Category.allCases.flatMap { own -> [Cell] in
      if mix.weights[own.index] == 0 || category.map({ $0 != own }) ?? false { return [] }
      let given = law.given(own)
      return Rarity.allCases.compactMap { each in
        let cards = law.cards(own, each)
        let weight = given.weights[each.index]
        if cards.isEmpty || weight == 0 || rarity.map({ $0 != each }) ?? false { return nil }
        let rate =
          law.chance.approximation * Double(weight) / Double(given.total) / Double(cards.count)
        return Cell(category: own.index, cards: cards, miss: 1 - rate)
      }
    }
  }

  /// The cards owned beyond what is expected of a player's sparks, in parts of a card.
  func surplus(of state: ProfileState) -> Int64 {
    var owned: Int64 = 0
    var expected = 0.0
    let sparks = state.sparksByCategory
    for cell in cells {
      for card in cell.cards where state.holding(of: card).copies > 0 { owned += 1 }
      expected += cell.expected(after: sparks[cell.category])
    }
    return owned * Self.parts - Int64((expected * Double(Self.parts)).rounded())
  }
}
