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
    func listed(_ items: [String]) -> [String] {
      items.flatMap { item in
        TextWidth.wrapped(printable(item), to: max(1, width - 2)).enumerated().map {
          ($0 == 0 ? "- " : "  ") + $1
        }
      }
    }
    func named(_ facts: [(name: String, value: String)]) -> [String] {
      let label = facts.map { TextWidth.of($0.name) }.max() ?? 0
      // Without room for values beside the names, each fact is a paragraph.
      if label + 2 + 20 > width { return facts.flatMap { wrapped("\($0.name): \($0.value)") } }
      return facts.flatMap { name, value in
        let padding = String(repeating: " ", count: label - TextWidth.of(name) + 2)
        let indent = String(repeating: " ", count: label + 2)
        let pieces = TextWidth.wrapped(printable(value), to: width - label - 2)
        return pieces.enumerated().map { ($0 == 0 ? printable(name) + padding : indent) + $1 }
      }
    }
    for sentence in lead { lines += wrapped(sentence) }
    if !story.isEmpty { lines += [""] + listed(story) }
    if !figures.isEmpty {
      lines += [""]
      lines += named(
        figures.map { ($0.name, $0.note.isEmpty ? $0.value : "\($0.value)  (\($0.note))") })
    }
    for section in hasPictures ? sections : sections.compactMap(\.withoutPictures) {
      lines += [""] + wrapped(section.title)
      lines.append(String(repeating: "─", count: min(width, TextWidth.of(section.title))))
      for (position, block) in section.blocks.enumerated() {
        switch block {
        case .text(let text): lines += wrapped(text)
        case .list(let items): lines += listed(items)
        case .facts(let facts):
          if position > 0 { lines.append("") }
          lines += named(facts)
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

  /// Returns the lines of a table. The names in its first column are wrapped between words to fit; where that does not
  /// suffice, each row is its name with the other cells below.
  private static func lines(
    of table: DataTable, width: Int, _ printable: (String) -> String
  ) -> [String] {
    let rows = ([table.columns] + table.rows).map { $0.map(printable) }
    var widths = table.columns.indices.map { column in
      rows.map { column < $0.count ? TextWidth.of($0[column]) : 0 }.max() ?? 0
    }
    let rest = widths.dropFirst().reduce(0) { $0 + $1 + 2 }
    let first = min(widths[0], width - rest)
    let longest = rows.flatMap { $0[0].split(separator: " ") }.map { TextWidth.of($0) }.max() ?? 0
    guard first == widths[0] || first >= max(12, longest + 2) else {
      return rows.dropFirst().flatMap { row in
        TextWidth.wrapped(row[0], to: width)
          + zip(rows[0], row).dropFirst().filter { !$1.isEmpty }.flatMap { name, cell in
            TextWidth.wrapped("\(name): \(cell)", to: max(1, width - 2)).map { "  " + $0 }
          }
      }
    }
    widths[0] = first
    return rows.flatMap { row in
      let isFitting = TextWidth.of(row[0]) <= widths[0]
      let names = isFitting ? [row[0]] : TextWidth.wrapped(row[0], to: widths[0] - 2)
      var line = ""
      for (column, cell) in row.enumerated() {
        let text = column == 0 ? names.first ?? "" : cell
        let padding = String(repeating: " ", count: max(0, widths[column] - TextWidth.of(text)))
        let isLeft = column == 0 || table.textColumns.contains(column)
        line += (column == 0 ? "" : "  ") + (isLeft ? text + padding : padding + text)
      }
      while line.last == " " { line.removeLast() }
      return [line] + names.dropFirst().map { "  " + $0 }
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
