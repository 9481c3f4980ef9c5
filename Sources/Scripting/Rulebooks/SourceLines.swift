import Rules

/// Where the members of the table that a Lua file returns are written, as far as the text shows it.
///
/// The table constructor behind the last `return` is read by its braces, names and commas, without
/// understanding expressions. A name in the place of a constructor is followed to the constructor
/// it was set to, if it is written nowhere else in the file, so that nothing can have changed it.
/// What is not found like that has no line, which is better than a wrong one.
struct SourceLines {
  /// Tables are followed so deep; no rulebook is read any deeper than that.
  private static let levels = 80

  private final class Node {
    var line: Int
    var members: [RulebookFault.Key: Node] = [:]
    init(line: Int) { self.line = line }
  }

  private let words: [LuaWords.Word]
  /// For each word the number of blocks and brackets that it stands in.
  private var depths: [Int] = []
  /// Where names are written that are not fields.
  private var uses: [String: [Int]] = [:]
  private var root: Node?

  init(_ source: [UInt8]) {
    words = LuaWords(source).words
    survey()
    let end = words.indices.last { words[$0].is("return") && depths[$0] == 0 }
    if let end, let start = constructor(at: end + 1) {
      var place = start
      root = table(&place, Self.levels)
    }
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

  /// Finds out what stands in what.
  private mutating func survey() {
    depths.reserveCapacity(words.count)
    var open: [Bool] = []
    for (place, word) in words.enumerated() {
      if Self.closes(word) { _ = open.popLast() }
      depths.append(open.count)
      if Self.opens(word) { open.append(word.is("{")) }
      guard word.kind == .name else { continue }
      let before = place > 0 ? words[place - 1] : nil
      if let before, before.isOne(of: ".", ":") { continue }
      let isInTable = open.last ?? false
      if isInTable, place + 1 < words.count, words[place + 1].is("="),
        let before, before.isOne(of: "{", ",", ";")
      {
        continue
      }
      uses[word.text, default: []].append(place)
    }
  }

  private static func opens(_ word: LuaWords.Word) -> Bool {
    // `while` and `for` have a `do`, `elseif` belongs to its `if`.
    word.isOne(of: "{", "(", "[", "function", "do", "if", "repeat")
  }

  private static func closes(_ word: LuaWords.Word) -> Bool {
    word.isOne(of: "}", ")", "]", "end", "until")
  }

  /// Where the constructor begins that an expression at a place is, or that it names.
  private func constructor(at place: Int) -> Int? {
    guard place < words.count else { return nil }
    if words[place].is("{") { return place }
    guard words[place].kind == .name,
      place + 1 == words.count || words[place + 1].isOne(of: ",", ";", "}"),
      let places = uses[words[place].text], places.count == 2, places[1] == place
    else { return nil }
    // `name = {` or `local name <const> = {`, the only name that is set there.
    var next = places[0] + 1
    if next + 2 < words.count, words[next].is("<") { next += 3 }
    let isFirst = places[0] == 0 || !words[places[0] - 1].is(",")
    guard isFirst, depths[places[0]] == 0, next + 1 < words.count, words[next].is("="),
      words[next + 1].is("{")
    else { return nil }
    return next + 1
  }

  /// Reads a table constructor, the word at `place` being its opening brace, and those in it as deep
  /// as is said.
  private func table(_ place: inout Int, _ levels: Int) -> Node {
    let node = Node(line: words[place].line)
    place += 1
    var position = 0
    while place < words.count, !words[place].is("}") {
      let line = words[place].line
      var key: RulebookFault.Key?
      if words[place].is("[") {
        key = computedKey(&place)
      } else if place + 1 < words.count, words[place].kind == .name, words[place + 1].is("=") {
        key = .name(words[place].text)
        place += 2
      } else {
        position += 1
        key = .position(position)
      }
      let value = value(&place, line, levels - 1)
      if let key { node.members[key] = value }
      if place < words.count, words[place].isOne(of: ",", ";") { place += 1 }
    }
    place += 1
    return node
  }

  /// Reads `[…] =`; the key is known when it is a string or a number.
  private func computedKey(_ place: inout Int) -> RulebookFault.Key? {
    let start = place
    skip(&place) { $0 > start && depths[$0] == depths[start] && words[$0].is("]") }
    defer { place += 2 }
    guard place == start + 2 else { return nil }
    let word = words[start + 1]
    switch word.kind {
    case .string: return .name(word.text)
    case .number: return Int(word.text).map { .position($0) }
    case .name, .sign: return nil
    }
  }

  private func value(_ place: inout Int, _ line: Int, _ levels: Int) -> Node {
    var value = Node(line: line)
    if levels > 0, var start = constructor(at: place) {
      let isHere = start == place
      value = table(&start, levels)
      value.line = line
      if isHere { place = start }
    }
    guard place < words.count else { return value }
    // What may follow of the expression: up to the comma or the brace that ends it.
    var depth = 0
    skip(&place) { place in
      if depth == 0, words[place].isOne(of: ",", ";", "}") { return true }
      if Self.closes(words[place]) { depth -= 1 }
      if Self.opens(words[place]) { depth += 1 }
      return false
    }
    return value
  }

  private func skip(_ place: inout Int, until isEnd: (Int) -> Bool) {
    while place < words.count, !isEnd(place) { place += 1 }
  }
}
