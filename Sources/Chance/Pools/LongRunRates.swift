package import FlintRules

/// The chances of a pool in the long run, or in the first rolls of a new player; those of a pool with a path depend on the card that the player has
/// chosen.
package struct LongRunRates: Sendable {
  /// The rates with a card chosen.
  package struct Choice: Sendable {
    /// The id of the chosen card; `nil` where there is no path.
    package let chosen: String?
    package let tier: Int
    package let rates: PoolRates
  }

  /// The rates by the card that is chosen: one entry for each featured card of a pool with a path, else one.
  package let choices: [Choice]

  /// - Parameter rolls: the number of first rolls; `nil` for the long run.
  /// - Throws: `OddsError` as `PoolOdds.rates` does.
  package init(of pool: PoolTable, within rolls: Int? = nil) throws(OddsError) {
    var choices: [Choice] = []
    let hasPath = pool.definition.featured?.path != nil
    for (tier, cards) in pool.cards.enumerated() where hasPath {
      for card in cards where card.isFeatured {
        // Cards of one weight and tier differ in nothing but their ids.
        let equal = choices.first { choice in
          choice.tier == tier && choice.chosen.flatMap(pool.weight(of:)) == card.weight
        }
        if let equal, let other = equal.chosen {
          let rates = equal.rates.exchanging(card.id, other)
          choices.append(Choice(chosen: card.id, tier: tier, rates: rates))
          continue
        }
        var start = PoolStart()
        start.chosen = pool.cards.indices.map { $0 == tier ? card.id : nil }
        let rates = try PoolOdds.rates(of: pool, from: start, within: rolls)
        choices.append(Choice(chosen: card.id, tier: tier, rates: rates))
      }
    }
    if choices.isEmpty {
      choices = [Choice(chosen: nil, tier: 0, rates: try PoolOdds.rates(of: pool, within: rolls))]
    }
    self.choices = choices
  }

  /// Whether a card can be chosen.
  package var hasPath: Bool { choices[0].chosen != nil }

  /// Returns the expected number of cards of a tier in a roll; the least of all choices.
  package func rate(ofTier tier: Int) -> Double {
    choices.map { $0.rates.tiers[tier] }.min() ?? 0
  }

  /// Returns the expected number of cards of some ids in a roll, the least of all choices; `nil` without any.
  package func rate(ofAll ids: [String]) -> Double? {
    let sums = choices.map { choice in ids.reduce(0) { $0 + (choice.rates.cards[$1] ?? 0) } }
    return ids.isEmpty ? nil : sums.min()
  }

  /// Returns the expected number of copies of a card in a roll with the card chosen if it can be; else the least
  /// of all choices.
  package func rate(of card: String) -> Double {
    let own = choices.first { $0.chosen == card }
    return own?.rates.cards[card] ?? choices.map { $0.rates.cards[card] ?? 0 }.min() ?? 0
  }
}

extension PoolRates {
  /// Returns the rates where one of two cards has the place of the other.
  fileprivate func exchanging(_ one: String, _ other: String) -> PoolRates {
    var cards = cards
    (cards[one], cards[other]) = (cards[other], cards[one])
    return PoolRates(tiers: tiers, cards: cards, states: states)
  }
}

extension PoolTable {
  fileprivate func weight(of id: String) -> UInt64? {
    allCards.first { $0.card.id == id }?.card.weight
  }
}
