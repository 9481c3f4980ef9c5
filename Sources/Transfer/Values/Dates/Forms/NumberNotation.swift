package import FlintCalendar
import FlintSchema

/// The notation of a time that is written as a number, by its name in mappings.
package enum NumberNotation: String, Sendable, CaseIterable {
  /// Seconds since 1970-01-01T00:00:00Z.
  case seconds = "unix"
  /// Milliseconds since then.
  case milliseconds = "unix_ms"
  /// Days of a spreadsheet.
  case days = "excel"

  /// Returns the notation in which a number is most likely a time, with the day that it means: seconds
  /// and milliseconds of 1973 to 2102, days of 1954 to 2119; `nil` where there is none.
  package static func guess(_ text: String) -> (notation: NumberNotation, day: CivilDay)? {
    guard let number = NumberReader(isRounding: true).read(text)?.millionths else { return nil }
    let whole = number / 1_000_000
    let notation: NumberNotation
    switch whole {
    case 20_000..<80_000: notation = .days
    case 100_000_000..<4_200_000_000: notation = .seconds
    case 100_000_000_000..<4_200_000_000_000: notation = .milliseconds
    default: return nil
    }
    if notation == .days { return (try? SerialDay.read(text)).map { (notation, $0.day) } }
    let instant = Instant(milliseconds: notation == .seconds ? whole * 1000 : whole)
    return (notation, CivilTime(instant, offset: .zero).day)
  }

  /// The error message for a number in a column of dates; `nil` where it is hardly a time.
  package static func problem(with text: String) -> String? {
    guard let (notation, day) = guess(text) else { return nil }
    let unit =
      switch notation {
      case .seconds: "seconds since 1970"
      case .milliseconds: "milliseconds since 1970"
      case .days: "the days of a spreadsheet"
      }
    return
      "it is \(day) in \(unit); if that is right, set dates = \"\(notation.rawValue)\" in the mapping"
  }
}
