import Lua

extension ScriptSurvey {
  mutating func unary(_ sign: LuaToken, _ operand: LuaExpression) -> KnownValue {
    let known = value(operand)
    switch sign.text {
    case "not": return .literal(.boolean)
    case "#":
      if let type = known.type, type != "string", type != "table" {
        report(.wrongOperand, operand.position, "# needs a table or a string, got a \(type)")
      }
      return .literal(.anyNumber)
    default:
      judge(sign, known, operand.position)
      return .literal(.anyNumber)
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
    judgeOperand(of: others.first?.sign, before.value, first.position)
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
      judgeOperand(of: sign, known, operand.position)
      if sign.isComparison { compare(before, sign, (operand, known)) }
      before = (operand, sign.isComparison ? .literal(.boolean) : known)
    }
    guard let sign = others.first?.sign else { return .unknown }
    if isLogical {
      // The value of `first or error(…)` is that of the first.
      let isRequired = others.count == 1 && sign.isKeyword("or") && lastCall?.name == "error"
      return isRequired ? firstValue : .unknown
    }
    if sign.isComparison { return .literal(.boolean) }
    return sign.isSymbol("..") ? .literal(.string(nil)) : .literal(.anyNumber)
  }

  /// Surveys an operand that may not be evaluated; it is the last call if it is one.
  private mutating func valueOfBranch(_ operand: LuaExpression) -> KnownValue {
    let value = value(operand)
    if !operand.isOpen { lastCall = nil }
    return value
  }

  private mutating func judgeOperand(
    of sign: LuaToken?, _ value: KnownValue, _ position: LuaPosition
  ) {
    if let sign { judge(sign, value, position) }
  }

  /// Reports an operand that the operator does not take.
  private mutating func judge(_ sign: LuaToken, _ value: KnownValue, _ position: LuaPosition) {
    guard let type = value.type, type != "number" else { return }
    if sign.isSymbol("..") {
      if type == "string" || mayHaveMetatable(value) { return }
      report(.wrongOperand, position, ".. needs strings and numbers, got a \(type)")
    } else if sign.isArithmetic {
      if type == "string", value.mayBeNumeric { return }
      if mayHaveMetatable(value) { return }
      report(.wrongOperand, position, "\(sign.text) needs numbers, got a \(type)")
    }
  }

  /// Whether it is a table to which the script may give a metatable.
  private func mayHaveMetatable(_ value: KnownValue) -> Bool {
    if case .literal = value { value.type == "table" } else { false }
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
        "never equal: a \(left) is compared with a \(right)" + hint(a.value) + hint(b.value))
    } else {
      report(
        .wrongOperand, b.expression.position,
        "\(sign.text) needs two numbers or two strings, got a \(left) and a \(right)"
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
