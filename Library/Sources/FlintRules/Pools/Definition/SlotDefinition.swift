package import FlintSchema

/// Cards of a pack that are drawn by the same rates.
package struct SlotDefinition: Hashable, Sendable {
  /// The number of cards.
  package var count: Int64 = 1
  /// The rates by rarity; empty for those of the pool.
  package var rates: [NamedValue<Fraction>] = []
  /// Whether the cards that the slot gives in one pack are different cards.
  package var isDistinct = false

  /// Creates a slot.
  package init(count: Int64 = 1, rates: [NamedValue<Fraction>] = [], isDistinct: Bool = false) {
    self.count = count
    self.rates = rates
    self.isDistinct = isDistinct
  }
}
