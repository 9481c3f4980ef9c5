import Chance
import Rules

/// The chances of a slot of different cards in which a rarity can run out, or the cards of one have unequal weights.
struct UnevenSlot: Sendable {
  /// The chance that the slot does not give a card, by id, and one of a rarity, commonest first.
  private var cards: [String: Double] = [:]
  private var tiers: [Double] = []

  /// Computes the chances; `nil` where they follow from the rates alone, or are out of reach.
  init?(_ slot: DisclosedPool.Pack.Slot, of pool: PoolTable) {
    let isEven = pool.cards.indices.allSatisfy { tier in
      slot.rates[tier] == .zero
        || [true, false].allSatisfy { isFeatured in
          let cards = pool.cards[tier].filter { $0.isFeatured == isFeatured }
          return cards.isEmpty
            || cards.count >= slot.count && Set(cards.map(\.weight)).count == 1
        }
    }
    if isEven { return nil }
    var definition = PoolDefinition(id: pool.definition.id)
    definition.featured = pool.definition.featured
    definition.featured?.hasGuarantee = false
    definition.featured?.hard = nil
    let pack = PoolTable.Pack(
      rate: .one, cards: Array(repeating: slot.rates, count: slot.count),
      distinct: [0..<slot.count])
    guard
      let alone = PoolTable(
        definition, rates: slot.rates, pity: pool.pity.map { _ in nil }, emptyCell: .none,
        cards: pool.cards, packs: [pack])
    else { return nil }
    func missed(_ cards: PoolCards) -> Double? {
      let count = try? PoolOdds.prizes(cards, in: alone, rolls: 1)
      return count.map { $0.least == 0 ? $0.probabilities.first ?? 1 : 0 }
    }
    for (tier, all) in pool.cards.enumerated() {
      var known: [PoolTable.Card: Double] = [:]
      for card in all {
        let kind = PoolTable.Card(0, id: "", weight: card.weight, isFeatured: card.isFeatured)
        guard let chance = known[kind] ?? missed(.ids([card.id])) else { return nil }
        known[kind] = chance
        cards[card.id] = chance
      }
      guard let chance = missed(.tier(tier)) else { return nil }
      tiers.append(chance)
    }
  }

  /// Returns the chance that the slot gives no card of an id, or without one none of a rarity.
  func chance(ofNone card: String?, tier: Int) -> Double {
    card.map { cards[$0] ?? 1 } ?? tiers[tier]
  }
}
