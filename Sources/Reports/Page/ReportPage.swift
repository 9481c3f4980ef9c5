package import Charts
package import Views

/// A page of texts, numbers and pictures, to be written as HTML, Markdown, SVG or text.
package struct ReportPage: Sendable {
  package enum Block: Sendable {
    /// A paragraph.
    case text(String)
    case facts([(name: String, value: String)])
    /// A picture, with a remark below it if there is one.
    case chart(any Chart, note: String? = nil)
    /// A table with a title.
    case table(String, DataTable)
    /// A list of sentences.
    case list([String])
  }

  package struct Section: Sendable {
    /// The name in links: lower-case letters, digits and dashes.
    package var id: String
    package var title: String
    package var blocks: [Block]

    package init(id: String, _ title: String, _ blocks: [Block]) {
      (self.id, self.title, self.blocks) = (id, title, blocks)
    }
  }

  /// One of the large numbers below the title.
  package struct Figure: Sendable {
    package var name: String
    package var value: String
    /// What puts the number into perspective; empty for nothing.
    package var note: String

    package init(_ name: String, _ value: String, note: String = "") {
      (self.name, self.value, self.note) = (name, value, note)
    }
  }

  package var title: String
  /// Sentences below the title.
  package var lead: [String]
  /// What was most notable, a sentence each.
  package var story: [String] = []
  package var figures: [Figure] = []
  package var sections: [Section]
  /// Sentences at the end: what the page contains and how it was made.
  package var notes: [String]
  package var language: Language
  /// What repeats the page; `nil` where it only shows what is recorded.
  package var provenance: PageProvenance?
  /// The greatest size in bytes of a page with the words of single days.
  var sizeLimit = 400 * 1024

  package init(
    _ title: String, lead: [String], sections: [Section], notes: [String] = [],
    provenance: PageProvenance? = nil, language: Language
  ) {
    (self.title, self.lead, self.sections) = (title, lead, sections)
    (self.notes, self.provenance, self.language) = (notes, provenance, language)
  }

  /// The text by which a file that Flint wrote is recognised.
  package static let mark = "Made by Flint"

  package var charts: [any Chart] {
    sections.flatMap { section in
      section.blocks.compactMap { block in
        if case .chart(let chart, _) = block { chart } else { nil }
      }
    }
  }

  /// The least number of values of a picture.
  static let leastPoints = 3

  /// The page without pictures of fewer than three values: bars are replaced by their numbers, others by nothing, since a
  /// table or a sentence beside them has the numbers.
  var withoutSparseCharts: ReportPage {
    var page = self
    for index in sections.indices {
      page.sections[index].blocks = sections[index].blocks.compactMap { block in
        guard case .chart(let chart, _) = block, chart.pointCount < Self.leastPoints else {
          return block
        }
        let table = chart.caption.table
        guard chart is BarChart, table.columns.count == 2, !table.rows.isEmpty else { return nil }
        let values = table.rows.map { "\($0[0]) \($0[1])" }.joined(separator: ", ")
        return .facts([(chart.caption.title, values)])
      }
    }
    return page
  }

  /// The page as one document of vector graphics: its pictures, one below the other.
  ///
  /// - Parameter width: The width of the pictures in pixels.
  package func svg(width: Double = 720) -> String {
    SVGWriter.document(
      charts, title: title,
      summary: ([charts.map(\.caption.title).joined(separator: "; ")]
        + (provenance?.sentences(language) ?? []) + [provenance?.making?.command].compactMap(\.self))
        .joined(separator: "\n"),
      comment: Self.mark, width: width)
  }
}

package enum ReportFormat: String, CaseIterable, Sendable {
  /// A page of the web, in one file.
  case html
  /// Its pictures as vector graphics.
  case svg
  case markdown = "md"

  /// Creates the format that the end of a path names; `nil` for other ends.
  package init?(path: String) {
    guard let name = path.lowercased().split(separator: ".").last, path.contains(".") else {
      return nil
    }
    switch name {
    case "html", "htm": self = .html
    case "svg": self = .svg
    case "md", "markdown": self = .markdown
    default: return nil
    }
  }
}

extension ReportPage {
  package func written(as format: ReportFormat) -> String {
    switch format {
    case .html: html
    case .svg: svg()
    case .markdown: markdown
    }
  }
}
