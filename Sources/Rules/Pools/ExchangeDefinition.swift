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
