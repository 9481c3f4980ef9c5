public import Schema

/// A pool as written: a banner or box from which cards are rolled by rules of its own.
public struct PoolDefinition: Hashable, Sendable {
  /// The id, by which events and other pools refer to it.
  public var id: String
  /// The display name; the id where none is given.
  public var title: String?
  /// The days on which it is open.
  public var season = Season.always
  /// The cards; `nil` for every card that is not exclusive.
  public var cards: CardSelection?
  /// The rates by rarity; empty for those of `drops`. A rarity that is not named has the rate 0.
  public var rates: [NamedValue<Fraction>] = []
  /// The rule for a rarity without a card; `nil` for that of `drops`.
  public var emptyCell: EmptyCell?
  /// The pity rules by rarity; `nil` for those of `drops`.
  public var pity: [NamedValue<PityDefinition>]?
  /// The featured cards.
  public var featured: FeaturedDefinition?
  /// The name under which pools share pity counters and guarantees; `nil` for none.
  public var carry: String?
  /// The price of a roll; a roll token where there is none.
  public var price: [CurrencyAmount] = []
  /// Rolls that are bought together.
  public var bundle: BundleDefinition?
  /// The exchange of rolls for a card.
  public var exchange: ExchangeDefinition?
  /// The cards that are drawn without replacement.
  public var box: BoxDefinition?
  /// The number of copies of a card up to which it precedes others of its rarity; `nil` for none.
  public var protection: Int64?
  /// The packs that a roll opens; empty where a roll gives one card.
  public var packs: [PackDefinition] = []
  /// The maximum number of rolls of a profile.
  public var limit: Int64?

  /// Creates a pool.
  public init(id: String) { self.id = id }

  /// The name to show.
  public var name: String { title ?? id }
}
