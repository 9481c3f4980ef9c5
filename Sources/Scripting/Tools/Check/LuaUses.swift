import Lua

/// The uses of globals in a script (reads, assignments, and calls of globals or their fields with the literals
/// among the arguments), of the fields of what Flint's functions return, and of locals.
///
/// Found in one pass over the tokens that keeps track of locals (reference manual of Lua 5.4, § 3.5
/// and § 9).
struct LuaUses {
  var reads: [Read] = []
  private(set) var assignments: [Assignment] = []
  var calls: [Call] = []
  /// The globals and fields of globals, such as `table.unpack`, that the script tests or assigns: they may be
  /// absent, or are its own.
  var excused: Set<String> = []
  /// Whether `_ENV` is changed: then globals are unknown.
  var changesEnvironment = false

  /// The fields that are read of results which have no such fields.
  var absentFields: [AbsentField] = []
  /// The names that the script assigns as fields of any table.
  var assignedFields: Set<String> = []
  var locals: [Local] = []
  /// The statements that cannot be reached.
  private(set) var unreachable: [Position] = []

  let tokens: [LuaToken]
  var index = 0
  /// What the first argument of the call that was parsed last is.
  var firstArgument: KnownResult?
  /// The locals of the open blocks by name, as indices.
  private var scopes: [[String: Int]] = [[:]]
  var functionDepth = 0
  /// Returns what a function of Flint returns.
  let results: (_ function: String) -> [HostResult]

  init(_ source: [UInt8], results: @escaping (_ function: String) -> [HostResult] = { _ in [] }) {
    tokens = LuaTokens.all(source)
    self.results = results
    block(until: [])
  }

  // MARK: Tokens

  var token: LuaToken { tokens[min(index, tokens.count - 1)] }

  mutating func consume() -> LuaToken {
    let consumed = token
    index += 1
    return consumed
  }

  mutating func consume(symbol: String) -> Bool {
    guard token.isSymbol(symbol) else { return false }
    index += 1
    return true
  }

  mutating func consume(keyword: String) -> Bool {
    guard token.isKeyword(keyword) else { return false }
    index += 1
    return true
  }

  mutating func name() -> Name {
    let consumed = consume()
    return Name(
      text: consumed.text, position: Position(line: consumed.line, column: consumed.column))
  }

  // MARK: Names

  func local(_ name: String) -> Int? { scopes.reversed().lazy.compactMap { $0[name] }.first }

  func isLocal(_ name: String) -> Bool { local(name) != nil }

  private mutating func declare(
    _ names: [String], at position: Position? = nil, as known: [KnownResult?] = []
  ) {
    if names.contains("_ENV") { changesEnvironment = true }
    for (number, name) in names.enumerated() {
      scopes[scopes.count - 1][name] = locals.count
      locals.append(
        Local(
          name: name, statement: position, depth: functionDepth,
          known: number < known.count ? known[number] : nil))
    }
  }

  // MARK: Statements

  /// - Returns: whether it is always left by `break`, `goto`, `return` or an error.
  @discardableResult
  mutating func block(
    until ends: Set<String>, declaring names: [String] = [], as known: [KnownResult?] = []
  ) -> Bool {
    scopes.append([:])
    declare(names, as: known)
    defer { scopes.removeLast() }
    return statements(until: ends)
  }

  @discardableResult
  private mutating func statements(until ends: Set<String>) -> Bool {
    var isLeft = false
    while token.kind != .end, !(token.kind == .keyword && ends.contains(token.text)) {
      if consume(symbol: ";") { continue }
      let before = index
      if isLeft, !token.isSymbol("::") {
        unreachable.append(Position(line: token.line, column: token.column))
      }
      isLeft = statement()
      // Always advances, so that the loop ends.
      if index == before { index += 1 }
    }
    return isLeft
  }

