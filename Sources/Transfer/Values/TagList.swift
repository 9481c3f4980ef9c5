/// A list of texts in one field: joined by `|`, with each `|` or `\` in a text escaped by a `\`.
enum TagList {
  static func joined(_ texts: [String]) -> String {
    texts.map { text in
      guard text.utf8.contains(where: { $0 == bar || $0 == backslash }) else { return text }
      return text.replacing("\\", with: "\\\\").replacing("|", with: "\\|")
    }.joined(separator: "|")
  }

  /// Returns the texts of a field. A `\` before any other character than `|` or `\` is literal.
  static func split(_ field: String) -> [String] {
    if field.isEmpty { return [] }
    guard field.utf8.contains(where: { $0 == bar || $0 == backslash }) else { return [field] }
    var texts: [String] = []
    var text: [UInt8] = []
    var isEscaped = false
    for byte in field.utf8 {
      if isEscaped {
        if byte != bar && byte != backslash { text.append(backslash) }
        text.append(byte)
        isEscaped = false
      } else if byte == backslash {
        isEscaped = true
      } else if byte == bar {
        texts.append(String(decoding: text, as: UTF8.self))
        text.removeAll()
      } else {
        text.append(byte)
      }
    }
    if isEscaped { text.append(backslash) }
    texts.append(String(decoding: text, as: UTF8.self))
    return texts
  }

  static let bar = UInt8(ascii: "|")
  static let backslash = UInt8(ascii: "\\")
}
