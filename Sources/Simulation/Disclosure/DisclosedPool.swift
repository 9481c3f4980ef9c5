public import Rules
public import Schema

/// What is disclosed of a pool.
public struct DisclosedPool: Sendable {
  /// A rarity of the pool.
  public struct Tier: Sendable {
    /// The rarity.
    public var rarity: Rarity
    /// The rate as the rulebook states it.
    public var nominal: Disclosure.Chance
    /// The rate in the long run, with all rules; `nil` where it is not known.
    public var effective: Disclosure.Chance?
    /// The chance that a pack has at least one, by the rates as stated; `nil` without packs.
    public var inPack: Disclosure.Chance?
    /// The rule by which the rate rises, if there is one.
    public var pity: PityDefinition?
    /// The rates by the number of rolls since the last hit; empty where they do not depend on it.
    public var steps: [Step] = []
    /// The roll since the last hit at which the rarity or a rarer one is certain; `nil` if none is.
    public var certainAt: Int?
    /// The points that a duplicate gives.
    public var duplicatePoints: Int64
    /// The currencies that a duplicate gives.
    public var duplicateGrants: [CurrencyAmount]
  }

  /// Rolls since the last hit that have the same rate.
  public struct Step: Sendable {
    /// The first roll; 1 is the one after the last hit.
    public var first: Int
    /// The last roll; `nil` where the rate stays for ever.
    public var last: Int?
    /// The chance that the roll gives the rarity or a rarer one.
    public var chance: Disclosure.Chance
  }

  /// A card of the pool.
  public struct Card: Sendable {
    /// The card.
    public var definition: CardDefinition
    /// Whether it is featured.
    public var isFeatured: Bool
    /// The weight among the cards that it is drawn with.
    public var weight: UInt64
    /// The number of copies in a full box; `nil` without a box.
    public var count: Int64?
    /// The rate as the rulebook states it: that of the rarity, times its share in it.
    public var nominal: Disclosure.Chance
    /// The rate in the long run, with all rules; `nil` where it is not known.
    public var effective: Disclosure.Chance?
    /// The chance that a pack has at least one, by the rates as stated; `nil` without packs.
    public var inPack: Disclosure.Chance?
    /// The position of the rarity.
    var tier: Int
    /// The share in the rarity as stated.
    var share: Ratio
  }

  /// A variant of the packs that rolls open.
  public struct Pack: Sendable {
    /// Cards of a pack that follow each other and have equal rates.
    public struct Slot: Sendable {
      /// The position of the first one in the pack, from 1.
      public var first: Int
      /// The number of cards.
      public var count: Int
      /// The rates of the rarities, commonest first.
      public var rates: [Fraction]
    }

    /// The share of packs that are of this variant.
    public var rate: Fraction
    /// The slots.
    public var slots: [Slot]
  }

  /// Whether it is the pool of a category, from which sparks draw.
  public let isOfCategory: Bool
  /// The pool as written.
  public let definition: PoolDefinition
  /// Whether it is open on the day of the disclosure.
  public let isOpen: Bool
  /// The chance that a roll gives a card at all.
  public let chance: Fraction
  /// The treatment of a rarity without a card.
  public let emptyCell: EmptyCell
  /// The rarities, commonest first.
  public let tiers: [Tier]
  /// The cards, commonest rarity first, in the order of the rulebook.
  public let cards: [Card]
  /// The variants of packs; empty where a roll gives one card.
  public let packs: [Pack]
  /// The rolls and the prices of the cards and rarities that one may want.
  public let costs: [DisclosedCost]
  /// The reason why the rates in the long run are not known; `nil` where they are.
  public let unknown: String?

  /// Whether a card can come twice.
  public var canRepeat: Bool {
    guard let box = definition.box, box.reset == .never else { return true }
    return box.counts.contains { $0.value > 1 }
  }

  /// The number of copies in a full box; `nil` without a box.
  public var boxTotal: Int64? {
    definition.box.map { box in box.counts.reduce(0) { $0 + $1.value } }
  }
}
