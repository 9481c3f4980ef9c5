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

    /// The first argument, if it is a string literal.
    var text: String? {
      if case .string(let text) = arguments.first?.value { text } else { nil }
    }
  }

  /// The kinds of expressions that are distinguished.
  enum Value {
    case global(Name, [Name])
    case literal(LiteralArgument.Value)
    /// A call or `...`, which may be any number of values.
    case several
    case other
  }

  /// Returns the text of a token; it is unknown if it has escapes.
  func string(_ token: LuaToken) -> LiteralArgument.Value {
    .string(token.text.contains("\\") ? nil : token.text)
  }

  /// Returns the number that a token is.
  static func number(_ text: String) -> LiteralArgument.Value? {
    let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
    if isHexadecimal, let bits = UInt64(text.dropFirst(2), radix: 16) {
      return .integer(Int64(bitPattern: bits))
    }
    return Int64(text).map { .integer($0) } ?? Double(text).map { .number($0) }
  }
}
