/// ISO 8601 texts of days, times and offsets.
extension CivilDay: CustomStringConvertible {
  /// `YYYY-MM-DD`.
  public var description: String {
    var text = ShortText()
    text.append(self)
    return text.string
  }

  /// Parses `YYYY-MM-DD`; `nil` when the text has another form or there is no such day.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 10, let timestamp = Timestamp(text) else { return nil }
    self = timestamp.local.day
  }

  /// The English name of the weekday, `Monday` … `Sunday`.
  package var weekdayName: String { Weekday(self).name }
}

extension UTCOffset: CustomStringConvertible {
  /// `Z`, or `±HH:MM` (with `:SS` where a historical offset has seconds).
  public var description: String {
    var text = ShortText()
    text.append(self)
    return text.string
  }
}

extension CivilTime: CustomStringConvertible {
  /// `YYYY-MM-DDTHH:MM:SS`, with `.fff` when there are milliseconds.
  public var description: String {
    var text = ShortText()
    text.append(self)
    return text.string
  }
}

extension Instant: CustomStringConvertible {
  /// The instant in UTC, `YYYY-MM-DDTHH:MM:SSZ`.
  public var description: String { text(offset: .zero) }

  /// Returns the local time at an offset, followed by the offset.
  ///
  /// - Parameter hasFraction: whether the milliseconds are written even if there are none, as in a
  ///   column in which another time has some.
  package func text(offset: UTCOffset, hasFraction: Bool = false) -> String {
    var text = ShortText()
    text.append(CivilTime(self, offset: offset), hasFraction: hasFraction)
    text.append(offset)
    return text.string
  }
}

/// An ASCII text of a day or a time, made without intermediate strings: lists have millions of them.
private struct ShortText {
  /// More than the longest text: a year of 11 characters, a time with milliseconds, and an offset.
  private var bytes = InlineArray<64, UInt8>(repeating: 0)
  private var count = 0

  var string: String {
    String(unsafeUninitializedCapacity: count) { buffer in
      for index in 0..<count { buffer[index] = bytes[index] }
      return count
    }
  }

  mutating func append(_ day: CivilDay) {
    let (year, month, dayOfMonth) = day.components
    append(year, width: 4)
    append(month, after: "-")
    append(dayOfMonth, after: "-")
  }

  mutating func append(_ time: CivilTime, hasFraction: Bool = false) {
    append(time.day)
    append(time.hour, after: "T")
    append(time.minute, after: ":")
    append(time.second, after: ":")
    let fraction = Int(time.milliseconds) % 1000
    if hasFraction || fraction != 0 { append(fraction, width: 3, after: ".") }
  }

  mutating func append(_ offset: UTCOffset) {
    if offset.seconds == 0 { return append("Z") }
    let size = abs(Int(offset.seconds))
    append(size / 3600, after: offset.seconds < 0 ? "-" : "+")
    append(size / 60 % 60, after: ":")
    if size % 60 != 0 { append(size % 60, after: ":") }
  }

  private mutating func append(_ character: Unicode.Scalar) {
    bytes[count] = UInt8(truncatingIfNeeded: character.value)
    count += 1
  }

  /// Appends a number with at least a number of digits, after a separator.
  private mutating func append(
    _ value: Int, width: Int = 2, after separator: Unicode.Scalar? = nil
  ) {
    if let separator { append(separator) }
    // As of any number: the zeros that fill the width precede the sign.
    var digits = 1
    var rest = value.magnitude / 10
    while rest > 0 { (digits, rest) = (digits + 1, rest / 10) }
    let length = digits + (value < 0 ? 1 : 0)
    for _ in 0..<max(0, width - length) { append("0") }
    if value < 0 { append("-") }
    rest = value.magnitude
    for index in stride(from: count + digits - 1, through: count, by: -1) {
      bytes[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += digits
  }
}
