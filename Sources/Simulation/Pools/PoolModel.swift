public import Rules

/// The chances of a pool (a banner), by index: what exact odds and estimates of pools compute with.
///
/// A roll draws a tier by rates that pity raises, then a featured card or another, then a card by weight. The
/// model knows nothing of rulebooks.
public struct PoolModel: Hashable, Sendable {
  /// A card of a tier.
  public struct Card: Hashable, Sendable {
    /// The id; cards of equal ids in several pools are one card.
    public var id: String
    /// The weight among the featured or the other cards of the tier.
    public var weight: UInt64
    /// Whether the card is featured.
    public var isFeatured: Bool
    /// The number of copies in a box; ignored without one.
    public var count: Int

    /// Creates a card.
    public init(_ id: String, weight: UInt64 = 1, isFeatured: Bool = false, count: Int = 1) {
      self.id = id
      self.weight = weight
      self.isFeatured = isFeatured
      self.count = count
    }
  }

  /// The rule of a tier's featured cards.
  public struct Featured: Hashable, Sendable {
    /// The chance that a card of the tier is a featured one.
    public var share: Fraction
    /// Whether the next card of the tier is a featured one after one that was not.
    public var hasGuarantee: Bool
    /// The number of other cards of the tier after which the chosen card is certain; `nil` where none can be
    /// chosen.
    public var path: Int?

    /// Creates a rule of featured cards.
    public init(share: Fraction, hasGuarantee: Bool = false, path: Int? = nil) {
      self.share = share
      self.hasGuarantee = hasGuarantee
      self.path = path
    }
  }

  /// A rarity of the pool.
  public struct Tier: Hashable, Sendable {
    /// The rate before any pity.
    public var rate: Fraction
    /// The rule by which the rate rises; without effect for the commonest tier.
    public var pity: PityDefinition?
    /// The roll that is certain to give the tier or better as long as none has come; `nil` if none is.
    public var first: Int64?
    /// The cards.
    public var cards: [Card]
    /// The rule of the featured cards, if there is one.
    public var featured: Featured?

    /// Creates a tier.
    public init(
      rate: Fraction, pity: PityDefinition? = nil, first: Int64? = nil, cards: [Card],
      featured: Featured? = nil
    ) {
      self.rate = rate
      self.pity = pity
      self.first = first
      self.cards = cards
      self.featured = featured
    }
  }

  /// A roll that is certain to give a featured card of the rarest featured tier.
  public struct Ceiling: Hashable, Sendable {
    /// The roll since the last such card.
    public var at: Int
    /// Whether the rule ends with the first such card.
    public var isOnce: Bool

    /// Creates a ceiling.
    public init(at: Int, isOnce: Bool = false) {
      self.at = at
      self.isOnce = isOnce
    }
  }

  /// The exchange of points, of which each roll gives one, for cards.
  public struct Exchange: Hashable, Sendable {
    /// The points that a card takes.
    public var at: Int
    /// The maximum number of exchanges, if there is one.
    public var limit: Int?
    /// Whether every card is offered, not only the featured ones.
    public var offersAll: Bool

    /// Creates an exchange.
    public init(at: Int, limit: Int? = nil, offersAll: Bool = false) {
      self.at = at
      self.limit = limit
      self.offersAll = offersAll
    }

    /// Returns whether a card is offered.
    func offers(_ card: Card) -> Bool { offersAll || card.isFeatured }
  }

  /// Rolls that are bought together.
  public struct Bundle: Hashable, Sendable {
    /// The number of rolls.
    public var size: Int
    /// The tier that one of the rolls gives for certain, or a better one.
    public var atLeast: Int?

    /// Creates a bundle.
    public init(size: Int, atLeast: Int? = nil) {
      self.size = size
      self.atLeast = atLeast
    }
  }

  /// Cards of a pack with rates of their own.
  public struct Slot: Hashable, Sendable {
    /// The number of cards.
    public var count: Int
    /// The rates of the tiers, which sum to 1.
    public var rates: [Fraction]
    /// The cards by tier; `nil` for those of the pool.
    public var cards: [[Card]]?

    /// Creates a slot.
    public init(count: Int = 1, rates: [Fraction], cards: [[Card]]? = nil) {
      self.count = count
      self.rates = rates
      self.cards = cards
    }
  }

  /// A variant of the packs that rolls open.
  public struct Pack: Hashable, Sendable {
    /// The chance of the variant.
    public var rate: Fraction
    /// The slots, in the order in which they are opened.
    public var slots: [Slot]
    /// The tier that one of the cards has for certain, or a better one.
    public var atLeast: Int?

    /// Creates a variant.
    public init(rate: Fraction = .one, slots: [Slot], atLeast: Int? = nil) {
      self.rate = rate
      self.slots = slots
      self.atLeast = atLeast
    }
  }

  /// The time at which a box is filled again.
  public enum BoxReset: String, Hashable, Sendable, CaseIterable {
    /// Never: an empty box gives nothing.
    case never
    /// When it is empty.
    case whenEmpty
    /// When the featured cards are out.
    case whenFeaturedOut
  }

  /// The id of the pool.
  public var id: String
  /// The tiers, commonest first.
  public var tiers: [Tier]
  /// The rule for a tier without a card.
  public var emptyCell: EmptyCell = .demote
  /// The certain featured card, if there is one.
  public var ceiling: Ceiling?
  /// The exchange, if there is one.
  public var exchange: Exchange?
  /// The bundle in which rolls are bought, if they are.
  public var bundle: Bundle?
  /// The number of copies before which a card of the drawn tier is preferred to those that have as many; `nil`
  /// without protection against duplicates.
  public var protection: Int?
  /// The packs that rolls open; empty where a roll gives one card.
  public var packs: [Pack] = []
  /// The reset of the box from which cards are drawn without replacement, whatever the tiers' rates; `nil`
  /// where cards are drawn with replacement.
  public var box: BoxReset?
  /// The name of the pools that share counters and guarantees; `nil` for a pool apart. Boxes, points for the
  /// exchange, the path and the rolls since a featured card are those of each pool alone.
  public var carry: String?

  /// Creates a pool.
  public init(_ id: String = "pool", tiers: [Tier]) {
    self.id = id
    self.tiers = tiers
  }

  /// The name of what the pool shares its counters with.
  var group: String { carry.map { "carry:" + $0 } ?? "pool:" + id }
  /// The rarest tier that has a featured card.
  var ceilingTier: Int? { tiers.lastIndex { $0.cards.contains(where: \.isFeatured) } }
  /// The cards of every tier and slot, by tier.
  var allCards: [(tier: Int, card: Card)] {
    tiers.indices.flatMap { tier in tiers[tier].cards.map { (tier, $0) } }
      + packs.flatMap(\.slots).flatMap { slot in
        (slot.cards ?? []).enumerated().flatMap { tier, cards in cards.map { (tier, $0) } }
      }
  }
}
