import Lua

/// The tokens of a Lua text, with their lines; comments are omitted, strings are unquoted.
struct SourceTokens {
  /// A token.
  struct Token {
    /// The kind of a token.
    enum Kind {
      /// A name or a keyword.
      case name
      /// A string, without its quotes.
      case string
      /// The digits of a number, or some of them.
      case number
      /// Any other symbol.
      case symbol
    }

    var text: String
    var kind: Kind
    var line: Int

    /// Whether the token is a symbol or a keyword, rather than a string with the same text.
    func `is`(_ text: String) -> Bool {
      (kind == .symbol || kind == .name) && self.text == text
    }

    func isOne(of texts: String...) -> Bool { texts.contains { self.is($0) } }
  }

  private(set) var tokens: [Token] = []
  private let source: [UInt8]
  private var offset = 0
  private var line = 1

  init(_ source: [UInt8]) {
    self.source = source
    // As in Lua, a byte order mark and a first line for the shell are skipped.
    if source.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    if offset < source.count, source[offset] == 0x23 { skipLine() }
    while offset < source.count { step() }
  }

  private mutating func step() {
    let byte = source[offset]
    switch byte {
    case 0x0A:
      line += 1
      offset += 1
    case 0x20, 0x09, 0x0B, 0x0C, 0x0D: offset += 1
    case 0x2D where offset + 1 < source.count && source[offset + 1] == 0x2D:
      offset += 2
      if longBracket() == nil { skipLine() }
    case 0x22, 0x27: quoted(byte)
    case 0x5B:
      let start = line
      if let text = longBracket() {
        tokens.append(Token(text: text, kind: .string, line: start))
      } else {
        tokens.append(Token(text: "[", kind: .symbol, line: line))
        offset += 1
      }
    case 0x3D where offset + 1 < source.count && source[offset + 1] == 0x3D:
      // Two tokens would look like an assignment.
      tokens.append(Token(text: "==", kind: .symbol, line: line))
      offset += 2
    default:
      let start = offset
      while offset < source.count, LuaName.isPart(source[offset]) { offset += 1 }
      let kind: Token.Kind =
        offset == start ? .symbol : LuaName.isDigit(byte) ? .number : .name
      if offset == start { offset += 1 }
      tokens.append(
        Token(text: String(decoding: source[start..<offset], as: UTF8.self), kind: kind, line: line)
      )
    }
  }

  private mutating func skipLine() {
    while offset < source.count, source[offset] != 0x0A { offset += 1 }
  }

  /// Reads `[[…]]` or `[==[…]==]`, if one begins here.
  private mutating func longBracket() -> String? {
    guard offset < source.count, source[offset] == 0x5B else { return nil }
    var end = offset + 1
    while end < source.count, source[end] == 0x3D { end += 1 }
    guard end < source.count, source[end] == 0x5B else { return nil }
    let closing = [0x5D] + [UInt8](repeating: 0x3D, count: end - offset - 1) + [0x5D]
    var text: [UInt8] = []
    offset = end + 1
    while offset < source.count, !source[offset...].starts(with: closing) {
      if source[offset] == 0x0A { line += 1 }
      text.append(source[offset])
      offset += 1
    }
    offset = min(source.count, offset + closing.count)
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func quoted(_ quote: UInt8) {
    let start = line
    var text: [UInt8] = []
    offset += 1
    while offset < source.count, source[offset] != quote {
      // Escapes are not decoded: no name of a rulebook contains one.
      if source[offset] == 0x5C, offset + 1 < source.count { offset += 1 }
      if source[offset] == 0x0A { line += 1 }
      text.append(source[offset])
      offset += 1
    }
    offset += 1
    tokens.append(Token(text: String(decoding: text, as: UTF8.self), kind: .string, line: start))
  }
}
