import SwiftSyntax

extension MutationFinder {
  /// The opposite of a condition.
  func addNegation(_ condition: ExprSyntax) {
    if condition.is(BooleanLiteralExprSyntax.self) { return }
    let after: String
    if let prefix = condition.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      after = prefix.expression.trimmedDescription
    } else {
      after = "!\(condition.operandText)"
    }
    // A function's argument, since expressions that are written twice take longer to compile.
    add(.negation, around: condition, after: after, "flintNegated(\(Edit.number), ", ")")
  }

  /// A condition of `guard` that is always met.
  func addPassing(_ condition: ExprSyntax) {
    add(.boundary, around: condition, after: "true", "(\(Edit.isOn) ? true : (", "))")
  }

  /// An `if` that never throws.
  func addUnrefused(_ node: IfExprSyntax) {
    guard node.elseBody == nil, case .stmt(let last) = node.body.statements.last?.item,
      last.is(ThrowStmtSyntax.self)
    else { return }
    let bytes = node.conditions.bytes
    let edit = Edit(range: bytes.lowerBound..<bytes.lowerBound, text: "!\(Edit.isOn), ")
    found.append(Mutation(kind: .boundary, range: bytes, after: "false", edits: [edit]))
  }
}
