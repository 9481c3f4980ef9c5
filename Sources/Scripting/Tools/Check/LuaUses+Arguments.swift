import Lua

/// The arguments of calls, and the entries of tables.
extension LuaUses {
  /// Parses an expression of a list of arguments or of a table, and notes what it is.
  private mutating func argument(_ known: inout KnownResult?) -> LiteralArgument {
    let start = token
    let parsed = expression()
    known = self.known(parsed)
    let value: LiteralArgument.Value =
      switch parsed {
      case .literal(let literal): literal
      case .several: token.isSymbol(",") || token.isSymbol(";") ? .unknown : .several
      case .global, .local, .field, .other: .unknown
      }
    return LiteralArgument(value, line: start.line, column: start.column)
  }

  mutating func arguments() -> [LiteralArgument] {
    var (first, other): (KnownResult?, KnownResult?)
    defer { firstArgument = first }
    guard token.isSymbol("(") else {
      let start = token
      let value: LiteralArgument.Value =
        start.kind == .string ? string(consume()) : .table(table())
      return [LiteralArgument(value, line: start.line, column: start.column)]
    }
    index += 1
    var arguments: [LiteralArgument] = []
    while token.kind != .end, !token.isSymbol(")") {
      arguments.append(arguments.isEmpty ? argument(&first) : argument(&other))
      if !consume(symbol: ",") { break }
    }
    _ = consume(symbol: ")")
    return arguments
  }

  mutating func table() -> [LiteralArgument.Entry] {
    var entries: [LiteralArgument.Entry] = []
    _ = consume(symbol: "{")
    while token.kind != .end, !token.isSymbol("}") {
      var key = LiteralArgument.Key.item
      if consume(symbol: "[") {
        expression()
        _ = consume(symbol: "]")
        _ = consume(symbol: "=")
        key = .computed
      } else if token.kind == .name, index + 1 < tokens.count, tokens[index + 1].isSymbol("=") {
        let name = consume()
        key = .name(name.text, line: name.line, column: name.column)
        index += 1
      }
      var known: KnownResult?
      entries.append(LiteralArgument.Entry(key, argument(&known)))
      if !consume(symbol: ","), !consume(symbol: ";") { break }
    }
    _ = consume(symbol: "}")
    return entries
  }
}
