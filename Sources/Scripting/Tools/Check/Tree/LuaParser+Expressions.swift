import Lua

extension LuaParser {
  mutating func expressions() -> [LuaExpression] {
    var values = [expression()]
    while consume(",") { values.append(expression()) }
    return values
  }

  /// Parses an expression whose binary operators bind more strongly than a limit.
  mutating func expression(above limit: Int = 0) -> LuaExpression {
    nested { $0.operation(above: limit) }
  }

  private mutating func operation(above limit: Int) -> LuaExpression {
    let start = position
    var left: LuaExpression
    if token.isUnaryOperator {
      let sign = consume()
      left = LuaParser.negated(sign, expression(above: LuaToken.unaryPrecedence), at: start)
    } else {
      left = simple()
    }
    while let precedence = token.precedence, precedence.left > limit {
      // A list, so that long sums are not nested deeply.
      var others: [(sign: LuaToken, operand: LuaExpression)] = []
      while token.precedence?.left == precedence.left {
        let sign = consume()
        others.append((sign, expression(above: precedence.right)))
      }
      left = LuaExpression(kind: .operation(left, others), position: start)
    }
    return left
  }

  /// Returns `-1` as a literal, and other operations as they are.
  private static func negated(
    _ sign: LuaToken, _ operand: LuaExpression, at start: LuaPosition
  ) -> LuaExpression {
    if sign.isSymbol("-") {
      switch operand.kind {
      case .literal(.integer(let number)):
        return LuaExpression(kind: .literal(.integer(0 &- number)), position: start)
      case .literal(.number(let number)):
        return LuaExpression(kind: .literal(.number(-number)), position: start)
      default: break
      }
    }
    return LuaExpression(kind: .unary(sign, operand), position: start)
  }

  private mutating func simple() -> LuaExpression {
    let start = position
    func made(_ kind: LuaExpression.Kind) -> LuaExpression {
      LuaExpression(kind: kind, position: start)
    }
    switch token.kind {
    case .string: return made(.literal(Self.string(consume())))
    case .number: return made(.literal(Self.number(consume().text)))
    case .keyword:
      switch consume().text {
      case "function": return made(.function(function(isMethod: false)))
      case "nil": return made(.literal(.nil))
      case "true", "false": return made(.literal(.boolean))
      default: return made(.literal(.unknown))
      }
    case .symbol where consume("..."): return made(.variadic)
    case .symbol where token.isSymbol("{"): return made(.table(table()))
    default:
      let value = suffixed()
      read(value)
      return value
    }
  }

  /// Parses a name or an expression in parentheses, with its fields, indices and calls. Whether the name is
  /// read or assigned is for the caller to note.
  mutating func suffixed() -> LuaExpression {
    let start = position
    var head: LuaExpression
    if consume("(") {
      head = LuaExpression(kind: .parentheses(expression()), position: start)
      _ = consume(")")
    } else {
      head = name(word())
    }
    var suffixes: [LuaExpression.Suffix] = []
    while true {
      if consume(".") {
        suffixes.append(.field(word()))
      } else if consume("[") {
        suffixes.append(.index(expression()))
        _ = consume("]")
      } else if consume(":") {
        let method = word()
        suffixes.append(.method(method, arguments()))
      } else if token.isSymbol("(") || token.isSymbol("{") || token.kind == .string {
        suffixes.append(.call(arguments()))
      } else {
        break
      }
    }
    if !suffixes.isEmpty { head = LuaExpression(kind: .suffixed(head, suffixes), position: start) }
    return head
  }

  private mutating func arguments() -> [LuaExpression] {
    guard consume("(") else { return [simple()] }
    let arguments = token.isSymbol(")") ? [] : expressions()
    _ = consume(")")
    return arguments
  }

  private mutating func table() -> [LuaExpression.Entry] {
    var entries: [LuaExpression.Entry] = []
    _ = consume("{")
    while token.kind != .end, !token.isSymbol("}") {
      if consume("[") {
        let key = expression()
        _ = consume("]")
        _ = consume("=")
        entries.append(.computed(key, expression()))
      } else if token.kind == .name, following.isSymbol("=") {
        let key = word()
        _ = consume("=")
        entries.append(.named(key, expression()))
      } else {
        entries.append(.item(expression()))
      }
      if !consume(","), !consume(";") { break }
    }
    _ = consume("}")
    return entries
  }

  /// Returns the text of a token; it is unknown if it has escapes.
  private static func string(_ token: LuaToken) -> LiteralArgument.Value {
    .string(token.text.contains("\\") ? nil : token.text)
  }

  private static func number(_ text: String) -> LiteralArgument.Value {
    let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
    if isHexadecimal, let bits = UInt64(text.dropFirst(2), radix: 16) {
      return .integer(Int64(bitPattern: bits))
    }
    return Int64(text).map { .integer($0) } ?? Double(text).map { .number($0) } ?? .anyNumber
  }
}

extension LuaToken {
  static let unaryPrecedence = 12

  /// How strongly each binary operator binds to its left and to its right, as in Lua's own parser.
  private static let precedences: [String: (left: Int, right: Int)] = [
    "or": (1, 1), "and": (2, 2), "<": (3, 3), ">": (3, 3), "<=": (3, 3), ">=": (3, 3), "~=": (3, 3),
    "==": (3, 3), "|": (4, 4), "~": (5, 5), "&": (6, 6), "<<": (7, 7), ">>": (7, 7), "..": (9, 8),
    "+": (10, 10), "-": (10, 10), "*": (11, 11), "/": (11, 11), "//": (11, 11), "%": (11, 11),
    "^": (14, 13),
  ]

  var precedence: (left: Int, right: Int)? {
    kind == .symbol || kind == .keyword ? Self.precedences[text] : nil
  }

  var isUnaryOperator: Bool { isOne(of: "not", "-", "#", "~") }
  var isComparison: Bool { isOne(of: "==", "~=", "<", "<=", ">", ">=") }
  var isLogical: Bool { isOne(of: "and", "or") }
  var isArithmetic: Bool { isOne(of: "+", "-", "*", "/", "//", "%", "^") }
}
