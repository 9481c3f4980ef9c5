/// A parsed point in time: a local day and time, and the UTC offset if one was given.
///
/// Without an offset, the instant depends on the profile's zone and is resolved in `Sessions`.
public struct Timestamp: Hashable, Sendable {
  /// The local day and time.
  public var local: CivilTime
  /// The UTC offset, if given.
  public var offset: UTCOffset?
  /// Whether only a day is given, whose start is then meant: `local` is 00:00 of it.
  package private(set) var isDay = false

  package init(day: CivilDay) {
    self.init(local: CivilTime(day: day), offset: nil)
    isDay = true
  }

  package init(local: CivilTime, offset: UTCOffset?) {
    self.local = local
    self.offset = offset
  }

  package init(_ instant: Instant, offset: UTCOffset) {
    self.init(local: CivilTime(instant, offset: offset), offset: offset)
  }

  /// Returns the civil day, at the timestamp's own offset if it has one.
  package func day(_ dayStart: DayStart) -> CivilDay {
    isDay ? local.day : dayStart.day(of: local)
  }

  /// The accepted forms, for error messages.
  package static let form =
    "a timestamp such as 2026-03-01, 2026-03-01T09:30 or 2026-03-01T09:30:00+01:00"

  /// Parses the ISO 8601 forms `YYYY-MM-DD` and `YYYY-MM-DD HH:MM[:SS[.fff…]]` with a space or `T`
  /// between day and time. A time may be followed by `Z`, `±HH`, `±HHMM`, `±HH:MM` or `±HH:MM:SS`,
  /// since offsets before standard time have seconds. Digits after the millisecond are ignored. A
  /// day without a time means the start of the day. A leap second (`:60`, accepted only at the end of a quarter of
  /// an hour, since offsets are multiples of that) is read as the last millisecond of its minute.
  ///
  /// - Returns: `nil` when the text has another form or contains an impossible day, time or offset.
  public init?(_ text: some StringProtocol) {
    var scan = DigitScan(text: Substring(text))
    guard let year = scan.number(4), scan.skip("-"), let month = scan.number(2), scan.skip("-"),
      let dayOfMonth = scan.number(2),
      let day = CivilDay(year: year, month: month, day: dayOfMonth)
    else { return nil }
    if scan.isAtEnd {
      self.init(day: day)
      return
    }
    guard scan.skip("T") || scan.skip("t") || scan.skip(" "),
      let hour = scan.number(2), hour < 24, scan.skip(":"),
      let minute = scan.number(2), minute < 60
    else { return nil }
    var milliseconds = (hour * 60 + minute) * 60_000
    if scan.skip(":") {
      guard let second = scan.number(2), second < 60 || second == 60 && minute % 15 == 14 else {
        return nil
      }
      milliseconds += min(second * 1000, 59_999)
      if scan.skip(".") || scan.skip(",") {
        guard let fraction = scan.fraction() else { return nil }
        if second < 60 { milliseconds += fraction }
      }
    }
    guard let offset = scan.offset() else { return nil }
    self.init(
      local: CivilTime(day: day, milliseconds: Int32(milliseconds)), offset: offset)
  }
}

/// A scanner of the fixed-width decimal fields of a timestamp.
private struct DigitScan {
  var rest: Substring.UTF8View.SubSequence

  init(text: Substring) {
    rest = text.utf8[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == byte.value else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(_ digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = nextDigit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Parses one or more digits after the decimal point as milliseconds.
  mutating func fraction() -> Int? {
    guard var value = nextDigit().map({ $0 * 100 }) else { return nil }
    var scale = 10
    while let digit = nextDigit() {
      value += digit * scale
      scale /= 10
    }
    return value
  }

  /// Parses the offset at the end: `.some(nil)` when there is none, `nil` when it is invalid.
  mutating func offset() -> UTCOffset?? {
    if isAtEnd { return .some(nil) }
    if skip("Z") || skip("z") { return isAtEnd ? .some(.zero) : nil }
    let sign: Int
    if skip("+") {
      sign = 1
    } else if skip("-") {
      sign = -1
    } else {
      return nil
    }
    guard let hours = number(2) else { return nil }
    var seconds = hours * 3600
    if !isAtEnd {
      let isExtended = skip(":")
      guard let minutes = number(2), minutes < 60 else { return nil }
      seconds += minutes * 60
      if !isAtEnd {
        guard isExtended, skip(":"), let rest = number(2), rest < 60, isAtEnd else { return nil }
        seconds += rest
      }
    }
    guard seconds <= Int(UTCOffset.widest) else { return nil }
    return .some(UTCOffset(seconds: Int32(sign * seconds)))
  }

  private mutating func nextDigit() -> Int? {
    guard let byte = rest.first, byte >= 0x30, byte <= 0x39 else { return nil }
    rest.removeFirst()
    return Int(byte) - 0x30
  }
}
