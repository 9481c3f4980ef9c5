/// The error of a field whose value is invalid.
public struct FieldError: Error, Equatable, Sendable {
  /// The field's name.
  public var field: String
  /// The description of the expected value.
  public var expected: String
  /// The value found.
  public var found: String

  package init(field: String, expected: String, found: String) {
    self.field = field
    self.expected = expected
    self.found = found
  }
}

extension FieldError: CustomStringConvertible {
  /// `field "title": expected …, got …`.
  public var description: String { "field \"\(field)\": expected \(expected), got \(found)" }
}
