/// The order of rows by a column.
package struct RowOrder: Hashable, Sendable {
  package var column: String
  package var isDescending: Bool

  package init(column: String, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }

  /// Parses `column`, `column:asc` or `column:desc`; returns `nil` for any other text.
  package init?(_ text: String) {
    let components = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let column = components.first, !column.isEmpty, components.count <= 2 else { return nil }
    if components.count == 2, components[1] != "asc", components[1] != "desc" { return nil }
    self.init(
      column: String(column), isDescending: components.count == 2 && components[1] == "desc")
  }
}

extension FieldValue {
  /// Whether the left value precedes the right one. A missing value precedes all others.
  package static func precedes(_ left: FieldValue, _ right: FieldValue, _ scales: NameScales)
    -> Bool
  {
    switch (left, right) {
    case (.none, .none): false
    case (.none, _): true
    case (_, .none): false
    case (.time(let a, _), .time(let b, _)): a < b
    case (.day(let a), .day(let b)): a < b
    case (.name(let a), .name(let b)):
      if let (first, second) = scales.ranks(a, b) {
        first < second
      } else {
        a.utf8.lexicographicallyPrecedes(b.utf8)
      }
    default:
      if case .number(let a) = left, case .number(let b) = right {
        a < b
      } else if let a = left.number, let b = right.number {
        a < b
      } else {
        left.plain.utf8.lexicographicallyPrecedes(right.plain.utf8)
      }
    }
  }

  /// The numeric value in millionths, clamped to the range of `Int64`; `nil` if it is not a number.
  var number: Int64? {
    switch self {
    case .integer(let number):
      number.multipliedReportingOverflow(by: 1_000_000).overflow
        ? (number < 0 ? .min : .max) : number * 1_000_000
    case .decimal(let millionths): millionths
    case .number(let number):
      Int64(exactly: (number * 1_000_000).rounded()) ?? (number < 0 ? .min : .max)
    default: nil
    }
  }
}
