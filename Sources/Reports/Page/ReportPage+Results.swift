package import Charts
package import FlintSchema
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
    self.init(rows, headed: columns.map { ($0.name, $0.declaration.heading) }, language)
  }

  /// Creates a table of results with headings of its own, without empty columns.
  ///
  /// - Parameters:
  ///   - columns: the names of the columns, with their headings.
  ///   - text: returns the text of a row in a column where it is not that of the schema, such as a name in the language.
  package init<Row: ResultRow>(
    _ rows: some Collection<Row>, headed columns: [(name: String, heading: String)],
    _ language: Language, text: (Row, ResultColumn<Row>) -> String? = { _, _ in nil }
  ) {
    let known = Row.schema.columns(named: columns.map(\.name))
    let texts = known.map { column in
      rows.map { text($0, column) ?? column.text($0, language) }
    }
    let filled = known.indices.filter { index in
      index == 0 || texts[index].contains { !$0.isEmpty }
    }
    self.init(
      columns: filled.map { columns[$0].heading },
      rows: rows.indices.enumerated().map { position, _ in filled.map { texts[$0][position] } },
      textColumns: Set(
        filled.indices.dropFirst().filter { known[filled[$0]].declaration.type.isProse }))
  }
}
