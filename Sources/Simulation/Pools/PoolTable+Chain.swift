package import Rules

extension PoolTable {
  /// The cards of every tier, each with its tier.
  var allCards: [(tier: Int, card: Card)] {
    cards.enumerated().flatMap { tier, cards in cards.map { (tier, $0) } }
  }

  /// The name of what the pool shares its counters with.
  var counterGroup: String {
    definition.carry.map { "carry:" + $0 } ?? "pool:" + definition.id
  }

  /// Returns the rule of the featured cards of a tier; `nil` where it has none.
  func featuredRule(of tier: Int) -> FeaturedDefinition? {
    cards[tier].contains(where: \.isFeatured) ? definition.featured : nil
  }

  /// The roll at which a featured card of the rarest such tier is certain.
  var ceiling: (tier: Int, at: Int, isOnce: Bool)? {
    guard let featured = definition.featured, let hard = featured.hard, let tier = rarestFeatured
    else { return nil }
    return (tier, Int(clamping: hard), featured.isHardOnce)
  }

  /// Returns the pool as rolls are bought in it: what a bundle certainly has counts in bundles alone.
  package func bought(inBundles: Bool) -> PoolTable {
    var pool = self
    if !inBundles { pool.definition.bundle = nil }
    return pool
  }
}

extension ExchangeDefinition {
  /// The points that a card takes.
  var points: Int { Int(clamping: at) }
  /// The maximum number of exchanges; `Int.max` where there is none.
  var most: Int { limit.map { Int(clamping: $0) } ?? .max }

  /// Returns whether a card is offered.
  func offers(_ card: PoolTable.Card) -> Bool { choose == .any || card.isFeatured }
}
