package import FlintCalendar

/// A few days as columns, with a row for each thing that is compared: a week of habits.
package struct DayGrid: Chart {
  package struct Row: Hashable, Sendable {
    package var name: String
    /// The cells of the days; `nil` for days without one.
    package var cells: [DayCell?]

    package init(_ name: String, _ cells: [DayCell?]) { (self.name, self.cells) = (name, cells) }
  }

  package let caption: Caption
  private let days: [CivilDay]
  private let rows: [Row]
  private let legend: [LegendEntry]
  private let locale: ChartLocale

  /// Creates the grid of days, of which each row has as many cells.
  package init(
    _ title: String, summary: String, table: DataTable, days: [CivilDay], rows: [Row],
    legend: [LegendEntry], locale: ChartLocale = .english
  ) {
    caption = Caption(title, summary: summary, table: table)
    (self.days, self.rows, self.legend, self.locale) = (days, rows, legend, locale)
  }

  package func scene(on medium: Medium, width: Double) -> Scene {
    let count = Double(max(1, days.count))
    let least = medium.isText ? 3.0 : 16
    let room = max(medium.characterWidth * 6, width - count * least)
    let names = rows.map { medium.elided($0.name, to: room - medium.characterWidth) }
    let widest = (names.map { medium.width(of: $0) }.max() ?? 0) + medium.characterWidth
    let left = medium.isText ? widest : widest.rounded(.up)
    let pitch = medium.isText ? 4 : min(34, ((width - left) / count).rounded(.down))
    let step = medium.isText && left + pitch * count > width ? 3 : max(1, pitch)
    let line = medium.isText ? 1 : 24.0
    var scene = Scene(
      width: min(width, left + step * count),
      height: medium.lineHeight * 2 + Double(rows.count) * line)
    let letters = medium.isText ? 2 : step < 24 ? 1 : 3
    for (index, day) in days.enumerated() {
      let x = left + Double(index) * step + (medium.isText ? 2 : (step - medium.gap) / 2)
      let weekday = locale.weekdays[Int(Weekday(day).rawValue)]
      let anchor = medium.isText ? Label.Anchor.end : .middle
      scene.label(
        String(weekday.prefix(letters)), x: x, y: medium.lineHeight / 2, anchor, .muted)
      scene.label(
        "\(day.components.day)", x: x, y: medium.lineHeight * 1.5, anchor, .muted)
    }
    for (position, row) in rows.enumerated() {
      let y = medium.lineHeight * 2 + Double(position) * line
      let side = medium.isText ? 1 : line - medium.gap
      scene.label(names[position], x: 0, y: y + side / 2)
      for (index, cell) in row.cells.prefix(days.count).enumerated() {
        guard let cell else { continue }
        let x = left + Double(index) * step
        scene.marks.append(
          cell.tile(
            medium.isText
              ? Rectangle(x: x + 1, y: y, width: 1, height: 1)
              : Rectangle(x: x, y: y, width: step - medium.gap, height: side)))
      }
    }
    if !legend.isEmpty {
      let top = scene.height + (medium.isText ? 0 : 4)
      scene.width = max(scene.width, min(width, medium.characterWidth * 40))
      scene.height = top + scene.legend(legend, y: top, on: medium)
    }
    return scene
  }
}
