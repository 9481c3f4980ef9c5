public import Calendar

/// A query for stored events of all kinds except sparks and rolls.
public struct EventQuery: Sendable {
  /// The kinds to return; all when empty.
  public var kinds: [EventKind] = []
  /// The earliest instant to return (inclusive).
  public var since: Instant?
  /// The latest instant to return (exclusive).
  public var before: Instant?
  /// The members that an event's content must have, each with one of the given values.
  public var members: [(name: String, values: [String])] = []
  /// The text that one of the content's texts must contain, ignoring case.
  public var text: String?
  /// Whether the latest events come first instead of the earliest.
  public var isNewestFirst = false
  /// The maximum number of events to return.
  public var limit: Int?

  /// Creates a query for all events, earliest first.
  public init(kinds: [EventKind] = []) {
    self.kinds = kinds
  }
}

/// An event as stored in a profile.
public struct StoredEvent: Sendable {
  /// The position in the order of recording.
  public var sequence: Int64
  /// The event with its current content.
  public var event: Event
  /// The id that the source assigned to the event, if any.
  public var key: String?
  /// The instant of recording.
  public var recordedAt: Instant
  /// Whether the event is removed.
  public var isRemoved: Bool

  /// Creates a stored event.
  public init(
    sequence: Int64, event: Event, key: String?, recordedAt: Instant, isRemoved: Bool
  ) {
    self.sequence = sequence
    self.event = event
    self.key = key
    self.recordedAt = recordedAt
    self.isRemoved = isRemoved
  }
}
