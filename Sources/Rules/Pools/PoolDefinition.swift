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

/// The cards of a pool: those listed, or those that match every filter given.
public struct CardSelection: Hashable, Sendable {
  /// The ids of the cards; empty where filters select them.
  public var ids: [String] = []
  /// The names of the only rarities; empty for all.
  public var rarities: [String] = []
  /// The names of the only categories; empty for all.
  public var categories: [String] = []

  /// Creates a selection.
  public init(ids: [String] = [], rarities: [String] = [], categories: [String] = []) {
    self.ids = ids
    self.rarities = rarities
    self.categories = categories
  }

  /// Returns whether a card is selected.
  func includes(_ card: CardDefinition) -> Bool {
    if !ids.isEmpty { return ids.contains(card.id) }
    return (rarities.isEmpty ? !card.isExclusive : rarities.contains(card.rarity.name))
      && (categories.isEmpty || categories.contains(card.category.name))
  }
}

/// The featured cards of a pool, among the cards of their rarities.
public struct FeaturedDefinition: Hashable, Sendable {
  /// The ids of the featured cards, of one or more rarities.
  public var cards: [String] = []
  /// The chance that a card of their rarity is a featured one.
  public var share = Fraction.one
  /// Whether after a card of the rarity that is not featured the next one is.
  public var hasGuarantee = false
  /// The number of other cards of the rarity after which a chosen featured card is certain.
  public var path: Int64?
  /// The roll at which a featured card of the rarest such rarity is certain, counted from the last one.
  public var hard: Int64?
  /// Whether `hard` holds only until the first featured card.
  public var isHardOnce = false

  /// Creates featured cards.
  public init(cards: [String] = [], share: Fraction = .one) {
    self.cards = cards
    self.share = share
  }
}

/// Rolls of a pool that are bought together.
public struct BundleDefinition: Hashable, Sendable {
  /// The number of rolls.
  public var size: Int64 = 10
  /// The price of all of them; empty for that of single rolls.
  public var price: [CurrencyAmount] = []
  /// The name of the rarity of which, or of a rarer one, at least one card is certain.
  public var atLeast: String?

  /// Creates a bundle.
  public init(size: Int64, price: [CurrencyAmount] = [], atLeast: String? = nil) {
    self.size = size
    self.price = price
    self.atLeast = atLeast
  }
}

/// The exchange of rolls of a pool for a card.
public struct ExchangeDefinition: Hashable, Sendable {
  /// The cards to choose from.
  public enum Choice: String, Sendable, CaseIterable {
    /// The featured cards.
    case featured
    /// Every card of the pool.
    case any
  }

  /// The number of rolls that buy a card.
  public var at: Int64
  /// The cards to choose from.
  public var choose = Choice.featured
  /// The maximum number of exchanges.
  public var limit: Int64?

  /// Creates an exchange.
  public init(at: Int64) { self.at = at }
}

/// The cards of a pool that are drawn without replacement.
public struct BoxDefinition: Hashable, Sendable {
  /// When a box is filled again.
  public enum Reset: String, Sendable, CaseIterable {
    /// Once it is empty.
    case empty
    /// Once its featured cards are drawn.
    case featured
    /// Never: an empty box has no more rolls.
    case never
  }

  /// The number of copies of each card, by id.
  public var counts: [NamedValue<Int64>] = []
  /// When the box is filled again.
  public var reset = Reset.empty

  /// Creates a box.
  public init(counts: [NamedValue<Int64>] = [], reset: Reset = .empty) {
    self.counts = counts
    self.reset = reset
  }
}

/// A variant of the packs that a roll opens.
public struct PackDefinition: Hashable, Sendable {
  /// The share of packs that are of this variant.
  public var rate = Fraction.one
  /// The slots, each with its number of cards.
  public var slots: [SlotDefinition] = []

  /// Creates a pack.
  public init(rate: Fraction = .one, slots: [SlotDefinition] = []) {
    self.rate = rate
    self.slots = slots
  }
}

/// Cards of a pack that are drawn by the same rates.
public struct SlotDefinition: Hashable, Sendable {
  /// The number of cards.
  public var count: Int64 = 1
  /// The rates by rarity; empty for those of the pool.
  public var rates: [NamedValue<Fraction>] = []

  /// Creates a slot.
  public init(count: Int64 = 1, rates: [NamedValue<Fraction>] = []) {
    self.count = count
    self.rates = rates
  }
}
