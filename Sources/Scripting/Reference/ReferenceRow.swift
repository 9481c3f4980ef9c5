import Lua

/// A row of the tables of the arguments and results of a function.
struct ReferenceRow {
  /// The path of the argument or result: `where`, `where.category`, `buckets[].period`.
  var path: String
  /// The accepted type, or the type of a result.
  var type: String
  var isOptional: Bool
  var summary: String
}

extension HostField {
  /// Returns the row of this argument, followed by those of its fields; nothing if another has replaced it.
  func rows(at path: String) -> [ReferenceRow] {
    let row = ReferenceRow(
      path: path, type: type.expectation, isOptional: isOptional, summary: summary)
    if replacement != nil { return [] }
    guard case .table(let fields) = type else { return [row] }
    return [row] + fields.flatMap { $0.rows(at: "\(path).\($0.name)") }
  }
}

extension HostResult {
  /// Returns the row of this result, followed by those of its fields.
  func rows(at path: String) -> [ReferenceRow] {
    let brackets = String(repeating: "[]", count: type.ranges(of: "[]").count)
    return [ReferenceRow(path: path, type: type, isOptional: false, summary: summary)]
      + fields.flatMap { $0.rows(at: "\(path)\(brackets).\($0.name)") }
  }
}
