package import Charts
package import Schema
package import Views

extension ReportPage.Block {
  /// Creates a table of results: the columns that the schema shows, or those named, without empty ones.
  package static func table<Row: ResultRow>(
    _ title: String, _ rows: some Collection<Row>, _ columns: [String] = [], _ language: Language
  ) -> ReportPage.Block {
    .table(title, DataTable(rows, columns, language))
  }

  /// Creates names with values: the fields of a result that are named and have a value.
  package static func facts<Row: ResultRow>(
    _ row: Row, _ columns: [String], _ language: Language
  ) -> ReportPage.Block {
    .facts(row.facts(columns, language))
  }
}

extension ResultRow {
  /// Returns the headings and texts of fields, those of rows inside the row by their path, in the order of the names;
  /// fields without a value are omitted.
  package func facts(_ columns: [String], _ language: Language) -> [(name: String, value: String)] {
    Self.schema.columns(named: columns).compactMap { column in
      let text = column.text(self, language)
      guard !text.isEmpty else { return nil }
      let heading = column.declaration.heading
      return (heading.prefix(1).uppercased() + heading.dropFirst(), text)
    }
  }
}

extension DataTable {
  /// Creates a table of results: the columns that the schema shows, or those named, without empty ones.
  package init<Row: ResultRow>(
    _ rows: some Collection<Row>, _ names: [String] = [], _ language: Language
  ) {
    let schema = Row.schema
    let columns = schema.columns(named: names.isEmpty ? schema.shown : names)
    let texts = columns.map { column in rows.map { column.text($0, language) } }
    let filled = columns.indices.filter { index in
      index == 0 || texts[index].contains { !$0.isEmpty }
    }
    self.init(
      columns: filled.map { columns[$0].declaration.heading },
      rows: rows.indices.enumerated().map { position, _ in filled.map { texts[$0][position] } },
      textColumns: Set(
        filled.indices.dropFirst().filter { columns[filled[$0]].declaration.type.isProse }))
  }
}