  /// - Returns: whether what follows it is never reached.
  private mutating func statement() -> Bool {
    if consume(symbol: "::") {
      index += 2
      return false
    }
    guard token.kind == .keyword else { return expressionStatement() }
    switch token.text {
    case "if":
      var isLeft = true
      repeat {
        index += 1
        condition()
        _ = consume(keyword: "then")
        isLeft = block(until: ["elseif", "else", "end"]) && isLeft
      } while token.isKeyword("elseif")
      isLeft = consume(keyword: "else") && block(until: ["end"]) && isLeft
      _ = consume(keyword: "end")
      return isLeft
    case "while":
      index += 1
      condition()
      _ = consume(keyword: "do")
      block(until: ["end"])
      _ = consume(keyword: "end")
    case "do":
      index += 1
      let isLeft = block(until: ["end"])
      _ = consume(keyword: "end")
      return isLeft
    case "for": forLoop()
    case "repeat":
      index += 1
      scopes.append([:])
      statements(until: ["until"])
      _ = consume(keyword: "until")
      // The condition sees the locals of the block.
      condition()
      scopes.removeLast()
    case "function":
      index += 1
      functionStatement()
    case "local": localStatement()
    case "return":
      index += 1
      if token.kind != .end, !token.isSymbol(";"),
        !(token.kind == .keyword && ["end", "else", "elseif", "until"].contains(token.text))
      {
        expressions()
      }
      return true
    case "break":
      index += 1
      return true
    case "goto":
      index += 2
      return true
    default: return expressionStatement()
    }
    return false
  }

  private mutating func forLoop() {
    index += 1
    var names = [name().text]
    while consume(symbol: ",") { names.append(name().text) }
    index += 1  // = or in
    let isPairs = ["ipairs", "pairs"].contains(token.text) && !isLocal(token.text)
    let first = expressions().first ?? nil
    let known = isPairs ? [nil, firstArgument?.item] : [first?.item]
    _ = consume(keyword: "do")
    block(until: ["end"], declaring: names, as: known)
    _ = consume(keyword: "end")
  }

  private mutating func functionStatement() {
    let first = name()
    var fields: [Name] = []
    var isMethod = false
    while token.isSymbol(".") || token.isSymbol(":") {
      isMethod = token.isSymbol(":")
      index += 1
      fields.append(name())
    }
    if fields.isEmpty {
      assign(first)
    } else if let local = local(first.text) {
      locals[local].isRead = true
      assignedFields.formUnion(fields.map(\.text))
    } else {
      reads.append(Read(global: first, fields: []))
      excuse(.global(first, fields))
    }
    functionBody(isMethod: isMethod)
  }

  private mutating func localStatement() {
    index += 1
    let position = Position(line: token.line, column: token.column)
    if consume(keyword: "function") {
      declare([name().text], at: position)
      return functionBody(isMethod: false)
    }
    var names: [String] = []
    repeat {
      names.append(name().text)
      if consume(symbol: "<") { index += 2 }
    } while consume(symbol: ",")
    // What is closed at the end of the block is used there.
    let isClosed = tokens[index - 1].isSymbol(">") && tokens[index - 2].text == "close"
    let known = consume(symbol: "=") ? expressions() : []
    declare(names, at: isClosed ? nil : position, as: known)
  }

  private mutating func assign(_ name: Name) {
    if name.text == "_ENV" { changesEnvironment = true }
    if let local = local(name.text) { return locals[local].reassign() }
    assignments.append(Assignment(global: name, isInFunction: functionDepth > 0))
  }

  /// Parses an assignment or a call.
  ///
  /// - Returns: whether it is a call that does not return.
  private mutating func expressionStatement() -> Bool {
    let start = Position(line: token.line, column: token.column)
    var targets = [suffixed(isTarget: true)]
    while consume(symbol: ",") { targets.append(suffixed(isTarget: true)) }
    guard consume(symbol: "=") else {
      for target in targets { recordRead(target) }
      return calls.last.map { $0.position == start && $0.isEnd } ?? false
    }
    expressions()
    for target in targets {
      if case .local(let local) = target { locals[local].reassign() }
      guard case .global(let name, let fields) = target else { continue }
      if fields.isEmpty {
        assign(name)
      } else {
        // The table is read; its last field is assigned.
        reads.append(Read(global: name, fields: Array(fields.dropLast())))
        excuse(target)
      }
    }
    return false
  }
}
