import SwiftSyntax

/// Finds the mutations of a function's body.
///
/// What does not compile often is left out here; what else does not is found by the compiler.
final class MutationFinder: SyntaxVisitor {
  /// Calls whose arguments are not compiled everywhere, or that do not return.
  static let checks: Set = [
    "assert", "assertionFailure", "precondition", "preconditionFailure", "fatalError", "abort",
    "exit", "_exit", "unreachable",
  ]

  var found: [Mutation] = []

  init() { super.init(viewMode: .sourceAccurate) }

  // MARK: What is never changed

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: GenericArgumentSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  // MARK: Conditions

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let condition) = node.condition {
      addNegation(condition)
      if node.parent?.parent?.is(GuardStmtSyntax.self) == true { addPassing(condition) }
    }
    return .visitChildren
  }

  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
    addNegation(node.condition)
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    addNegation(node.condition)
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    addNegation(node.condition)
    return .visitChildren
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    addUnrefused(node)
    return .visitChildren
  }

  // MARK: Expressions

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    addOperator(node)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if Self.checks.contains(node.calledExpression.trimmedDescription) { return .skipChildren }
    addOrder(node)
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    addOtherEnd(node)
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    addOffByOne(node)
    return .visitChildren
  }

  override func visit(_ node: FloatLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    addTwice(node)
    return .visitChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    addOpposite(node)
    return .visitChildren
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    addOtherText(node)
    return .visitChildren
  }

  // MARK: Statements

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    addStatement(node)
    return .visitChildren
  }

  override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
    addUnthrown(node)
    return .visitChildren
  }
}

// MARK: Writing both

extension MutationFinder {
  /// Adds a mutation that writes an expression twice.
  func add(_ kind: Kind, _ node: some SyntaxProtocol, after: String) {
    add(
      kind, node, after: after,
      written: "(\(Edit.isOn) ? \(after) : \(node.trimmedDescription))")
  }

  /// Adds a mutation that writes a text in place of a node.
  func add(_ kind: Kind, _ node: some SyntaxProtocol, after: String, written: String) {
    let edit = Edit(range: node.bytes, text: written)
    found.append(Mutation(kind: kind, range: node.bytes, after: after, edits: [edit]))
  }

  /// Adds a mutation that writes texts before and after a node.
  func add(
    _ kind: Kind, around node: some SyntaxProtocol, after: String, _ start: String, _ end: String
  ) {
    let bytes = node.bytes
    let edits = [
      Edit(range: bytes.lowerBound..<bytes.lowerBound, text: start),
      Edit(range: bytes.upperBound..<bytes.upperBound, text: end),
    ]
    found.append(Mutation(kind: kind, range: bytes, after: after, edits: edits))
  }
}

extension SyntaxProtocol {
  /// Where it is in its file, without the spaces and comments around it.
  var bytes: Range<Int> {
    positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
  }

  /// Its text with another one in place of a node inside.
  func text(with replacement: String, for node: some SyntaxProtocol) -> String {
    var text = Array(trimmedDescription.utf8)
    let start = node.bytes.lowerBound - bytes.lowerBound
    text.replaceSubrange(start..<start + node.bytes.count, with: replacement.utf8)
    return String(decoding: text, as: UTF8.self)
  }

  /// Its text as the operand of a prefix or postfix operator.
  var operandText: String {
    let node = Syntax(self)
    let isSimple =
      node.is(DeclReferenceExprSyntax.self) || node.is(FunctionCallExprSyntax.self)
      || node.is(MemberAccessExprSyntax.self) || node.is(SubscriptCallExprSyntax.self)
      || node.is(TupleExprSyntax.self)
    return isSimple ? trimmedDescription : "(\(trimmedDescription))"
  }
}
