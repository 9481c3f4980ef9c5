import Rules
import Sessions

extension ReadingContext {
  /// Where an event is put of which only the day is known: 12:00 of that day, which stays on its
  /// day under any shift of the clocks; on the day of now, if noon is still to come, now.
  ///
  /// - Parameter order: how many of that day come before it: each a millisecond later.
  borrowing func noon(_ day: CivilDay, order: Int = 0) -> EventTime {
    let offset = min(order, 3_600_000)
    let local = CivilTime(day: day, milliseconds: Int32(43_200_000 + offset))
    let noon = zone.resolve(local).instant
    guard noon > now, zone.day(of: now) == day else {
      return .written(Timestamp(local: local, offset: nil))
    }
    return .instant(now)
  }
}
