package import Schema

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
  /// The price of a roll; a roll token where there is none.
  package var price: [CurrencyAmount] = []
  /// Rolls that are bought together.
  package var bundle: BundleDefinition?
  /// The exchange of rolls for a card.
  package var exchange: ExchangeDefinition?
  /// The cards that are drawn without replacement.
  package var box: BoxDefinition?
  /// The number of copies of a card up to which it precedes others of its rarity; `nil` for none.
  package var protection: Int64?
  /// The packs that a roll opens; empty where a roll gives one card.
  package var packs: [PackDefinition] = []
  /// The maximum number of rolls of a profile.
  package var limit: Int64?

  /// Creates a pool.
  package init(id: String) { self.id = id }

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
