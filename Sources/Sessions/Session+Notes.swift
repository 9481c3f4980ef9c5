public import Calendar
import Rules

extension Session {
  /// Returns the instant of a time within an event's content, such as a task's reminder. Ambiguous
  /// and skipped times are counted as for the times of events.
  public func instant(of time: EventTime) -> (instant: Instant, note: Zone.Note?) {
    let resolved: (instant: Instant, offset: UTCOffset, note: Zone.Note?)
    switch time {
    case .instant(let instant): return (instant, nil)
    case .written(let timestamp): resolved = zone.resolve(timestamp)
    }
    switch resolved.note {
    case .ambiguous?: tally.ambiguousTimes += 1
    case .skipped?: tally.skippedTimes += 1
    case nil: break
    }
    return (resolved.instant, resolved.note)
  }
}
