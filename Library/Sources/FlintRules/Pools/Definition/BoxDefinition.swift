package import FlintSchema

/// The cards of a pool that are drawn without replacement.
package struct BoxDefinition: Hashable, Sendable {
  /// When a box is filled again.
  package enum Reset: String, Sendable, CaseIterable {
    /// Once it is empty.
    case empty
    /// Once its featured cards are drawn.
    case featured
    /// Never: an empty box has no more rolls.
    case never
  }

  /// The number of copies of each card, by id.
  package var counts: [NamedValue<Int64>] = []
  /// When the box is filled again.
  package var reset = Reset.empty

  /// Creates a box.
  package init(counts: [NamedValue<Int64>] = [], reset: Reset = .empty) {
    self.counts = counts
    self.reset = reset
  }
}
