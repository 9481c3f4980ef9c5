import FlintCalendar
package import FlintRules

extension Session {
  /// Returns the time of an event about something that another event created, such as a tracker. A day
  /// without a time means its noon, but on the day of the creation nothing can be earlier than it: the
  /// event has the instant of the creation then, after which it is folded.
  package func time(_ time: EventTime?, about id: EventID) throws(SessionError) -> EventTime? {
    guard case .written(let timestamp)? = time, timestamp.isDay,
      let created = try reader.event(id: id)?.event,
      created.day(dayStart) == timestamp.local.day,
      created.at > zone.resolveEvent(timestamp).instant
    else { return time }
    // It may be ahead of the clock by some milliseconds.
    acceptTimes(until: created.at)
    return .written(Timestamp(created.at, offset: created.offset))
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
    let kinds: [EventKind]
    switch action {
    case .skip: return try self.time(time, about: action.tracker)
    case .plan: kinds = [.habit, .habitPause, .habitResume]
    // At one instant, a habit begins before it is paused.
    case .pause, .resume: kinds = [.habitPause, .habitResume]
    }
    let (day, trackers) = (self.day(of: time), try folded().trackers)
    let tracker = trackers.tracker(action.tracker)?.id
    let earlier = try reader.events(EventQuery(kinds: kinds))
      .map(\.event).filter { event in
        event.day(dayStart) == day
          && event.action.tracker.flatMap { trackers.tracker($0)?.id } == tracker
      }
    let noon = zone.resolveEvent(Timestamp(day: day)).instant
    guard let latest = earlier.max(by: { $0.foldPosition < $1.foldPosition }),
      latest.at >= (time == nil ? now : noon)
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
