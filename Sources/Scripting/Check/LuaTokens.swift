import Lua

/// A word of Lua's text.
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
  /// As it is written; of a string, what it says, as far as that is plain.
  var text: String
  var line: Int
  /// In characters, from 1 on.
  var column: Int
  /// Whether it is a string or a comment without an end.
  var isOpen = false

  func isSymbol(_ symbol: String) -> Bool { kind == .symbol && text == symbol }
  func isKeyword(_ word: String) -> Bool { kind == .keyword && text == word }
}

/// The words of a text. Of one that Lua would not compile they are as good as can be.
struct LuaTokens {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var lineStart = 0

  init(_ source: [UInt8]) {
    bytes = source
    // A first line for the shell, perhaps behind a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    if place < bytes.count, bytes[place] == UInt8(ascii: "#") {
      while place < bytes.count, bytes[place] != 10 { place += 1 }
    }
  }

  /// All words, an end behind them.
  static func all(_ source: [UInt8]) -> [LuaToken] {
    var tokens = LuaTokens(source)
    var all: [LuaToken] = []
    while true {
      let token = tokens.next()
      all.append(token)
      if token.kind == .end { return all }
    }
  }

  private func peek(_ ahead: Int = 0) -> UInt8 {
    place + ahead < bytes.count ? bytes[place + ahead] : 0
  }

  private mutating func step() {
    if peek() == 10 {
      line += 1
      lineStart = place + 1
    }
    place += 1
  }

  private mutating func next() -> LuaToken {
    skipBlanks()
    // What is open may have been looked for behind the end.
    place = min(place, bytes.count)
    let (line, start) = (line, place)
    // Characters, not bytes: what follows a character of several is counted once.
    let column = bytes[min(lineStart, start)..<start].count { $0 & 0xC0 != 0x80 } + 1
    func token(_ kind: LuaToken.Kind, _ text: String) -> LuaToken {
      LuaToken(kind: kind, text: text, line: line, column: column)
    }
    guard place < bytes.count else { return token(.end, "") }
    let byte = peek()
    if LuaName.isLetter(byte) {
      while LuaName.isPart(peek()) { place += 1 }
      let text = String(decoding: bytes[start..<place], as: UTF8.self)
      return token(LuaName.keywords.contains(text) ? .keyword : .name, text)
    }
    if LuaName.isDigit(byte) || (byte == UInt8(ascii: ".") && LuaName.isDigit(peek(1))) {
      return token(.number, number())
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      var string = token(.string, quoted())
      string.isOpen = place > bytes.count
      return string
    }
    if byte == UInt8(ascii: "["), let text = longBracket() {
      var string = token(.string, text)
      string.isOpen = place > bytes.count
      return string
    }
    for symbol in ["...", "..", "::", "==", "~=", "<=", ">=", "//", "<<", ">>"]
    where bytes[place...].starts(with: symbol.utf8) {
      place += symbol.utf8.count
      return token(.symbol, symbol)
    }
    step()
    return token(.symbol, String(decoding: [byte], as: UTF8.self))
  }

  private mutating func skipBlanks() {
    while place < bytes.count {
      let byte = peek()
      if byte == 32 || (9...13).contains(byte) {
        step()
      } else if byte == UInt8(ascii: "-"), peek(1) == UInt8(ascii: "-") {
        place += 2
        if peek() == UInt8(ascii: "["), longBracket() != nil { continue }
        while place < bytes.count, peek() != 10 { place += 1 }
      } else {
        return
      }
    }
  }

  /// The text of a long bracket that begins here; `nil` if none does.
  private mutating func longBracket() -> String? {
    var level = 0
    while peek(1 + level) == UInt8(ascii: "=") { level += 1 }
    guard peek(1 + level) == UInt8(ascii: "[") else { return nil }
    place += level + 2
    let start = place
    let close =
      [UInt8(ascii: "]")] + [UInt8](repeating: UInt8(ascii: "="), count: level)
      + [UInt8(ascii: "]")]
    while place < bytes.count, !bytes[place...].starts(with: close) { step() }
    let text = String(decoding: bytes[start..<min(place, bytes.count)], as: UTF8.self)
    place += close.count
    return text
  }

  private mutating func quoted() -> String {
    let quote = peek()
    place += 1
    var text: [UInt8] = []
    while place < bytes.count, peek() != quote {
      if peek() == UInt8(ascii: "\\") {
        text.append(peek())
        step()
      }
      text.append(peek())
      step()
    }
    place += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func number() -> String {
    let start = place
    while LuaName.isPart(peek()) || peek() == UInt8(ascii: ".")
      || ((peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-"))
        && [UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "p"), UInt8(ascii: "P")]
          .contains(bytes[place - 1]))
    {
      place += 1
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }
}
