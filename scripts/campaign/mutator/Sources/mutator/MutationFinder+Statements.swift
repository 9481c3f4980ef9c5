import SwiftSyntax

private let assignments = ["+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "&+=": "&-="]

extension MutationFinder {
  /// A statement that is left out, fails silently or assigns something else.
  func addStatement(_ item: CodeBlockItemSyntax) {
    guard case .expr(let expression) = item.item else { return }
    if let infix = expression.as(InfixOperatorExprSyntax.self),
      let sign = infix.operator.as(BinaryOperatorExprSyntax.self),
      let other = assignments[sign.operator.text]
    {
      let after = infix.text(with: other, for: sign)
      let written = "if \(Edit.isOn) { \(after) } else { \(infix.trimmedDescription) }"
      add(.arithmetic, infix, after: after, written: written)
      return
    }
    guard isUnused(item), let call = call(in: expression), !mustRemain(call) else { return }
    add(.leftOut, around: expression, after: "", "if !\(Edit.isOn) { ", " }")
    addReversal(item, call)
    addSwallowed(expression)
  }

  /// The call of a statement, perhaps with `try`, `await` and `_ =` before it.
  private func call(in expression: ExprSyntax) -> FunctionCallExprSyntax? {
    if let node = expression.as(TryExprSyntax.self) { return call(in: node.expression) }
    if let node = expression.as(AwaitExprSyntax.self) { return call(in: node.expression) }
    if let node = expression.as(UnsafeExprSyntax.self) { return call(in: node.expression) }
    if let node = expression.as(InfixOperatorExprSyntax.self),
      node.leftOperand.is(DiscardAssignmentExprSyntax.self)
    {
      return call(in: node.rightOperand)
    }
    return expression.as(FunctionCallExprSyntax.self)
  }

  /// Whether a call does not return, or initializes.
  private func mustRemain(_ call: FunctionCallExprSyntax) -> Bool {
    let name = call.calledExpression.trimmedDescription
    return Self.checks.contains(name) || name.hasSuffix(".init")
  }

  /// A statement whose error is ignored.
  private func addSwallowed(_ expression: ExprSyntax) {
    let attempt =
      expression.as(TryExprSyntax.self)
      ?? expression.as(InfixOperatorExprSyntax.self)?.rightOperand.as(TryExprSyntax.self)
    guard let attempt, attempt.questionOrExclamationMark == nil else { return }
    let text = expression.trimmedDescription
    add(
      .swallowed, expression, after: expression.text(with: "try?", for: attempt.tryKeyword),
      written: "if \(Edit.isOn) { do { \(text) } catch {} } else { \(text) }")
  }

  /// An error that is caught, and nothing is thrown then.
  func addUnthrown(_ node: CatchClauseSyntax) {
    for item in node.body.statements {
      guard case .stmt(let statement) = item.item, statement.is(ThrowStmtSyntax.self) else {
        continue
      }
      add(.swallowed, around: statement, after: "", "if !\(Edit.isOn) { ", " }")
    }
  }

  /// Whether the value of an expression cannot be that of the block, closure or function around it.
  private func isUnused(_ item: CodeBlockItemSyntax) -> Bool {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else {
      return true
    }
    guard let owner = list.parent else { return false }
    if let part = owner.as(SwitchCaseSyntax.self) {
      return part.parent?.parent.map(isStatement) ?? false
    }
    guard let block = owner.as(CodeBlockSyntax.self), let parent = block.parent else {
      return false
    }
    if let function = parent.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause == nil
    }
    if let accessor = parent.as(AccessorDeclSyntax.self) {
      return ["set", "willSet", "didSet"].contains(accessor.accessorSpecifier.text)
    }
    return !parent.is(IfExprSyntax.self) || isStatement(parent)
  }

  /// Whether the value of an `if` or a `switch` is not used.
  private func isStatement(_ node: Syntax) -> Bool {
    guard let parent = node.parent else { return false }
    if parent.is(IfExprSyntax.self) || parent.is(ExpressionStmtSyntax.self) {
      return isStatement(parent)
    }
    return parent.as(CodeBlockItemSyntax.self).map(isUnused) ?? false
  }
}
