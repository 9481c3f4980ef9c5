/// The uses of globals in a script: reads, assignments, and calls of globals or their fields with
/// the literals among the arguments.
///
/// Found in one pass over the tokens that keeps track of locals (reference manual of Lua 5.4, § 3.5
/// and § 9).
struct LuaUses {
  private(set) var reads: [Read] = []
  private(set) var assignments: [Assignment] = []
  private(set) var calls: [Call] = []
  /// Whether `_ENV` is changed: then globals are unknown.
  private(set) var changesEnvironment = false

  private let tokens: [LuaToken]
  private var index = 0
  private var scopes: [Set<String>] = [[]]
  private var functionDepth = 0

  init(_ source: [UInt8]) {
    tokens = LuaTokens.all(source)
    block(until: [])
  }

  // MARK: Tokens

  private var token: LuaToken { tokens[min(index, tokens.count - 1)] }

  private mutating func consume() -> LuaToken {
    let consumed = token
    index += 1
    return consumed
  }

  private mutating func consume(symbol: String) -> Bool {
    guard token.isSymbol(symbol) else { return false }
    index += 1
    return true
  }

  private mutating func consume(keyword: String) -> Bool {
    guard token.isKeyword(keyword) else { return false }
    index += 1
    return true
  }

  private mutating func name() -> Name {
    let consumed = consume()
    return Name(
      text: consumed.text, position: Position(line: consumed.line, column: consumed.column))
  }

  // MARK: Names

  private func isLocal(_ name: String) -> Bool { scopes.contains { $0.contains(name) } }

  private mutating func declare(_ names: [String]) {
    if names.contains("_ENV") { changesEnvironment = true }
    scopes[scopes.count - 1].formUnion(names)
  }

  // MARK: Statements

  private mutating func block(until ends: Set<String>, declaring names: [String] = []) {
    scopes.append([])
    declare(names)
    statements(until: ends)
    scopes.removeLast()
  }

  private mutating func statements(until ends: Set<String>) {
    while token.kind != .end, !(token.kind == .keyword && ends.contains(token.text)) {
      let before = index
      statement()
      // Always advances, so that the loop ends.
      if index == before { index += 1 }
    }
  }

  private mutating func statement() {
    if consume(symbol: ";") { return }
    if consume(symbol: "::") {
      index += 2
      return
    }
    guard token.kind == .keyword else { return expressionStatement() }
    switch token.text {
    case "if":
      repeat {
        index += 1
        expression()
        _ = consume(keyword: "then")
        block(until: ["elseif", "else", "end"])
      } while token.isKeyword("elseif")
      if consume(keyword: "else") { block(until: ["end"]) }
      _ = consume(keyword: "end")
    case "while":
      index += 1
      expression()
      _ = consume(keyword: "do")
      block(until: ["end"])
      _ = consume(keyword: "end")
    case "do":
      index += 1
      block(until: ["end"])
      _ = consume(keyword: "end")
    case "for": forLoop()
    case "repeat":
      index += 1
      scopes.append([])
      statements(until: ["until"])
      _ = consume(keyword: "until")
      // The condition sees the locals of the block.
      expression()
      scopes.removeLast()
    case "function":
      index += 1
      functionStatement()
    case "local": local()
    case "return":
      index += 1
      if token.kind != .end, !token.isSymbol(";"),
        !(token.kind == .keyword && ["end", "else", "elseif", "until"].contains(token.text))
      {
        expressions()
      }
    case "break": index += 1
    case "goto": index += 2
    default: expressionStatement()
    }
  }

