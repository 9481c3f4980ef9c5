/// A variant of the packs that a roll opens.
package struct PackDefinition: Hashable, Sendable {
  /// The share of packs that are of this variant.
  package var rate = Fraction.one
  /// The slots, each with its number of cards.
  package var slots: [SlotDefinition] = []

  /// Creates a pack.
  package init(rate: Fraction = .one, slots: [SlotDefinition] = []) {
    self.rate = rate
    self.slots = slots
  }
}
