/// Which events are wanted, in what order; of all kinds but sparks and rolls.
public struct EventQuery: Sendable {
  /// Only events of these kinds; all when empty.
  public var kinds: [EventKind] = []
  /// Only from this instant on.
  public var since: Instant?
  /// Only before this instant.
  public var until: Instant?
  /// Only those whose content has a member of this name and one of these values.
  public var members: [(name: String, values: [String])] = []
  /// Only those with this in a text of their content, case aside.
  public var text: String?
  /// Latest first instead of earliest first.
  public var isNewestFirst = false
  /// At most so many.
  public var limit: Int?

  /// Makes a query for all events, earliest first.
  public init(kinds: [EventKind] = []) {
    self.kinds = kinds
  }
}

/// An event as a profile holds it.
public struct StoredEvent: Sendable {
  /// The place in the order of recording.
  public var sequence: Int64
  /// The event, as it reads now.
  public var event: Event
  /// The id that its source gave it, if any.
  public var key: String?
  /// When it was recorded.
  public var recordedAt: Instant
  /// Whether it has been taken back.
  public var isRemoved: Bool

  /// Makes a stored event.
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
