import Chance
import FlintRules

/// The number of cards owned with chance integrated out: the number that a player owns, less the number
/// expected from as many sparks of each category.
///
/// Its mean is 0 for every policy, as long as draws do not decide when a player ends. It is the random
/// component of the size of a collection; the measure less this component is a conditional expectation
/// (Rao and Blackwell), as if the cards had been averaged over all draws.
struct IntegratedCards: Sendable {
  /// Cards that a spark of a category gives with equal chances.
  private struct Cell: Sendable {
    var category: Int
    var cards: [Int]
    /// The chance that a spark of the category does not give one particular card of the cell.
    var miss: Double

    /// Returns the number of cards expected from some sparks of the category.
    func expected(after sparks: Int64) -> Double {
      Double(cards.count) * (1 - Self.power(miss, sparks))
    }

    /// Returns a power, by products alone, so that it is the same on every machine.
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

  /// The fixed-point unit of a card: rounding to it moves the mean from 0 by at most a two-millionth of a
  /// card.
  static let unit: Int64 = 1 << 20

  private let cells: [Cell]

  /// Finds the cards of a rarity and a category; all cards where neither is given.
  init(_ rarity: CardRarity?, _ category: SparkCategory?, _ rulebook: Rulebook, _ mix: CategoryMix)
  {
    let distribution = rulebook.rollDistribution()
    let categories = rulebook.definition.categories
    cells = categories.indices.flatMap { own -> [Cell] in
      if mix.share(at: own) == .zero || category.map({ $0 != categories[own] }) ?? false {
        return []
      }
      let given = distribution.given(own)
      return rulebook.definition.rarities.enumerated().flatMap { position, each -> [Cell] in
        let weight = given.weights[position]
        if weight == 0 || rarity.map({ $0 != each }) ?? false { return [] }
        return distribution.choices(own, position).map { choice in
          let all = distribution.chance.approximation * Double(weight) / Double(given.total)
          // Rounded as it was when every card of a rarity was equally likely.
          let rate =
            choice.weight == 1
            ? all / Double(choice.total) : all * Double(choice.weight) / Double(choice.total)
          return Cell(category: own, cards: choice.cards, miss: 1 - rate)
        }
      }
    }
  }

  /// Returns the cards owned beyond the number expected from a player's sparks, in fractions `1 / unit`
  /// of a card.
  func surplus(of state: ProfileState) -> Int64 {
    var owned: Int64 = 0
    var expected = 0.0
    let sparks = state.sparksByCategory
    for cell in cells {
      for card in cell.cards where state.holding(of: card).copies > 0 { owned += 1 }
      expected += cell.expected(after: sparks[cell.category])
    }
    return owned * Self.unit - Int64((expected * Double(Self.unit)).rounded())
  }
}
