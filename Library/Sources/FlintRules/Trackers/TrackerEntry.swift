/// An entry of a tracker, together with its event.
package struct TrackerEntry: Sendable {
  package var event: ProfileEvent
  package var content: EntryContent

  /// Creates the entry of an event; `nil` if the event is not an entry.
  package init?(_ event: ProfileEvent) {
    guard let content = EntryContent(event.action) else { return nil }
    self.event = event
    self.content = content
  }
}
