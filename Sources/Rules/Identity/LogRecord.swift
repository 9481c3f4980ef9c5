/// Which records of the log are wanted.
public struct LogQuery: Sendable {
  /// Only those about events of these kinds; all when empty.
  public var kinds: [EventKind] = []
  /// Only those recorded from this instant on.
  public var since: Instant?
  /// Only those recorded before this instant.
  public var until: Instant?
  /// Only those of this batch.
  public var batch: Int64?
  /// Only those about this event.
  public var event: EventID?
  /// Only corrections.
  public var isCorrectionsOnly = false
  /// Only those before this place in the order of recording.
  public var before: Int64?
  /// At most so many.
  public var limit: Int?

  /// Makes a query for all records, the latest first.
  public init() {}
}

/// A line of the log: an event as it was recorded, or a correction.
public struct LogRecord: Sendable {
  /// The place in the order of recording.
  public var sequence: Int64
  /// The event it is, or is about.
  public var event: EventID
  /// The kind of that event.
  public var kind: EventKind?
  /// What it was recorded for; `nil` for the event itself.
  public var cause: Correction.Cause?
  /// When the event happened, as this record says; `nil` for a removal.
  public var at: Instant?
  /// The offset of the local clock then.
  public var offset: UTCOffset
  /// When it was recorded.
  public var recordedAt: Instant
  /// The batch.
  public var batch: Int64
  /// What it says: a title, or a JSON object.
  public var text: String
  /// Whether the event is taken back now.
  public var isRemoved: Bool
  /// Whether the record brings the event back that an earlier one took back.
  public var isRestoring: Bool

  /// Makes a line.
  public init(
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

  /// What was done: `add`, `edit`, `restore`, `remove`, `undo` or `redo`.
  public var what: String {
    cause == .edit && isRestoring ? "restore" : cause?.name ?? "add"
  }
}
