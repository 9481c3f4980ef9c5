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

  /// A text of one character for one of one or none, an empty one for any other.
  func addOtherText(_ node: StringLiteralExprSyntax) {
    // Texts with expressions inside have no value here.
    guard node.openingQuote.tokenKind == .stringQuote, let value = node.representedLiteralValue
    else { return }
    let other = value == "#" ? "?" : "#"
    add(.constant, node, after: value.count > 1 ? "\"\"" : "\"\(other)\"")
  }
}
