import BigInt
import Calendar
import Rules

/// The cards that can be drawn on a day, with the exact chance of each before any pity.
struct CardRates {
  /// The cards of one category and rarity, which are always equally likely.
  struct Cell {
    var category: Category
    var rarity: Rarity
    /// The positions of the cards in the rulebook.
    var cards: [Int]
    /// The chance that a spark gives one particular card of the cell.
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

  /// The number of cards that can be drawn on the day.
  var count: Int { cells.reduce(0) { $0 + $1.cards.count } }

  /// Returns the cards with equal rates merged into groups, in the order of first occurrence.
  static func groups(_ cards: [(rate: Ratio, count: Int)]) -> [(rate: Ratio, count: Int)] {
    var indexes: [Ratio: Int] = [:]
    var groups: [(rate: Ratio, count: Int)] = []
    for card in cards where card.count > 0 {
      if let index = indexes[card.rate] {
        groups[index].count += card.count
      } else {
        indexes[card.rate] = groups.count
        groups.append(card)
      }
    }
    return groups
  }
}
