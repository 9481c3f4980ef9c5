package import FlintCalendar
import FlintRules
import FlintSchema

/// Reads dates and times as people and apps write them: `2026-06-22`, `22/06/2026`, `06-16-24`,
/// `June 22, 2026`, `22 Jun 2026`, each with or without a time such as `22:00`, `10:00 pm` or
/// `08:00:00+02:00`; `20260622T080000Z`; and, on request, Unix timestamps.
///
/// Nothing is guessed. A date of three numbers is read only if its year comes first with four
/// digits, or if the order is known: see ``DateOrderFinder``. In a year of two digits, 69–99 mean
/// 1969–1999 and 00–68 mean 2000–2068, as in POSIX. Names of months and weekdays are those of
/// ``DateWord``, in full or abbreviated. The time 24:00 is the midnight after its day.
package struct DateReader: Sendable {
  /// The order of dates that consist of three numbers; `nil` when it is not known.
  package var order: DateOrder?

  /// A description of readable dates, for error messages.
  package var form: String {
    switch order {
    case nil, .ymd: "a date such as 2026-06-22, 2026-06-22 21:30 or 22 Jun 2026"
    case .dmy: "a date such as 2026-06-22, 22/06/2026 or 22 Jun 2026"
    case .mdy: "a date such as 2026-06-22, 06/22/2026 or Jun 22, 2026"
    }
  }

  /// Returns the error message for an unreadable text: the expected form, or that its order has to
  /// be chosen.
  ///
  /// - Parameter form: the expected form, if it is not any date.
  package func problem(with text: String, expected form: String? = nil) -> String {
    let orders = DateOrder.allCases.filter { DateReader(order: $0).read(text) != nil }
    if order != nil || orders.isEmpty {
      return DateReader.fault(of: text, in: order) ?? "expected \(form ?? self.form)"
    }
    let options = orders.map { "--dates \($0.rawValue)" }.joined(separator: " or ")
    return "the order of day, month and year is not known; choose it with \(options)"
  }

  /// Reads a date; `nil` when the text is not a date, its order is not known, or no profile accepts its
  /// time.
  package func read(_ text: String) -> WrittenDate? {
    written(text).flatMap { $0.isAccepted ? $0 : nil }
  }

  private func written(_ text: String) -> WrittenDate? {
    var trimmed = text.trimmedWhitespace
    if let date = trimmed.withUTF8({ WrittenDate(iso: $0.span) }) { return date }
    guard var tokens = DateTokens(trimmed) else { return nil }
    return read(&tokens)
  }

  /// Reads all tokens as a date.
  func read(_ tokens: inout DateTokens) -> WrittenDate? {
    // A word such as "mar" is a month or a weekday, by what follows.
    tokens.attempt { rest(&$0, hasWeekday: false) } ?? rest(&tokens, hasWeekday: true)
  }

  private func rest(_ tokens: inout DateTokens, hasWeekday: Bool) -> WrittenDate? {
    let weekday = hasWeekday ? DateReader.weekday(&tokens) : nil
    if hasWeekday, weekday == nil { return nil }
    guard let day = day(&tokens, year: nil) else { return nil }
    if let weekday, weekday != Weekday(day) {
      tokens.fault = .weekday(day)
      return nil
    }
    if tokens.isAtEnd { return WrittenDate(day: day) }
    return DateReader.clock(&tokens, on: day)
  }

  /// Reads a date in UTF-8, fast if it is ISO 8601; `nil` under the same conditions as for texts.
  package func read(_ bytes: Span<UInt8>) -> WrittenDate? {
    if let date = WrittenDate(iso: bytes), date.isAccepted { return date }
    return bytes.withUnsafeBufferPointer { read(String(decoding: $0, as: UTF8.self)) }
  }

  /// Reads a day and month such as `June 22` or `22 June` in a given year; `nil` when the text is
  /// not such a date, or names another year.
  package func day(_ text: String, inYear year: Int) -> CivilDay? {
    guard var tokens = DateTokens(text) else { return nil }
    let found =
      tokens.attempt { whole(&$0, year: year) }
      ?? tokens.attempt { DateReader.weekday(&$0) }.flatMap { weekday in
        whole(&tokens, year: year).flatMap { Weekday($0) == weekday ? $0 : nil }
      }
    return found?.components.year == year ? found : nil
  }

  /// Reads a time of day such as `22:00`, `22.00`, `10:00 pm` or `10pm`, in milliseconds since
  /// 00:00; `nil` when the text is not a time.
  ///
  /// - Parameter allowsEnd: whether 24:00, the end of the day, is a time.
  package static func time(_ text: String, allowsEnd: Bool = false) -> Int32? {
    guard var tokens = DateTokens(text),
      let time = time(&tokens, separators: [":", "."], allowsEnd: allowsEnd), tokens.isAtEnd
    else { return nil }
    return time
  }

  /// The unit of a Unix timestamp, by its name in mappings.
  package enum UnixUnit: String, Sendable, CaseIterable {
    /// Seconds, perhaps with a fraction.
    case seconds = "unix"
    case milliseconds = "unix_ms"
  }

  /// Reads a Unix timestamp (time since 1970-01-01T00:00:00Z), rounding down to milliseconds; `nil`
  /// when the text is not a number, or the instant is outside the years 1 to 9999.
  package static func instant(unix text: String, _ unit: UnixUnit) -> Instant? {
    let reader = NumberReader(mark: .point, isRounding: true)
    guard let millionths = reader.read(text)?.millionths else { return nil }
    let instant = Instant(
      milliseconds: millionths.dividedRoundingDown(by: unit == .seconds ? 1000 : 1_000_000))
    return instant.isAccepted ? instant : nil
  }

  /// Seconds of the years 1973 to 2102, which would be milliseconds of early 1970.
  private static let seconds: Range<Int64> = 100_000_000..<4_200_000_000

  /// Returns why milliseconds since 1970 may be seconds; `nil` where they cannot.
  package static func secondsProblem(milliseconds: Int64) -> String? {
    guard seconds.contains(milliseconds) else { return nil }
    func day(_ milliseconds: Int64) -> CivilDay {
      CivilTime(Instant(milliseconds: milliseconds), offset: .zero).day
    }
    return "it is \(day(milliseconds)) in milliseconds and \(day(milliseconds * 1000)) in seconds"
  }
}

