extension LuaError {
  /// The source line with a caret under the part that the message is about:
  ///
  /// ```
  ///   12 | spark.add{ title = "Run", intensity = "hgih" }
  ///      |                                       ^~~~~~
  /// ```
  public var excerpt: String? {
    guard let line, let sourceLine else { return nil }
    let shown = TerminalText.printable(sourceLine, keepingTabs: true)
    let number = "\(line)"
    let (start, length) = Self.caret(for: detail, in: shown)
    let lead = shown.prefix(start).map { $0 == "\t" ? "\t" : " " }.joined()
    let mark = "^" + String(repeating: "~", count: max(0, length - 1))
    let margin = String(repeating: " ", count: number.count)
    return "  \(number) | \(shown)\n  \(margin) | \(lead)\(mark)"
  }

  /// The columns that the caret marks, from 1, in characters of the source line; nil without a
  /// line.
  public var columns: ClosedRange<Int>? {
    guard line != nil, let sourceLine else { return nil }
    let (start, length) = Self.caret(
      for: detail, in: TerminalText.printable(sourceLine, keepingTabs: true))
    return start + 1...start + max(1, length)
  }

  /// Returns the column of the caret, from 0, and the number of characters to mark: the quoted text
  /// that was rejected, else the field in the message, else any other quoted text, else the
  /// function's name, else the first character.
  static func caret(for message: String, in line: String) -> (start: Int, length: Int) {
    let called = calledName(in: message)
    let name = called.flatMap { findWord($0, in: line) }
    // The argument follows the function's name, which may contain the same word.
    let given = name.map { $0 + (called?.count ?? 0) } ?? 0
    let quotes = quotedTexts(in: message)
    // `got "…"` and `unknown field "…"` quote the rejected text; suggestions are not in the source.
    let rejected = [" got \"", "unknown field \"", "near '"].flatMap { lead -> [String] in
      quotes.filter { message.contains(lead + $0) }
    }
    for text in rejected {
      if let start = find("\"\(text)\"", in: line, from: given)
        ?? find("'\(text)'", in: line, from: given)
      {
        return (start, text.count + 2)
      }
      if let start = findWord(text, in: line, from: given) { return (start, text.count) }
    }
    // `argument 2 "entry": field "rating"`: the field is in the source, the argument has no name
    // there.
    let fields = quotes.filter { message.contains("field \"\($0)\"") }
    for text in fields.isEmpty ? quotes : fields {
      let last = text.split(separator: ".").last.map(String.init) ?? text
      if let start = findWord(text, in: line, from: given) { return (start, text.count) }
      if let start = findWord(last, in: line, from: given) { return (start, last.count) }
    }
    if let name, let called { return (name, called.count) }
    let indent = line.prefix { $0 == " " || $0 == "\t" }.count
    return (line.isEmpty ? 0 : min(indent, line.count - 1), 1)
  }

  /// Returns the function that a message begins with, as in `spark.add: …`.
  private static func calledName(in message: String) -> String? {
    guard let colon = message.firstRange(of: ":") else { return nil }
    let name = String(message[..<colon.lowerBound])
    return name.isEmpty || name.contains(" ") ? nil : name
  }

  /// Returns the texts between double or single quotes.
  private static func quotedTexts(in message: String) -> [String] {
    var texts: [String] = []
    var open: Character?
    var text = ""
    for character in message {
      if let quote = open {
        if character == quote {
          if !text.isEmpty { texts.append(text) }
          open = nil
        } else {
          text.append(character)
        }
      } else if character == "\"" || character == "'" {
        open = character
        text = ""
      }
    }
    return texts
  }

  private static func find(_ text: String, in line: String, from start: Int = 0) -> Int? {
    guard let range = line.dropFirst(start).firstRange(of: text) else { return nil }
    return line.distance(from: line.startIndex, to: range.lowerBound)
  }

  private static func findWord(_ text: String, in line: String, from start: Int = 0) -> Int? {
    guard !text.isEmpty else { return nil }
    for range in line.dropFirst(start).ranges(of: text) {
      let atStart = range.lowerBound == line.startIndex
      let before = atStart ? nil : line[line.index(before: range.lowerBound)]
      let after = range.upperBound == line.endIndex ? nil : line[range.upperBound]
      if isWord(before) || isWord(after) { continue }
      return line.distance(from: line.startIndex, to: range.lowerBound)
    }
    return nil
  }

  private static func isWord(_ character: Character?) -> Bool {
    guard let character else { return false }
    return character.isLetter || character.isNumber || character == "_"
  }

  /// Returns a line of a source, counted from 1, without its end and truncated to 400 bytes.
  static func line(_ number: Int, of source: [UInt8]) -> String? {
    var current = 1
    var start = source.startIndex
    while current < number {
      guard let end = source[start...].firstIndex(of: 10) else { return nil }
      start = end + 1
      current += 1
    }
    let end = source[start...].firstIndex(of: 10) ?? source.endIndex
    var line = String(decoding: source[start..<end].prefix(400), as: UTF8.self)
    if line.hasSuffix("\r") { line.removeLast() }
    return line
  }

  /// Returns a chunk's name as Lua shows it in messages, without its mark.
  static func shownName(of chunkName: String) -> String {
    guard let first = chunkName.first, first == "@" || first == "=" else {
      return "[string \"\(chunkName)\"]"
    }
    let name = String(chunkName.dropFirst())
    // Lua shows at most 59 bytes: the start of a given name, the end of a file name.
    guard name.utf8.count > 59 else { return name }
    if first == "=" { return String(decoding: name.utf8.prefix(59), as: UTF8.self) }
    return "..." + String(decoding: name.utf8.suffix(56), as: UTF8.self)
  }
}
