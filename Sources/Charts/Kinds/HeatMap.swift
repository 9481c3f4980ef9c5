/// A heat map of a value by two others: a row for each value of one, a column for each of the other.
package struct HeatMap: Chart {
  package let caption: Caption
  private let rows: [String]
  private let columns: [String]
  private let heading: String
  /// The step of the scale of each cell, by row; `nil` without a value.
  private let levels: [[Int?]]
  private let tips: [[String]]
  private let texts: [[String]]
  private let legend: [LegendEntry]

  /// Creates a heat map; its table is made of the values.
  ///
  /// - Parameters:
  ///   - names: The name of what the rows are, and of what the columns are.
  ///   - values: The values of each row, as many as there are columns; `nil` without one.
  ///   - text: Returns the text of a value.
  package init(
    _ title: String, summary: String, names: (rows: String, columns: String), rows: [String],
    columns: [String], values: [[Double?]], text: (Double) -> String
  ) {
    (self.rows, self.columns, heading) = (rows, columns, "\(names.rows) ↓ \(names.columns) →")
    let scale = LevelScale(values.flatMap { $0.compactMap(\.self) })
    levels = values.map { $0.map { $0.map(scale.level) } }
    tips = values.enumerated().map { row, values in
      values.enumerated().map { column, value in
        "\(rows[row]), \(columns[column]): \(value.map(text) ?? "–")"
      }
    }
    texts = values.map { $0.map { $0.map(text) ?? "" } }
    legend = Array(scale.legend(text).dropFirst())
    caption = Caption(
      title, summary: summary,
      table: DataTable(
        columns: [heading] + columns,
        rows: zip(rows, values).map { name, values in
          [name] + values.map { $0.map(text) ?? "–" }
        }))
  }

  package var size: FigureSize { .wide }

  package var pointCount: Int { levels.joined().count { $0 != nil } }

  package func scene(on medium: Medium, width: Double) -> Scene {
    let left = (rows.map { medium.width(of: $0) }.max() ?? 0) + medium.characterWidth
    let name = (columns.map { medium.width(of: $0) }.max() ?? 0) + medium.characterWidth
    let space = max(medium.characterWidth, (width - left) / Double(max(1, columns.count)))
    // The values stand in the cells of a picture, if they all fit.
    let inside = (texts.joined().map { medium.width(of: $0) }.max() ?? 0) + 3 * medium.gap
    let hasValues = !medium.isText && inside <= space
    // Whole characters, so that each column of a terminal has the same width.
    let pitch =
      medium.isText
      ? max(1, min(name, space).rounded(.down)) : min(max(name, hasValues ? inside : 24), space)
    let height = medium.isText ? 1 : 22.0
    // Where the names do not fit beside each other, some are left out.
    let each = max(1, Int((name / pitch).rounded(.up)))
    let top = medium.lineHeight * 2
    var scene = Scene(
      width: min(width, max(left + pitch * Double(columns.count), medium.width(of: heading))),
      height: top + height * Double(rows.count))
    scene.label(heading, x: 0, y: medium.lineHeight / 2, .start, .muted)
    for (index, text) in columns.enumerated() where index % each == 0 {
      scene.label(
        text, x: left + Double(index) * pitch, y: medium.lineHeight * 1.5, .start, .muted)
    }
    for (row, text) in rows.enumerated() {
      let y = top + Double(row) * height
      scene.label(text, x: 0, y: y + height / 2, .start, .muted)
      for (column, level) in levels[row].enumerated() {
        let frame = Rectangle(
          x: left + Double(column) * pitch, y: y, width: max(1, pitch - medium.gap),
          height: max(1, height - medium.gap))
        scene.marks.append(
          .tile(
            Tile(frame: frame, paint: level.map { .level($0) } ?? .missed, tip: tips[row][column])))
        guard hasValues, let level else { continue }
        scene.label(
          texts[row][column], x: frame.x + frame.width / 2, y: frame.y + frame.height / 2, .middle,
          level < 3 ? .ink : .paper, isBold: level >= 3)
      }
    }
    let y = scene.height + (medium.isText ? 0 : 6)
    scene.width = max(scene.width, min(width, medium.characterWidth * 40))
    scene.height = y + scene.legend(legend, y: y, on: medium)
    return scene
  }
}
