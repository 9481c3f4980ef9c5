/// A cursor over the text of a duration, in lower case.
struct DurationScan {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) {
    rest = Substring(text.trimmedWhitespace.lowercased()).unicodeScalars
    if rest.first == "+" { rest.removeFirst() }
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Whether the text begins like a duration of ISO 8601; its mark is taken.
  var takesPeriodMark: Bool {
    mutating get {
      guard rest.first == "p", let second = rest.dropFirst().first,
        second == "t" || Self.isDigit(second)
      else { return false }
      rest.removeFirst()
      return true
    }
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  mutating func skipSpace() {
    while let first = rest.first, first.properties.isWhitespace { rest.removeFirst() }
  }

  /// Skips spaces, and commas and words such as "and" between two parts.
  mutating func skipSeparators(isFirst: Bool) {
    skipSpace()
    if isFirst { return }
    if rest.first == "," || rest.first == ":" || rest.first == "&" { rest.removeFirst() }
    skipSpace()
    let word = String(String.UnicodeScalarView(rest.prefix { $0.properties.isAlphabetic }))
    if ["and", "y", "e", "und", "et"].contains(word) {
      rest.removeFirst(word.unicodeScalars.count)
      skipSpace()
    }
  }

  /// Takes a number: digits, with points, commas and apostrophes between them.
  mutating func number() -> String? {
    var text = String.UnicodeScalarView()
    if let first = rest.first, first == "." || first == ",",
      let second = rest.dropFirst().first, Self.isDigit(second)
    {
      text.append(first)
      rest.removeFirst()
    }
    while let first = rest.first {
      if !Self.isDigit(first) {
        guard [".", ",", "'"].contains(first), !text.isEmpty,
          let second = rest.dropFirst().first, Self.isDigit(second), !isMinuteMark
        else { break }
      }
      text.append(first)
      rest.removeFirst()
    }
    return text.isEmpty ? nil : String(text)
  }

  /// Whether an apostrophe is that of minutes, as in 5'30", not one between thousands.
  private var isMinuteMark: Bool {
    guard rest.first == "'" else { return false }
    return rest.dropFirst().prefix { Self.isDigit($0) }.count != 3
  }

  mutating func letter() -> Unicode.Scalar? { rest.isEmpty ? nil : rest.removeFirst() }

  /// Takes the name of a unit, with a full stop behind it, or one of the marks ' and ".
  mutating func word() -> String? {
    let letters = rest.prefix { $0.properties.isAlphabetic }
    let taken =
      letters.isEmpty ? rest.prefix { ["'", "\"", "′", "″"].contains($0) } : letters
    if taken.isEmpty { return nil }
    rest.removeFirst(taken.count)
    if !letters.isEmpty { _ = take(".") }
    return String(String.UnicodeScalarView(taken))
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
