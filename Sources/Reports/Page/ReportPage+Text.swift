package import Charts
import Views

extension ReportPage {
  /// Returns the page as text, with pictures made of characters.
  ///
  /// - Parameters:
  ///   - hasPictures: whether the text has the pictures, too.
  ///   - width: The greatest number of columns.
  ///   - colors: The colours that pictures have.
  ///   - printable: Makes a line printable: titles may contain control characters.
  package func text(
    hasPictures: Bool = true, width: Int, colors: ColorDepth = .none,
    printable: (String) -> String = { $0 }
  ) -> String {
    var lines = wrapped(title) + [String(repeating: "═", count: min(width, TextWidth.of(title)))]
    func wrapped(_ text: String) -> [String] { TextWidth.wrapped(printable(text), to: width) }
    for sentence in lead { lines += wrapped(sentence) }
    for section in hasPictures ? sections : sections.compactMap(\.withoutPictures) {
      lines += [""] + wrapped(section.title)
      lines.append(String(repeating: "─", count: min(width, TextWidth.of(section.title))))
      for block in section.blocks {
        switch block {
        case .text(let text): lines += wrapped(text)
        case .list(let items):
          for item in items {
            let pieces = TextWidth.wrapped(printable(item), to: max(1, width - 2))
            lines += pieces.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
          }
        case .facts(let facts):
          let label = facts.map { TextWidth.of($0.name) }.max() ?? 0
          for (name, value) in facts {
            let padding = String(repeating: " ", count: label - TextWidth.of(name))
            lines += wrapped("\(name)\(padding)  \(value)")
          }
        case .table(let title, let table):
          lines += [""] + wrapped(title) + Self.lines(of: table, width: width, printable)
        case .chart(let chart, let note):
          lines += [""] + wrapped(chart.caption.title)
          lines += chart.lines(width: width, colors: colors, printable: printable)
          if let note { lines += wrapped(note) }
        }
      }
    }
    if !notes.isEmpty { lines.append("") }
    for sentence in notes { lines += wrapped(sentence) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the lines of a table. Its first column shrinks to fit; where that does not suffice, or would make names
  /// equal, each row is its name with the other cells below.
  private static func lines(
    of table: DataTable, width: Int, _ printable: (String) -> String
  ) -> [String] {
    let rows = ([table.columns] + table.rows).map { $0.map(printable) }
    var widths = table.columns.indices.map { column in
      rows.map { column < $0.count ? TextWidth.of($0[column]) : 0 }.max() ?? 0
    }
    let rest = widths.dropFirst().reduce(0) { $0 + $1 + 2 }
    let first = min(widths[0], max(12, width - rest))
    let names = Set(rows.map { $0[0] })
    let areDistinct = Set(names.map { TextWidth.elided($0, to: first) }).count == names.count
    guard rest + min(widths[0], 12) <= width, areDistinct else {
      return rows.dropFirst().flatMap { row in
        TextWidth.wrapped(row[0], to: width)
          + zip(rows[0], row).dropFirst().filter { !$1.isEmpty }.flatMap { name, cell in
            TextWidth.wrapped("\(name): \(cell)", to: max(1, width - 2)).map { "  " + $0 }
          }
      }
    }
    widths[0] = first
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let text = TextWidth.elided(cell, to: widths[column])
        let padding = String(repeating: " ", count: widths[column] - TextWidth.of(text))
        line += column == 0 ? text + padding : "  " + padding + text
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

extension ReportPage.Section {
  /// The section without pictures; `nil` if nothing is left.
  fileprivate var withoutPictures: ReportPage.Section? {
    var section = self
    section.blocks.removeAll { if case .chart = $0 { true } else { false } }
    return section.blocks.isEmpty ? nil : section
  }
}
