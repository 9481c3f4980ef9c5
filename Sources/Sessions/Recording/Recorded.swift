public import Calendar
public import Rules

/// The result of recording an event.
public struct Recorded: Sendable {
  /// The effect of recording an event.
  public enum Status: String, Sendable {
    /// The event is new.
    case added
    /// The event had been removed and was restored.
    case restored
    /// The event existed already.
    case unchanged
  }

  /// The id of the event.
  public var id: EventID
  /// The effect.
  public var status: Status
  /// The event.
  public var event: Event
  /// The outcome of the event; `nil` when the event existed already, or when it lies in the past,
  /// so that its outcome is determined by the next fold.
  public var outcome: Outcome?
  /// The decision made about an ambiguous or skipped local time.
  public var note: Zone.Note?
}
