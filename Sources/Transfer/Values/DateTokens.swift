import Rules

/// A text divided into numbers, words and punctuation marks, with a read position.
struct DateTokens {
  enum Token: Equatable {
    /// A run of digits: its value, and the number of digits.
    case number(Int, digits: Int)
    /// A run of letters, in lower case.
    case word(String)
    /// Any other character.
    case mark(Unicode.Scalar)
    /// White space of any length.
    case space
  }

  private var tokens: [Token] = []
  private var position = 0

  /// The maximum length of a date in UTF-8 bytes; longer texts are not dates.
  private static let longest = 80

  init?(_ text: String) {
    guard text.utf8.count <= DateTokens.longest else { return nil }
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first {
      if first.properties.isWhitespace || first == "\u{200E}" || first == "\u{200F}" {
        scalars.removeFirst()
        if tokens.last != .space { tokens.append(.space) }
      } else if ("0"..."9").contains(first) {
        let digits = scalars.prefix { ("0"..."9").contains($0) }
        guard digits.count <= 18, let number = Int(String(digits)) else { return nil }
        tokens.append(.number(number, digits: digits.count))
        scalars.removeFirst(digits.count)
      } else if first.properties.isAlphabetic {
        let letters = scalars.prefix { $0.properties.isAlphabetic }
        tokens.append(.word(String(letters).lowercased()))
        scalars.removeFirst(letters.count)
      } else {
        tokens.append(.mark(first))
        scalars.removeFirst()
      }
    }
    if tokens.last == .space { tokens.removeLast() }
    if tokens.first == .space { tokens.removeFirst() }
  }

  var isAtEnd: Bool { position == tokens.count }

  /// Returns the token at a distance from the current position; `nil` beyond the end.
  func peek(_ distance: Int = 0) -> Token? {
    position + distance < tokens.count ? tokens[position + distance] : nil
  }

  mutating func take() { position += 1 }

  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard peek() == .mark(mark) else { return false }
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
