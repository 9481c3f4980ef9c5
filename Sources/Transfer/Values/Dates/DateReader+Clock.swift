import FlintCalendar
import FlintRules

extension DateReader {
  /// Reads what follows the day: a time, and perhaps an offset.
  static func clock(_ tokens: inout DateTokens, on day: CivilDay) -> WrittenDate? {
    let start = tokens.peek()
    _ = tokens.take(",")
    tokens.skipSpace()
    if tokens.take(word: "at") || tokens.take(word: "t") { tokens.skipSpace() }
    guard start != tokens.peek(), let time = time(&tokens, separators: [":"], allowsEnd: true)
    else { return nil }
    // 24:00 is the midnight after the day.
    var date = time == end ? WrittenDate(day: day + 1, time: 0) : WrittenDate(day: day, time: time)
    if tokens.isAtEnd { return date }
    guard offset(&tokens, into: &date), tokens.isAtEnd else { return nil }
    return date
  }

  /// The milliseconds of a day.
  private static let end: Int32 = 86_400_000

  /// Reads a time of day.
  ///
  /// - Parameter allowsEnd: whether 24:00, the end of the day, is a time.
  static func time(
    _ tokens: inout DateTokens, separators: [Unicode.Scalar], allowsEnd: Bool = false
  ) -> Int32? {
    let prefix = tokens.attempt { half(&$0) }
    if prefix != nil { tokens.skipSpace() }
    guard case .number(var hour, let digits) = tokens.peek() else { return nil }
    tokens.take()
    var (minute, milliseconds) = (0, 0)
    var isBare = false
    if digits == 6 || digits == 4 {
      if digits == 6 {
        milliseconds = hour % 100 * 1000
        hour /= 100
      }
      minute = hour % 100
      hour /= 100
    } else if digits <= 2, case .sign(let separator) = tokens.peek(),
      separators.contains(separator), case .number(let value, digits: 2) = tokens.peek(1)
    {
      tokens.take()
      tokens.take()
      minute = value
      if tokens.peek() == .sign(separator), case .number(let second, digits: 2) = tokens.peek(1) {
        tokens.take()
        tokens.take()
        // A leap second is the last millisecond of its minute, as for `Timestamp`.
        guard second < 60 || second == 60 && minute % 15 == 14 else { return nil }
        let rest = fraction(&tokens)
        milliseconds = second == 60 ? 59_999 : second * 1000 + rest
      }
    } else if digits <= 2 {
      isBare = true
    } else {
      return nil
    }
    guard minute < 60, milliseconds < 60_000 else { return nil }
    if let half = prefix ?? tokens.attempt({ half(&$0) }) {
      guard let hourOfDay = half.hour(hour) else { return nil }
      hour = hourOfDay
    } else if isBare || hour > 23 {
      guard allowsEnd, !isBare, hour == 24, minute == 0, milliseconds == 0 else { return nil }
    }
    return Int32((hour * 60 + minute) * 60_000 + milliseconds)
  }

  /// Returns whether a text is hours, minutes and seconds as numbers with colons, such as 1:30:00.
  static func isClockWithSeconds(_ text: String) -> Bool {
    let components = text.split(separator: ":", omittingEmptySubsequences: false)
    return components.count == 3 && !components[0].isEmpty && components[1].count == 2
      && components[2].count == 2
      && components.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
  }

  /// Reads a fraction of a second, in milliseconds; 0 if there is none.
  private static func fraction(_ tokens: inout DateTokens) -> Int {
    guard case .sign(let mark) = tokens.peek(), mark == "." || mark == ",",
      case .number(var value, var digits) = tokens.peek(1)
    else { return 0 }
    tokens.take()
    tokens.take()
    while digits > 3 {
      value /= 10
      digits -= 1
    }
    while digits < 3 {
      value *= 10
      digits += 1
    }
    return value
  }

  /// Reads `pm`, `PM`, `p.m.` or `p. m.`, their morning forms, and those of other languages.
  private static func half(_ tokens: inout DateTokens) -> DateWord.Half? {
    tokens.skipSpace()
    guard case .word(let word) = tokens.peek() else { return nil }
    tokens.take()
    if word == "a" || word == "p" {
      guard tokens.take(".") else { return nil }
      tokens.skipSpace()
      guard tokens.take(word: "m") else { return nil }
      _ = tokens.take(".")
      return DateWord.Half(isAfternoon: word == "p")
    }
    return DateWord.Half(word)
  }

  /// Reads `Z`, `UTC`, `GMT`, `+02:00`, `+0200`, `+02` or `GMT+0200`.
  private static func offset(_ tokens: inout DateTokens, into date: inout WrittenDate) -> Bool {
    tokens.skipSpace()
    let isNamed = tokens.take(word: "utc") || tokens.take(word: "gmt")
    if isNamed || tokens.take(word: "z") {
      if tokens.isAtEnd || !isNamed {
        date.offset = .zero
        date.isUniversal = true
        return true
      }
    }
    let isWest = tokens.take("-")
    guard isWest || tokens.take("+") else { return false }
    var seconds: Int
    if let compact = tokens.number(digits: 4...4) {
      guard compact.value % 100 < 60 else { return false }
      seconds = (compact.value / 100 * 60 + compact.value % 100) * 60
    } else {
      guard let hours = tokens.number(digits: 1...2) else { return false }
      seconds = hours.value * 3600
      if tokens.take(":") {
        guard let minutes = tokens.number(digits: 2...2), minutes.value < 60 else { return false }
        seconds += minutes.value * 60
      }
    }
    guard seconds <= Int(UTCOffset.widest) else { return false }
    date.offset = UTCOffset(seconds: Int32(isWest ? -seconds : seconds))
    return true
  }
}
