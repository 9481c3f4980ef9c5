import Lua

/// The uses of globals in a script: reads, assignments, and calls of globals or their fields with
/// the literals among the arguments.
///
/// Found in one pass over the tokens that keeps track of locals (reference manual of Lua 5.4, § 3.5
/// and § 9).
struct LuaUses {
  private(set) var reads: [Read] = []
  private(set) var assignments: [Assignment] = []
  private(set) var calls: [Call] = []
  /// The globals and fields of globals, such as `table.unpack`, that the script tests or assigns: they may be
  /// absent, or are its own.
  private(set) var excused: Set<String> = []
  /// Whether `_ENV` is changed: then globals are unknown.
  private(set) var changesEnvironment = false

  let tokens: [LuaToken]
  var index = 0
  private var scopes: [Set<String>] = [[]]
  private var functionDepth = 0

  init(_ source: [UInt8]) {
    tokens = LuaTokens.all(source)
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

  func isLocal(_ name: String) -> Bool { scopes.contains { $0.contains(name) } }

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
        condition()
        _ = consume(keyword: "then")
        block(until: ["elseif", "else", "end"])
      } while token.isKeyword("elseif")
      if consume(keyword: "else") { block(until: ["end"]) }
      _ = consume(keyword: "end")
    case "while":
      index += 1
      condition()
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
      condition()
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
      excuse(.global(first, fields))
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
        excuse(target)
      }
    }
  }

  // MARK: Expressions

  private mutating func recordRead(_ value: Value) {
    if case .global(let name, let fields) = value {
      reads.append(Read(global: name, fields: fields))
    }
  }

  private mutating func excuse(_ value: Value) {
    if let path = value.path { excused.insert(path) }
  }

  /// Parses the condition of a statement.
  private mutating func condition() { excuse(expression()) }

  private mutating func expressions() {
    expression()
    while consume(symbol: ",") { expression() }
  }

  /// Parses an expression; precedence does not matter here.
  @discardableResult
  mutating func expression() -> Value {
    let start = index
    consumeUnary()
    let unary = index - start
    let isNegated = unary == 1 && tokens[start].isSymbol("-")
    let first = operand(tokens[start..<index])
    var (last, isSingle) = (first, true)
    while token.isBinaryOperator {
      let start = index
      index += 1
      isSingle = false
      consumeUnary()
      last = operand(tokens[start..<index], after: last)
    }
    switch first {
    case _ where !isSingle: return .other
    case _ where unary == 0: return first
    case .literal(.integer(let number)) where isNegated: return .literal(.integer(0 &- number))
    case .literal(.number(let number)) where isNegated: return .literal(.number(-number))
    default: return .other
    }
  }

  /// Parses an operand after its operators.
  private mutating func operand(_ operators: ArraySlice<LuaToken>, after last: Value? = nil)
    -> Value
  {
    let value = simple()
    recordRead(value)
    if value.isTested(operators, before: tokens[min(index, tokens.count)...], after: last) {
      excuse(value)
    }
    return value
  }

  /// Consumes the unary operators before a value, if there are any.
  private mutating func consumeUnary() {
    while token.isKeyword("not") || token.isSymbol("-") || token.isSymbol("#")
      || token.isSymbol("~")
    {
      index += 1
    }
  }

  private mutating func simple() -> Value {
    switch token.kind {
    case .string: return .literal(string(consume()))
    case .number: return Self.number(consume().text).map(Value.literal) ?? .other
    case .keyword:
      switch consume().text {
      case "function":
        functionBody(isMethod: false)
        return .literal(.function)
      case "nil": return .literal(.nil)
      case "true", "false": return .literal(.boolean)
      default: return .other
      }
    case .symbol where token.text == "...":
      index += 1
      return .several
    case .symbol where token.text == "{":
      return .literal(.table(table()))
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
        } else {
          value = .other
        }
      } else if consume(symbol: "[") {
        recordRead(value)
        expression()
        _ = consume(symbol: "]")
        value = .other
      } else if consume(symbol: ":") {
        recordRead(value)
        let method = name()
        let given = arguments()
        if case .global(let global, let fields) = value {
          record(global, fields + [method], given, isMethod: true)
        }
        value = .several
      } else if token.isSymbol("(") || token.isSymbol("{") || token.kind == .string {
        recordRead(value)
        let start = index
        let given = arguments()
        if case .global(let global, let fields) = value {
          record(global, fields, given, isMethod: false)
          if value.path == "type" { excuse(argument(tokens[start..<index])) }
        }
        value = .several
      } else {
        return value
      }
    }
  }

  private mutating func record(
    _ global: Name, _ fields: [Name], _ arguments: [LiteralArgument], isMethod: Bool
  ) {
    calls.append(
      Call(
        function: ([global] + fields).map(\.text).joined(separator: "."),
        position: global.position, arguments: arguments, isMethod: isMethod))
  }
}
