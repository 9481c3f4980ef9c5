import FlintSchema

/// The parts of a text with a number and one unit or two: `€ 12.50`, `-12 kg`, `(9.00)`, `$5 USD`.
package struct WrittenQuantity: Hashable, Sendable {
  /// The number, with its sign.
  package let number: String
  /// The units before and after the number, as they are written.
  package let units: [String]
  /// Whether the number is in brackets, which make an amount of money negative.
  package let isBracketed: Bool

  /// - Returns: `nil` when the text has no number, or a number longer than those of measures.
  package init?(_ text: String) {
    var text = text.trimmedWhitespace[...]
    isBracketed = text.hasPrefix("(") && text.hasSuffix(")")
    if isBracketed { text = text.dropFirst().dropLast() }
    guard text.utf8.count <= 80, var start = text.firstIndex(where: Self.isDigit) else {
      return nil
    }
    if start > text.startIndex {
      let before = text.index(before: start)
      if text[before] == "." || text[before] == "," { start = before }
    }
    let rest = text[start...]
    var end = rest.firstIndex { !Self.isNumeral($0) } ?? rest.endIndex
    while end > start, !Self.isDigit(rest[rest.index(before: end)]) {
      end = rest.index(before: end)
    }
    var prefix = text[..<start].filter { !$0.isWhitespace }
    var isNegative = isBracketed
    // The sign is before or after the unit: -€3, €-3.
    for sign in ["-", "\u{2212}", "+"] {
      if prefix.hasPrefix(sign) {
        prefix.removeFirst()
      } else if prefix.hasSuffix(sign) {
        prefix.removeLast()
      } else {
        continue
      }
      isNegative = isNegative || sign != "+"
      break
    }
    let suffix = String(rest[end...]).trimmedWhitespace
    guard !prefix.contains(where: { "-+()".contains($0) }), !suffix.contains(where: Self.isSecond),
      !suffix.hasPrefix("/") || suffix.dropFirst().first?.isLetter == true
    else { return nil }
    number = (isNegative ? "-" : "") + rest[start..<end]
    units = [prefix, suffix].filter { !$0.isEmpty }
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  private static func isNumeral(_ character: Character) -> Bool {
    isDigit(character) || ".,'’".contains(character) || character.isWhitespace
  }

  /// Whether a character begins or ends a number that is not part of a unit such as m2.
  private static func isSecond(_ character: Character) -> Bool { "-+:()=".contains(character) }
}
