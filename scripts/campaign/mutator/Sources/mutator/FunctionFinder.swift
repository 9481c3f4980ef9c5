import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A function with a body, an initializer or an accessor.
struct Function {
  /// Where it is in its file.
  var bytes: Range<Int>
  /// What can be changed in it.
  var mutations: [Mutation]
}

/// Finds the functions of a file in which something can be changed. Those inside of others belong to them.
final class FunctionFinder: SyntaxVisitor {
  private var found: [Function] = []

  /// Returns the functions of a source text in their order.
  static func functions(in source: String) -> [Function] {
    let tree = Parser.parse(source: source)
    let finder = FunctionFinder(viewMode: .sourceAccurate)
    // Operators that other files declare stay where they are.
    finder.walk(OperatorTable.standardOperators.foldAll(tree) { _ in })
    return finder.found
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if !isInlined(node.attributes, node.modifiers), let body = node.body {
      add(node, body: body) { $0.addReversedOrder(node) }
    }
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if !isInlined(node.attributes, node.modifiers), let body = node.body { add(node, body: body) }
    return .skipChildren
  }

  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if let body = node.body { add(node, body: body) }
    return .skipChildren
  }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    if !isInlined(node.attributes, node.modifiers) { add(node.accessorBlock) }
    return .skipChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    if !isInlined(node.attributes, node.modifiers) {
      for binding in node.bindings { add(binding.accessorBlock) }
    }
    return .skipChildren
  }

  private func add(_ block: AccessorBlockSyntax?) {
    guard let block else { return }
    switch block.accessors {
    case .getter(let statements): add(block, body: statements)
    case .accessors(let accessors):
      for accessor in accessors where !isInlined(accessor.attributes, []) {
        if let body = accessor.body { add(accessor, body: body) }
      }
    }
  }

  private func add(
    _ node: some SyntaxProtocol, body: some SyntaxProtocol,
    more: (MutationFinder) -> Void = { _ in }
  ) {
    let finder = MutationFinder()
    finder.walk(body)
    more(finder)
    if finder.found.isEmpty { return }
    found.append(Function(bytes: node.bytes, mutations: finder.found))
  }

  /// Whether other modules compile the body too, which cannot call what is internal.
  private func isInlined(_ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax)
    -> Bool
  {
    let names = attributes.map(\.trimmedDescription)
    let isExported = modifiers.contains { ["public", "package", "open"].contains($0.name.text) }
    return names.contains("@inlinable") || names.contains("@_transparent")
      || names.contains("@_alwaysEmitIntoClient")
      || isExported && names.contains("@inline(__always)")
  }
}
