/// What a script makes use of: globals, fields of tables that are globals, and calls of these with
/// what stands written in them.
///
/// Made by going through the words once, keeping account of locals (reference manual of Lua 5.4,
/// § 3.5 and § 9).
struct LuaUses {
  private(set) var reads: [Read] = []
  private(set) var assignments: [Assignment] = []
  private(set) var calls: [Call] = []
  /// Whether `_ENV` is meddled with: then globals are not to be known.
  private(set) var changesEnvironment = false

  private let tokens: [LuaToken]
  private var place = 0
  private var scopes: [Set<String>] = [[]]
  private var functionDepth = 0

  init(_ source: [UInt8]) {
    tokens = LuaTokens.all(source)
    block(until: [])
  }

  // MARK: Words

  private var token: LuaToken { tokens[min(place, tokens.count - 1)] }

  private mutating func take() -> LuaToken {
    let taken = token
    place += 1
    return taken
  }

  private mutating func take(symbol: String) -> Bool {
    guard token.isSymbol(symbol) else { return false }
    place += 1
    return true
  }

  private mutating func take(keyword: String) -> Bool {
    guard token.isKeyword(keyword) else { return false }
    place += 1
    return true
  }

  private mutating func name() -> Name {
    let taken = take()
    return Name(text: taken.text, place: Place(line: taken.line, column: taken.column))
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
      let before = place
      statement()
      // Never for ever, whatever stands there.
      if place == before { place += 1 }
    }
  }

  private mutating func statement() {
    if take(symbol: ";") { return }
    if take(symbol: "::") {
      place += 2
      return
    }
    guard token.kind == .keyword else { return expressionStatement() }
    switch token.text {
    case "if":
      place += 1
      expression()
      _ = take(keyword: "then")
      block(until: ["elseif", "else", "end"])
      while take(keyword: "elseif") {
        expression()
        _ = take(keyword: "then")
        block(until: ["elseif", "else", "end"])
      }
      if take(keyword: "else") { block(until: ["end"]) }
      _ = take(keyword: "end")
    case "while":
      place += 1
      expression()
      _ = take(keyword: "do")
      block(until: ["end"])
      _ = take(keyword: "end")
    case "do":
      place += 1
      block(until: ["end"])
      _ = take(keyword: "end")
    case "for": forLoop()
    case "repeat":
      place += 1
      scopes.append([])
      statements(until: ["until"])
      _ = take(keyword: "until")
      // The condition sees the locals of the block.
      expression()
      scopes.removeLast()
    case "function":
      place += 1
      functionStatement()
    case "local": local()
    case "return":
      place += 1
      if token.kind != .end, !token.isSymbol(";"),
        !(token.kind == .keyword && ["end", "else", "elseif", "until"].contains(token.text))
      {
        expressions()
      }
    case "break": place += 1
    case "goto": place += 2
    default: expressionStatement()
    }
  }

  private mutating func forLoop() {
    place += 1
    var names = [name().text]
    while take(symbol: ",") { names.append(name().text) }
    place += 1  // = or in
    expressions()
    _ = take(keyword: "do")
    block(until: ["end"], declaring: names)
    _ = take(keyword: "end")
  }

  private mutating func functionStatement() {
    let first = name()
    var fields: [Name] = []
    var isMethod = false
    while token.isSymbol(".") || token.isSymbol(":") {
      isMethod = token.isSymbol(":")
      place += 1
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
    place += 1
    if take(keyword: "function") {
      declare([name().text])
      return functionBody(isMethod: false)
    }
    var names: [String] = []
    repeat {
      names.append(name().text)
      if take(symbol: "<") { place += 2 }
    } while take(symbol: ",")
    if take(symbol: "=") { expressions() }
    declare(names)
  }

  private mutating func assign(_ name: Name) {
    if name.text == "_ENV" { changesEnvironment = true }
    guard !isLocal(name.text) else { return }
    assignments.append(Assignment(global: name, isInFunction: functionDepth > 0))
  }

  private mutating func expressionStatement() {
    var targets = [suffixed(isTarget: true)]
    while take(symbol: ",") { targets.append(suffixed(isTarget: true)) }
    guard take(symbol: "=") else {
      for target in targets { settle(target) }
      return
    }
    expressions()
    for target in targets {
      guard case .global(let name, let fields) = target else { continue }
      if fields.isEmpty {
        assign(name)
      } else {
        // The table is read, the last field is what is assigned.
        reads.append(Read(global: name, fields: Array(fields.dropLast())))
      }
    }
  }

  // MARK: Expressions

  /// What an expression is, as far as it matters.
  private enum Value {
    case global(Name, [Name])
    case string(String)
    case table([Name])
    case other
  }

  private mutating func settle(_ value: Value) {
    if case .global(let name, let fields) = value {
      reads.append(Read(global: name, fields: fields))
    }
  }

  private mutating func expressions() {
    expression()
    while take(symbol: ",") { expression() }
  }

  private static let binary: Set<String> = [
    "+", "-", "*", "/", "//", "%", "^", "..", "==", "~=", "<", "<=", ">", ">=", "&", "|", "~", "<<",
    ">>",
  ]

  /// Goes through an expression; precedence does not matter here.
  @discardableResult
  private mutating func expression() -> Value {
    var isAlone = !takeUnary()
    let first = simple()
    settle(first)
    while (token.kind == .symbol && Self.binary.contains(token.text)) || token.isKeyword("and")
      || token.isKeyword("or")
    {
      place += 1
      isAlone = false
      _ = takeUnary()
      settle(simple())
    }
    return isAlone ? first : .other
  }

  /// Takes the operators that stand before a value, if there are any.
  private mutating func takeUnary() -> Bool {
    let start = place
    while token.isKeyword("not") || token.isSymbol("-") || token.isSymbol("#")
      || token.isSymbol("~")
    {
      place += 1
    }
    return place > start
  }

  private mutating func simple() -> Value {
    switch token.kind {
    case .string:
      return .string(take().text)
    case .number:
      place += 1
      return .other
    case .keyword:
      if take(keyword: "function") {
        functionBody(isMethod: false)
      } else {
        place += 1  // nil, true, false
      }
      return .other
    case .symbol where token.text == "...":
      place += 1
      return .other
    case .symbol where token.text == "{":
      return .table(table())
    default: return suffixed(isTarget: false)
    }
  }

  private mutating func functionBody(isMethod: Bool) {
    functionDepth += 1
    var names = isMethod ? ["self"] : []
    _ = take(symbol: "(")
    while token.kind == .name || token.isSymbol("...") {
      if token.kind == .name { names.append(token.text) }
      place += 1
      if !take(symbol: ",") { break }
    }
    _ = take(symbol: ")")
    block(until: ["end"], declaring: names)
    _ = take(keyword: "end")
    functionDepth -= 1
  }

  /// Goes through a table, and gives the names of its fields.
  private mutating func table() -> [Name] {
    var names: [Name] = []
    _ = take(symbol: "{")
    while token.kind != .end, !token.isSymbol("}") {
      if take(symbol: "[") {
        expression()
        _ = take(symbol: "]")
        _ = take(symbol: "=")
      } else if token.kind == .name, place + 1 < tokens.count, tokens[place + 1].isSymbol("=") {
        names.append(name())
        place += 1
      }
      expression()
      if !take(symbol: ","), !take(symbol: ";") { break }
    }
    _ = take(symbol: "}")
    return names
  }

  /// A name or something in parentheses, with all that is asked of it.
  private mutating func suffixed(isTarget: Bool) -> Value {
    var value: Value
    if take(symbol: "(") {
      expression()
      _ = take(symbol: ")")
      value = .other
    } else {
      let name = name()
      if name.text == "_ENV" { changesEnvironment = true }
      value = isLocal(name.text) ? .other : .global(name, [])
    }
    while true {
      if take(symbol: ".") {
        let field = name()
        if case .global(let global, let fields) = value {
          value = .global(global, fields + [field])
        }
      } else if take(symbol: "[") {
        settle(value)
        expression()
        _ = take(symbol: "]")
        value = .other
      } else if take(symbol: ":") {
        settle(value)
        _ = name()
        _ = arguments()
        value = .other
      } else if token.isSymbol("(") || token.isSymbol("{") || token.kind == .string {
        settle(value)
        let given = arguments()
        if case .global(let global, let fields) = value {
          calls.append(
            Call(
              function: ([global] + fields).map(\.text).joined(separator: "."), place: global.place,
              strings: given.strings, fields: given.fields))
        }
        value = .other
      } else {
        return value
      }
    }
  }

  private mutating func arguments() -> (strings: [Int: String], fields: [Name]) {
    if token.kind == .string { return ([0: take().text], []) }
    if token.isSymbol("{") { return ([:], table()) }
    var strings: [Int: String] = [:]
    var fields: [Name] = []
    var count = 0
    _ = take(symbol: "(")
    while token.kind != .end, !token.isSymbol(")") {
      switch expression() {
      case .string(let text): strings[count] = text
      case .table(let names): fields = count == 0 ? names : []
      default: break
      }
      count += 1
      if !take(symbol: ",") { break }
    }
    _ = take(symbol: ")")
    return (strings, count > 1 ? [] : fields)
  }
}
