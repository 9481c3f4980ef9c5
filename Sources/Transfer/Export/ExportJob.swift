import CSV
import FlintRules
import FlintSchema
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
    let source = options.kind.source
    try ExportedColumns(kind: options.kind, list: source.columns)
      .check(options, passing: source.mayName)
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
    if options.kind != .table, options.trackers != nil || options.period != .day {
      throw ExportProblem(
        option: options.trackers != nil ? "trackers" : "by",
        message: "applies to table, not to \(options.kind.rawValue)")
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

  /// - Parameters:
  ///   - session: the session of the profile, which is only read.
  ///   - sink: a function that is called with the next bytes of the output.
  /// - Throws: `ExportProblem` if an option names a column or tracker that the profile does not have,
  ///   `SessionError`, or any error that `sink` throws.
  package func run(
    _ session: Session, to sink: (Span<UInt8>) throws -> Void
  ) throws -> ExportReport {
    let (table, columns) = try source(session)
    let wanted = try (options.columns ?? table.usualColumns).map {
      try columns.index(of: $0, "columns")
    }
    let names = wanted.map { columns.list[$0].name }
    let hasTimes = wanted.contains { columns.list[$0].content == .time }
    let times = TimeForm(
      hasFraction: try hasTimes && table.hasFractions(session), zone: session.zone)
    var writer = RowWriter(self, columns: names, times: times)
    try writer.begin(sink)
    if let sparks = table as? SparkExport, options.form.format.isTable,
      options.conditions.isEmpty, options.order == nil,
      let fields = SparkFields(wanted, isRaw: options.form.isRaw, times: times)
    {
      try sparks.writeFast(fields, &writer, session, sink)
    } else {
      try eachRow(of: table, columns, wanted, session) {
        try writer.write(picked: $0, sink)
      }
    }
    try writer.end(sink)
    return ExportReport(
      kind: options.kind, columns: names, rows: writer.count, notes: table.notes)
  }

  /// Returns the source of the rows in a profile, and its columns there.
  private func source(
    _ session: Session
  ) throws -> (table: any ExportTable, columns: ExportedColumns) {
    let table = try options.kind.source.init(session, options)
    let columns = ExportedColumns(kind: options.kind, list: table.columns)
    try columns.check(options)
    return (table, columns)
  }

  /// Calls a closure with the values of some columns of each chosen row, in the chosen order.
  private func eachRow(
    of table: any ExportTable, _ columns: ExportedColumns, _ wanted: [Int], _ session: Session,
    _ body: ([FieldValue]) throws -> Void
  ) throws {
    let conditions = try options.conditions.map { condition in
      (column: try columns.index(of: condition.column, "where"), condition: condition)
    }
    let zone = session.zone
    let scales = NameScales(session.rulebook.definition)
    let key = try options.order.map { try columns.index(of: $0.column, "order") }
    let limit = options.limit ?? .max
    var count = 0
    // Of rows to be sorted, only the key and the exported values are stored.
    var sorted: [(key: FieldValue, values: [FieldValue])] = []
    try table.forEachRow(session) { row in
      if count >= limit { return false }
      for (column, condition) in conditions
      where !condition.isSatisfied(by: row[column], zone, scales) {
        return true
      }
      let picked = wanted.map { row[$0] }
      if let key {
        sorted.append((row[key], picked))
      } else {
        count += 1
        try body(picked)
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
    for index in indices.prefix(limit) { try body(sorted[index].values) }
  }
}
