package import ArgumentParser
import CSV
package import FlintCalendar
package import FlintJSON
package import FlintSchema
import Views

/// The output format of an answer.
package enum ListFormat: String, ExpressibleByArgument, CaseIterable {
  case table
  case json
  case csv
  case markdown

  package static let help = ArgumentHelp(
    "The output format.", valueName: allCases.map(\.rawValue).joined(separator: "|"))

  /// Whether the format is for people.
  package var isText: Bool { ofList.isText }

  /// The format of a list.
  var ofList: ResultFormat {
    switch self {
    case .table: .table
    case .json: .json
    case .csv: .csv
    case .markdown: .markdown
    }
  }
}

/// The output format of a list.
package enum ResultFormat: String, ExpressibleByArgument, CaseIterable {
  case table
  case json
  /// JSON Lines: an object a line.
  case jsonl
  case csv
  case markdown

  package static let help = ArgumentHelp(
    "The output format.", valueName: allCases.map(\.rawValue).joined(separator: "|"))

  /// Whether the format is for people, with the columns of tables.
  package var isText: Bool { self == .table || self == .markdown }
}

/// A column of a list or a table: its name, and its cell of a row.
package struct Column<Row> {
  package let name: String
  let isShown: Bool
  package let style: (Row) -> Tone?
  package let cell: (Row) -> Cell

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - name: The name; a table shows spaces for underscores.
  ///   - isShown: Whether it is shown at all.
  ///   - style: Returns the colour of a row's cell in a table.
  ///   - value: Returns the value of a row.
  package init<Value: CellValue>(
    _ name: String, if isShown: Bool = true,
    style: @escaping (Row) -> Tone? = { _ in nil }, _ value: @escaping (Row) -> Value
  ) {
    self.name = name
    self.isShown = isShown
    self.style = style
    cell = { value($0).cell }
  }
}

/// A writer of lists, row by row. Only a table is collected until its end, to determine the widths.
package struct Listing<Row> {
  package let format: ResultFormat
  private let columns: [Column<Row>]
  private let json: ((Row) -> JSONValue)?
  private var rows: [[Cell]] = []
  private var styles: [[Tone?]] = []
  private var objectCount = 0
  private var writer = CSVWriter()
  private let output = StandardOutput.shared
  /// Whether tables omit columns in which no row has a text.
  var omitsEmptyColumns = false

  /// Creates a list.
  ///
  /// - Parameter json: Returns the JSON object of a row, if it is not that of the columns.
  package init(_ format: ListFormat, _ columns: [Column<Row>], json: ((Row) -> JSONValue)? = nil) {
    self.init(format.ofList, columns, json: json)
  }

  /// Creates a list in any format.
  init(_ format: ResultFormat, _ columns: [Column<Row>], json: ((Row) -> JSONValue)? = nil) {
    self.format = format
    self.columns = columns.filter(\.isShown)
    self.json = json
    if format == .csv { writeRecord(self.columns.map { .text($0.name) }) }
  }

  package mutating func append(_ row: Row) {
    if !format.isText, format != .csv, let json { return write(json(row)) }
    let cells = columns.map { $0.cell(row) }
    switch format {
    case .markdown: rows.append(cells)
    case .table:
      rows.append(cells)
      if output.isColored { styles.append(columns.map { $0.style(row) }) }
    case .csv: writeRecord(cells)
    case .json, .jsonl: write(.object(zip(columns, cells).map { ($0.name, $1.json) }))
    }
  }

  private mutating func write(_ object: JSONValue) {
    if format == .jsonl { return output.write(object.text() + "\n") }
    output.write((objectCount == 0 ? "[\n  " : ",\n  ") + object.text())
    objectCount += 1
  }

  private mutating func writeRecord(_ cells: [Cell]) {
    // Who opens the file in a spreadsheet must not run what a name says; a number is no formula.
    for text in cells.map(\.plainText) { writer.append(text, isGuarded: Double(text) == nil) }
    writer.endRecord()
    let output = output
    writer.drain { span in span.withUnsafeBytes { output.write($0) } }
  }

  /// Writes the end of the list.
  ///
  /// - Parameter empty: The text for a table without rows.
  package mutating func end(empty: String) {
    let shown = columns.indices.filter { index in
      !omitsEmptyColumns || rows.isEmpty || rows.contains { !$0[index].text.isEmpty }
    }
    let names = shown.map { columns[$0].name }
    let cells = rows.map { row in shown.map { row[$0] } }
    switch format {
    case .csv, .jsonl: break
    case .json: output.write(objectCount == 0 ? "[]\n" : "\n]\n")
    case .markdown: output.write(MarkdownTable(columns: names, rows: cells).text)
    case .table:
      if rows.isEmpty { return output.write(empty + "\n") }
      let table = TerminalTable(
        columns: names, rows: cells, styles: styles.map { row in shown.map { row[$0] } })
      output.write(rendered: table.text(width: output.columns))
    }
  }

  /// Writes a whole list.
  ///
  /// - Parameter empty: The text for a table without rows.
  package static func write(
    _ rows: some Sequence<Row>, _ format: ListFormat, _ columns: [Column<Row>],
    json: ((Row) -> JSONValue)? = nil, empty: String = ""
  ) {
    var listing = Listing(format, columns, json: json)
    for row in rows { listing.append(row) }
    listing.end(empty: empty)
  }
}

extension Listing<[Cell]> {
  /// Creates a list of rows whose cells are in the order of the columns.
  package init(_ format: ListFormat, columns: [String]) {
    self.init(format, columns.enumerated().map { index, name in Column(name) { $0[index] } })
  }
}

extension StandardOutput {
  /// Writes a JSON value, indented.
  package func write(json: JSONValue) { write(json.text(indented: true) + "\n") }

  /// Writes rows as a CSV file with the columns of their schema.
  package func write<Row: ResultRow>(csv rows: [Row]) {
    let columns = Row.schema.columns.filter { $0.declaration.forms == .all }
    var listing = Listing<Row>(
      ResultFormat.csv, columns.map { column in Column(column.name) { Cell(column.value($0)) } })
    for row in rows { listing.append(row) }
    listing.end(empty: "")
  }
}

extension ResultFormat {
  /// Writes a single answer: as JSON, as a CSV file with one record, or as its page in text or Markdown.
  package func write<Row: ResultRow>(_ row: Row, page: @autoclosure () -> TextPage) {
    let output = StandardOutput.shared
    switch self {
    case .json: output.write(json: row.json)
    case .jsonl: output.write(row.json.text() + "\n")
    case .csv: output.write(csv: [row])
    case .table: output.write(page: page().text)
    case .markdown: output.write(page().markdown)
    }
  }
}

extension ListFormat {
  /// Writes a single answer: as JSON, as a CSV file with one record, or as its page in text or Markdown.
  package func write<Row: ResultRow>(_ row: Row, page: @autoclosure () -> TextPage) {
    ofList.write(row, page: page())
  }
}

extension CivilZone {
  /// Returns an instant as `YYYY-MM-DD HH:MM` in the zone.
  package func minuteText(_ instant: Instant) -> String {
    CivilTime(instant, offset: offset(at: instant)).minuteText
  }
}
