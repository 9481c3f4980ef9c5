import SwiftSyntax

extension MutationFinder {
  /// An integer that is greater by one, or less.
  func addOffByOne(_ node: IntegerLiteralExprSyntax) {
    guard let value = node.representedLiteralValue, value < Int.max else { return }
    add(.offByOne, node, after: "\(value + 1)")
    if value > 0 { add(.offByOne, node, after: "\(value - 1)") }
  }

  /// A number that is twice as great.
  func addTwice(_ node: FloatLiteralExprSyntax) {
    guard let value = node.representedLiteralValue else { return }
    add(.constant, node, after: value == 0 ? "1.0" : "\(2 * value)")
  }

  /// `true` for `false`, and the reverse, where it is a value.
  func addOpposite(_ node: BooleanLiteralExprSyntax) {
    if node.parent?.is(ConditionElementSyntax.self) == true { return }
    add(.constant, node, after: node.literal.text == "true" ? "false" : "true")
  }

  /// A text of one character for one of one, an empty one for any other.
  func addOtherText(_ node: StringLiteralExprSyntax) {
    guard node.openingQuote.tokenKind == .stringQuote, node.segments.count <= 1 else { return }
    switch node.segments.first {
    case .stringSegment(let segment) where segment.content.text.count > 1:
      // The text of an escaped character has more.
      let isCharacter = node.representedLiteralValue?.count == 1
      add(.constant, node, after: isCharacter ? "\"#\"" : "\"\"")
    case .stringSegment(let segment):
      add(.constant, node, after: segment.content.text == "#" ? "\"?\"" : "\"#\"")
    case .expressionSegment: break
    case nil: add(.constant, node, after: "\"#\"")
    }
  }
}
