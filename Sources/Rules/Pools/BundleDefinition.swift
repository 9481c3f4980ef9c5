public import Schema

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
