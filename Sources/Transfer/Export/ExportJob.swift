import CSV
import Rules
import Schema
package import Sessions

/// A validated export of a table, which can be run on any profile.
package struct ExportJob: Sendable {
  package let options: ExportOptions
  /// The byte between two fields.
  package let delimiter: UInt8

  /// - Throws: `ExportProblem` if the kind has no such column, if a column is compared with a value
  ///   of another type, or if options exclude each other.
  package init(_ options: ExportOptions) throws(ExportProblem) {
    self.options = options
    for name in options.columns ?? [] { try ExportJob.column(name, "columns", options.kind) }
    for condition in options.conditions {
      let column = try ExportJob.column(condition.column, "where", options.kind)
      if let problem = condition.problem(comparing: column.content) {
        throw ExportProblem(option: "where", message: problem)
      }
    }
    if let order = options.order { try ExportJob.column(order.column, "order", options.kind) }
    if let columns = options.columns {
      if columns.isEmpty {
        throw ExportProblem(option: "columns", message: "expected at least one column")
      }
      if let twice = columns.enumerated().first(where: { columns[..<$0].contains($1) }) {
        throw ExportProblem(
          option: "columns", message: "expected each column once, got \"\(twice.element)\" twice")
      }
    }
    if options.kind == .cards, options.range.since != nil || options.range.before != nil {
      throw ExportProblem(
        option: options.range.since == nil ? "before" : "since",
        message: "applies to tables with times, not to cards, of which all copies are "
          + "counted; sparks has the card of each spark as a column")
    }
    if options.includesMissing && options.kind != .moods {
      throw ExportProblem(
        option: "missing", message: "applies to moods, not to \(options.kind.rawValue)")
    }
    if let limit = options.limit, limit < 0 {
      throw ExportProblem(option: "limit", message: "expected 0 or more, got \(limit)")
    }
    let form = options.form
    if form.spreadsheet != nil && !form.format.isTable {
      throw ExportProblem(
        option: "for", message: "a spreadsheet reads csv or tsv, not \(form.format.rawValue)")
    }
    if form.delimiter != nil && form.format != .csv {
      throw ExportProblem(
        option: "delimiter", message: "applies to csv, not to \(form.format.rawValue)")
    }
    let usual = form.spreadsheet?.hasDecimalComma == true ? UInt8(ascii: ";") : UInt8(ascii: ",")
    delimiter = form.format == .tsv ? 0x09 : form.delimiter ?? usual
    guard CSVDialect.canDelimit(delimiter) else {
      throw ExportProblem(
        option: "delimiter",
        message: "expected a character such as ; that is not a quote or line end")
    }
  }

  /// Returns the column of a name, which an option contains.
  @discardableResult
  private static func column(
    _ name: String, _ option: String, _ kind: ExportKind
  ) throws(ExportProblem) -> ExportColumn {
    if let column = kind.columnList.first(where: { $0.name == name }) { return column }
    let columns = kind.columns
    throw ExportProblem(
      option: option,
      message: "there is no column \"\(name)\" in \(kind.rawValue)"
        + "\(NearestName.hint(for: name, among: columns)); it has \(columns.joined(separator: ", "))"
    )
  }

  /// - Parameters:
  ///   - session: the session of the profile, which is only read.
  ///   - sink: a function that is called with the next bytes of the output.
  /// - Throws: `SessionError`, or any error that `sink` throws.
  package func run(
    _ session: Session, to sink: (Span<UInt8>) throws -> Void
  ) throws -> ExportReport {
    let table = try options.kind.table.init(session, options)
    let names = options.columns ?? table.usualColumns
    let all = options.kind.columns
    let wanted = names.compactMap { name in all.firstIndex(of: name) }
    let hasTimes = wanted.contains { options.kind.columnList[$0].content == .time }
    let times = TimeForm(
      hasFraction: try hasTimes && table.hasFractions(session), zone: session.zone)
    var writer = RowWriter(self, columns: names, wanted, times: times)
    try writer.begin(sink)
    if let sparks = table as? SparkExport, options.form.format.isTable,
      options.conditions.isEmpty, options.order == nil,
      let fields = SparkFields(wanted, isRaw: options.form.isRaw, times: times)
    {
      try sparks.writeFast(fields, &writer, session, sink)
    } else {
      try write(table, &writer, session, sink)
    }
    try writer.end(sink)
    return ExportReport(
      kind: options.kind, columns: names, rows: writer.count, notes: table.notes)
  }

  private func write(
    _ table: any ExportTable, _ writer: inout RowWriter, _ session: Session,
    _ sink: (Span<UInt8>) throws -> Void
  ) throws {
    let columns = options.kind.columns
    let conditions = options.conditions.compactMap { condition in
      columns.firstIndex(of: condition.column).map { (column: $0, condition: condition) }
    }
    let zone = session.zone
    let scales = NameScales(session.rulebook.definition)
    let key = options.order.flatMap { columns.firstIndex(of: $0.column) }
    let limit = options.limit ?? .max
    // Of rows to be sorted, only the key and the exported values are stored.
    var sorted: [(key: FieldValue, values: [FieldValue])] = []
    try table.forEachRow(session) { row in
      if writer.count >= limit { return false }
      for (column, condition) in conditions
      where !condition.isSatisfied(by: row[column], zone, scales) {
        return true
      }
      if let key {
        sorted.append((row[key], writer.picked(row)))
      } else {
        try writer.write(row, sink)
      }
      return true
    }
    guard let order = options.order else { return }
    let indices = sorted.indices.sorted { left, right in
      let (a, b) = (sorted[left].key, sorted[right].key)
      if FieldValue.precedes(a, b, scales) { return !order.isDescending }
      if FieldValue.precedes(b, a, scales) { return order.isDescending }
      return left < right
    }
    for index in indices.prefix(limit) {
      try writer.write(picked: sorted[index].values, sink)
    }
  }
}
