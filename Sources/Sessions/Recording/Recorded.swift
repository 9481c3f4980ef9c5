package import FlintCalendar
package import FlintRules

package struct Recorded: Sendable {
  package enum Status: String, Sendable {
    case added
    /// The event had been removed and was restored.
    case restored
    case unchanged
  }

  package var id: EventID
  package var status: Status
  package var event: ProfileEvent
  /// The outcome of the event; `nil` when the event existed already, or when it lies in the past,
  /// so that its outcome is determined by the next fold.
  package var outcome: Outcome?
  /// The decision made about an ambiguous or skipped local time.
  package var note: CivilZone.Note?
  /// Whether events of the same instant follow in the order of the fold: the outcome is that at the
  /// event's position, and it may have taken from theirs.
  package var isFollowed = false
}
