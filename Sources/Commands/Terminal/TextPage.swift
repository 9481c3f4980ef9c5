package import FlintSchema
import Reports

/// What an answer shows people: names with values, tables and sentences, drawn as text or as Markdown.
package struct TextPage {
  package enum Part {
    /// Names with values; texts align the values at a column, or behind the longest name.
    case facts([(String, String)], column: Int? = nil)
    case table(TerminalTable, title: String? = nil)
    case sentences([String])
  }

  private let parts: [Part]
  /// Whether texts have an empty line between the parts.
  private let isSpaced: Bool

  package init(_ parts: [Part], isSpaced: Bool = true) {
    (self.parts, self.isSpaced) = (parts, isSpaced)
  }

  /// Returns rows as a table with a title; nothing if there are none.
  package static func table<Row>(
    of rows: [Row], _ schema: ResultSchema<Row>, title: String
  ) -> [Part] {
    rows.isEmpty ? [] : [.table(TerminalTable(rows, schema), title: title)]
  }

  package var text: String { parts.map(Self.text).joined(separator: isSpaced ? "\n" : "") }

  package var markdown: String { parts.map(Self.markdown).joined(separator: "\n") }

  private static func text(_ part: Part) -> String {
    switch part {
    case .facts(let facts, let column): labelled(facts, width: column)
    case .table(let table, let title): (title.map { $0 + "\n" } ?? "") + table.text
    case .sentences(let sentences): sentences.map { $0 + "\n" }.joined()
    }
  }

  private static func markdown(_ part: Part) -> String {
    switch part {
    case .facts(let facts, _):
      MarkdownTable(
        columns: ["name", "value"], rows: facts.map { [.text($0.0), .text($0.1)] }
      ).text
    case .table(let table, let title):
      (title.map { "## \(ReportPage.inline($0))\n\n" } ?? "")
        + MarkdownTable(columns: table.columns, rows: table.rows).text
    case .sentences(let sentences):
      sentences.map { ReportPage.inline($0) + "\n" }.joined(separator: "\n")
    }
  }
}
