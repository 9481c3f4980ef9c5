import Lua

extension LuaUses {
  mutating func recordRead(_ value: Value) {
    switch value {
    case .global(let name, let fields): reads.append(Read(global: name, fields: fields))
    case .local(let local): locals[local].isRead = true
    default: break
    }
  }

  mutating func excuse(_ value: Value) {
    if let path = value.path { excused.insert(path) }
  }

  /// Parses the condition of a statement.
  mutating func condition() { excuse(expression()) }

  /// - Returns: what is known of its values.
  @discardableResult
  mutating func expressions() -> [KnownResult?] {
    var value = expression()
    var known = [self.known(value)]
    while consume(symbol: ",") {
      value = expression()
      known.append(self.known(value))
    }
    if case .several(let results) = value { known += results.dropFirst().map { $0 } }
    return known
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
    /// Whether it is `first or error(…)`.
    var isRequired = false
    while token.isBinaryOperator {
      let start = index
      index += 1
      isRequired = isSingle && tokens[start].isKeyword("or")
      isSingle = false
      consumeUnary()
      let position = Position(line: token.line, column: token.column)
      last = operand(tokens[start..<index], after: last)
      isRequired = isRequired && calls.last.map { $0.position == position && $0.isEnd } ?? false
    }
    switch first {
    case _ where isRequired && unary == 0: return known(first).map(Value.field) ?? .other
    case _ where !isSingle: return .other
    case _ where unary == 0: return first
    case .literal(.integer(let number)) where isNegated: return .literal(.integer(0 &- number))
    case .literal(.number(let number)) where isNegated: return .literal(.number(-number))
    default: return .other
    }
  }

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
      return .several([])
    case .symbol where token.text == "{":
      return .literal(.table(table()))
    default: return suffixed(isTarget: false)
    }
  }

  mutating func functionBody(isMethod: Bool) {
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
  mutating func suffixed(isTarget: Bool) -> Value {
    var value: Value
    if consume(symbol: "(") {
      value = known(expression()).map(Value.field) ?? .other
      _ = consume(symbol: ")")
    } else {
      let name = name()
      if name.text == "_ENV" { changesEnvironment = true }
      value = local(name.text).map(Value.local) ?? .global(name, [])
    }
    while true {
      if consume(symbol: ".") {
        let field = name()
        if case .global(let global, let fields) = value {
          value = .global(global, fields + [field])
        } else {
          recordRead(value)
          let isAssigned = isTarget && (token.isSymbol("=") || token.isSymbol(","))
          value = member(field, of: value, isAssigned: isAssigned)
        }
      } else if consume(symbol: "[") {
        recordRead(value)
        expression()
        _ = consume(symbol: "]")
        value = known(value)?.item.map(Value.field) ?? .other
      } else if consume(symbol: ":") {
        let method = name()
        if case .global(let global, let fields) = value {
          recordRead(.global(global, fields + [method]))
        } else {
          recordRead(value)
        }
        let given = arguments()
        if case .global(let global, let fields) = value {
          record(global, fields + [method], given, isMethod: true)
        }
        value = .several([])
      } else if token.isSymbol("(") || token.isSymbol("{") || token.kind == .string {
        recordRead(value)
        let start = index
        let given = arguments()
        if case .global(let global, let fields) = value {
          record(global, fields, given, isMethod: false)
          if value.path == "type" { excuse(argument(tokens[start..<index])) }
        }
        value = .several(value.path.map(returned(by:)) ?? [])
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

  /// Returns what is known of the results of the call that was parsed last.
  private func returned(by function: String) -> [KnownResult] {
    if function == "assert" { return firstArgument.map { [$0] } ?? [] }
    return results(function).map { KnownResult($0, of: function) }
  }
}
