import Lua

/// The elements that are found in a script, each with its position.
extension LuaUses {
  struct Position: Hashable {
    var line: Int
    var column: Int
  }

  struct Name {
    var text: String
    var position: Position
  }

  /// A global that is read, with the fields that are accessed: `spark.add` is `add` of `spark`.
  struct Read {
    var global: Name
    var fields: [Name]
  }

  struct Assignment {
    var global: Name
    /// Whether it is inside a function, not at the top level of the script.
    var isInFunction: Bool
  }

  /// A call of a global function or a field of a global.
  struct Call {
    /// The name, such as `spark.add`.
    var function: String
    var position: Position
    var arguments: [LiteralArgument]
    /// Whether it is called with a colon, which passes the table as a further argument.
    var isMethod = false

    var isEnd: Bool { function == "error" }

    /// The first argument, if it is a string literal.
    var text: String? {
      if case .string(let text) = arguments.first?.value { text } else { nil }
    }
  }

  /// The kinds of expressions that are distinguished.
  enum Value {
    case global(Name, [Name])
    /// A local, by its index.
    case local(Int)
    case literal(LiteralArgument.Value)
    /// What is found in a result.
    case field(KnownResult)
    /// A call or `...`, which may be any number of values; with what is known of a call's results.
    case several([KnownResult])
    case other

    /// The global or the field of a global that it is, such as `table.unpack`.
    var path: String? {
      guard case .global(let global, let fields) = self, fields.count <= 1 else { return nil }
      return ([global] + fields).map(\.text).joined(separator: ".")
    }

    /// Returns whether an operand of an expression is tested for its presence, rather than used.
    ///
    /// - Parameters:
    ///   - operators: the binary and the unary operators before it.
    ///   - rest: the tokens after it.
    ///   - last: the operand before it.
    func isTested(
      _ operators: ArraySlice<LuaToken>, before rest: ArraySlice<LuaToken>, after last: Value?
    ) -> Bool {
      guard operators.allSatisfy(\.isLogical) else { return false }
      if operators.last?.isKeyword("not") ?? false { return true }
      if rest.first?.isLogical ?? false { return true }
      if let next = rest.first, next.isSymbol("==") || next.isSymbol("~=") {
        return rest.dropFirst().first?.isKeyword("nil") ?? false
      }
      // What a name stands for where the one before it is absent: table.unpack or unpack.
      return last?.path != nil && operators.first?.isKeyword("or") ?? false
    }
  }

  /// Returns the global or field of a global that is the only argument in parentheses.
  func argument(_ tokens: ArraySlice<LuaToken>) -> Value {
    let names = tokens.dropFirst().dropLast().filter { $0.kind == .name }.map {
      Name(text: $0.text, position: Position(line: $0.line, column: $0.column))
    }
    guard tokens.count == 2 * names.count + 1, tokens.first?.isSymbol("(") == true,
      let first = names.first, !isLocal(first.text)
    else {
      return .other
    }
    return .global(first, Array(names.dropFirst()))
  }

  /// Returns the text of a token; it is unknown if it has escapes.
  func string(_ token: LuaToken) -> LiteralArgument.Value {
    .string(token.text.contains("\\") ? nil : token.text)
  }

  static func number(_ text: String) -> LiteralArgument.Value? {
    let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
    if isHexadecimal, let bits = UInt64(text.dropFirst(2), radix: 16) {
      return .integer(Int64(bitPattern: bits))
    }
    return Int64(text).map { .integer($0) } ?? Double(text).map { .number($0) }
  }
}

extension LuaToken {
  private static let binary: Set<String> = [
    "+", "-", "*", "/", "//", "%", "^", "..", "==", "~=", "<", "<=", ">", ">=", "&", "|", "~", "<<",
    ">>",
  ]

  var isLogical: Bool { isKeyword("and") || isKeyword("or") || isKeyword("not") }

  var isBinaryOperator: Bool {
    kind == .symbol && Self.binary.contains(text) || isKeyword("and") || isKeyword("or")
  }
}
