import Lua

struct LuaToken {
  enum Kind: Equatable {
    case name
    case keyword
    case string
    case number
    case symbol
    case end
  }

  var kind: Kind
  /// The text as written; of a string, its contents if it has no escapes.
  var text: String
  var line: Int
  /// The column in characters, from 1.
  var column: Int
  /// Whether it is a string or a comment without an end.
  var isOpen = false

  func isSymbol(_ symbol: String) -> Bool { kind == .symbol && text == symbol }
  func isKeyword(_ keyword: String) -> Bool { kind == .keyword && text == keyword }

  /// Whether it is one of these symbols or keywords, rather than a string with the same text.
  func isOne(of texts: String...) -> Bool {
    (kind == .symbol || kind == .keyword) && texts.contains(text)
  }
}

/// A comment, and the line on which it begins.
struct LuaComment {
  /// The text without the dashes.
  var text: String
  var line: Int
}

/// The tokens of a source text. For a text that Lua would not compile they are approximate.
struct LuaTokens {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  /// The place up to which the characters of the line are counted, and the column there.
  private var counted = (offset: 0, column: 1)
  private(set) var comments: [LuaComment] = []

  init(_ source: [UInt8]) {
    bytes = source
    // A first line for the shell, possibly after a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "#") {
      while offset < bytes.count, bytes[offset] != 10 { offset += 1 }
    }
  }

  /// Returns all tokens, followed by an end.
  static func all(_ source: [UInt8]) -> [LuaToken] {
    var tokens = LuaTokens(source)
    return tokens.rest()
  }

  /// Returns the tokens that follow, with an end; the comments between them are then known.
  mutating func rest() -> [LuaToken] {
    var all: [LuaToken] = []
    while true {
      let token = next()
      all.append(token)
      if token.kind == .end { return all }
    }
  }

  private func peek(_ ahead: Int = 0) -> UInt8 {
    offset + ahead < bytes.count ? bytes[offset + ahead] : 0
  }

  private mutating func step() {
    if peek() == 10 {
      line += 1
      counted = (offset + 1, 1)
    }
    offset += 1
  }

  private mutating func next() -> LuaToken {
    skipBlanks()
    // The search for the end of an open string may have passed the end of the text.
    offset = min(offset, bytes.count)
    let (line, start) = (line, offset)
    // Counts characters, not bytes.
    counted.column += bytes[min(counted.offset, start)..<start].count { $0 & 0xC0 != 0x80 }
    counted.offset = start
    let column = counted.column
    func token(_ kind: LuaToken.Kind, _ text: String) -> LuaToken {
      LuaToken(kind: kind, text: text, line: line, column: column)
    }
    guard offset < bytes.count else { return token(.end, "") }
    let byte = peek()
    if LuaName.isLetter(byte) {
      while LuaName.isPart(peek()) { offset += 1 }
      let text = String(decoding: bytes[start..<offset], as: UTF8.self)
      return token(LuaName.keywords.contains(text) ? .keyword : .name, text)
    }
    if LuaName.isDigit(byte) || (byte == UInt8(ascii: ".") && LuaName.isDigit(peek(1))) {
      return token(.number, number())
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      var string = token(.string, quoted())
      string.isOpen = offset > bytes.count
      return string
    }
    if byte == UInt8(ascii: "["), let text = longBracket() {
      var string = token(.string, text)
      string.isOpen = offset > bytes.count
      return string
    }
    for symbol in ["...", "..", "::", "==", "~=", "<=", ">=", "//", "<<", ">>"]
    where bytes[offset...].starts(with: symbol.utf8) {
      offset += symbol.utf8.count
      return token(.symbol, symbol)
    }
    step()
    return token(.symbol, String(decoding: [byte], as: UTF8.self))
  }

  private mutating func skipBlanks() {
    while offset < bytes.count {
      let byte = peek()
      if byte == 32 || (9...13).contains(byte) {
        step()
      } else if byte == UInt8(ascii: "-"), peek(1) == UInt8(ascii: "-") {
        let start = line
        offset += 2
        if peek() == UInt8(ascii: "["), let text = longBracket() {
          comments.append(LuaComment(text: text, line: start))
          continue
        }
        let text = offset
        while offset < bytes.count, peek() != 10 { offset += 1 }
        comments.append(
          LuaComment(text: String(decoding: bytes[text..<offset], as: UTF8.self), line: start))
      } else {
        return
      }
    }
  }

  /// Returns the text of the long bracket that begins here; `nil` if there is none.
  private mutating func longBracket() -> String? {
    var level = 0
    while peek(1 + level) == UInt8(ascii: "=") { level += 1 }
    guard peek(1 + level) == UInt8(ascii: "[") else { return nil }
    offset += level + 2
    // A line feed right behind the bracket is not part of the text.
    if peek() == 10 { step() }
    let start = offset
    let close =
      [UInt8(ascii: "]")] + [UInt8](repeating: UInt8(ascii: "="), count: level)
      + [UInt8(ascii: "]")]
    while offset < bytes.count, !bytes[offset...].starts(with: close) { step() }
    let text = String(decoding: bytes[start..<min(offset, bytes.count)], as: UTF8.self)
    offset += close.count
    return text
  }

  private mutating func quoted() -> String {
    let quote = peek()
    offset += 1
    var text: [UInt8] = []
    while offset < bytes.count, peek() != quote {
      if peek() == UInt8(ascii: "\\") {
        text.append(peek())
        step()
      }
      text.append(peek())
      step()
    }
    offset += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func number() -> String {
    let start = offset
    while LuaName.isPart(peek()) || peek() == UInt8(ascii: ".")
      || ((peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-"))
        && [UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "p"), UInt8(ascii: "P")]
          .contains(bytes[offset - 1]))
    {
      offset += 1
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }
}
