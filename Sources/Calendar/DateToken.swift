/// A word, a number or a sign of a written date; spaces separate them.
enum DateToken: Hashable {
  /// A word in lower case.
  case word(String)
  /// A number of at most six digits, and how many digits it has.
  case number(Int, digits: Int)
  /// Any other character.
  case sign(Character)

  /// Returns the tokens of a text; `nil` if it or a number in it is too long.
  static func tokens(of text: String) -> [DateToken]? {
    guard text.utf8.count <= 200 else { return nil }
    var tokens: [DateToken] = []
    var rest = text.lowercased()[...]
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first.isASCIIDigit {
        let digits = rest.prefix { $0.isASCIIDigit }
        guard digits.utf8.count <= 6, let number = Int(digits) else { return nil }
        tokens.append(.number(number, digits: digits.utf8.count))
        rest = rest[digits.endIndex...]
      } else if first.isLetter {
        let word = rest.prefix { $0.isLetter }
        tokens.append(.word(String(word)))
        rest = rest[word.endIndex...]
      } else {
        tokens.append(.sign(first))
        rest.removeFirst()
      }
    }
    return tokens
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
