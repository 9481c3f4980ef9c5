import Charts
import Lua
import FlintRules
package import FlintSchema
import Views

/// A table as aligned text: numbers right-aligned, everything else left-aligned, without lines.
package struct TerminalTable {
  package let columns: [String]
  package let rows: [[Cell]]
  /// The colours of the cells; empty without any.
  private let styles: [[Tone?]]

  package init(columns: [String], rows: [[Cell]], styles: [[Tone?]] = []) {
    self.columns = columns.map { TerminalText.printable($0) }
    self.rows = rows
    self.styles = styles
  }

  package init<Row>(_ rows: some Sequence<Row>, _ columns: [Column<Row>]) {
    let columns = columns.filter(\.isShown)
    self.init(
      columns: columns.map(\.name), rows: rows.map { row in columns.map { $0.cell(row) } })
  }

  /// Creates a table of rows with the columns that their schema shows.
  package init<Row>(_ rows: some Sequence<Row>, _ schema: ResultSchema<Row>) {
    let columns = schema.columns(named: schema.shown)
    self.init(
      columns: columns.map(\.declaration.heading),
      rows: rows.map { row in
        columns.map { column in
          let text = column.text(row, .english)
          return column.isNumeric ? .rounded(text) : .text(text)
        }
      })
  }

  /// The table of a page. It fits the terminal that standard output is; long texts continue on
  /// further lines.
  package var text: String { text(width: StandardOutput.shared.columns, of: .wrapped) }

  /// What becomes of a text that is wider than its column.
  package enum LongTexts {
    /// It is cut after a word, and ends with "…".
    case elided
    /// It continues on further lines.
    case wrapped
  }

  /// Returns the table with columns that are only as wide as fits; see `TableLayout`.
  ///
  /// - Parameter width: The columns of the terminal; `nil` if texts are not shortened.
  package func text(width: Int?, of longTexts: LongTexts = .elided) -> String {
    let cells = rows.map { $0.map { TerminalText.printable($0.text) } }
    let layout = TableLayout(columns: columns, rows: rows, cells: cells, width: width)
    let rightAligned = columns.indices.map { column in
      rows.contains { $0[column].isNumber }
        && rows.allSatisfy { $0[column].isNumber || $0[column].text.isEmpty }
    }
    func line(_ fields: [String?], _ columns: [Int], _ styles: [Tone?]) -> String {
      var text = ""
      for (column, field) in zip(columns, fields) {
        var field = field ?? ""
        let padding = String(
          repeating: " ", count: max(0, layout.widths[column] - TextWidth.of(field)))
        if column < styles.count, let style = styles[column] { field = style.applied(to: field) }
        text += rightAligned[column] ? padding + field : field + padding
        text += "  "
      }
      while text.hasSuffix(" ") { text.removeLast() }
      return text + "\n"
    }
    func record(
      _ fields: [String], _ styles: [Tone?] = [], isHeader: Bool = false
    ) -> String {
      var text = ""
      for columns in layout.lines {
        let parts = columns.map { column -> [String] in
          let (field, room) = (fields[column], layout.widths[column])
          if isHeader {
            let words = field.split(separator: " ").map { TextWidth.elided(String($0), to: room) }
            return TextWidth.wrapped(words.joined(separator: " "), to: room)
          }
          return longTexts == .elided
            ? [TextWidth.elided(field, to: room)] : TextWidth.wrapped(field, to: room)
        }
        // A line that only continues a record is omitted if it is empty.
        let isFirst = columns == layout.lines[0]
        if !isFirst && !isHeader && parts.allSatisfy({ $0 == [""] }) { continue }
        for index in 0..<(parts.map(\.count).max() ?? 1) {
          text += isFirst ? "" : TableLayout.indent
          text += line(parts.map { index < $0.count ? $0[index] : nil }, columns, styles)
        }
      }
      return text
    }
    return record(columns.map { $0.replacing("_", with: " ") }, isHeader: true)
      + cells.indices.map { record(cells[$0], $0 < styles.count ? styles[$0] : []) }.joined()
  }
}

extension [(String, String)] {
  package mutating func add(_ label: String, _ text: String) { append((label, text)) }
}

/// Returns labels and texts as aligned lines.
///
/// - Parameter width: The width of the labels, including the space after them; by default that of the
///   longest label and two spaces.
package func labelled(_ lines: [(String, String)], width: Int? = nil) -> String {
  let width = width ?? (lines.map { TextWidth.of($0.0) }.max() ?? 0) + 2
  let columns = StandardOutput.shared.columns
  return lines.flatMap { label, text in
    // On a terminal, what does not fit goes on below.
    let parts =
      columns.map { TextWidth.wrapped(text, to: max(10, $0 - width)) }
      ?? [text]
    return parts.enumerated().map { index, part in
      let label = index == 0 ? label : ""
      return label + String(repeating: " ", count: max(1, width - TextWidth.of(label))) + part
        + "\n"
    }
  }.joined()
}
