package import FlintCalendar
import FlintRules
import FlintSchema

/// The time of an event, as given by a script or a file.
package enum EventTime: Hashable, Sendable {
  /// A written local time, with an offset or without.
  case written(Timestamp)
  /// An instant; the local time is that of the profile's zone.
  case instant(Instant)
}

typealias ResolvedTime = (at: Instant, offset: UTCOffset, note: CivilZone.Note?)

/// The clock of a session, which resolves the times of events.
struct EventClock {
  var zone: CivilZone
  /// The present that words refer to, and the time of an event without one.
  var now: Instant
  /// The present in which events are recorded, and up to which they count. It is later than `now` while
  /// something is recorded that was written before.
  var present: Instant
  var latest: Instant
  /// The latest instant given to an event of this session that had no time.
  var latestGiven: Instant?
  /// The latest instants given to events of lines, by the times at which the lines were written.
  var latestOfLines: [Instant: Instant] = [:]

  init(zone: CivilZone, now: Instant) {
    self.zone = zone
    self.now = now
    present = now
    latest = now
  }

  /// Returns the time of an event without one: now, but at least one millisecond after the last
  /// such event of this session, and after another instant, if given.
  @inline(__always)
  mutating func next(after newest: Instant?) throws -> ResolvedTime {
    var at = max(now, latestGiven?.next ?? now)
    if let newest { at = max(at, newest.next) }
    try at.checkAsEventTime()
    latestGiven = at
    return (at, zone.offset(at: at), nil)
  }
}

extension Instant {
  /// The instant one millisecond later.
  var next: Instant { Instant(milliseconds: milliseconds + 1) }

  /// Throws if the instant is later than the last one that a profile accepts.
  func checkAsEventTime() throws(SessionError) {
    guard isAccepted else {
      throw .field(
        FieldError(
          field: "at", expected: "an instant up to \(Instant.latest)",
          found: "\(milliseconds) ms"))
    }
  }
}

extension CivilZone {
  /// Returns the zone of an IANA name, with a start of its days.
  ///
  /// - Throws: `SessionError.unknownZone`.
  package static func named(
    _ name: String, dayStart: DayStart = .midnight
  ) throws(SessionError) -> CivilZone {
    do throws(CivilZone.Unknown) {
      return try CivilZone(name: name, dayStart: dayStart)
    } catch {
      throw .unknownZone(name)
    }
  }

  /// Resolves the time of an event. A day without a time means 12:00 of it. So that today can be
  /// recorded from its start on, 12:00 of the current day is never later than now.
  ///
  /// - Parameter latest: the latest accepted instant.
  func resolve(_ time: EventTime, until latest: Instant) throws(SessionError) -> ResolvedTime {
    let resolved: (instant: Instant, offset: UTCOffset, note: CivilZone.Note?)
    switch time {
    case .written(let timestamp): resolved = resolveEvent(timestamp)
    case .instant(let instant): resolved = (instant, offset(at: instant), nil)
    }
    guard resolved.instant >= .earliest else {
      throw .field(
        FieldError(
          field: "at", expected: "an instant from \(Instant.earliest) on",
          found: "\(resolved.instant.milliseconds) ms"))
    }
    if resolved.instant > latest, !isNoonOfToday(resolved.instant, resolved.offset, latest) {
      throw .field(
        FieldError(
          field: "at", expected: "a time that is not later than now (\(text(latest)))",
          found: resolved.instant.text(offset: resolved.offset)))
    }
    return (resolved.instant, resolved.offset, resolved.note)
  }

  private func isNoonOfToday(_ instant: Instant, _ offset: UTCOffset, _ latest: Instant) -> Bool {
    let local = CivilTime(instant, offset: offset)
    return local.isNoon && local.day == day(of: latest)
  }
}