extension DateReader {
  /// Reads all tokens as a day.
  private func whole(_ tokens: inout DateTokens, year: Int) -> CivilDay? {
    day(&tokens, year: year).flatMap { tokens.isAtEnd ? $0 : nil }
  }

  /// Reads a day, with its year unless a year is given.
  private func day(_ tokens: inout DateTokens, year: Int?) -> CivilDay? {
    switch tokens.peek() {
    case .number(let number, digits: 8):
      tokens.take()
      return tokens.day(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    case .number:
      return tokens.attempt { numericDay(&$0) } ?? tokens.attempt { DateReader.weekDay(&$0) }
        ?? tokens.attempt { DateReader.dayMonth(&$0, year: year) }
        ?? tokens.attempt { DateReader.yearMonthDay(&$0) }
        ?? tokens.attempt { DateReader.markedDay(&$0, year: year) }
    case .word: return DateReader.monthDay(&tokens, year: year)
    default: return nil
    }
  }

  private static func weekday(_ tokens: inout DateTokens) -> Weekday? {
    guard case .word(let word) = tokens.peek(), let weekday = DateWord.weekday(word) else {
      return nil
    }
    tokens.take()
    // Portuguese has segunda-feira.
    _ = tokens.attempt { $0.take("-") && $0.take(word: "feira") ? true : nil }
    _ = tokens.take(".")
    _ = tokens.take(",")
    tokens.skipSpace()
    return weekday
  }

  /// Reads `2026/6/22`, `22.06.2026`, `06-16-24`.
  private func numericDay(_ tokens: inout DateTokens) -> CivilDay? {
    guard let first = tokens.number(digits: 1...4), first.digits != 3 else { return nil }
    tokens.skipSpace()
    guard case .sign(let separator) = tokens.peek(), ["-", "/", "."].contains(separator)
    else { return nil }
    tokens.take()
    tokens.skipSpace()
    guard let second = tokens.number(digits: 1...2) else { return nil }
    tokens.skipSpace()
    guard tokens.take(separator) else { return nil }
    tokens.skipSpace()
    guard let third = tokens.number(digits: 1...4), third.digits != 3 else { return nil }
    if separator == "." { _ = tokens.take(".") }
    if first.digits == 4 {
      guard third.digits <= 2 else { return nil }
      return tokens.day(year: first.value, month: second.value, day: third.value)
    }
    guard let order else { return nil }
    switch order {
    case .ymd:
      guard first.digits == 2, third.digits <= 2 else { return nil }
      return tokens.day(
        year: DateReader.year(first), month: second.value, day: third.value)
    case .dmy, .mdy:
      guard third.digits != 1 else { return nil }
      let (day, month) = order == .dmy ? (first, second) : (second, first)
      return tokens.day(year: DateReader.year(third), month: month.value, day: day.value)
    }
  }

  /// Returns the year that a number of two or four digits means.
  private static func year(_ number: (value: Int, digits: Int)) -> Int {
    if number.digits == 4 { return number.value }
    return year(short: number.value)
  }

  /// Returns the year that its last two digits mean.
  static func year(short number: Int) -> Int { number + (number >= 69 ? 1900 : 2000) }

  /// Reads `22 June 2026`, `22-Jun-26`, `22. June`, `22nd of June`.
  private static func dayMonth(_ tokens: inout DateTokens, year: Int?) -> CivilDay? {
    guard let day = tokens.number(digits: 1...2) else { return nil }
    skipOrdinal(&tokens)
    _ = tokens.take(".")
    skipGap(&tokens)
    skipParticle(&tokens)
    guard let month = month(&tokens) else { return nil }
    return completed(&tokens, month: month, day: day.value, year: year)
  }

  /// Reads `2026 Jun 22`, `2026-Jun-22`.
  private static func yearMonthDay(_ tokens: inout DateTokens) -> CivilDay? {
    guard let year = tokens.number(digits: 4...4) else { return nil }
    skipGap(&tokens)
    guard let month = month(&tokens) else { return nil }
    skipGap(&tokens)
    guard let day = tokens.number(digits: 1...2) else { return nil }
    skipOrdinal(&tokens)
    return tokens.day(year: year.value, month: month, day: day.value)
  }

  /// Reads `June 22, 2026`, `Jun 22`.
  private static func monthDay(_ tokens: inout DateTokens, year: Int?) -> CivilDay? {
    guard let month = month(&tokens) else { return nil }
    skipGap(&tokens)
    guard let day = tokens.number(digits: 1...2) else { return nil }
    skipOrdinal(&tokens)
    return completed(&tokens, month: month, day: day.value, year: year)
  }

  /// Reads `2026年6月22日` and `2026년 6월 22일`, in which a mark follows each number.
  private static func markedDay(_ tokens: inout DateTokens, year: Int?) -> CivilDay? {
    func number(_ digits: ClosedRange<Int>, _ marks: Set<String>) -> Int? {
      tokens.attempt { tokens in
        tokens.skipSpace()
        guard let number = tokens.number(digits: digits), case .word(let mark) = tokens.peek(),
          marks.contains(mark)
        else { return nil }
        tokens.take()
        return number.value
      }
    }
    guard let year = number(4...4, ["年", "년"]) ?? year, let month = number(1...2, ["月", "월"]),
      let day = number(1...2, ["日", "일"])
    else { return nil }
    return tokens.day(year: year, month: month, day: day)
  }

  /// Reads the year after a day and month; it may be missing where a year is given.
  private static func completed(
    _ tokens: inout DateTokens, month: Int, day: Int, year: Int?
  ) -> CivilDay? {
    let written = tokens.attempt { tokens -> Int? in
      _ = tokens.take(".")
      _ = tokens.take(",")
      skipGap(&tokens)
      skipParticle(&tokens)
      guard let number = tokens.number(digits: 2...4), number.digits != 3 else { return nil }
      // This number is more likely the hour of a time.
      if number.digits == 2, tokens.peek() == .sign(":") { return nil }
      return DateReader.year(number)
    }
    guard let year = written ?? year else { return nil }
    return tokens.day(year: year, month: month, day: day)
  }

  private static func skipGap(_ tokens: inout DateTokens) {
    tokens.skipSpace()
    _ = tokens.take("-")
    tokens.skipSpace()
  }

  private static func skipOrdinal(_ tokens: inout DateTokens) {
    if case .word(let word) = tokens.peek(), DateWord.ordinals.contains(word) { tokens.take() }
  }

  private static func skipParticle(_ tokens: inout DateTokens) {
    guard case .word(let word) = tokens.peek(), DateWord.particles.contains(word) else { return }
    tokens.take()
    tokens.skipSpace()
  }

  private static func month(_ tokens: inout DateTokens) -> Int? {
    guard case .word(let word) = tokens.peek(), let month = DateWord.month(word) else { return nil }
    tokens.take()
    _ = tokens.take(".")
    return month
  }
}
