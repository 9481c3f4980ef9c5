public import Rules

/// Why a row is rejected: which column, what it says, and what was expected.
public struct RowProblem: Error, Hashable, Sendable {
  /// The column's name, if the trouble is in one.
  public var column: String?
  /// What it says.
  public var value: String?
  /// What is wrong with that, and what was expected.
  public var reason: String
  /// Whether the row is no text in the encoding that the file was read in.
  public internal(set) var isOfEncoding = false
  /// Whether the fields of the row do not show what is wrong with it: how it was written is.
  var isOfForm = false

  /// Makes a problem.
  public init(column: String? = nil, value: String? = nil, reason: String) {
    self.column = column
    self.value = value
    self.reason = reason
  }

  /// What the rules say about a field, told of the column that it came from.
  public init(_ error: FieldError, column: String? = nil) {
    self.init(
      column: column ?? error.field, value: error.found.unquoted,
      reason: "expected \(error.expected)")
  }
}

extension RowProblem: CustomStringConvertible {
  /// `category "x": expected …`.
  public var description: String {
    let place = [column, value.map { "\"\($0)\"" }].compactMap(\.self).joined(separator: " ")
    return place.isEmpty ? reason : "\(place): \(reason)"
  }
}

extension String {
  /// The text without a pair of quotes around it.
  fileprivate var unquoted: String {
    guard utf8.count >= 2, hasPrefix("\""), hasSuffix("\"") else { return self }
    return String(dropFirst().dropLast())
  }
}
