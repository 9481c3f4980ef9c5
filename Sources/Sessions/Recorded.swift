public import Rules

/// What became of an event that was to be recorded.
public struct Recorded: Sendable {
  /// What became of it.
  public enum Status: String, Sendable {
    /// It is new.
    case added
    /// It had been removed, and is back.
    case restored
    /// It was there already.
    case unchanged
  }

  /// The event's id.
  public var id: EventID
  /// What became of it.
  public var status: Status
  /// The event itself.
  public var event: Event
  /// What it brought; `nil` when it was there already, or when it lies in the past and its outcome
  /// waits for the next fold.
  public var outcome: Outcome?
  /// What had to be decided about its local time.
  public var note: Zone.Note?
}
