import Calendar
import Rules
import Sessions
import Views

extension Session {
  /// Records an event and describes it.
  func recorded(
    _ action: Event.Action, at time: EventTime? = nil, key: String? = nil
  ) throws -> RecordedView {
    let recorded = try record(action, at: time, key: key)
    return try RecordedView(recorded, EventText(self).text(of: action, .addition), self)
  }

  /// Returns the time of an event about something that another event created, such as a tracker. A day
  /// without a time means its beginning, but on the day of the creation nothing can be earlier than it. The
  /// schedule of a new habit comes one millisecond after its tracker.
  func time(_ time: EventTime?, about id: EventID) throws(SessionError) -> EventTime? {
    guard case .written(let timestamp)? = time, timestamp.isDay,
      let created = try reader.event(id: id)?.event.at,
      zone.day(of: created) == timestamp.local.day
    else { return time }
    let next = Instant(milliseconds: created.milliseconds + 1)
    let at = max(next, zone.resolve(timestamp).instant)
    return at <= now ? .instant(at) : nil
  }
}
