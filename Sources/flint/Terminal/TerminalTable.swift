import Lua
import Rules
import Views

/// A table as aligned text: numbers right-aligned, everything else left-aligned, without lines.
struct TerminalTable {
  let columns: [String]
  let rows: [[Cell]]

  init(columns: [String], rows: [[Cell]]) {
    self.columns = columns.map { TerminalText.printable($0) }
    self.rows = rows
  }

  init<Row>(_ rows: some Sequence<Row>, _ columns: [Column<Row>]) {
    let columns = columns.filter { $0.isShown(in: .table) }
    self.init(
      columns: columns.map(\.name), rows: rows.map { row in columns.map { $0.cell(row) } })
  }

  /// Returns rows as a table with a title above it; `nil` if there are none.
  static func text<Row>(
    _ rows: [Row], _ columns: [Column<Row>], title: String? = nil
  ) -> String? {
    if rows.isEmpty { return nil }
    return (title.map { $0 + "\n" } ?? "") + TerminalTable(rows, columns).text
  }

  var text: String {
    let cells = rows.map { $0.map { TerminalText.printable($0.text) } }
    let widths = columns.indices.map { column in
      max(columns[column].count, cells.map { TerminalTable.width($0[column]) }.max() ?? 0)
    }
    let rightAligned = columns.indices.map { column in
      rows.contains { $0[column].isNumber }
        && rows.allSatisfy { $0[column].isNumber || $0[column].text.isEmpty }
    }
    func line(_ fields: [String]) -> String {
      var text = ""
      for column in columns.indices {
        let padding = String(
          repeating: " ", count: max(0, widths[column] - TerminalTable.width(fields[column])))
        text += rightAligned[column] ? padding + fields[column] : fields[column] + padding
        text += "  "
      }
      while text.hasSuffix(" ") { text.removeLast() }
      return text + "\n"
    }
    return line(columns.map { $0.replacing("_", with: " ") }) + cells.map(line).joined()
  }

  /// Returns the width of a text on a terminal in columns: two for wide characters and emoji.
  static func width(_ text: String) -> Int {
    text.reduce(0) { width, character in
      let first = character.unicodeScalars.first?.value ?? 0
      let isWide =
        (0x1100...0x115F).contains(first) || (0x2E80...0xA4CF).contains(first)
        || (0xAC00...0xD7A3).contains(first) || (0xF900...0xFAFF).contains(first)
        || (0xFE30...0xFE6F).contains(first) || (0xFF00...0xFF60).contains(first)
        || (0x1F300...0x1FAFF).contains(first) || (0x20000...0x3FFFD).contains(first)
      return width + (isWide ? 2 : 1)
    }
  }
}

extension [(String, String)] {
  /// Adds a label and a text.
  mutating func add(_ label: String, _ text: String) { append((label, text)) }
}

/// Returns labels and texts as aligned lines.
///
/// - Parameter width: The width of the labels, including the space after them; by default that of the
///   longest label and two spaces.
func labelled(_ lines: [(String, String)], width: Int? = nil) -> String {
  let width = width ?? (lines.map(\.0.count).max() ?? 0) + 2
  return lines.map { label, text in
    label + String(repeating: " ", count: max(1, width - label.count)) + text + "\n"
  }.joined()
}

/// Returns a decimal with commas between the thousands of its integer part.
func grouped(decimal text: String) -> String {
  let point = text.firstIndex(of: ".") ?? text.endIndex
  // Parsed as a number, the integer part of -0.25 would lose its sign.
  guard let whole = Int64(text[..<point]), whole != 0 else { return text }
  return grouped(whole) + text[point...]
}
