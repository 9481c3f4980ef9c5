import Rules
import Sessions

extension ReadingContext {
  /// Where an event is put of which only the day is known: 12:00 of that day, which stays on its
  /// day under any shift of the clocks; on the day of now, if noon is still to come, the beginning of
  /// the day, so that it does not matter when in the morning it is read.
  ///
  /// - Parameter order: how many of that day come before it: each a millisecond later.
  borrowing func noon(_ day: CivilDay, order: Int = 0) -> EventTime {
    let offset = min(order, 3_600_000)
    let local = CivilTime(day: day, milliseconds: Int32(43_200_000 + offset))
    let noon = zone.resolve(local).instant
    guard noon > now, zone.day(of: now) == day else {
      return .written(Timestamp(local: local, offset: nil))
    }
    // A millisecond later, so that what it belongs to can be there at the beginning itself.
    let early = CivilTime(day: day, milliseconds: Int32(1 + offset))
    return zone.resolve(early).instant > now
      ? .instant(now) : .written(Timestamp(local: early, offset: nil))
  }

  /// A time of a day that several events have, each a millisecond after the one before it.
  borrowing func moment(_ day: CivilDay, _ time: Int32, order: Int) -> EventTime {
    // Within its minute and its day, whatever the number, and not later than now.
    let later = min(time + Int32(min(order, 59_000)), 86_399_999)
    let local = CivilTime(day: day, milliseconds: later)
    let isToCome = zone.resolve(local).instant > now
    return .written(
      Timestamp(
        local: isToCome ? CivilTime(day: day, milliseconds: time) : local, offset: nil))
  }
}
