import Lua

extension ScriptSurvey {
  mutating func unary(_ sign: LuaToken, _ operand: LuaExpression) -> KnownValue {
    let known = value(operand)
    switch sign.text {
    case "not": return .literal(.boolean)
    case "#":
      if let type = known.type, type != "string", type != "table" {
        report(
          .wrongOperand, operand.position, "# needs a table or a string, got \(type.typePhrase)")
      }
      return known.type == nil ? .unknown : .literal(.anyNumber)
    default:
      judge(sign, (operand, known), beside: .literal(.anyNumber))
      return known.type == "number" ? .literal(.anyNumber) : .unknown
    }
  }

  mutating func operation(
    _ first: LuaExpression, _ others: [(sign: LuaToken, operand: LuaExpression)],
    _ position: LuaPosition
  ) -> KnownValue {
    var before = (expression: first, value: KnownValue.unknown)
    let isLogical = others.allSatisfy { $0.sign.isLogical }
    if isLogical { excuse(first) }
    before.value = value(first)
    let firstValue = before.value
    for (number, (sign, operand)) in others.enumerated() {
      if isLogical {
        let isTested = number < others.count - 1
        // What a name stands for where the one before it is absent: table.unpack or unpack.
        let isSubstitute = sign.isKeyword("or") && before.expression.path != nil
        if isTested || isSubstitute && operand.path != nil { excuse(operand) }
        before = (operand, valueOfBranch(operand))
        continue
      }
      if sign.isOne(of: "==", "~=") {
        if operand.isNil { excuse(before.expression) }
        if before.expression.isNil { excuse(operand) }
      }
      let known = value(operand)
      judge(sign, before, beside: known)
      judge(sign, (operand, known), beside: before.value)
      if sign.isComparison { compare(before, sign, (operand, known)) }
      before = (operand, Self.result(of: sign, before.value, known))
    }
    if !isLogical { return before.value }
    // The value of `first or error(…)` is that of the first.
    let isRequired =
      others.count == 1 && others[0].sign.isKeyword("or") && lastCall?.name == "error"
    return isRequired ? firstValue : .unknown
  }

  private static func result(
    of sign: LuaToken, _ left: KnownValue, _ right: KnownValue
  ) -> KnownValue {
    if sign.isComparison { return .literal(.boolean) }
    // The metatable of another value decides.
    let plain: Set = ["number", "string"]
    guard let left = left.type, let right = right.type, plain.isSuperset(of: [left, right]) else {
      return .unknown
    }
    return .literal(sign.isSymbol("..") ? .string(nil) : .anyNumber)
  }

  /// Surveys an operand that may not be evaluated; it is the last call if it is one.
  private mutating func valueOfBranch(_ operand: LuaExpression) -> KnownValue {
    let value = value(operand)
    if !operand.isOpen { lastCall = nil }
    return value
  }

  /// Reports an operand that the operator does not take, unless the metatable of the other takes it.
  private mutating func judge(
    _ sign: LuaToken, _ operand: (expression: LuaExpression, value: KnownValue),
    beside other: KnownValue
  ) {
    guard let type = operand.value.type, type != "number", !operand.value.mayHaveMetatable,
      !other.mayHaveMetatable
    else { return }
    let position = operand.expression.position
    if sign.isSymbol("..") {
      if type == "string" { return }
      report(.wrongOperand, position, ".. needs strings and numbers, got \(type.typePhrase)")
    } else if sign.isArithmetic {
      if type == "string", operand.value.mayBeNumeric { return }
      report(.wrongOperand, position, "\(sign.text) needs numbers, got \(type.typePhrase)")
    }
  }

  private mutating func compare(
    _ a: (expression: LuaExpression, value: KnownValue), _ sign: LuaToken,
    _ b: (expression: LuaExpression, value: KnownValue)
  ) {
    if case .unary(let not, let operand) = a.expression.kind, not.isKeyword("not"),
      b.value.type != "boolean"
    {
      return report(
        .precedence, a.expression.position,
        "not applies to \(operand.shown) alone, before \(sign.text); write not (… \(sign.text) …)")
    }
    let isEquality = sign.isOne(of: "==", "~=")
    if isEquality {
      for (choice, other) in [(a.value, b), (b.value, a)] {
        guard case .result(let result) = choice, !result.choices.isEmpty,
          let text = other.value.text,
          !result.choices.contains(text)
        else { continue }
        return report(
          .impossibleComparison, other.expression.position,
          "\(result.source) is never \(Suggestion.quoted(text)); it is one of "
            + result.choices.joined(separator: ", ")
            + Suggestion.hint(for: text, among: result.choices))
      }
    }
    guard let left = a.value.type, let right = b.value.type, left != right else { return }
    if isEquality {
      if left == "nil" || right == "nil" { return }
      report(
        .impossibleComparison, b.expression.position,
        "never equal: \(left.typePhrase) is compared with \(right.typePhrase)" + hint(a.value)
          + hint(b.value))
    } else {
      report(
        .wrongOperand, b.expression.position,
        "\(sign.text) needs two numbers or two strings, got \(left.typePhrase) and \(right.typePhrase)"
          + hint(a.value) + hint(b.value))
    }
  }

  /// Says that a function has not been called.
  private func hint(_ value: KnownValue) -> String {
    if case .function(let name) = value { "; call the function: \(names.call(name))" } else { "" }
  }
}

extension LuaExpression {
  var isNil: Bool {
    if case .literal(.nil) = kind { true } else { false }
  }

  /// The expression in a message, if it is short.
  var shown: String {
    if case .local(let local) = kind { return local.name }
    return path?.joined ?? "the operand"
  }
}
