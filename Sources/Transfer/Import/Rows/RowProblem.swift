import FlintRules
package import FlintSchema

/// The reason for rejecting a row: the column, its value, and the expected value.
package struct RowProblem: Error, Hashable, Sendable {
  /// The name of the column with the problem, if it is in one.
  package var column: String?
  package var value: String?
  /// The description of the problem, with the expected value.
  package var reason: String
  /// Whether the row is invalid in the encoding in which the file was read.
  package internal(set) var isEncodingError = false
  /// Whether the problem is in the CSV syntax of the row, so that its fields do not show it.
  var isSyntaxError = false
  /// Whether the profile has an equal event, so that the row is unchanged unless another row of the same
  /// instant makes it count once more.
  var isRepetition = false

  package init(column: String? = nil, value: String? = nil, reason: String) {
    self.column = column
    self.value = value
    self.reason = reason
  }

  package init(_ error: FieldError, column: String? = nil) {
    let isAbsent = error.found == "nothing"
    self.init(
      column: column ?? error.field, value: isAbsent ? nil : error.found.unquoted,
      reason: "expected \(error.expected)" + (isAbsent ? ", got nothing" : ""))
  }
}

extension RowProblem: CustomStringConvertible {
  /// The message, such as `category "x": expected …`.
  package var description: String {
    let prefix = [column, value.map { "\"\($0)\"" }].compactMap(\.self).joined(separator: " ")
    return prefix.isEmpty ? reason : "\(prefix): \(reason)"
  }
}

extension String {
  /// The text without enclosing quotes.
  fileprivate var unquoted: String {
    guard utf8.count >= 2, hasPrefix("\""), hasSuffix("\"") else { return self }
    return String(dropFirst().dropLast())
  }
}
