/// The syntax of names ("Lua 5.4 Reference Manual", 3.1).
public enum LuaName {
  /// The keywords, which are not names.
  public static let keywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// Whether a byte may begin a name: an ASCII letter or `_`.
  public static func isLetter(_ byte: UInt8) -> Bool {
    byte == 0x5F || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Whether a byte is an ASCII digit.
  public static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Whether a byte may occur in a name.
  public static func isPart(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  /// Whether a text can be written as a name, for example after a dot.
  public static func isValid(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy(isPart) && !keywords.contains(text)
  }
}
