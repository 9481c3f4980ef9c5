import Chance
package import FlintRules
import FlintSchema

/// What has the rates that are disclosed of a rarity and of a card.
package protocol DisclosedChances: Sendable {
  var nominal: Disclosure.Chance { get }
  var effective: Disclosure.Chance? { get }
  var withinLimit: Disclosure.Chance? { get }
  var inPack: Disclosure.Chance? { get }
}

extension DisclosedChances {
  /// The chance that a roll, which may open a pack, gives at least one, by the rates as stated.
  package var chance: Disclosure.Chance { inPack ?? nominal }
}

/// What is disclosed of a pool.
package struct DisclosedPool: Sendable {
  package struct Tier: DisclosedChances {
    package var rarity: CardRarity
    /// The rate as the rulebook states it.
    package var nominal: Disclosure.Chance
    /// The rate in the long run, with all rules; `nil` where it is not known.
    package var effective: Disclosure.Chance?
    /// The rate in the rolls that a player has, where that is another one; `nil` otherwise.
    package var withinLimit: Disclosure.Chance?
    /// The rate of its featured cards in the long run, the least one by the card that is chosen; `nil` where it is not
    /// known.
    package var featured: Disclosure.Chance?
    /// The chance that a pack has at least one, by the rates as stated; `nil` without packs.
    package var inPack: Disclosure.Chance?
    /// The rule by which the rate rises, if there is one.
    package var pity: PityDefinition?
    /// The rates by the number of rolls since the last hit; empty where they do not depend on it.
    package var steps: [Step] = []
    /// The roll since the last hit at which the rarity or a rarer one is certain; `nil` if none is.
    package var certainAt: Int?
    package var duplicatePoints: Int64
    package var duplicateGrants: [CurrencyAmount]
    /// The number of copies up to which a card precedes others of the rarity; `nil` for none.
    package var protection: Int64?
    /// The points that a card costs in exchange; `nil` where none is offered.
    package var exchangePrice: Int64?
    /// The points towards an exchange that a duplicate gives; `nil` for none.
    package var duplicateExchange: Int64?
  }

  /// Rolls since the last hit that have the same rate.
  package struct Step: Sendable {
    /// The first roll; 1 is the one after the last hit.
    package var first: Int
    /// The last roll; `nil` where the rate stays for ever.
    package var last: Int?
    /// The chance that the roll gives the rarity or a rarer one.
    package var chance: Disclosure.Chance
  }

  package struct Card: DisclosedChances {
    package var definition: CardDefinition
    package var isFeatured: Bool
    /// The weight among the cards that it is drawn with.
    package var weight: UInt64
    /// The number of copies in a full box or in a cycle; `nil` without either.
    package var count: Int64?
    /// The rate as the rulebook states it: that of the rarity, times its share in it.
    package var nominal: Disclosure.Chance
    /// The rate in the long run, with all rules but the exchange, and with the card chosen where there is a path;
    /// `nil` where it is not known.
    package var effective: Disclosure.Chance?
    /// The rate in the rolls that a player has, where that is another one; `nil` otherwise.
    package var withinLimit: Disclosure.Chance?
    /// The chance that a pack has at least one, by the rates as stated; `nil` without packs.
    package var inPack: Disclosure.Chance?
    /// The position of the rarity.
    package var tier: Int
    /// The share in the rarity as stated.
    var share: Ratio
    /// The rolls or points for which it is given in exchange; `nil` where it is not.
    var exchangePrice: Int64?
  }

  /// The rates in the long run with a card of a path chosen.
  package struct Choice: Sendable {
    package var card: CardDefinition
    package var effective: Disclosure.Chance
    /// The rate of the other featured cards of its rarity, together.
    package var otherFeatured: Disclosure.Chance
    /// The rate of the cards of its rarity that are not featured, together.
    package var others: Disclosure.Chance
  }

  /// A variant of the packs that rolls open.
  package struct Pack: Sendable {
    /// Cards of a pack that follow each other and have equal rates.
    package struct Slot: Sendable {
      /// The position of the first one in the pack, from 1.
      package var first: Int
      package var count: Int
      /// The rates of the rarities, commonest first.
      package var rates: [Fraction]
      /// Whether the cards are different ones.
      package var isDistinct = false
      /// The chances of a slot of different cards that do not follow from its rates alone.
      var uneven: UnevenSlot?
    }

    /// The share of packs that are of this variant.
    package var rate: Fraction
    package var slots: [Slot]
  }

  /// A variant of packs in its pool, which has the cards.
  package struct Variant: Sendable {
    var pool: DisclosedPool
    /// The number, from 1.
    package var number: Int
    package var pack: Pack { pool.packs[number - 1] }
  }

  /// A slot of a variant of packs, or one of its places.
  package struct Place: Sendable {
    var variant: Variant
    package var slot: Pack.Slot
    /// The place in the slot, from 0, where the places have different chances.
    var position: Int?
  }

  /// Whether it is the pool of a category, from which sparks draw.
  package let isOfCategory: Bool
  /// The pool as written.
  package internal(set) var definition: PoolDefinition
  /// Whether it is open on the day of the disclosure.
  package internal(set) var isOpen: Bool
  /// The chance that a roll gives a card at all.
  package let chance: Fraction
  /// The treatment of a rarity without a card.
  package let emptyCell: EmptyCell
  /// The rarities, commonest first.
  package let tiers: [Tier]
  /// The cards, commonest rarity first, in the order of the rulebook.
  package let cards: [Card]
  /// The variants of packs; empty where a roll gives one card.
  package let packs: [Pack]
  /// The rates by the card that is chosen; empty without a path.
  package let choices: [Choice]
  /// The rolls and the prices of the cards and rarities that one may want.
  package internal(set) var costs: [DisclosedCost]
  /// Whether the featured card that is certain can come after a rarer card that is.
  package let featuredCanWait: Bool
  /// The reason why the rates in the long run are not known; `nil` where they are.
  package let unknown: String?

  /// Returns the cost of a card, which is that of its rarity where it is alone in it; `nil` where it is out of reach.
  func cost(of card: Card) -> DisclosedCost? {
    let isAlone = cards.count { $0.tier == card.tier } == 1
    return costs.first { cost in
      switch cost.subject {
      case .card(let wanted): wanted.id == card.definition.id
      case .rarity(let rarity): isAlone && rarity == card.definition.rarity
      case .featured: false
      }
    }
  }

  /// The variants of packs with the pool.
  package var variants: [Variant] { packs.indices.map { Variant(pool: self, number: $0 + 1) } }

  /// Whether a card can come twice.
  package var canRepeat: Bool {
    guard let box = definition.box, box.reset == .never else { return true }
    return box.counts.contains { $0.value > 1 }
  }

  /// Returns whether a card can come twice.
  package func canRepeat(_ card: Card) -> Bool {
    definition.box?.reset == .never ? card.count ?? 0 > 1 : canRepeat
  }

  /// The cards, rarest rarity first, in each in the order of the rulebook.
  package var rarestFirst: [Card] {
    tiers.indices.reversed().flatMap { tier in cards.filter { $0.tier == tier } }
  }

  /// Whether no earlier roll changes the rates, so that those as stated hold in the long run.
  package var keepsRates: Bool {
    let isFeaturedByRule = definition.featured.map { featured in
      featured.hasGuarantee || featured.path != nil || featured.hard != nil
        || featured.from != nil || !featured.laterShares.isEmpty
    }
    return tiers.allSatisfy { $0.pity == nil && $0.protection == nil }
      && !(isFeaturedByRule ?? false) && definition.box == nil && definition.bundle == nil
  }

  /// The number of copies up to which cards precede others of their rarity, if it is that of every rarity.
  package var protection: Int64? { definition.protection?.copies }

  /// The ids of the cards of a cycle, roll by roll; `nil` without one.
  package var cycle: [String]? {
    definition.cycle.map { cycle in
      cycle.steps.flatMap { Array(repeating: $0.card, count: Int(clamping: $0.count)) }
    }
  }

  /// The number of copies in a full box; `nil` without a box.
  package var boxTotal: Int64? {
    definition.box.map { box in box.counts.reduce(0) { $0 + $1.value } }
  }
}
