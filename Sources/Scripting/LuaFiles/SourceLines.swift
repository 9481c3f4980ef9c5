import FlintSchema

/// The lines of the members of the table that a Lua file returns, as far as its text shows them.
///
/// The table constructor after the last `return` is parsed by its braces, names and commas, without
/// parsing expressions. A name in index of a constructor is resolved to the constructor that it was
/// assigned, if it occurs nowhere else in the file, so that nothing can have changed it. Other
/// members have no line, which is better than a wrong line.
struct SourceLines {
  /// The maximum nesting depth of tables; no rulebook is nested deeper.
  private static let levels = 80

  private final class Node {
    var line: Int
    var members: [TablePath.Key: Node] = [:]
    init(line: Int) { self.line = line }
  }

  private let tokens: [LuaToken]
  /// The number of blocks and brackets around each token.
  private var depths: [Int] = []
  /// The indices of the tokens that are names but not fields.
  private var uses: [String: [Int]] = [:]
  private var root: Node?

  init(_ source: [UInt8]) {
    tokens = LuaTokens.all(source).dropLast()
    survey()
    let end = tokens.indices.last { tokens[$0].isKeyword("return") && depths[$0] == 0 }
    if let end, let start = constructor(at: end + 1) {
      var index = start
      root = table(&index, Self.levels)
    }
  }

  /// Returns the line of a member, or of the deepest of its ancestors that is found.
  func line(of keys: [TablePath.Key]) -> Int? {
    guard var node = root else { return nil }
    var line: Int?
    for key in keys {
      guard let found = node.members[key] else { break }
      node = found
      line = node.line
    }
    return line
  }

  /// Records the nesting depth of each token and the uses of each name.
  private mutating func survey() {
    var open: [Bool] = []
    for (index, token) in tokens.enumerated() {
      if Self.closes(token) { _ = open.popLast() }
      depths.append(open.count)
      if Self.opens(token) { open.append(token.isSymbol("{")) }
      guard token.kind == .name else { continue }
      let before = index > 0 ? tokens[index - 1] : nil
      if let before, before.isOne(of: ".", ":", "..", "...", "::") { continue }
      let isInTable = open.last ?? false
      if isInTable, index + 1 < tokens.count, tokens[index + 1].isSymbol("="),
        let before, before.isOne(of: "{", ",", ";")
      {
        continue
      }
      uses[token.text, default: []].append(index)
    }
  }

  private static func opens(_ token: LuaToken) -> Bool {
    // `while` and `for` have a `do`, `elseif` belongs to its `if`.
    token.isOne(of: "{", "(", "[", "function", "do", "if", "repeat")
  }

  private static func closes(_ token: LuaToken) -> Bool {
    token.isOne(of: "}", ")", "]", "end", "until")
  }

  /// Returns the index of the constructor that an expression at an index is, or that it names.
  private func constructor(at index: Int) -> Int? {
    guard index < tokens.count else { return nil }
    if tokens[index].isSymbol("{") { return index }
    guard tokens[index].kind == .name,
      index + 1 == tokens.count || tokens[index + 1].isOne(of: ",", ";", "}"),
      let positions = uses[tokens[index].text], positions.count == 2, positions[1] == index
    else { return nil }
    // `name = {` or `local name <const> = {`, with only this name assigned.
    var next = positions[0] + 1
    if next + 2 < tokens.count, tokens[next].isSymbol("<") { next += 3 }
    let isFirst = positions[0] == 0 || !tokens[positions[0] - 1].isSymbol(",")
    guard isFirst, depths[positions[0]] == 0, next + 1 < tokens.count, tokens[next].isSymbol("="),
      tokens[next + 1].isSymbol("{")
    else { return nil }
    return next + 1
  }

  /// Parses a table constructor, whose opening brace is at `index`, and nested ones down to a
  /// maximum number of levels.
  private func table(_ index: inout Int, _ levels: Int) -> Node {
    let node = Node(line: tokens[index].line)
    index += 1
    var position = 0
    while index < tokens.count, !tokens[index].isSymbol("}") {
      let line = tokens[index].line
      var key: TablePath.Key?
      if tokens[index].isSymbol("[") {
        key = computedKey(&index)
      } else if index + 1 < tokens.count, tokens[index].kind == .name,
        tokens[index + 1].isSymbol("=")
      {
        key = .name(tokens[index].text)
        index += 2
      } else {
        position += 1
        key = .position(position)
      }
      let value = value(&index, line, levels - 1)
      if let key { node.members[key] = value }
      if index < tokens.count, tokens[index].isOne(of: ",", ";") { index += 1 }
    }
    index += 1
    return node
  }

  /// Parses `[…] =`; the key is known if it is a string or a number.
  private func computedKey(_ index: inout Int) -> TablePath.Key? {
    let start = index
    skip(&index) { $0 > start && depths[$0] == depths[start] && tokens[$0].isSymbol("]") }
    defer { index += 2 }
    guard index == start + 2 else { return nil }
    let token = tokens[start + 1]
    switch token.kind {
    // Escapes are not decoded: no name of a rulebook contains one.
    case .string: return .name(token.text.replacing(/(?s)\\(.)/) { $0.1 })
    case .number: return Int(token.text).map { .position($0) }
    case .name, .keyword, .symbol, .end: return nil
    }
  }

  private func value(_ index: inout Int, _ line: Int, _ levels: Int) -> Node {
    var value = Node(line: line)
    if levels > 0, var start = constructor(at: index) {
      let isHere = start == index
      value = table(&start, levels)
      value.line = line
      if isHere { index = start }
    }
    guard index < tokens.count else { return value }
    // Skips the rest of the expression, up to the comma or brace that ends it.
    var depth = 0
    skip(&index) { index in
      if depth == 0, tokens[index].isOne(of: ",", ";", "}") { return true }
      if Self.closes(tokens[index]) { depth -= 1 }
      if Self.opens(tokens[index]) { depth += 1 }
      return false
    }
    return value
  }

  private func skip(_ index: inout Int, until isEnd: (Int) -> Bool) {
    while index < tokens.count, !isEnd(index) { index += 1 }
  }
}
