/// A picture of numbers that can be drawn on any medium.
package protocol Chart: Sendable {
  /// The title, the summary and the numbers.
  var caption: Caption { get }

  /// How much space the picture takes on a page.
  var size: FigureSize { get }

  /// The number of values that the picture shows: of fewer than three, a page has the numbers alone.
  var pointCount: Int { get }

  /// - Parameters:
  ///   - medium: The medium, which determines the units.
  ///   - width: The greatest width; a picture may be narrower.
  func scene(on medium: Medium, width: Double) -> Scene

  /// Returns the picture in segments, for a page that is as wide as its reader's window.
  ///
  /// - Parameter width: The greatest width of a segment.
  func segments(on medium: Medium, width: Double) -> Segments
}

/// How much space a picture takes on a page beside others.
package enum FigureSize: Sendable {
  case small, normal
  /// Half of a page: a curve, from which numbers are read. On a narrow screen, such a picture is drawn as a normal one.
  case broad
  case wide

  /// The width for which such a picture is drawn; that of the segments of a wide one.
  package var width: Double {
    switch self {
    case .small: 240
    case .normal: 328
    case .broad: 560
    case .wide: 320
    }
  }
}

extension Chart {
  package var size: FigureSize { .normal }

  package var pointCount: Int { .max }

  /// Returns the picture as the only segment.
  package func segments(on medium: Medium, width: Double) -> Segments {
    Segments([scene(on: medium, width: width)])
  }
}

/// A picture in segments that continue each other: beside each other where there is space for all of them,
/// else one below the other.
package struct Segments: Hashable, Sendable {
  package var scenes: [Scene]
  /// What is below all of them, such as a legend.
  package var footer: Scene?
  /// The width at the left of each segment that only labels take, which are not needed beside another one.
  package var labelWidth: Double
  /// Whether each segment continues the one before it without a gap.
  package var areContinuous: Bool

  init(
    _ scenes: [Scene], footer: Scene? = nil, labelWidth: Double = 0, areContinuous: Bool = true
  ) {
    (self.scenes, self.footer) = (scenes, footer)
    (self.labelWidth, self.areContinuous) = (labelWidth, areContinuous)
  }
}

/// What a picture shows, in words and numbers.
package struct Caption: Hashable, Sendable {
  /// What the picture shows, in a few words.
  package var title: String
  /// A sentence that replaces the picture for readers who cannot see it.
  package var summary: String
  /// The numbers of the picture.
  package var table: DataTable

  package init(_ title: String, summary: String, table: DataTable) {
    (self.title, self.summary, self.table) = (title, summary, table)
  }

  /// Whether series need a legend: several do, and a single one whose name is not in the title.
  func needsLegend(of names: [String]) -> Bool {
    func titleContains(_ name: String) -> Bool {
      " \(title) ".lowercased().contains(" \(name) ".lowercased())
    }
    return names.count > 1 || names.contains { !$0.isEmpty && !titleContains($0) }
  }
}

/// Numbers as a table of texts.
package struct DataTable: Hashable, Sendable {
  /// The headers of the columns; that of the first names the rows.
  package var columns: [String]
  /// The cells of each row; the first names the row.
  package var rows: [[String]]
  /// The columns, besides the first, whose cells are texts that may be long, such as notes.
  package var textColumns: Set<Int>

  package init(columns: [String], rows: [[String]], textColumns: Set<Int> = []) {
    (self.columns, self.rows, self.textColumns) = (columns, rows, textColumns)
  }
}

package struct LegendEntry: Hashable, Sendable {
  package var paint: Paint
  /// The sign that a cell has, if any.
  package var symbol: Character?
  package var text: String
  package var isOutline: Bool

  package init(_ paint: Paint, _ text: String, symbol: Character? = nil, isOutline: Bool = false) {
    (self.paint, self.text, self.symbol, self.isOutline) = (paint, text, symbol, isOutline)
  }
}
