/// The exchange of rolls of a pool for a card.
package struct ExchangeDefinition: Hashable, Sendable {
  /// The cards to choose from.
  package enum Choice: String, Sendable, CaseIterable {
    /// The featured cards.
    case featured
    /// Every card of the pool.
    case any
  }

  /// The number of rolls that buy a card.
  package var at: Int64
  /// The cards to choose from.
  package var choose = Choice.featured
  /// The maximum number of exchanges.
  package var limit: Int64?

  /// Creates an exchange.
  package init(at: Int64) { self.at = at }
}
