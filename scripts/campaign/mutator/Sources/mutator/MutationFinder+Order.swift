import SwiftSyntax

private let opposites = ["min": "max", "max": "min", "first": "last", "last": "first"]

extension MutationFinder {
  /// The reverse of a sorted list, a list that is not reversed, the greatest for the least.
  func addOrder(_ node: FunctionCallExprSyntax) {
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base {
      let name = member.declName.baseName
      switch name.text {
      case "sorted":
        let after = node.trimmedDescription + ".reversed()"
        add(.order, around: node, after: after, "flintReversed(\(Edit.number), ", ")")
      case "reversed" where node.arguments.isEmpty:
        let (list, both) = (base.trimmedDescription, node.trimmedDescription)
        add(
          .order, node, after: list, written: "(\(Edit.isOn) ? Array(\(list)) : Array(\(both)))")
      default: addOpposite(of: name, in: node)
      }
    } else if let function = node.calledExpression.as(DeclReferenceExprSyntax.self),
      node.arguments.count > 1, ["min", "max"].contains(function.baseName.text)
    {
      addOpposite(of: function.baseName, in: node)
    }
  }

  /// The last for the first, and the greatest number of a type for the least.
  func addOtherEnd(_ node: MemberAccessExprSyntax) {
    let name = node.declName.baseName
    if let call = node.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id
    {
      return
    }
    if ["min", "max"].contains(name.text) || node.base != nil { addOpposite(of: name, in: node) }
  }

  private func addOpposite(of name: TokenSyntax, in node: some SyntaxProtocol) {
    guard let opposite = opposites[name.text] else { return }
    add(.order, node, after: node.text(with: opposite, for: name))
  }

  /// A list that is sorted in place, and then reversed.
  func addReversal(_ item: CodeBlockItemSyntax, _ call: FunctionCallExprSyntax) {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "sort", let list = member.base?.trimmedDescription
    else { return }
    let bytes = item.bytes
    let edit = Edit(
      range: bytes.upperBound..<bytes.upperBound, text: "; if \(Edit.isOn) { \(list).reverse() }")
    let after = "\(item.trimmedDescription); \(list).reverse()"
    found.append(Mutation(kind: .order, range: bytes, after: after, edits: [edit]))
  }

  /// An order of a type, with its operands exchanged.
  func addReversedOrder(_ function: FunctionDeclSyntax) {
    let names = function.signature.parameterClause.parameters.map {
      ($0.secondName ?? $0.firstName).text
    }
    guard function.name.text == "<", names.count == 2, let statements = function.body?.statements,
      let first = statements.first
    else { return }
    let pair = names.joined(separator: ", ")
    let reversed = names.reversed().joined(separator: ", ")
    var text = "let (\(pair)) = \(Edit.isOn) ? (\(reversed)) : (\(pair)); "
    if statements.count == 1, case .expr = first.item { text += "return " }
    let start = first.bytes.lowerBound
    found.append(
      Mutation(
        kind: .order, range: function.name.bytes, after: ">",
        edits: [Edit(range: start..<start, text: text)]))
  }
}
