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
  @usableFromInline package var description: String {
    var text = ShortText()
    text.append(self)
    return text.string
  }
}

extension CivilTime: CustomStringConvertible {
  /// `YYYY-MM-DDTHH:MM:SS`, with `.fff` when there are milliseconds.
  @usableFromInline package var description: String {
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
///
/// Safety: the bytes are borrowed only while a closure reads the first `count` of them, which are initialized;
/// appending checks that `count` stays below 64.
package struct ShortText {
  /// More than the longest text: a year of 11 characters, a time with milliseconds, and an offset.
  private var bytes = SIMD64<UInt8>()
  private var count = 0

  package init() {}

  package var string: String {
    withUnsafeBytes(of: bytes) { String(decoding: $0[..<count], as: UTF8.self) }
  }

  /// Passes the text in UTF-8 to a closure.
  package func withBytes(_ body: (Span<UInt8>) -> Void) {
    withUnsafeBytes(of: bytes) { bytes in
      bytes.withMemoryRebound(to: UInt8.self) { body($0.span.extracting(0..<count)) }
    }
  }

  package mutating func append(_ day: CivilDay) {
    let (year, month, dayOfMonth) = day.components
    if (0...9999).contains(year) {
      pair(year / 100)
      pair(year % 100)
    } else {
      // The zeros that fill the width precede the sign.
      let digits = String(year).utf8
      for _ in 0..<max(0, 4 - digits.count) { append(0x30) }
      for digit in digits { append(digit) }
    }
    append("-", month)
    append("-", dayOfMonth)
  }

  package mutating func append(_ time: CivilTime, hasFraction: Bool = false) {
    append(time.day)
    append("T", time.hour)
    append(":", time.minute)
    append(":", time.second)
    let fraction = Int(time.milliseconds) % 1000
    if hasFraction || fraction != 0 {
      append(".", fraction / 10)
      append(0x30 + UInt8(truncatingIfNeeded: fraction % 10))
    }
  }

  /// Appends the offset, as `Z` or `±HH:MM`; one that is left out is -00:00.
  package mutating func append(_ offset: UTCOffset, isOmitted: Bool = false) {
    if offset.seconds == 0 && !isOmitted { return append(0x5A) }
    let size = isOmitted ? 0 : abs(Int(offset.seconds))
    append(offset.seconds < 0 || isOmitted ? "-" : "+", size / 3600)
    append(":", size / 60 % 60)
    if size % 60 != 0 { append(":", size % 60) }
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  /// Appends a separator and a number of two digits.
  @inline(__always)
  private mutating func append(_ separator: Unicode.Scalar, _ number: Int) {
    append(UInt8(truncatingIfNeeded: separator.value))
    pair(number)
  }

  @inline(__always)
  private mutating func pair(_ number: Int) {
    append(0x30 + UInt8(truncatingIfNeeded: number / 10))
    append(0x30 + UInt8(truncatingIfNeeded: number % 10))
  }
}
