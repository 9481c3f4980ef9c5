package import FlintCalendar

/// A query for stored events of all kinds except sparks and rolls.
package struct EventQuery: Sendable {
  /// The kinds to return; all when empty.
  package var kinds: [EventKind] = []
  /// The earliest instant to return (inclusive).
  package var since: Instant?
  /// The latest instant to return (exclusive).
  package var before: Instant?
  /// The members that an event's content must have, each with one of the given values.
  package var members: [(name: String, values: [String])] = []
  /// The text that one of the content's texts must contain, ignoring case.
  package var text: String?
  /// Whether the latest events come first instead of the earliest.
  package var isNewestFirst = false
  package var limit: Int?

  /// Creates a query for all events, earliest first.
  package init(kinds: [EventKind] = []) {
    self.kinds = kinds
  }
}

package struct StoredEvent: Sendable {
  /// The position in the order of recording.
  package var sequence: Int64
  package var event: ProfileEvent
  /// The id that the source assigned to the event, if any.
  package var key: String?
  package var recordedAt: Instant
  package var isRemoved: Bool

  package init(
    sequence: Int64, event: ProfileEvent, key: String?, recordedAt: Instant, isRemoved: Bool
  ) {
    self.sequence = sequence
    self.event = event
    self.key = key
    self.recordedAt = recordedAt
    self.isRemoved = isRemoved
  }
}
