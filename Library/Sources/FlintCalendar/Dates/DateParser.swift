/// The parser of written dates. Each function consumes what it recognises, and nothing else.
struct DateParser {
  private var rest: ArraySlice<DateToken>

  private init(_ tokens: some Sequence<DateToken>) {
    rest = ArraySlice(Array(tokens))
  }

  static func form(of text: String) throws(DateFault.Reason) -> DateExpression.Form {
    let trimmed = text.drop { $0.isWhitespace }
    let end = trimmed.lastIndex { !$0.isWhitespace }.map { trimmed.index(after: $0) }
    let plain = trimmed[..<(end ?? trimmed.startIndex)]
    if plain.utf8.count != 10, let timestamp = Timestamp(plain) { return .timestamp(timestamp) }
    guard let tokens = tokens(of: text), !tokens.isEmpty else { throw .unknown(word: nil) }
    try DateNumbers.check(tokens)
    if let split = tokens.indices.dropLast().first(where: {
      tokens[$0] == .sign(".") && tokens[$0 + 1] == .sign(".")
    }) {
      var (left, right) = (DateParser(tokens[..<split]), DateParser(tokens[(split + 2)...]))
      if let first = try left.period(), let last = try right.period(), left.rest.isEmpty,
        right.rest.isEmpty
      {
        return .span(first, last)
      }
      throw unknown(tokens)
    }
    var parser = DateParser(tokens)
    if let form = try parser.single(), parser.rest.isEmpty { return form }
    throw unknown(tokens)
  }

  /// Returns the tokens of a text, without the spaces between them; `nil` if one is too long.
  private static func tokens(of text: String) -> [DateToken]? {
    let tokens = DateToken.tokens(of: text, longest: 200)?.filter { $0 != .space }
    let isTooLong = tokens?.contains { token in
      if case .number(_, let digits) = token { digits > 6 } else { false }
    }
    return isTooLong == false ? tokens : nil
  }

  private static func unknown(_ tokens: [DateToken]) -> DateFault.Reason {
    if let date = DateNumbers.named(tokens) { return .ambiguous(readings: [date]) }
    let known = Set(DateFault.words).union(["at", "in", "am", "pm", "a", "an", "w"])
    for case .word(let word) in tokens
    where !known.contains(word) && DateUnit(name: word) == nil && Weekday(name: word) == nil {
      return .unknown(word: word)
    }
    return .unknown(word: nil)
  }

  /// Parses everything but a range from one day to another.
  private mutating func single() throws(DateFault.Reason) -> DateExpression.Form? {
    if skip(.word("now")) { return .elapsed(0) }
    if let time = time() { return .period(.fromToday(0), time: time) }
    if let (count, unit) = distance() {
      if let length = unit.milliseconds { return .elapsed(Int64(count) * length) }
      return .period(.shifted(DateDistance(count, unit)), time: timeAfterDay())
    }
    guard let period = try period() else { return nil }
    return .period(period, time: period.isDay ? timeAfterDay() : nil)
  }

  // MARK: Days and periods

  private mutating func period() throws(DateFault.Reason) -> DatePeriod? {
    if let (count, unit) = distance() {
      return unit.milliseconds == nil ? .shifted(DateDistance(count, unit)) : nil
    }
    if let written = try DateNumbers.period(&rest) { return written }
    guard case .word(let word)? = rest.popFirst() else { return nil }
    switch word {
    case "today": return .fromToday(0)
    case "yesterday": return .fromToday(-1)
    case "tomorrow": return .fromToday(1)
    case "this": return current(0)
    case "last": return latest() ?? near(.latest) ?? current(-1)
    case "next": return near(.next) ?? current(1)
    case "week": return .current(.week, offset: 0)
    case "month": return .current(.month, offset: 0)
    case "year": return .current(.year, offset: 0)
    default: return Weekday(name: word).map { .weekday($0, nil, isTodayExcluded: false) }
    }
  }

  /// Parses `week`, `month` or `year` after `this`, `last` or `next`.
  private mutating func current(_ offset: Int) -> DatePeriod? {
    switch rest.first {
    case .word("week"): rest.removeFirst(); return .current(.week, offset: offset)
    case .word("month"): rest.removeFirst(); return .current(.month, offset: offset)
    case .word("year"): rest.removeFirst(); return .current(.year, offset: offset)
    default: return nil
    }
  }

  /// Parses a weekday after `last` or `next`.
  private mutating func near(_ direction: DateExpression.Direction) -> DatePeriod? {
    guard case .word(let word)? = rest.first, let weekday = Weekday(name: word) else { return nil }
    rest.removeFirst()
    return .weekday(weekday, direction, isTodayExcluded: true)
  }

  /// Parses a number of days, weeks, months or years after `last`.
  private mutating func latest() -> DatePeriod? {
    guard let (count, unit) = countAndUnit(), count > 0, unit.milliseconds == nil else {
      return nil
    }
    return .latest(DateDistance(-count, unit))
  }

  // MARK: Distances

  /// Parses `-7d`, `+2 weeks`, `3 days ago` or `in 2 weeks`.
  private mutating func distance() -> (count: Int, unit: DateUnit)? {
    let start = rest
    if skip(.sign("-")) || skip(.sign("−")) {
      if let (count, unit) = countAndUnit() { return (-count, unit) }
    } else if skip(.sign("+")) || skip(.word("in")) {
      if let found = countAndUnit() { return found }
    } else if let (count, unit) = countAndUnit(), skip(.word("ago")) {
      return (-count, unit)
    }
    rest = start
    return nil
  }

  private mutating func countAndUnit() -> (count: Int, unit: DateUnit)? {
    let start = rest
    let count: Int
    switch rest.popFirst() {
    case .number(let number, _): count = number
    case .word("a"), .word("an"): count = 1
    default: rest = start; return nil
    }
    guard case .word(let word)? = rest.popFirst(), let unit = DateUnit(name: word) else {
      rest = start
      return nil
    }
    return (count, unit)
  }

  // MARK: Times of day

  private mutating func timeAfterDay() -> Int32? {
    let start = rest
    _ = skip(.word("at"))
    if let time = time() { return time }
    rest = start
    return nil
  }

  /// Parses `14:30`, `14:30:15`, `9am` or `2:30 pm` as milliseconds after 00:00.
  private mutating func time() -> Int32? {
    let start = rest
    if let time = timeOfDay() { return time }
    rest = start
    return nil
  }

  private mutating func timeOfDay() -> Int32? {
    guard case .number(var hour, 1...2)? = rest.popFirst() else { return nil }
    var (minute, second) = (0, 0)
    let hasMinute = skip(.sign(":"))
    if hasMinute {
      guard let number = sixtieth() else { return nil }
      minute = number
      if skip(.sign(":")) {
        guard let number = sixtieth() else { return nil }
        second = number
      }
    }
    switch rest.first {
    case .word("am"), .word("pm"):
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (skip(.word("pm")) ? 12 : 0)
      _ = skip(.word("am"))
    default:
      guard hasMinute, hour < 24 else { return nil }
    }
    return Int32(((hour * 60 + minute) * 60 + second) * 1000)
  }

  /// Parses a minute or second.
  private mutating func sixtieth() -> Int? {
    guard case .number(let number, 2)? = rest.popFirst(), number < 60 else { return nil }
    return number
  }

  private mutating func skip(_ token: DateToken) -> Bool {
    guard rest.first == token else { return false }
    rest.removeFirst()
    return true
  }
}
