package import FlintCalendar
import FlintRules
package import Sessions

/// A date as written in a text: a day, and perhaps a time of day and an offset from UTC.
package struct WrittenDate: Hashable, Sendable {
  package var day: CivilDay
  /// The time of day in milliseconds since 00:00, if one is written.
  package var time: Int32?
  package var offset: UTCOffset?
  /// Whether the offset is written as `Z`, `UTC`, `GMT` or `-00:00`: then the local time is unknown (RFC
  /// 9557, section 2).
  package var isUniversal = false

  package var timestamp: Timestamp {
    guard let time else { return Timestamp(day: day) }
    return Timestamp(local: CivilTime(day: day, milliseconds: time), offset: offset)
  }

  /// The instant, if an offset is written.
  package var instant: Instant? {
    offset.map { timestamp.local.instant(offset: $0) }
  }

  /// The time of an event with this date, the start of the day where no time is written. A time in UTC becomes an
  /// instant, so that the profile's zone determines its day; other offsets are preserved.
  package var eventTime: EventTime {
    if isUniversal, let instant { return .instant(instant) }
    return .written(timestamp)
  }

  /// Whether a profile accepts events at the time. Without an offset, that of UTC is assumed.
  var isAccepted: Bool {
    if WrittenDate.ordinaryDays.contains(day) { return true }
    return (instant ?? timestamp.local.instant(offset: .zero)).isAccepted
  }

  /// The days of which a profile accepts events at any offset.
  private static let ordinaryDays: ClosedRange<CivilDay> =
    CivilTime(.earliest, offset: .zero).day + 1...CivilTime(.latest, offset: .zero).day + -1

  /// Returns the civil day in a zone: that of the instant if the date is written in UTC.
  package func day(in zone: CivilZone) -> CivilDay {
    if isUniversal, let instant { return zone.day(of: instant) }
    return timestamp.day(zone.dayStart)
  }
}

extension WrittenDate {
  /// Reads the forms of a `Timestamp` from UTF-8; `nil` for any other form.
  package init?(iso bytes: Span<UInt8>) {
    guard let timestamp = Timestamp(utf8: bytes) else { return nil }
    day = timestamp.local.day
    if timestamp.isDay { return }
    time = timestamp.local.milliseconds
    offset = timestamp.offset
    guard offset == .zero else { return }
    let count = bytes.count
    // What precedes `00`, `0000`, `00:00` and `00:00:00` at the end.
    let hasSeconds = bytes[count - 3] == 0x3A && bytes[count - 6] == 0x3A
    let isWest =
      bytes[count - 3] == 0x2D || bytes[count - 5] == 0x2D || bytes[count - 6] == 0x2D
      || hasSeconds && bytes[count - 9] == 0x2D
    isUniversal = isWest || bytes[count - 1] == 0x5A || bytes[count - 1] == 0x7A
  }
}
