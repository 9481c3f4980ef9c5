package import FlintRules

/// An event, and what became of it by an undo, a redo or a merge.
package struct AffectedEvent: Equatable, Sendable {
  package enum Effect: Sendable {
    case removed
    case restored
    case changed
  }

  package var id: EventID
  package var effect: Effect

  package init(_ id: EventID, _ effect: Effect) {
    self.id = id
    self.effect = effect
  }
}
