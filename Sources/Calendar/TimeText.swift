/// ISO 8601 texts of days, times and offsets.
extension CivilDay: CustomStringConvertible {
  /// `YYYY-MM-DD`.
  public var description: String {
    let (year, month, day) = components
    var text = ""
    text.append(year, width: 4)
    text.append(month, after: "-")
    text.append(day, after: "-")
    return text
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
    var text = ""
    text.append(size / 3600, after: seconds < 0 ? "-" : "+")
    text.append(size / 60 % 60, after: ":")
    if size % 60 != 0 { text.append(size % 60, after: ":") }
    return text
  }
}

extension CivilTime: CustomStringConvertible {
  /// `YYYY-MM-DDTHH:MM:SS`, with `.fff` when there are milliseconds.
  public var description: String {
    let fraction = Int(milliseconds) % 1000
    var text = day.description
    text.reserveCapacity(23)
    text.append(hour, after: "T")
    text.append(minute, after: ":")
    text.append(second, after: ":")
    if fraction != 0 { text.append(fraction, width: 3, after: ".") }
    return text
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

extension String {
  /// Appends a number with at least a number of digits, after a separator.
  fileprivate mutating func append(_ value: Int, width: Int = 2, after separator: String = "") {
    self += separator
    let digits = String(value)
    for _ in 0..<max(0, width - digits.utf8.count) { self += "0" }
    self += digits
  }
}
