public import Calendar

/// A calendar of days as cells: a column for each week, a row for each weekday. Where the weeks do not fit
/// beside each other, they continue below.
public struct CalendarHeatMap: Chart {
  /// The title, the summary and the numbers.
  public let caption: Caption
  private let start: CivilDay
  private let cells: [DayCell?]
  private let legend: [LegendEntry]
  private let locale: ChartLocale

  /// Creates the calendar of consecutive days.
  ///
  /// - Parameter cells: The cells from the first day on; `nil` for days without one, such as days to come.
  public init(
    _ title: String, summary: String, table: DataTable, from start: CivilDay, cells: [DayCell?],
    legend: [LegendEntry], locale: ChartLocale = .english
  ) {
    caption = Caption(title, summary: summary, table: table)
    (self.start, self.cells, self.legend, self.locale) = (start, cells, legend, locale)
  }

  /// Returns the picture; see `Chart`.
  public func scene(on medium: Medium, width: Double) -> Scene {
    let weekdays = (0..<7).map { index -> String in
      // Every second weekday has a name.
      let weekday = (Int(locale.weekStart.rawValue) + index) % 7
      return index % 2 == 0 ? locale.weekdays[weekday] : ""
    }
    let side = medium.isText ? 1 : 10.0
    let left = (weekdays.map { medium.width(of: $0) }.max() ?? 0) + medium.characterWidth
    let before = locale.weekStart.column(of: Weekday(start))
    let weeks = max(1, (before + cells.count + 6) / 7)
    // Cells of a terminal are twice as high as wide: where there is space, a week takes two of them.
    let isWide = medium.isText && left + Double(weeks) * 2 <= width
    let pitch = Point(isWide ? 2 : side + medium.gap, side + medium.gap)
    let perBand = max(1, Int((width - left + medium.gap) / pitch.x))
    let bands = (weeks + perBand - 1) / perBand
    // Bands of about the same length look better than a short last one.
    let length = (weeks + bands - 1) / bands
    let bandHeight = medium.lineHeight + 7 * pitch.y + (medium.isText ? 0 : 6)
    var scene = Scene(
      width: min(width, left + Double(length) * pitch.x), height: Double(bands) * bandHeight)
    for band in 0..<bands {
      let top = Double(band) * bandHeight
      let origin = Point(left, top + medium.lineHeight)
      for (row, name) in weekdays.enumerated() {
        scene.label(name, x: 0, y: origin.y + Double(row) * pitch.y + side / 2, .start, .muted)
      }
      drawMonths(
        weeks: band * length..<min(weeks, (band + 1) * length), before: before, pitch: pitch.x,
        at: Point(left, top + medium.lineHeight / 2), on: medium, in: &scene)
      for week in band * length..<min(weeks, (band + 1) * length) {
        for row in 0..<7 {
          let index = week * 7 + row - before
          guard cells.indices.contains(index), let cell = cells[index] else { continue }
          scene.marks.append(
            cell.tile(
              Rectangle(
                x: origin.x + Double(week - band * length) * pitch.x,
                y: origin.y + Double(row) * pitch.y, width: side, height: side)))
        }
      }
    }
    if !legend.isEmpty {
      let y = scene.height
      // The legend may be wider than few weeks.
      scene.width = max(scene.width, min(width, medium.characterWidth * 40))
      scene.height += scene.legend(legend, y: y, on: medium)
    }
    return scene
  }

  /// Draws the names of the months that begin in weeks.
  private func drawMonths(
    weeks: Range<Int>, before: Int, pitch: Double, at origin: Point, on medium: Medium,
    in scene: inout Scene
  ) {
    var end = -Double.infinity
    for week in weeks {
      let weekStart = start + (week * 7 - before)
      let first = (0..<7).map { weekStart + $0 }.first { $0.components.day == 1 }
      // The first week of a line names its month even if that began earlier.
      let shown = first ?? (week == weeks.lowerBound ? max(start, weekStart) : nil)
      guard let day = shown, day - start < cells.count else { continue }
      let (year, month, _) = day.components
      let text = month == 1 && week > 0 ? "\(year)" : locale.months[month - 1]
      let width = medium.width(of: text)
      if first == nil, day.components.day > 20 { continue }
      let left = origin.x + Double(week - weeks.lowerBound) * pitch
      // A name at the right edge may begin a character before its week.
      let x = min(left, scene.width - width)
      guard x >= end, x >= left - medium.characterWidth else { continue }
      scene.label(text, x: x, y: origin.y, .start, .muted)
      end = x + width + medium.characterWidth * 0.5
    }
  }
}
