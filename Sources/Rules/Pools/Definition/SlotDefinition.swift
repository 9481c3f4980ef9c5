package import Schema

/// Cards of a pack that are drawn by the same rates.
package struct SlotDefinition: Hashable, Sendable {
  /// The number of cards.
  package var count: Int64 = 1
  /// The rates by rarity; empty for those of the pool.
  package var rates: [NamedValue<Fraction>] = []

  /// Creates a slot.
  package init(count: Int64 = 1, rates: [NamedValue<Fraction>] = []) {
    self.count = count
    self.rates = rates
  }
}
