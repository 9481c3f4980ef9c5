package import FlintCalendar

extension DateFault: CustomStringConvertible {
  /// A suggestion for a misspelt word, such as ` (did you mean "yesterday"?)`, or an empty text.
  package var hint: String {
    guard case .unknown(let word?) = reason else { return "" }
    return NearestName.hint(for: word, among: Self.words)
  }

  /// What is wrong, as the end of a message that names the text.
  package var description: String {
    if case .impossible(let problem) = reason { return problem }
    return "expected \(expected)\(hint)"
  }
}

extension FieldDeclaration {
  /// The direction in which a weekday that is written as the value is searched.
  package var direction: DateExpression.Direction { isUpcoming ? .next : .latest }
}
