public import Rules

extension Session {
  /// The instant that a time within an event's content means, such as a task's reminder. What had to
  /// be decided about it is counted as for the time of an event.
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
