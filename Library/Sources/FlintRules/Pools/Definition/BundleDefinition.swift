import FlintSchema

/// Rolls of a pool that are bought together.
package struct BundleDefinition: Hashable, Sendable {
  /// The number of rolls.
  package var size: Int64 = 10
  /// The price of all of them; empty for that of single rolls.
  package var price: [CurrencyAmount] = []
  /// The name of the rarity of which, or of a rarer one, at least one card is certain.
  package var atLeast: String?

  /// Creates a bundle.
  package init(size: Int64, price: [CurrencyAmount] = [], atLeast: String? = nil) {
    self.size = size
    self.price = price
    self.atLeast = atLeast
  }
}
