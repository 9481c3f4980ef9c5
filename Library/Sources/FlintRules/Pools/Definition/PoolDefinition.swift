package import FlintSchema

/// A pool as written: a banner or box from which cards are rolled by rules of its own.
package struct PoolDefinition: Hashable, Sendable {
  /// The id, by which events and other pools refer to it.
  package var id: String
  /// The display name; the id where none is given.
  package var title: String?
  /// The days on which it is open.
  package var season = Season.always
  /// The cards; `nil` for every card that is not exclusive.
  package var cards: CardSelection?
  /// The rates by rarity; empty for those of `drops`. A rarity that is not named has the rate 0.
  package var rates: [NamedValue<Fraction>] = []
  /// The rule for a rarity without a card; `nil` for that of `drops`.
  package var emptyCell: EmptyCell?
  /// The pity rules by rarity; `nil` for those of `drops`.
  package var pity: [NamedValue<PityDefinition>]?
  /// The featured cards.
  package var featured: FeaturedDefinition?
  /// The name under which pools share pity counters and guarantees; `nil` for none.
  package var carry: String?
  /// The prices of rolls by currency: one, or those of the rolls of a round, which begins again after the last; a
  /// roll token where there are none.
  package var prices: [NamedValue<[Int64]>] = []
  /// The price of a profile's first roll; `nil` where it is that of the others.
  package var firstPrice: [CurrencyAmount]?
  /// Rolls that are bought together.
  package var bundle: BundleDefinition?
  /// The exchange of rolls for a card.
  package var exchange: ExchangeDefinition?
  /// The cards that are drawn without replacement.
  package var box: BoxDefinition?
  /// The cards that come in a fixed order.
  package var cycle: CycleDefinition?
  /// The number of copies of a card up to which it precedes others of its rarity; `nil` for none.
  package var protection: ProtectionDefinition?
  /// The packs that a roll opens; empty where a roll gives one card.
  package var packs: [PackDefinition] = []
  /// The maximum number of rolls of a profile.
  package var limit: Int64?

  /// Creates a pool.
  package init(id: String) { self.id = id }

  /// The price of a roll, which is that of the first one of a round where it changes.
  package var price: [CurrencyAmount] {
    get { prices.map { CurrencyAmount($0.name, $0.value.first ?? 0) } }
    set { prices = newValue.map { NamedValue($0.name, [$0.value]) } }
  }

  /// Whether rolls differ in their prices.
  package var priceChanges: Bool { firstPrice != nil || prices.contains { $0.value.count > 1 } }

  /// Returns the price of the roll that follows a number of rolls.
  package func price(ofRollAfter rolls: Int64) -> [CurrencyAmount] {
    prices.map { price in
      CurrencyAmount(price.name, round(of: price.name)?.cost(of: 1, after: rolls) ?? 0)
    }
  }

  /// Returns the pool with the prices that follow a number of rolls.
  package func priced(after rolls: Int64) -> PoolDefinition {
    guard rolls > 0 else { return self }
    var pool = self
    pool.firstPrice = nil
    for index in pool.prices.indices where pool.prices[index].value.count > 1 {
      let steps = pool.prices[index].value
      let place = Int(rolls % Int64(steps.count))
      pool.prices[index].value = Array(steps[place...] + steps[..<place])
    }
    return pool
  }

  /// Whether its cards come from a box or in a fixed order, in place of rates.
  package var hasNoRates: Bool { box != nil || cycle != nil }

  /// Whether it matters to the chances which cards are owned.
  package var dependsOnOwned: Bool { protection != nil }

  /// The pool as it is for a player who owns all cards often enough and has no exchange left.
  package var lasting: PoolDefinition {
    var pool = self
    (pool.protection, pool.exchange) = (nil, nil)
    return pool
  }

  /// Returns whether the limit lets a profile reach a roll of this pool.
  package func canReach(_ roll: Int64) -> Bool { limit.map { roll <= $0 } ?? true }

  /// Returns whether a counter of pity can reach a number of rolls, which those of pools that share it also raise.
  package func canCount(to rolls: Int64) -> Bool { carry != nil || canReach(rolls) }

  /// The name to show.
  package var name: String { title ?? id }
}
