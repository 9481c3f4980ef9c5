import Reports

struct MarkdownTable {
  let columns: [String]
  let rows: [[Cell]]

  /// The lines of the table; numbers are aligned on the right.
  var text: String {
    func line(_ cells: [String]) -> String {
      "| " + cells.map { ReportPage.inline($0) }.joined(separator: " | ") + " |\n"
    }
    let rule = columns.indices.map { column in
      rows.contains { $0[column].isNumber } ? "--:" : ":--"
    }
    return line(columns.map { $0.replacing("_", with: " ") })
      + "|" + rule.joined(separator: "|") + "|\n"
      + rows.map { line($0.map(\.text)) }.joined()
  }
}
