import BigInt
import Rules

/// The cards that can be drawn on a day, with the exact chance of each before any pity.
struct CardTable {
  /// The cards of a category and a rarity, which are always equally likely.
  struct Cell {
    var category: Category
    var rarity: Rarity
    /// Positions in the rulebook.
    var cards: [Int]
    /// The chance that a spark brings a certain one of them.
    var rate: Ratio
  }

  let rulebook: Rulebook
  let mix: CategoryMix
  let day: CivilDay?
  let law: RollLaw
  private(set) var cells: [Cell] = []

  init(_ rulebook: Rulebook, mix: CategoryMix, day: CivilDay?) {
    self.rulebook = rulebook
    self.mix = mix
    self.day = day
    law = rulebook.rollLaw(on: day)
    for category in Category.allCases {
      let given = law.given(category)
      for rarity in Rarity.allCases {
        let cards = law.cards(category, rarity)
        if cards.isEmpty { continue }
        let rate =
          Ratio(mix.share(of: category)) * Ratio(law.chance)
          * Ratio(
            BigUInt(given.weights[rarity.index]), over: BigUInt(given.total) * BigUInt(cards.count))
        cells.append(Cell(category: category, rarity: rarity, cards: cards, rate: rate))
      }
    }
  }

  /// How many cards can be drawn on the day.
  var count: Int { cells.reduce(0) { $0 + $1.cards.count } }

  /// Equal rates put together, the most likely first.
  static func groups(_ cards: [(rate: Ratio, count: Int)]) -> [(rate: Ratio, count: Int)] {
    var places: [Ratio: Int] = [:]
    var groups: [(rate: Ratio, count: Int)] = []
    for card in cards where card.count > 0 {
      if let place = places[card.rate] {
        groups[place].count += card.count
      } else {
        places[card.rate] = groups.count
        groups.append(card)
      }
    }
    return groups
  }
}
