package import Calendar
import Rules
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
  package func day(in zone: Zone) -> CivilDay {
    if isUniversal, let instant { return zone.day(of: instant) }
    return timestamp.day(zone.dayStart)
  }
}

extension WrittenDate {
  /// Reads the ISO 8601 forms `YYYY-MM-DD`, `YYYY-MM-DD HH:MM[:SS[.fff]]` (a space or `T` between)
  /// with an optional `Z`, `±HH`, `±HHMM` or `±HH:MM` after a time, from UTF-8; `nil` for any other
  /// form. Allocates no memory.
  package init?(iso bytes: Span<UInt8>) {
    guard bytes.count >= 10, bytes[4] == 0x2D, bytes[7] == 0x2D,
      let year = twoDigits(bytes, 0).flatMap({ high in
        twoDigits(bytes, 2).map { high * 100 + $0 }
      }),
      let month = twoDigits(bytes, 5), let dayOfMonth = twoDigits(bytes, 8),
      let day = CivilDay(year: year, month: month, day: dayOfMonth)
    else { return nil }
    self.day = day
    if bytes.count == 10 { return }
    guard bytes.count >= 16, bytes[10] == 0x54 || bytes[10] == 0x20 || bytes[10] == 0x74,
      bytes[13] == 0x3A, let hour = twoDigits(bytes, 11), hour < 24,
      let minute = twoDigits(bytes, 14), minute < 60
    else { return nil }
    var milliseconds = (hour * 60 + minute) * 60_000
    var index = 16
    if index < bytes.count, bytes[index] == 0x3A {
      guard let second = twoDigits(bytes, 17), second < 60 else { return nil }
      milliseconds += second * 1000
      index = 19
      if index < bytes.count, bytes[index] == 0x2E || bytes[index] == 0x2C {
        index += 1
        let start = index
        var scale = 100
        while index < bytes.count, bytes[index] >= 0x30, bytes[index] <= 0x39 {
          milliseconds += Int(bytes[index] - 0x30) * scale
          scale /= 10
          index += 1
        }
        if index == start { return nil }
      }
    }
    time = Int32(milliseconds)
    if index == bytes.count { return }
    if bytes[index] == 0x5A || bytes[index] == 0x7A {
      guard index + 1 == bytes.count else { return nil }
      offset = .zero
      isUniversal = true
      return
    }
    guard bytes[index] == 0x2B || bytes[index] == 0x2D, let hours = twoDigits(bytes, index + 1)
    else { return nil }
    let sign = bytes[index] == 0x2D ? -1 : 1
    index += 3
    var seconds = hours * 3600
    if index < bytes.count {
      if bytes[index] == 0x3A { index += 1 }
      guard let minutes = twoDigits(bytes, index), minutes < 60, index + 2 == bytes.count else {
        return nil
      }
      seconds += minutes * 60
    }
    guard seconds <= Int(UTCOffset.widest) else { return nil }
    offset = UTCOffset(seconds: Int32(sign * seconds))
    isUniversal = sign < 0 && seconds == 0
  }
}

/// Returns the value of two digits at an index; `nil` when they are not digits.
private func twoDigits(_ bytes: Span<UInt8>, _ index: Int) -> Int? {
  guard index + 1 < bytes.count else { return nil }
  let (high, low) = (bytes[index] &- 0x30, bytes[index + 1] &- 0x30)
  guard high < 10, low < 10 else { return nil }
  return Int(high) * 10 + Int(low)
}
