import BigInt
package import FlintCalendar
package import FlintRules

/// The cards that can be drawn on a day, with the exact chance of each before any pity.
package struct CardRates {
  /// Cards of one category, rarity and weight, which are always equally likely.
  struct Cell {
    var category: Int
    /// The position of the rarity in the rulebook.
    var rarity: Int
    /// The share of one of the cards in its category and rarity.
    var share: Fraction
    var cards: [Int]
    /// The chance that a spark gives one particular card of the cell.
    var rate: Ratio
  }

  let rulebook: Rulebook
  let mix: CategoryMix
  let day: CivilDay?
  let distribution: RollDistribution
  private(set) var cells: [Cell] = []

  package init(_ rulebook: Rulebook, mix: CategoryMix, day: CivilDay?) {
    self.rulebook = rulebook
    self.mix = mix
    self.day = day
    distribution = rulebook.rollDistribution(on: day)
    for category in 0..<distribution.categories {
      let given = distribution.given(category)
      for rarity in 0..<distribution.rarities {
        for choice in distribution.choices(category, rarity) {
          let rate =
            Ratio(mix.share(at: category)) * Ratio(distribution.chance)
            * Ratio(
              BigUInt(given.weights[rarity]) * BigUInt(choice.weight),
              over: BigUInt(given.total) * BigUInt(choice.total))
          cells.append(
            Cell(
              category: category, rarity: rarity, share: choice.share, cards: choice.cards,
              rate: rate))
        }
      }
    }
  }

  /// The number of cards that can be drawn on the day.
  package var count: Int { cells.reduce(0) { $0 + $1.cards.count } }

  /// Returns the cards with equal rates merged into groups, in the order of first occurrence.
  package static func groups(_ cards: [(rate: Ratio, count: Int)]) -> [(rate: Ratio, count: Int)] {
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
