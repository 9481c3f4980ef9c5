package import FlintCalendar

package struct LogQuery: Sendable {
  /// The kinds of the events whose records are returned; all when empty.
  package var kinds: [EventKind] = []
  /// The earliest instant of recording (inclusive).
  package var since: Instant?
  /// The latest instant of recording (exclusive).
  package var before: Instant?
  /// The batch whose records are returned; `nil` for every batch.
  package var batch: Int64?
  /// The event whose records are returned, with those of the events that complete or change it if it is a
  /// task; `nil` for every event.
  package var event: EventID?
  package var isCorrectionsOnly = false
  /// The upper bound of the position in the order of recording (exclusive).
  package var beforeSequence: Int64?
  package var limit: Int?

  /// Creates a query for all records, the latest first.
  package init() {}
}

/// A record of the log: an event as it was recorded, or a correction.
package struct LogRecord: Sendable {
  /// The position in the order of recording.
  package var sequence: Int64
  package var event: EventID
  package var kind: EventKind?
  /// The reason of a correction; `nil` for the addition of the event.
  package var cause: Correction.Cause?
  /// The instant of the event according to this record; `nil` for a removal.
  package var at: Instant?
  /// The offset of the local clock from UTC at that instant.
  package var offset: UTCOffset
  package var recordedAt: Instant
  package var batch: Int64
  /// The recorded content: a title, or a JSON object.
  package var text: String
  /// Whether the event is currently removed.
  package var isRemoved: Bool
  /// Whether the record restores an event that an earlier record removed.
  package var isRestoring: Bool

  package init(
    sequence: Int64, event: EventID, kind: EventKind?, cause: Correction.Cause?, at: Instant?,
    offset: UTCOffset, recordedAt: Instant, batch: Int64, text: String, isRemoved: Bool,
    isRestoring: Bool = false
  ) {
    self.sequence = sequence
    self.event = event
    self.kind = kind
    self.cause = cause
    self.at = at
    self.offset = offset
    self.recordedAt = recordedAt
    self.batch = batch
    self.text = text
    self.isRemoved = isRemoved
    self.isRestoring = isRestoring
  }

  /// The name of the operation: `add`, `edit`, `restore`, `remove`, `undo` or `redo`.
  package var what: String {
    cause == .edit && isRestoring ? "restore" : cause?.name ?? "add"
  }
}
