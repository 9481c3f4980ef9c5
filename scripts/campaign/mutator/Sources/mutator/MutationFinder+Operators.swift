import SwiftSyntax

private let comparisons = [
  "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
]

private let calculations = [
  "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "&+": "&-", "&-": "&+",
]

extension MutationFinder {
  /// Another operator, or one operand only.
  func addOperator(_ node: InfixOperatorExprSyntax) {
    guard let sign = node.operator.as(BinaryOperatorExprSyntax.self) else { return }
    switch sign.operator.text {
    case "&&", "||":
      addNegation(node.leftOperand)
      addNegation(node.rightOperand)
    case "??": addDefault(node)
    case let text:
      if let other = comparisons[text] {
        add(.comparison, node, after: node.text(with: other, for: sign))
      } else if let other = calculations[text], !concatenates(node) {
        add(.arithmetic, node, after: node.text(with: other, for: sign))
      }
    }
  }

  /// The default in any case, and no default.
  private func addDefault(_ node: InfixOperatorExprSyntax) {
    let (value, fallback) = (node.leftOperand, node.rightOperand)
    if let call = fallback.as(FunctionCallExprSyntax.self),
      Self.checks.contains(call.calledExpression.trimmedDescription)
    {
      return
    }
    add(.fallback, node, after: fallback.trimmedDescription)
    add(.fallback, node, after: "\(value.operandText)!")
  }

  /// Whether operands are texts or lists, as far as it can be seen here.
  private func concatenates(_ node: ExprSyntax) -> Bool {
    if let infix = node.as(InfixOperatorExprSyntax.self) { return concatenates(infix) }
    return node.is(StringLiteralExprSyntax.self) || node.is(ArrayExprSyntax.self)
  }

  private func concatenates(_ node: InfixOperatorExprSyntax) -> Bool {
    concatenates(node.leftOperand) || concatenates(node.rightOperand)
  }
}
