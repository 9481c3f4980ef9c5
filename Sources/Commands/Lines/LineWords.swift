package import ArgumentParser
import Lua

/// The words of a line, quoted as for a POSIX shell. Nothing is expanded.
///
/// The quotation marks of telephones are read as those of a shell, but an apostrophe within a word is
/// refused, or kept if it is typographic: people do not mean a quotation there.
package struct LineWords {
  /// A quotation that is open.
  private struct Quotation {
    let ends: Set<Unicode.Scalar>
    /// Whether a backslash takes the meaning of the characters that have one here.
    let hasEscapes: Bool
    /// The index behind its first mark.
    let start: Int

    func ends(with scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
      // Within a word it is an apostrophe.
      ends.contains(scalar) && (scalar != "’" || next?.properties.isWhitespace ?? true)
    }
  }

  private let scalars: [Unicode.Scalar]
  private var words: [String] = []
  /// The word so far; `nil` between words.
  private var word: String.UnicodeScalarView?

  private init(_ line: some StringProtocol) { scalars = Array(line.unicodeScalars) }

  /// Returns the words of a line.
  package static func words(of line: some StringProtocol) throws(ValidationError) -> [String] {
    var split = LineWords(line)
    try split.read()
    return split.words
  }

  private mutating func read() throws(ValidationError) {
    var quotation: Quotation?
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      index += 1
      if let open = quotation {
        if open.ends(with: scalar, before: next) {
          quotation = nil
        } else if scalar == "\\", open.hasEscapes, let next,
          open.ends.contains(next) || ["\\", "$", "`"].contains(next)
        {
          add(next)
          index += 1
        } else {
          add(scalar)
        }
      } else if scalar == "\\" {
        guard let next else {
          throw ValidationError("the line ends with \\, which takes a character behind it")
        }
        add(next)
        index += 1
      } else if scalar.properties.isWhitespace {
        endWord()
      } else if scalar == "’", isInWord(index - 1) {
        add(scalar)
      } else if let ends = Self.ends(of: scalar) {
        if scalar == "'", isInWord(index - 1) { throw apostrophe(at: index - 1) }
        quotation = Quotation(
          ends: ends, hasEscapes: scalar != "'" && scalar != "‘" && scalar != "’", start: index)
        word = word ?? String.UnicodeScalarView()
      } else {
        add(scalar)
      }
    }
    if let quotation { throw unfinished(quotation) }
    endWord()
  }

  /// Returns the marks that end a quotation; `nil` for what begins none.
  private static func ends(of mark: Unicode.Scalar) -> Set<Unicode.Scalar>? {
    switch mark {
    case "\"": ["\""]
    case "'": ["'"]
    // Some languages end a quotation with the mark that others begin it with.
    case "“", "”", "„": ["“", "”"]
    case "‘", "’": ["’"]
    default: nil
    }
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    word = word ?? String.UnicodeScalarView()
    word?.append(scalar)
  }

  private mutating func endWord() {
    if let word { words.append(String(word)) }
    word = nil
  }

  /// Returns whether a letter or a digit precedes what is at an index.
  private func isInWord(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    let before = scalars[index - 1].properties
    return before.isAlphabetic || before.numericType != nil
  }

  private func apostrophe(at index: Int) -> ValidationError {
    let start = scalars[..<index].lastIndex { $0.properties.isWhitespace }.map { $0 + 1 } ?? 0
    let end = scalars[index...].firstIndex { $0.properties.isWhitespace } ?? scalars.count
    let word = text(scalars[start..<end])
    return ValidationError(
      "the apostrophe of \(word) begins a quotation, as in a shell; write the text in double quotes, "
        + "or \\' for the apostrophe")
  }

  private func unfinished(_ quotation: Quotation) -> ValidationError {
    let mark = scalars[quotation.start - 1]
    return ValidationError(
      "the quotation that begins with \(mark)\(text(scalars[quotation.start...].prefix(20))) does not "
        + "end; add the mark at its end, or write \\\(mark) for the character")
  }

  private func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return TerminalText.printable(String(text))
  }
}
