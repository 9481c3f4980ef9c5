public import Schema

/// Cards of a pack that are drawn by the same rates.
public struct SlotDefinition: Hashable, Sendable {
  /// The number of cards.
  public var count: Int64 = 1
  /// The rates by rarity; empty for those of the pool.
  public var rates: [NamedValue<Fraction>] = []

  /// Creates a slot.
  public init(count: Int64 = 1, rates: [NamedValue<Fraction>] = []) {
    self.count = count
    self.rates = rates
  }
}
