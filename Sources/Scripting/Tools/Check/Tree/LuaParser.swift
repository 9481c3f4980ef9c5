import Lua

/// The statements of a script that Lua compiles, with each name resolved to its local or global (reference
/// manual of Lua 5.4, § 3.5 and § 9). For another text the result is approximate.
struct LuaParser {
  struct Assignment {
    var global: LuaWord
    /// Whether it is inside a function, not at the top level of the script.
    var isInFunction: Bool
  }

  /// A function that is being parsed.
  private struct Frame {
    var labels: [LuaWord] = []
    var targets: Set<String> = []
  }

  /// The maximum depth of nested statements and expressions; Lua compiles up to 200.
  private static let deepest = 250

  private let tokens: [LuaToken]
  let comments: [LuaComment]
  private var index = 0
  private var depth = 0
  private var frames: [Frame] = [Frame()]
  /// The locals of the open blocks by name.
  private var scopes: [[String: LuaLocal]] = [[:]]
  private(set) var locals: [LuaLocal] = []
  private(set) var assignments: [Assignment] = []
  /// The names that the script assigns as fields of any table.
  private(set) var assignedFields: Set<String> = []
  /// The fields of globals that the script assigns, such as `string.trim`.
  private(set) var assignedPaths: Set<String> = []
  /// Whether `_ENV` is used: then globals are unknown.
  private(set) var changesEnvironment = false

  init(_ source: [UInt8]) {
    var reader = LuaTokens(source)
    tokens = reader.rest()
    comments = reader.comments
  }

  /// Parses the whole text, as the body of a function.
  mutating func script() -> WrittenFunction {
    let body = block(until: [])
    return WrittenFunction(
      [], isVariadic: true, body, labels: frames[0].labels, targets: frames[0].targets)
  }

  /// The lines on which a statement or a part of one stands.
  var codeLines: Set<Int> { Set(tokens.filter { $0.kind != .end }.map(\.line)) }

  // MARK: Tokens

  var token: LuaToken { tokens[min(index, tokens.count - 1)] }
  var following: LuaToken { tokens[min(index + 1, tokens.count - 1)] }
  var position: LuaPosition { LuaPosition(line: token.line, column: token.column) }

  mutating func consume() -> LuaToken {
    let consumed = token
    index += 1
    return consumed
  }

  mutating func consume(_ text: String) -> Bool {
    guard token.isOne(of: text) else { return false }
    index += 1
    return true
  }

  mutating func word() -> LuaWord {
    let position = position
    return LuaWord(text: consume().text, position: position)
  }

  /// Parses something that may contain itself.
  mutating func nested<Result>(_ parse: (inout LuaParser) -> Result) -> Result {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { index = tokens.count }
    return parse(&self)
  }

  // MARK: Names

  private var functionDepth: Int { frames.count - 1 }

  func local(_ name: String) -> LuaLocal? { scopes.reversed().lazy.compactMap { $0[name] }.first }

  private func made(_ name: LuaWord, _ kind: LuaLocal.Kind) -> LuaLocal {
    LuaLocal(name, kind, depth: functionDepth)
  }

  private mutating func declare(_ together: [LuaLocal]) {
    let group = locals.count..<locals.count + together.count
    for local in together {
      local.group = group
      declare(local)
    }
  }

  private mutating func declare(_ local: LuaLocal) {
    if local.name == "_ENV" { changesEnvironment = true }
    let last = scopes.count - 1
    if let same = scopes[last][local.name] {
      local.hidden = (same, true)
    } else if let outer = self.local(local.name) {
      local.hidden = (outer, false)
    }
    scopes[last][local.name] = local
    locals.append(local)
  }

  /// Notes that a local is used here.
  private func use(_ local: LuaLocal) {
    if local.depth < functionDepth { local.isCaptured = true }
  }

  /// Notes that the value of an expression, of which the head has not been noted, is read.
  func read(_ expression: LuaExpression) {
    switch expression.kind {
    case .local(let local):
      use(local)
      local.reads += 1
      local.readsOfWhole += 1
    case .suffixed(let head, let suffixes):
      read(head)
      guard case .local(let local) = head.kind else { return }
      if case .field = suffixes.first { local.readsOfWhole -= 1 }
    default: break
    }
  }

  /// Notes what an assignment to a target does.
  private mutating func assign(_ target: LuaExpression) {
    switch target.kind {
    case .local(let local):
      use(local)
      local.isReassigned = true
    case .global(let name):
      assignments.append(
        Assignment(
          global: LuaWord(text: name, position: target.position), isInFunction: functionDepth > 0))
    case .suffixed(let head, let suffixes):
      if case .field(let field) = suffixes.last { assignedFields.insert(field.text) }
      if let path = target.path { assignedPaths.insert(path.joined) }
      guard case .local(let local) = head.kind, suffixes.count == 1 else { return read(target) }
      use(local)
      if case .field(let field) = suffixes[0] {
        local.assignedFields?.insert(field.text)
      } else {
        local.assignedFields = nil
      }
    default: break
    }
  }

  // MARK: Statements

  private mutating func block(until ends: Set<String>, declaring locals: [LuaLocal] = [])
    -> LuaBlock
  {
    scopes.append([:])
    declare(locals)
    let block = statements(until: ends)
    scopes.removeLast()
    return block
  }

  private mutating func statements(until ends: Set<String>) -> LuaBlock {
    let before = tokens[max(0, min(index, tokens.count) - 1)]
    var block = LuaBlock(
      start: LuaPosition(line: before.line, column: before.column), end: position)
    while token.kind != .end, !(token.kind == .keyword && ends.contains(token.text)) {
      if consume(";") { continue }
      let (before, start) = (index, position)
      if let kind = nested({ $0.statement() }) {
        block.statements.append(LuaStatement(kind: kind, position: start))
      }
      // Always advances, so that the loop ends.
      if index == before { index += 1 }
    }
    block.end = position
    return block
  }

