import Lua

/// A line of the tables of what a function is given or returns.
struct ReferenceRow {
  /// Where it is: `where`, `where.category`, `buckets[].period`.
  var path: String
  /// What it accepts or is.
  var type: String
  var isOptional: Bool
  var summary: String
}

extension HostField {
  /// What can be given, and below it the fields that it has itself.
  func rows(at path: String) -> [ReferenceRow] {
    let row = ReferenceRow(
      path: path, type: type.expectation, isOptional: isOptional, summary: summary)
    guard case .table(let fields) = type else { return [row] }
    return [row] + fields.flatMap { $0.rows(at: "\(path).\($0.name)") }
  }
}

extension HostResult {
  /// What is returned, and below it the fields of that.
  func rows(at path: String) -> [ReferenceRow] {
    let places = String(repeating: "[]", count: type.ranges(of: "[]").count)
    return [ReferenceRow(path: path, type: type, isOptional: false, summary: summary)]
      + fields.flatMap { $0.rows(at: "\(path)\(places).\($0.name)") }
  }
}
