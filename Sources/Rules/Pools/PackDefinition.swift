/// A variant of the packs that a roll opens.
public struct PackDefinition: Hashable, Sendable {
  /// The share of packs that are of this variant.
  public var rate = Fraction.one
  /// The slots, each with its number of cards.
  public var slots: [SlotDefinition] = []

  /// Creates a pack.
  public init(rate: Fraction = .one, slots: [SlotDefinition] = []) {
    self.rate = rate
    self.slots = slots
  }
}
