/// An entry of a tracker, together with its event.
public struct TrackerEntry: Sendable {
  /// The event.
  public var event: Event
  /// The content of the entry.
  public var content: EntryContent

  /// Creates the entry of an event; `nil` if the event is not an entry.
  public init?(_ event: Event) {
    guard let content = EntryContent(event.action) else { return nil }
    self.event = event
    self.content = content
  }
}