  private mutating func forLoop() {
    index += 1
    var names = [name().text]
    while consume(symbol: ",") { names.append(name().text) }
    index += 1  // = or in
    expressions()
    _ = consume(keyword: "do")
    block(until: ["end"], declaring: names)
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
    } else if !isLocal(first.text) {
      reads.append(Read(global: first, fields: []))
    }
    functionBody(isMethod: isMethod)
  }

  private mutating func local() {
    index += 1
    if consume(keyword: "function") {
      declare([name().text])
      return functionBody(isMethod: false)
    }
    var names: [String] = []
    repeat {
      names.append(name().text)
      if consume(symbol: "<") { index += 2 }
    } while consume(symbol: ",")
    if consume(symbol: "=") { expressions() }
    declare(names)
  }

  private mutating func assign(_ name: Name) {
    if name.text == "_ENV" { changesEnvironment = true }
    guard !isLocal(name.text) else { return }
    assignments.append(Assignment(global: name, isInFunction: functionDepth > 0))
  }

  private mutating func expressionStatement() {
    var targets = [suffixed(isTarget: true)]
    while consume(symbol: ",") { targets.append(suffixed(isTarget: true)) }
    guard consume(symbol: "=") else {
      for target in targets { recordRead(target) }
      return
    }
    expressions()
    for target in targets {
      guard case .global(let name, let fields) = target else { continue }
      if fields.isEmpty {
        assign(name)
      } else {
        // The table is read; its last field is assigned.
        reads.append(Read(global: name, fields: Array(fields.dropLast())))
      }
    }
  }

  // MARK: Expressions

  /// The kinds of expressions that are distinguished.
  private enum Value {
    case global(Name, [Name])
    case string(String)
    case table([Name])
    case other
  }

  private mutating func recordRead(_ value: Value) {
    if case .global(let name, let fields) = value {
      reads.append(Read(global: name, fields: fields))
    }
  }

  private mutating func expressions() {
    expression()
    while consume(symbol: ",") { expression() }
  }

  private static let binary: Set<String> = [
    "+", "-", "*", "/", "//", "%", "^", "..", "==", "~=", "<", "<=", ">", ">=", "&", "|", "~", "<<",
    ">>",
  ]

  /// Parses an expression; precedence does not matter here.
  @discardableResult
  private mutating func expression() -> Value {
    var isSingle = !consumeUnary()
    let first = simple()
    recordRead(first)
    while (token.kind == .symbol && Self.binary.contains(token.text)) || token.isKeyword("and")
      || token.isKeyword("or")
    {
      index += 1
      isSingle = false
      _ = consumeUnary()
      recordRead(simple())
    }
    return isSingle ? first : .other
  }

  /// Consumes the unary operators before a value, if there are any.
  private mutating func consumeUnary() -> Bool {
    let start = index
    while token.isKeyword("not") || token.isSymbol("-") || token.isSymbol("#")
      || token.isSymbol("~")
    {
      index += 1
    }
    return index > start
  }

  private mutating func simple() -> Value {
    switch token.kind {
    case .string:
      return .string(consume().text)
    case .number:
      index += 1
      return .other
    case .keyword:
      if consume(keyword: "function") {
        functionBody(isMethod: false)
      } else {
        index += 1  // nil, true, false
      }
      return .other
    case .symbol where token.text == "...":
      index += 1
      return .other
    case .symbol where token.text == "{":
      return .table(table())
    default: return suffixed(isTarget: false)
    }
  }

  private mutating func functionBody(isMethod: Bool) {
    functionDepth += 1
    var names = isMethod ? ["self"] : []
    _ = consume(symbol: "(")
    while token.kind == .name || token.isSymbol("...") {
      if token.kind == .name { names.append(token.text) }
      index += 1
      if !consume(symbol: ",") { break }
    }
    _ = consume(symbol: ")")
    block(until: ["end"], declaring: names)
    _ = consume(keyword: "end")
    functionDepth -= 1
  }

  /// Parses a table, and returns the names of its fields.
  private mutating func table() -> [Name] {
    var names: [Name] = []
    _ = consume(symbol: "{")
    while token.kind != .end, !token.isSymbol("}") {
      if consume(symbol: "[") {
        expression()
        _ = consume(symbol: "]")
        _ = consume(symbol: "=")
      } else if token.kind == .name, index + 1 < tokens.count, tokens[index + 1].isSymbol("=") {
        names.append(name())
        index += 1
      }
      expression()
      if !consume(symbol: ","), !consume(symbol: ";") { break }
    }
    _ = consume(symbol: "}")
    return names
  }

  /// Parses a name or an expression in parentheses, with its fields, indices and calls.
  private mutating func suffixed(isTarget: Bool) -> Value {
    var value: Value
    if consume(symbol: "(") {
      expression()
      _ = consume(symbol: ")")
      value = .other
    } else {
      let name = name()
      if name.text == "_ENV" { changesEnvironment = true }
      value = isLocal(name.text) ? .other : .global(name, [])
    }
    while true {
      if consume(symbol: ".") {
        let field = name()
        if case .global(let global, let fields) = value {
          value = .global(global, fields + [field])
        }
      } else if consume(symbol: "[") {
        recordRead(value)
        expression()
        _ = consume(symbol: "]")
        value = .other
      } else if consume(symbol: ":") {
        recordRead(value)
        _ = name()
        _ = arguments()
        value = .other
      } else if token.isSymbol("(") || token.isSymbol("{") || token.kind == .string {
        recordRead(value)
        let given = arguments()
        if case .global(let global, let fields) = value {
          calls.append(
            Call(
              function: ([global] + fields).map(\.text).joined(separator: "."),
              position: global.position,
              strings: given.strings, fields: given.fields))
        }
        value = .other
      } else {
        return value
      }
    }
  }

  private mutating func arguments() -> (strings: [Int: String], fields: [Name]) {
    if token.kind == .string { return ([0: consume().text], []) }
    if token.isSymbol("{") { return ([:], table()) }
    var strings: [Int: String] = [:]
    var fields: [Name] = []
    var count = 0
    _ = consume(symbol: "(")
    while token.kind != .end, !token.isSymbol(")") {
      switch expression() {
      case .string(let text): strings[count] = text
      case .table(let names): fields = count == 0 ? names : []
      default: break
      }
      count += 1
      if !consume(symbol: ",") { break }
    }
    _ = consume(symbol: ")")
    return (strings, count > 1 ? [] : fields)
  }
}
