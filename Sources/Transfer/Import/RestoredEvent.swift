import Rules
package import Sessions

/// An event together with the values that its id is derived from, where its current content does
/// not determine them: it was corrected, or it is one of several equal events of which another was
/// removed, or it has no effect, so that the rules would refuse it.
package struct RestoredEvent: Sendable {
  /// The current content: a spark, a roll or an action.
  package var content: ImportedEvent
  /// The content when the event was first recorded, if it differs.
  package var original: ImportedEvent?
  /// The index of the event among equal events without a key, from 0.
  package var occurrence: UInt32
  /// Whether the event has no effect at its position in history.
  package var isVoid: Bool

  /// Creates a restored event.
  package init(
    _ content: ImportedEvent, original: ImportedEvent? = nil, occurrence: UInt32, isVoid: Bool
  ) {
    self.content = content
    self.original = original
    self.occurrence = occurrence
    self.isVoid = isVoid
  }
}

extension RestoredEvent {
  /// The name by which later events refer to the event, if any.
  package var reference: String? {
    if case .action(let action) = content { action.reference } else { nil }
  }

  /// Records the event.
  ///
  /// - Throws: `RowProblem` if it refers to an event that does not exist, or has content that the
  ///   rules refuse; `SessionError.conflict` if the event exists with other content, unless it is
  ///   to be updated; any other `SessionError`.
  package func record(
    in session: Session, _ references: References, isUpdating: Bool = false
  ) throws -> Recorded {
    let now = try content.content(session, references)
    let first = try original?.content(session, references)
    return try session.history.restore(
      now, original: first, key: content.key, occurrence: occurrence, isUpdating: isUpdating)
  }
}
