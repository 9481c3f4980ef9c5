/// ISO 8601 texts of days, times and offsets.
extension CivilDay: CustomStringConvertible {
  /// `YYYY-MM-DD`.
  public var description: String {
    let (year, month, day) = components
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// Parses `YYYY-MM-DD`; `nil` when the text has another form or there is no such day.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 10, let timestamp = Timestamp(text) else { return nil }
    self = timestamp.local.day
  }

  /// The English name of the weekday, `Monday` … `Sunday`.
  public var weekdayName: String { Weekday(self).name }
}

extension UTCOffset: CustomStringConvertible {
  /// `Z`, or `±HH:MM` (with `:SS` where a historical offset has seconds).
  public var description: String {
    if seconds == 0 { return "Z" }
    let size = abs(Int(seconds))
    let tail = size % 60 == 0 ? "" : ":" + padded(size % 60, 2)
    return (seconds < 0 ? "-" : "+") + padded(size / 3600, 2) + ":"
      + padded(size / 60 % 60, 2) + tail
  }
}

extension CivilTime: CustomStringConvertible {
  /// `YYYY-MM-DDTHH:MM:SS`, with `.fff` when there are milliseconds.
  public var description: String {
    let fraction = Int(milliseconds) % 1000
    return "\(day)T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
      + (fraction == 0 ? "" : "." + padded(fraction, 3))
  }
}

extension Instant: CustomStringConvertible {
  /// The instant in UTC, `YYYY-MM-DDTHH:MM:SSZ`.
  public var description: String { text(offset: .zero) }

  /// Returns the local time at an offset, followed by the offset.
  public func text(offset: UTCOffset) -> String {
    CivilTime(self, offset: offset).description + offset.description
  }
}

private func padded(_ value: Int, _ width: Int) -> String {
  let digits = String(value)
  return digits.utf8.count >= width
    ? digits : String(repeating: "0", count: width - digits.utf8.count) + digits
}
