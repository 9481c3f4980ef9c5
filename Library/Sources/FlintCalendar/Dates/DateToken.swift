/// A part of a written date.
package enum DateToken: Hashable, Sendable {
  /// A word in lower case.
  case word(String)
  /// A number, and how many digits it has.
  case number(Int, digits: Int)
  /// Any other character.
  case sign(Unicode.Scalar)
  /// White space of any length, or marks of the direction of writing.
  case space

  /// Returns the tokens of a text without spaces around it; `nil` if it has more than a number of bytes,
  /// or a number in it is too long.
  package static func tokens(of text: String, longest: Int) -> [DateToken]? {
    guard text.utf8.count <= longest else { return nil }
    var tokens: [DateToken] = []
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first {
      if first.properties.isWhitespace || first == "\u{200E}" || first == "\u{200F}" {
        scalars.removeFirst()
        if let last = tokens.last, last != .space { tokens.append(.space) }
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
        tokens.append(.sign(first))
        scalars.removeFirst()
      }
    }
    if tokens.last == .space { tokens.removeLast() }
    return tokens
  }
}
