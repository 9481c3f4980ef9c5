import FlintSchema
import Transfer

/// The reference of the columns of exported tables, from their declarations.
package enum TablesPage {
  package static var markdown: String {
    """
    # Exported tables

    `flint export KIND` writes a table, with all columns except those that are marked *by --columns* or,
    unless a row has a value, *if a row has one*. `--columns` names any of them. A time has the offset of
    the clocks at the place, a day ends at the day start of the profile, and an empty cell is no value.
    In JSON a number is a number, and a list of texts is one.

    \(kinds.map { "## \($0.rawValue)\n\n\(markdown(of: $0))" }.joined(separator: "\n"))
    ## SQLite

    `flint export sqlite FILE` writes these tables, with the same columns where no others are named.
    Days and times are texts in ISO 8601, true and false are 1 and 0, and lists are JSON.

    \(rows(["table", "columns"], SQLiteExport.described.map { ["`\($0.table)`", list($0.columns)] }))
    The views are answers to usual questions:

    \(rows(["view", "rows"], SQLiteView.all.map { ["`\($0.name)`", $0.summary] }))
    The table `daily` is the exported `table` of days, with the columns of all trackers, at most 2,000.
    """
  }

  /// The names of which there is a help text.
  package static let topics = kinds.map(\.rawValue) + ["sqlite"]

  private static let kinds = ExportKind.allCases

  /// Returns the help text of a table; `nil` if there is none of that name.
  package static func text(of name: String) -> String? {
    if name == "sqlite" {
      let tables = SQLiteExport.described.map { (name: $0.table, text: list($0.columns)) }
      let views = SQLiteView.all.map { (name: $0.name, text: $0.summary) }
      return
        "The tables of flint export sqlite FILE\n\n\(lines(tables))\n\nViews\n\n\(lines(views))"
    }
    guard let kind = ExportKind(rawValue: name) else { return nil }
    let columns = (kind.columnList + kind.namedColumns).map {
      (name: $0.name, text: "\(type(of: $0)). \(text(of: $0))")
    }
    return "The columns of flint export \(name)\n\n" + lines(columns)
  }

  private static func markdown(of kind: ExportKind) -> String {
    let columns = kind.columnList + kind.namedColumns
    return rows(
      ["column", "type", "value"],
      columns.map { ["`\($0.name)`", type(of: $0), text(of: $0).replacing("|", with: "\\|")] })
  }

  private static func rows(_ header: [String], _ rows: [[String]]) -> String {
    let rule = "|" + header.map { _ in "---|" }.joined()
    let lines = ([header] + rows).map { "| \($0.joined(separator: " | ")) |" }
    return ([lines[0], rule] + lines.dropFirst()).map { $0 + "\n" }.joined()
  }

  private static func lines(_ rows: [(name: String, text: String)]) -> String {
    let widest = rows.map(\.name.count).max() ?? 0
    return rows.map { row in
      "  \(row.name)\(String(repeating: " ", count: widest - row.name.count))  \(row.text)"
    }.joined(separator: "\n")
  }

  private static func list(_ columns: [ExportColumn]) -> String {
    columns.map(\.name).joined(separator: ", ")
  }

  private static func type(of column: ExportColumn) -> String {
    column.content == .flag ? "true or false" : column.content.rawValue
  }

  private static func text(of column: ExportColumn) -> String {
    let occasion = column.occasion
    return occasion.isEmpty ? column.summary : "\(column.summary.dropLast()) (\(occasion))."
  }
}
