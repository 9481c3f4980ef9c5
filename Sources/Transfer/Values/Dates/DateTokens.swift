import Calendar

/// The tokens of a date in a table, with a read position.
struct DateTokens {
  private let tokens: [DateToken]
  private var position = 0

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

  /// Runs a parser, and restores the position if it returns `nil`.
  mutating func attempt<Result>(_ body: (inout DateTokens) -> Result?) -> Result? {
    let start = position
    if let result = body(&self) { return result }
    position = start
    return nil
  }
}
