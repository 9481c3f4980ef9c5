package import FlintRules

extension PoolTable {
  /// The cards of every tier, each with its tier.
  var allCards: [(tier: Int, card: Card)] {
    cards.enumerated().flatMap { tier, cards in cards.map { (tier, $0) } }
  }

  /// The lists of cards that rolls draw from, each by the tier that is drawn: those of the pool, or of its packs.
  var lists: [[Given]] {
    let own = packs.compactMap(\.given)
    if !own.isEmpty { return own }
    return [cards.enumerated().map { tier, cards in Given(cards.map { (tier, $0) }) }]
  }

  /// The cards of the lists, each with the position of its list and the tier that is drawn.
  var listedCards: [(list: Int, drawn: Int, card: Card)] {
    lists.enumerated().flatMap { list, tiers in
      tiers.enumerated().flatMap { drawn, given in given.cards.map { (list, drawn, $0.card) } }
    }
  }

  /// Whether a roll can give no card.
  var canGiveNothing: Bool {
    lists.joined().contains { $0.nothing > 0 || $0.cards.isEmpty && emptyCell != .demote }
  }

  /// Whether a roll opens packs; a spark opens none.
  var opensPacks: Bool { packs.contains { $0.given == nil && !$0.cards.isEmpty } }

  /// The maximum number of cards of a slot of different cards; 0 without one.
  var mostDistinct: Int { packs.flatMap(\.distinct).map(\.count).max() ?? 0 }

  /// The name of what the pool shares its counters with.
  var counterGroup: String {
    definition.carry.map { "carry:" + $0 } ?? "pool:" + definition.id
  }

  /// Returns the rule of the featured cards of a tier; `nil` where it has none.
  func featuredRule(of tier: Int) -> FeaturedDefinition? {
    cards[tier].contains(where: \.isFeatured) ? definition.featured : nil
  }

  /// The roll at which a featured card of the rarest such tier is certain, and that from which on the next card of the
  /// tier is featured, both counted from the last one.
  package var ceiling: (tier: Int, at: Int?, from: Int?, isOnce: Bool)? {
    guard let featured = definition.featured, featured.hard != nil || featured.from != nil,
      let tier = rarestFeatured
    else { return nil }
    return (
      tier, featured.hard.map { Int(clamping: $0) }, featured.from.map { Int(clamping: $0) + 1 },
      featured.isHardOnce
    )
  }

  /// Returns the pool as rolls are bought in it: what a bundle certainly has counts in bundles alone.
  package func bought(inBundles: Bool) -> PoolTable {
    var pool = self
    if !inBundles { pool.definition.bundle = nil }
    return pool
  }
}

extension ExchangeDefinition {
  /// The points that a roll gives.
  var pointsOfRoll: Int { Int(clamping: pointsPerRoll) }
  /// The maximum number of exchanges; `Int.max` where there is none.
  var most: Int { limit.map { Int(clamping: $0) } ?? .max }
}
