package import Rules

/// The chances of a pool (a banner), by index: what exact odds and estimates of pools compute with.
///
/// A roll draws a tier by rates that pity raises, then a featured card or another, then a card by weight. The
/// model knows nothing of rulebooks.
package struct PoolModel: Hashable, Sendable {
  /// A card of a tier.
  package struct Card: Hashable, Sendable {
    /// The id; cards of equal ids in several pools are one card.
    package var id: String
    /// The weight among the featured or the other cards of the tier.
    package var weight: UInt64
    /// Whether the card is featured.
    package var isFeatured: Bool
    /// The number of copies in a box; ignored without one.
    package var count: Int

    /// Creates a card.
    package init(_ id: String, weight: UInt64 = 1, isFeatured: Bool = false, count: Int = 1) {
      self.id = id
      self.weight = weight
      self.isFeatured = isFeatured
      self.count = count
    }
  }

  /// The rule of a tier's featured cards.
  package struct Featured: Hashable, Sendable {
    /// The chance that a card of the tier is a featured one.
    package var share: Fraction
    /// Whether the next card of the tier is a featured one after one that was not.
    package var hasGuarantee: Bool
    /// The number of other cards of the tier after which the chosen card is certain; `nil` where none can be
    /// chosen.
    package var path: Int?

    /// Creates a rule of featured cards.
    package init(share: Fraction, hasGuarantee: Bool = false, path: Int? = nil) {
      self.share = share
      self.hasGuarantee = hasGuarantee
      self.path = path
    }
  }

  /// A rarity of the pool.
  package struct Tier: Hashable, Sendable {
    /// The rate before any pity.
    package var rate: Fraction
    /// The rule by which the rate rises; without effect for the commonest tier.
    package var pity: PityDefinition?
    /// The roll that is certain to give the tier or better as long as none has come; `nil` if none is.
    package var first: Int64?
    /// The cards.
    package var cards: [Card]
    /// The rule of the featured cards, if there is one.
    package var featured: Featured?

    /// Creates a tier.
    package init(
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
  package struct Ceiling: Hashable, Sendable {
    /// The roll since the last such card.
    package var at: Int
    /// Whether the rule ends with the first such card.
    package var isOnce: Bool

    /// Creates a ceiling.
    package init(at: Int, isOnce: Bool = false) {
      self.at = at
      self.isOnce = isOnce
    }
  }

  /// The exchange of points, of which each roll gives one, for cards.
  package struct Exchange: Hashable, Sendable {
    /// The points that a card takes.
    package var at: Int
    /// The maximum number of exchanges, if there is one.
    package var limit: Int?
    /// Whether every card is offered, not only the featured ones.
    package var offersAll: Bool

    /// Creates an exchange.
    package init(at: Int, limit: Int? = nil, offersAll: Bool = false) {
      self.at = at
      self.limit = limit
      self.offersAll = offersAll
    }

    /// Returns whether a card is offered.
    func offers(_ card: Card) -> Bool { offersAll || card.isFeatured }
  }

  /// Rolls that are bought together.
  package struct Bundle: Hashable, Sendable {
    /// The number of rolls.
    package var size: Int
    /// The tier that one of the rolls gives for certain, or a better one.
    package var atLeast: Int?

    /// Creates a bundle.
    package init(size: Int, atLeast: Int? = nil) {
      self.size = size
      self.atLeast = atLeast
    }
  }

  /// Cards of a pack with rates of their own.
  package struct Slot: Hashable, Sendable {
    /// The number of cards.
    package var count: Int
    /// The rates of the tiers, which sum to 1.
    package var rates: [Fraction]
    /// The cards by tier; `nil` for those of the pool.
    package var cards: [[Card]]?

    /// Creates a slot.
    package init(count: Int = 1, rates: [Fraction], cards: [[Card]]? = nil) {
      self.count = count
      self.rates = rates
      self.cards = cards
    }
  }

  /// A variant of the packs that rolls open.
  package struct Pack: Hashable, Sendable {
    /// The chance of the variant.
    package var rate: Fraction
    /// The slots, in the order in which they are opened.
    package var slots: [Slot]
    /// The tier that one of the cards has for certain, or a better one.
    package var atLeast: Int?

    /// Creates a variant.
    package init(rate: Fraction = .one, slots: [Slot], atLeast: Int? = nil) {
      self.rate = rate
      self.slots = slots
      self.atLeast = atLeast
    }
  }

  /// The time at which a box is filled again.
  package enum BoxReset: String, Hashable, Sendable, CaseIterable {
    /// Never: an empty box gives nothing.
    case never
    /// When it is empty.
    case whenEmpty
    /// When the featured cards are out.
    case whenFeaturedOut
  }

  /// The id of the pool.
  package var id: String
  /// The tiers, commonest first.
  package var tiers: [Tier]
  /// The rule for a tier without a card.
  package var emptyCell: EmptyCell = .demote
  /// The certain featured card, if there is one.
  package var ceiling: Ceiling?
  /// The exchange, if there is one.
  package var exchange: Exchange?
  /// The bundle in which rolls are bought, if they are.
  package var bundle: Bundle?
  /// The number of copies before which a card of the drawn tier is preferred to those that have as many; `nil`
  /// without protection against duplicates.
  package var protection: Int?
  /// The packs that rolls open; empty where a roll gives one card.
  package var packs: [Pack] = []
  /// The reset of the box from which cards are drawn without replacement, whatever the tiers' rates; `nil`
  /// where cards are drawn with replacement.
  package var box: BoxReset?
  /// The name of the pools that share counters and guarantees; `nil` for a pool apart. Boxes, points for the
  /// exchange, the path and the rolls since a featured card are those of each pool alone.
  package var carry: String?

  /// Creates a pool.
  package init(_ id: String = "pool", tiers: [Tier]) {
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
