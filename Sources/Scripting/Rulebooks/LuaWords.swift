import Lua

/// The words of a Lua text, with their lines; comments are left out, strings are what they say.
struct LuaWords {
  /// One of them.
  struct Word {
    /// What sort of word it is.
    enum Kind {
      /// A name or a word of the language.
      case name
      /// A string, without its quotes.
      case string
      /// The digits of a number, or a part of them.
      case number
      /// Anything else.
      case sign
    }

    var text: String
    var kind: Kind
    var line: Int

    /// Whether it is a sign or a word of the language, rather than a string that says the same.
    func `is`(_ text: String) -> Bool {
      (kind == .sign || kind == .name) && self.text == text
    }

    func isOne(of texts: String...) -> Bool { texts.contains { self.is($0) } }
  }

  private(set) var words: [Word] = []
  private let source: [UInt8]
  private var place = 0
  private var line = 1

  init(_ source: [UInt8]) {
    self.source = source
    // As Lua does: a byte order mark and a first line for the shell say nothing.
    if source.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    if place < source.count, source[place] == 0x23 { skipLine() }
    while place < source.count { step() }
  }

  private mutating func step() {
    let byte = source[place]
    switch byte {
    case 0x0A:
      line += 1
      place += 1
    case 0x20, 0x09, 0x0B, 0x0C, 0x0D: place += 1
    case 0x2D where place + 1 < source.count && source[place + 1] == 0x2D:
      place += 2
      if longBracket() == nil { skipLine() }
    case 0x22, 0x27: quoted(byte)
    case 0x5B:
      let start = line
      if let text = longBracket() {
        words.append(Word(text: text, kind: .string, line: start))
      } else {
        words.append(Word(text: "[", kind: .sign, line: line))
        place += 1
      }
    case 0x3D where place + 1 < source.count && source[place + 1] == 0x3D:
      // Two signs would look like an assignment.
      words.append(Word(text: "==", kind: .sign, line: line))
      place += 2
    default:
      let start = place
      while place < source.count, LuaName.isPart(source[place]) { place += 1 }
      let kind: Word.Kind =
        place == start ? .sign : LuaName.isDigit(byte) ? .number : .name
      if place == start { place += 1 }
      words.append(
        Word(text: String(decoding: source[start..<place], as: UTF8.self), kind: kind, line: line))
    }
  }

  private mutating func skipLine() {
    while place < source.count, source[place] != 0x0A { place += 1 }
  }

  /// Reads `[[…]]` or `[==[…]==]`, if that is what stands here.
  private mutating func longBracket() -> String? {
    guard place < source.count, source[place] == 0x5B else { return nil }
    var end = place + 1
    while end < source.count, source[end] == 0x3D { end += 1 }
    guard end < source.count, source[end] == 0x5B else { return nil }
    let closing = [0x5D] + [UInt8](repeating: 0x3D, count: end - place - 1) + [0x5D]
    var text: [UInt8] = []
    place = end + 1
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
      // What an escape stands for does not matter: no name of a rulebook has one.
      if source[place] == 0x5C, place + 1 < source.count { place += 1 }
      if source[place] == 0x0A { line += 1 }
      text.append(source[place])
      place += 1
    }
    place += 1
    words.append(Word(text: String(decoding: text, as: UTF8.self), kind: .string, line: start))
  }
}
