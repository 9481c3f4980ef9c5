import Rules

/// Where the members of the table that a Lua file returns are written, as far as the text shows it:
/// the table constructor behind the last `return` is read by its braces, names and commas, without
/// understanding expressions.
struct SourceLines {
  private final class Node {
    var line: Int
    var members: [RulebookFault.Key: Node] = [:]
    init(line: Int) { self.line = line }
  }

  private let root: Node?

  init(_ source: [UInt8]) {
    let tokens = LuaTokens(source).tokens
    guard let start = tokens.lastIndex(where: { $0.text == "return" }),
      start + 1 < tokens.count, tokens[start + 1].text == "{"
    else {
      root = nil
      return
    }
    var place = start + 1
    root = SourceLines.table(tokens, &place)
  }

  /// The line on which a member is written, or the deepest of those around it that is found.
  func line(of keys: [RulebookFault.Key]) -> Int? {
    guard var node = root else { return nil }
    var line: Int?
    for key in keys {
      var found = node.members[key]
      if found == nil, key == .name("until") { found = node.members[.name("before")] }
      guard let found else { break }
      node = found
      line = node.line
    }
    return line
  }

  /// Reads a table constructor, the token at `place` being its opening brace.
  private static func table(_ tokens: [LuaTokens.Token], _ place: inout Int) -> Node {
    let node = Node(line: tokens[place].line)
    place += 1
    var position = 0
    while place < tokens.count, tokens[place].text != "}" {
      let line = tokens[place].line
      let key: RulebookFault.Key
      if place + 1 < tokens.count, tokens[place + 1].text == "=", tokens[place].isName {
        key = .name(tokens[place].text)
        place += 2
      } else if tokens[place].text == "[", place + 3 < tokens.count,
        tokens[place + 2].text == "]", tokens[place + 3].text == "="
      {
        key = .name(tokens[place + 1].text)
        place += 4
      } else {
        position += 1
        key = .position(position)
      }
      let value: Node
      if place < tokens.count, tokens[place].text == "{" {
        value = table(tokens, &place)
        value.line = line
      } else {
        value = Node(line: line)
      }
      node.members[key] = value
      skipExpression(tokens, &place)
      if place < tokens.count, [",", ";"].contains(tokens[place].text) { place += 1 }
    }
    place += 1
    return node
  }

  /// Goes to the comma or brace that ends the expression.
  private static func skipExpression(_ tokens: [LuaTokens.Token], _ place: inout Int) {
    var depth = 0
    while place < tokens.count {
      switch tokens[place].text {
      case "{", "(", "[", "function", "do", "then", "repeat": depth += 1
      case "}", ")", "]", "end", "until":
        if depth == 0 { return }
        depth -= 1
      case ",", ";":
        if depth == 0 { return }
      default: break
      }
      place += 1
    }
  }
}

/// The words of a Lua text, with their lines; comments left out, strings as what they say.
struct LuaTokens {
  struct Token {
    var text: String
    var line: Int
    /// Whether it is a name, rather than a string, a number or a sign.
    var isName = false
  }

  private(set) var tokens: [Token] = []
  private let source: [UInt8]
  private var place = 0
  private var line = 1

  init(_ source: [UInt8]) {
    self.source = source
    while place < source.count { step() }
  }

  private mutating func step() {
    let byte = source[place]
    switch byte {
    case 0x0A:
      line += 1
      place += 1
    case 0x20, 0x09, 0x0D: place += 1
    case 0x2D where starts(with: "--"):
      place += 2
      if longBracket() == nil {
        while place < source.count, source[place] != 0x0A { place += 1 }
      }
    case 0x22, 0x27: quoted(byte)
    case 0x5B:
      let start = line
      if let text = longBracket() {
        tokens.append(Token(text: text, line: start))
      } else {
        tokens.append(Token(text: "[", line: line))
        place += 1
      }
    default:
      if LuaTokens.isWord(byte) {
        let start = place
        while place < source.count, LuaTokens.isWord(source[place]) { place += 1 }
        tokens.append(
          Token(
            text: String(decoding: source[start..<place], as: UTF8.self), line: line,
            isName: !(0x30...0x39).contains(byte)))
      } else {
        // `==` is no `=`.
        let isEquality = byte == 0x3D && place + 1 < source.count && source[place + 1] == 0x3D
        tokens.append(
          Token(
            text: isEquality ? "==" : String(decoding: [byte], as: UTF8.self), line: line))
        place += isEquality ? 2 : 1
      }
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }

  private func starts(with text: String) -> Bool { source[place...].starts(with: text.utf8) }

  /// Reads `[[…]]` or `[==[…]==]`, if that is what stands here.
  private mutating func longBracket() -> String? {
    var level = place + 1
    guard place < source.count, source[place] == 0x5B else { return nil }
    while level < source.count, source[level] == 0x3D { level += 1 }
    guard level < source.count, source[level] == 0x5B else { return nil }
    let closing = [0x5D] + [UInt8](repeating: 0x3D, count: level - place - 1) + [0x5D]
    var text: [UInt8] = []
    place = level + 1
    while place < source.count, !source[place...].starts(with: closing) {
      if source[place] == 0x0A { line += 1 }
      text.append(source[place])
      place += 1
    }
    place = min(source.count, place + closing.count)
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func quoted(_ quote: UInt8) {
    let start = line
    var text: [UInt8] = []
    place += 1
    while place < source.count, source[place] != quote {
      if source[place] == 0x5C, place + 1 < source.count {
        // What an escape stands for does not matter: no name of a rulebook has one.
        place += 1
      }
      if source[place] == 0x0A { line += 1 }
      text.append(source[place])
      place += 1
    }
    place += 1
    tokens.append(Token(text: String(decoding: text, as: UTF8.self), line: start))
  }
}