  private mutating func body(_ end: String = "end", declaring locals: [LuaLocal] = []) -> LuaBlock {
    let block = block(until: [end], declaring: locals)
    _ = consume(end)
    return block
  }

  private mutating func statement() -> LuaStatement.Kind? {
    if consume("::") {
      let name = word()
      _ = consume("::")
      frames[functionDepth].labels.append(name)
      return .label(name)
    }
    guard token.kind == .keyword else { return expressionStatement() }
    switch token.text {
    case "if": return branches()
    case "for": return loop()
    case "function":
      index += 1
      return functionStatement()
    case "local":
      index += 1
      return localStatement()
    case "while":
      index += 1
      let condition = expression()
      _ = consume("do")
      return .whileLoop(condition, body())
    case "do":
      index += 1
      return .block(body())
    case "repeat":
      index += 1
      // The condition sees the locals of the block.
      scopes.append([:])
      defer { scopes.removeLast() }
      let block = statements(until: ["until"])
      _ = consume("until")
      return .repeatLoop(block, expression())
    case "return":
      index += 1
      let isEmpty = token.kind == .end || token.isOne(of: ";", "end", "else", "elseif", "until")
      return .returning(isEmpty ? [] : expressions())
    case "break":
      index += 1
      return .breaking
    case "goto":
      index += 1
      let name = word()
      frames[functionDepth].targets.insert(name.text)
      return .going(to: name)
    default: return expressionStatement()
    }
  }

  private mutating func branches() -> LuaStatement.Kind {
    var branches: [(condition: LuaExpression, block: LuaBlock)] = []
    repeat {
      index += 1
      let condition = expression()
      _ = consume("then")
      branches.append((condition, block(until: ["elseif", "else", "end"])))
    } while token.isKeyword("elseif")
    let otherwise = consume("else") ? block(until: ["end"]) : nil
    _ = consume("end")
    return .branches(branches, otherwise: otherwise)
  }

  private mutating func loop() -> LuaStatement.Kind {
    index += 1
    var variables = [made(word(), .loop)]
    while consume(",") { variables.append(made(word(), .loop)) }
    let isNumeric = token.isSymbol("=")
    index += 1  // = or in
    let values = expressions()
    _ = consume("do")
    let block = body(declaring: variables)
    return isNumeric
      ? .numericLoop(variables[0], values, block) : .genericLoop(variables, values, block)
  }

  private mutating func functionStatement() -> LuaStatement.Kind {
    let first = word()
    var target = name(first)
    var fields: [LuaExpression.Suffix] = []
    var isMethod = false
    while token.isOne(of: ".", ":") {
      isMethod = token.isSymbol(":")
      index += 1
      fields.append(.field(word()))
    }
    if !fields.isEmpty {
      target = LuaExpression(kind: .suffixed(target, fields), position: first.position)
    }
    assign(target)
    let start = position
    let function = function(isMethod: isMethod)
    // Who calls a global function, such as the one of a plan, decides what it is given.
    if case .global = target.kind { function.parameters.forEach { $0.isNeeded = true } }
    return .assignment([target], [LuaExpression(kind: .function(function), position: start)])
  }

  private mutating func localStatement() -> LuaStatement.Kind {
    if consume("function") {
      let local = made(word(), .function)
      declare([local])
      let start = position
      let function = function(isMethod: false)
      local.initial = (LuaExpression(kind: .function(function), position: start), 0)
      return .localFunction(local, function)
    }
    var locals: [LuaLocal] = []
    repeat {
      let local = made(word(), .variable)
      if consume("<") {
        local.isNeeded = token.text == "close"
        index += 2
      }
      locals.append(local)
    } while consume(",")
    let values = consume("=") ? expressions() : []
    for (number, local) in locals.enumerated() where !values.isEmpty {
      let last = values.count - 1
      if number <= last {
        local.initial = (values[number], 0)
      } else if values[last].isOpen {
        local.initial = (values[last], number - last)
      }
    }
    declare(locals)
    return .local(locals, values)
  }

  private mutating func expressionStatement() -> LuaStatement.Kind? {
    var targets = [suffixed()]
    while consume(",") { targets.append(suffixed()) }
    guard consume("=") else {
      targets.forEach(read)
      return .call(targets[0])
    }
    let values = expressions()
    for target in targets { assign(target) }
    return .assignment(targets, values)
  }

  mutating func function(isMethod: Bool) -> WrittenFunction {
    frames.append(Frame())
    var parameters: [LuaLocal] = []
    if isMethod { parameters.append(made(LuaWord(text: "self", position: position), .implicit)) }
    var isVariadic = false
    _ = consume("(")
    while token.kind == .name || token.isSymbol("...") {
      if token.kind == .name {
        parameters.append(made(word(), .parameter))
      } else {
        isVariadic = true
        index += 1
      }
      if !consume(",") { break }
    }
    _ = consume(")")
    let body = body(declaring: parameters)
    if body.statements.isEmpty { parameters.forEach { $0.isNeeded = true } }
    let frame = frames.removeLast()
    return WrittenFunction(
      parameters, isVariadic: isVariadic, body, labels: frame.labels, targets: frame.targets)
  }

  mutating func name(_ word: LuaWord) -> LuaExpression {
    if word.text == "_ENV" { changesEnvironment = true }
    return LuaExpression(
      kind: local(word.text).map { .local($0) } ?? .global(word.text), position: word.position)
  }
}
