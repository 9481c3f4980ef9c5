import FlintSchema

/// The columns of a table, found by the names that options give them.
struct ExportedColumns {
  let kind: ExportKind
  let list: [ExportColumn]

  /// Returns the index of the column of a name, which an option contains. Names of columns that depend
  /// on the profile are found regardless of case.
  func index(of name: String, _ option: String) throws(ExportProblem) -> Int {
    if let index = list.firstIndex(where: { $0.name == name }) { return index }
    let own = list.indices.dropFirst(kind.columnList.count)
    if let index = own.first(where: { list[$0].name.lowercased() == name.lowercased() }) {
      return index
    }
    let names = list.map(\.name)
    throw ExportProblem(
      option: option,
      message: "there is no column \"\(name)\" in \(kind.rawValue)"
        + "\(NearestName.hint(for: name, among: names)); it has \(names.joined(separator: ", "))")
  }

  /// Checks the names in options, and that conditions compare columns with values of their type.
  ///
  /// - Parameter isPassed: returns whether a name is not checked.
  func check(
    _ options: ExportOptions, passing isPassed: (String) -> Bool = { _ in false }
  ) throws(ExportProblem) {
    var chosen: [String] = []
    for name in options.columns ?? [] {
      let found = isPassed(name) ? name : list[try index(of: name, "columns")].name
      if chosen.contains(found) {
        throw ExportProblem(
          option: "columns", message: "expected each column once, got \"\(found)\" twice")
      }
      chosen.append(found)
    }
    if options.columns?.isEmpty == true {
      throw ExportProblem(option: "columns", message: "expected at least one column")
    }
    for condition in options.conditions where !isPassed(condition.column) {
      let column = list[try index(of: condition.column, "where")]
      if let problem = condition.problem(comparing: column.content) {
        throw ExportProblem(option: "where", message: problem)
      }
    }
    if let order = options.order, !isPassed(order.column) {
      _ = try index(of: order.column, "order")
    }
  }
}

extension ExportOptions {
  /// Returns whether an option names a column, regardless of case.
  func names(_ column: String) -> Bool {
    let column = column.lowercased()
    return columns?.contains { $0.lowercased() == column } ?? false
      || conditions.contains { $0.column.lowercased() == column }
      || order?.column.lowercased() == column
  }
}
