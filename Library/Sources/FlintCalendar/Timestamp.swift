/// A parsed point in time: a local day and time, and the UTC offset if one was given.
///
/// Without an offset, the instant depends on the profile's zone and is resolved in `Sessions`.
@usableFromInline package struct Timestamp: Hashable, Sendable {
  /// The local day and time.
  package var local: CivilTime
  /// The UTC offset, if given.
  package var offset: UTCOffset?
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
  @usableFromInline package init?(_ text: some StringProtocol) {
    var text = String(text)
    guard let timestamp = text.withUTF8({ Timestamp(utf8: $0.span) }) else { return nil }
    self = timestamp
  }

  /// Parses the same forms from UTF-8, without a copy: files contain millions of them.
  package init?(utf8 bytes: Span<UInt8>) {
    let timestamp = bytes.withUnsafeBufferPointer { bytes in
      var scan = DigitScan(bytes: bytes)
      return scan.timestamp()
    }
    guard let timestamp else { return nil }
    self = timestamp
  }
}

/// A scanner of the fixed-width decimal fields of a timestamp.
private struct DigitScan {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  var isAtEnd: Bool { position == bytes.count }

  mutating func timestamp() -> Timestamp? {
    guard let year = number(4), skip("-"), let month = number(2), skip("-"),
      let dayOfMonth = number(2), let day = CivilDay(year: year, month: month, day: dayOfMonth)
    else { return nil }
    if isAtEnd { return Timestamp(day: day) }
    guard skip("T") || skip("t") || skip(" "), let hour = number(2), hour < 24, skip(":"),
      let minute = number(2), minute < 60
    else { return nil }
    var milliseconds = (hour * 60 + minute) * 60_000
    if skip(":") {
      guard let second = number(2), second < 60 || second == 60 && minute % 15 == 14 else {
        return nil
      }
      milliseconds += min(second * 1000, 59_999)
      if skip(".") || skip(",") {
        guard let fraction = fraction() else { return nil }
        if second < 60 { milliseconds += fraction }
      }
    }
    guard let offset = offset() else { return nil }
    return Timestamp(
      local: CivilTime(day: day, milliseconds: Int32(milliseconds)), offset: offset)
  }

  mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == byte.value else { return false }
    position += 1
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
    guard position < bytes.count, (0x30...0x39).contains(bytes[position]) else { return nil }
    defer { position += 1 }
    return Int(bytes[position]) - 0x30
  }
}
