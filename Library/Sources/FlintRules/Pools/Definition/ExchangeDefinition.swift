package import FlintSchema

/// The exchange of rolls of a pool for a card.
package struct ExchangeDefinition: Hashable, Sendable {
  /// The cards to choose from.
  package enum Choice: String, Sendable, CaseIterable {
    /// The featured cards.
    case featured
    /// Every card of the pool.
    case any
  }

  /// The number of points that buy a card; `nil` where each rarity has its price.
  package var at: Int64? { didSet { if at != nil { prices = [] } } }
  /// The prices by rarity; a rarity that is not named is not offered.
  package var prices: [NamedValue<Int64>] = [] { didSet { if !prices.isEmpty { at = nil } } }
  /// The number of points that a roll gives; `nil` for 1, or for 0 where duplicates give points.
  package var perRoll: Int64?
  /// The points that a duplicate gives, by rarity: a copy of a card of which there are as many as are protected, or one.
  package var perDuplicate: [NamedValue<Int64>] = []
  /// The cards to choose from.
  package var choose = Choice.featured
  /// The maximum number of exchanges.
  package var limit: Int64?

  /// Creates an exchange of points for a card.
  package init(at: Int64?) { self.at = at }

  /// The number of points that a roll gives.
  package var pointsPerRoll: Int64 { perRoll ?? (countsDuplicates ? 0 : 1) }

  /// Whether duplicates give points.
  package var countsDuplicates: Bool { !perDuplicate.isEmpty }

  /// Whether points are the numbers of rolls.
  package var countsRolls: Bool { perRoll == nil && !countsDuplicates }

  /// Returns the points that a card of a rarity costs; `nil` where none is offered.
  package func price(of rarity: String) -> Int64? {
    at ?? prices.first { $0.name == rarity }?.value
  }
}
