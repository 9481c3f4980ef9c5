/// The present that words such as `yesterday` are read against: an instant, and a zone with the start of
/// its days.
package struct DateContext {
  package var now: Instant
  package var zone: CivilZone

  package init(now: Instant, zone: CivilZone) {
    self.now = now
    self.zone = zone
  }

  package var today: CivilDay { zone.day(of: now) }

  /// Returns the local time of an instant for messages, such as `2026-03-01 09:30`.
  package func text(_ instant: Instant) -> String {
    String(written(instant).local.description.prefix(16)).replacing("T", with: " ")
  }

  /// Returns the time within a civil day at which clocks show a time. It is on the next date if it is
  /// earlier than the time at which days begin.
  func time(_ milliseconds: Int32, on day: CivilDay) -> Timestamp {
    Timestamp(
      local: CivilTime(
        day: Int64(milliseconds) < zone.dayStart.milliseconds ? day + 1 : day,
        milliseconds: milliseconds),
      offset: nil)
  }

  /// Returns an instant with the zone's offset.
  func written(_ instant: Instant) -> Timestamp {
    Timestamp(instant, offset: zone.offset(at: instant))
  }
}
