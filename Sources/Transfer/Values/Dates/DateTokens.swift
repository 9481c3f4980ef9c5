import FlintCalendar

/// The tokens of a date in a table, with a read position.
struct DateTokens {
  private let tokens: [DateToken]
  private var position = 0
  /// Why the tokens are no date although they have the form of one.
  var fault: DayFault?

  /// The maximum length of a date in UTF-8 bytes; longer texts are not dates.
  private static let longest = 80

  init?(_ text: String) {
    guard let tokens = DateToken.tokens(of: text, longest: DateTokens.longest) else { return nil }
    self.tokens = tokens
  }

  var isAtEnd: Bool { position == tokens.count }

  /// Returns the token at a distance from the current position; `nil` beyond the end.
  func peek(_ distance: Int = 0) -> DateToken? {
    position + distance < tokens.count ? tokens[position + distance] : nil
  }

  mutating func take() { position += 1 }

  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard peek() == .sign(sign) else { return false }
    position += 1
    return true
  }

  mutating func take(word: String) -> Bool {
    guard peek() == .word(word) else { return false }
    position += 1
    return true
  }

  mutating func skipSpace() { if peek() == .space { position += 1 } }

  mutating func number(digits: ClosedRange<Int>) -> (value: Int, digits: Int)? {
    guard case .number(let value, let count) = peek(), digits.contains(count) else { return nil }
    position += 1
    return (value, count)
  }

  /// Returns the day of three numbers; `nil` where there is no such day, with a fault
  /// where the month is only too short.
  mutating func day(year: Int, month: Int, day: Int) -> CivilDay? {
    if let day = CivilDay(year: year, month: month, day: day) { return day }
    if (1...9999).contains(year), (1...12).contains(month), (29...31).contains(day), fault == nil {
      fault = .impossible(year: year, month: month)
    }
    return nil
  }

  /// Runs a parser, and restores the position if it returns `nil`.
  mutating func attempt<Result>(_ body: (inout DateTokens) -> Result?) -> Result? {
    let start = position
    if let result = body(&self) { return result }
    position = start
    return nil
  }
}

/// The reason for which a text that has the form of a date is none.
enum DayFault: Hashable, Sendable {
  /// The month is shorter.
  case impossible(year: Int, month: Int)
  /// The day has another weekday than the written one.
  case weekday(CivilDay)

  /// The error message.
  var message: String {
    switch self {
    case .weekday(let day): return "the weekday is wrong: \(day) is a \(Weekday(day).name)"
    case .impossible(let year, let month):
      let length = CivilDay.length(ofMonth: month, year: year)
      return
        "expected a day that exists (\(CivilMonth.names[month - 1]) \(year) has \(length) days)"
    }
  }
}
