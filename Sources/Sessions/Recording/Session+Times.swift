import Calendar
package import Rules

extension Session {
  /// Returns the time of an event about something that another event created, such as a tracker. A day
  /// without a time means its beginning, but on the day of the creation nothing can be earlier than it. The
  /// schedule of a new habit comes one millisecond after its tracker.
  package func time(_ time: EventTime?, about id: EventID) throws(SessionError) -> EventTime? {
    guard case .written(let timestamp)? = time, timestamp.isDay,
      let created = try reader.event(id: id)?.event.at,
      zone.day(of: created) == timestamp.local.day
    else { return time }
    let next = Instant(milliseconds: created.milliseconds + 1)
    let at = max(next, zone.resolve(timestamp).instant)
    return at <= now ? .instant(at) : nil
  }

  /// Returns the time of an event about a habit as a whole, such as another schedule. Of several on one
  /// day the last one counts, so a day without a time, and a clock that does not advance, mean a time
  /// after those that are recorded already: equal instants would be in the order of ids.
  package func time(_ time: EventTime?, of action: HabitAction) throws(SessionError) -> EventTime? {
    switch time {
    case nil: break
    case .written(let timestamp)? where timestamp.isDay: break
    default: return time
    }
    if case .skip = action { return try self.time(time, about: action.tracker) }
    let (day, trackers) = (self.day(of: time), try folded().trackers)
    let tracker = trackers.tracker(action.tracker)?.id
    let earlier = try reader.events(EventQuery(kinds: [.habit, .habitPause, .habitResume]))
      .map(\.event).filter { event in
        event.day(dayStart) == day
          && event.action.tracker.flatMap { trackers.tracker($0)?.id } == tracker
      }
    guard let latest = earlier.max(by: { $0.foldPosition < $1.foldPosition }),
      time != nil || latest.at >= now
    else { return try self.time(time, about: action.tracker) }
    // The same change once more is recognised.
    let isSame = latest.action == .habit(action)
    let next = isSame ? latest.at : Instant(milliseconds: latest.at.milliseconds + 1)
    // At the offset of the other event: in the profile's zone the instant may be on another day.
    let timestamp = Timestamp(next, offset: latest.offset)
    // Nothing comes after the last millisecond of a day.
    if timestamp.day(dayStart) != day { return time }
    acceptTimes(until: next)
    return .written(timestamp)
  }
}
