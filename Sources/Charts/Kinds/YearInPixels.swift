package import FlintCalendar

/// A year, or some of its months, with a row for each month and a column for each day of the month.
package struct YearInPixels: Chart {
  package let caption: Caption
  private let year: Int
  private let months: ClosedRange<Int>
  private let cells: [CivilDay: DayCell]
  private let legend: [LegendEntry]
  private let locale: ChartLocale

  /// - Parameters:
  ///   - months: The months that have a row.
  ///   - cells: The days that have a cell.
  package init(
    _ title: String, summary: String, table: DataTable, year: Int,
    months: ClosedRange<Int> = 1...12, cells: [CivilDay: DayCell], legend: [LegendEntry],
    locale: ChartLocale = .english
  ) {
    caption = Caption(title, summary: summary, table: table)
    (self.year, self.months, self.cells) = (year, months, cells)
    (self.legend, self.locale) = (legend, locale)
  }

  package var pointCount: Int { cells.values.count(where: \.isFilled) }

  package func scene(on medium: Medium, width: Double) -> Scene {
    let names = (locale.months.map { medium.width(of: $0) }.max() ?? 0) + medium.characterWidth
    let left = names.rounded(.up)
    let isWide = medium.isText && left + 62 <= width
    // Short numbers take less space in a file.
    func tenths(_ value: Double) -> Double { (value * 10).rounded(.down) / 10 }
    let pitch =
      medium.isText
      ? Point(isWide ? 2 : 1, 1)
      : Point(min(22, tenths((width - left) / 31)), min(22, tenths((width - left) / 31 * 1.25)))
    let gap = medium.isText ? 0 : 1.0
    let size = medium.isText ? Point(1, 1) : Point(pitch.x - gap, pitch.y - gap)
    var scene = Scene(
      width: min(width, left + 31 * pitch.x),
      height: medium.lineHeight + Double(months.count) * pitch.y)
    for day in [1, 5, 10, 15, 20, 25, 30] {
      let x = left + Double(day - 1) * pitch.x + size.x / 2
      scene.label(
        "\(day)", x: medium.isText ? x.rounded(.down) : x, y: medium.lineHeight / 2,
        medium.isText ? .start : .middle, .muted)
    }
    for month in months {
      let y = medium.lineHeight + Double(month - months.lowerBound) * pitch.y
      scene.label(locale.months[month - 1], x: 0, y: y + size.y / 2, .start, .muted)
    }
    for month in months {
      let y = medium.lineHeight + Double(month - months.lowerBound) * pitch.y
      for day in 1...CivilDay.length(ofMonth: month, year: year) {
        guard let date = CivilDay(year: year, month: month, day: day), let cell = cells[date]
        else { continue }
        scene.marks.append(
          cell.tile(
            Rectangle(
              x: left + Double(day - 1) * pitch.x, y: y, width: size.x, height: size.y)))
      }
    }
    if !legend.isEmpty {
      let top = scene.height + (medium.isText ? 0 : 6)
      scene.height = top + scene.legend(legend, y: top, on: medium)
    }
    return scene
  }
}
