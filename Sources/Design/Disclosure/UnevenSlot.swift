import Chance
import FlintRules

/// The chances of a slot of different cards in which a rarity can run out, or the cards of one have unequal weights.
struct UnevenSlot: Sendable {
  /// The chances of the cards at each place of the slot, by id.
  private var cards: [String: [Double]] = [:]
  /// The chances that the slot gives no card of a rarity, commonest first.
  private let missed: [Double]
  /// The rates of the rarities at each place of the slot.
  private let rates: [[Double]]

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
    var groups: [[PoolTable.Card]] = []
    let tiers = pool.cards.indices.map { tier in
      let parts = [true, false].map { isFeatured in
        pool.cards[tier].filter { $0.isFeatured == isFeatured }
      }.filter { !$0.isEmpty }
      groups += parts
      return SlotChain.Tier(
        rate: slot.rates[tier].approximation,
        groups: Array(groups.count - parts.count..<groups.count))
    }
    let chain = SlotChain(
      tiers: tiers, sizes: groups.map(\.count), count: slot.count,
      featured: pool.definition.featured?.share.approximation ?? 1)
    guard chain.isWithinReach else { return nil }
    missed = tiers.indices.map { chain.chance(ofNo: $0) }
    rates = chain.rates
    for (index, group) in groups.enumerated() {
      guard let places = SamplePlaces(weights: group.map { Double($0.weight) }, most: slot.count)
      else { return nil }
      let turns = chain.turns(of: index)
      for (position, card) in group.enumerated() {
        let chances = places.chances(of: position)
        cards[card.id] = turns.map { turns in
          zip(turns, chances).reduce(0) { $0 + $1.0 * $1.1 }
        }
      }
    }
  }

  /// Returns the chance that the slot gives no card of an id, or without one none of a rarity.
  func chance(ofNone card: String?, tier: Int) -> Double {
    card.map { max(0, 1 - copies(of: $0, tier: tier)) } ?? missed[tier]
  }

  /// Returns the chance that the card at a place, from 0, is that of an id.
  func chance(of card: String, at place: Int) -> Double { cards[card]?[place] ?? 0 }

  /// Returns the chance that the card at a place, from 0, is of a rarity.
  func rate(of tier: Int, at place: Int) -> Double { rates[place][tier] }

  /// Returns the expected number of cards of an id, or without one of a rarity.
  func copies(of card: String?, tier: Int) -> Double {
    card.map { min(1, (cards[$0] ?? []).reduce(0, +)) } ?? rates.reduce(0) { $0 + $1[tier] }
  }
}
