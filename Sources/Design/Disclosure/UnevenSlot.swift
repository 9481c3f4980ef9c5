import Chance
import Rules

/// The chances of a slot of different cards in which a rarity can run out, or the cards of one have unequal weights.
struct UnevenSlot: Sendable {
  /// The chances that the first 1, 2, … cards of the slot do not include a card, by its id.
  private var cards: [[String: Double]] = []
  /// The chances that the slot gives no card of a rarity, commonest first.
  private var tiers: [Double] = []
  /// The rates of the rarities at each place of the slot.
  private var rates: [[Double]] = []

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
    /// Returns the chance that the first cards of the slot are none of some.
    func missed(_ cards: PoolCards, first count: Int) -> Double? {
      let pack = PoolTable.Pack(
        rate: .one, cards: Array(repeating: slot.rates, count: count), distinct: [0..<count])
      let alone = PoolTable(
        definition, rates: slot.rates, pity: pool.pity.map { _ in nil }, emptyCell: .none,
        cards: pool.cards, packs: [pack])
      let number = alone.flatMap { try? PoolOdds.prizes(cards, in: $0, rolls: 1) }
      return number.map { $0.least == 0 ? $0.probabilities.first ?? 1 : 0 }
    }
    for count in 1...max(1, slot.count) {
      var missing: [String: Double] = [:]
      for all in pool.cards {
        var known: [PoolTable.Card: Double] = [:]
        for card in all {
          let kind = PoolTable.Card(0, id: "", weight: card.weight, isFeatured: card.isFeatured)
          guard let chance = known[kind] ?? missed(.ids([card.id]), first: count) else {
            return nil
          }
          known[kind] = chance
          missing[card.id] = chance
        }
      }
      cards.append(missing)
    }
    for tier in pool.cards.indices {
      guard let chance = missed(.tier(tier), first: slot.count) else { return nil }
      tiers.append(chance)
    }
    rates = cards.indices.map { place in
      let sums = pool.cards.map { $0.reduce(0) { $0 + chance(of: $1.id, at: place) } }
      // What is left is that of the rarities without a card.
      let left = max(0, 1 - sums.reduce(0, +))
      let empty = slot.rates.indices.map {
        pool.cards[$0].isEmpty ? slot.rates[$0].approximation : 0
      }
      let all = empty.reduce(0, +)
      return zip(sums, empty).map { $1 > 0 ? left * $1 / all : $0 }
    }
  }

  /// Returns the chance that the slot gives no card of an id, or without one none of a rarity.
  func chance(ofNone card: String?, tier: Int) -> Double {
    card.map { cards.last?[$0] ?? 1 } ?? tiers[tier]
  }

  /// Returns the chance that the card at a place, from 0, is that of an id.
  func chance(of card: String, at place: Int) -> Double {
    let before = place > 0 ? cards[place - 1][card] ?? 1 : 1
    return max(0, before - (cards[place][card] ?? 1))
  }

  /// Returns the chance that the card at a place, from 0, is of a rarity.
  func rate(of tier: Int, at place: Int) -> Double { rates[place][tier] }

  /// Returns the expected number of cards of an id, or without one of a rarity.
  func copies(of card: String?, tier: Int) -> Double {
    card.map { 1 - (cards.last?[$0] ?? 1) } ?? rates.reduce(0) { $0 + $1[tier] }
  }
}
