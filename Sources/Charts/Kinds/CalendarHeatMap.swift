package import FlintCalendar

/// A calendar of days as cells: a column for each week, a row for each weekday. Where the weeks do not fit
/// beside each other, they continue below.
package struct CalendarHeatMap: Chart {
  package let caption: Caption
  private let start: CivilDay
  private let cells: [DayCell?]
  private let legend: [LegendEntry]
  /// The columns of weekdays in weeks, from 0, that have a row.
  private let rows: [Int]
  private let locale: ChartLocale

  /// Creates the calendar of consecutive days.
  ///
  /// - Parameters:
  ///   - cells: The cells from the first day on; `nil` for days without one, such as days to come.
  ///   - weekdays: The weekdays that have a row.
  package init(
    _ title: String, summary: String, table: DataTable, from start: CivilDay, cells: [DayCell?],
    weekdays: Set<Weekday> = Set(Weekday.allCases), legend: [LegendEntry],
    locale: ChartLocale = .english
  ) {
    caption = Caption(title, summary: summary, table: table)
    rows = weekdays.map { locale.weekStart.column(of: $0) }.sorted()
    (self.start, self.cells, self.legend, self.locale) = (start, cells, legend, locale)
  }

  package var size: FigureSize { .wide }

  package var pointCount: Int { cells.count { $0?.isFilled ?? false } }

  package func scene(on medium: Medium, width: Double) -> Scene {
    let grid = grid(on: medium, width: width)
    let weeksPerBand = grid.columns(in: width)
    let bands = (grid.weeks + weeksPerBand - 1) / weeksPerBand
    // Bands of about the same length look better than a short last one.
    let length = (grid.weeks + bands - 1) / bands
    var scene = Scene(
      width: min(width, grid.left + Double(length) * grid.pitch.x),
      height: Double(bands) * grid.height)
    for band in 0..<bands {
      draw(
        band * length..<min(grid.weeks, (band + 1) * length), of: grid,
        at: Double(band) * grid.height, on: medium, in: &scene)
    }
    if !legend.isEmpty {
      let y = scene.height
      // The legend may be wider than few weeks.
      scene.width = max(scene.width, min(width, medium.characterWidth * 40))
      scene.height += scene.legend(legend, y: y, on: medium)
    }
    return scene
  }

  /// Returns segments that begin with a month.
  package func segments(on medium: Medium, width: Double) -> Segments {
    let grid = grid(on: medium, width: width)
    guard grid.columns(in: width) < grid.weeks else {
      return Segments([scene(on: medium, width: width)])
    }
    // Segments are never scaled, and a page has margins.
    let most = grid.columns(in: width * 0.9)
    var scenes: [Scene] = []
    var first = 0
    while first < grid.weeks {
      let left = grid.weeks - first
      // The segments have about the same length.
      let even = first + left / ((left + most - 1) / most)
      let months = (first + 1...first + most).filter { firstOfMonth(inWeek: $0, of: grid) != nil }
      let month = months.min { abs($0 - even) < abs($1 - even) }
      let end = left <= most ? grid.weeks : month ?? even
      var scene = Scene(
        width: grid.left + Double(end - first) * grid.pitch.x, height: grid.height)
      draw(first..<end, of: grid, at: 0, on: medium, in: &scene)
      scenes.append(scene)
      first = end
    }
    var footer: Scene?
    if !legend.isEmpty {
      var scene = Scene(width: width, height: 0)
      scene.height = scene.legend(legend, y: 0, on: medium)
      footer = scene
    }
    return Segments(scenes, footer: footer, labelWidth: grid.left)
  }

  /// The measures of the calendar on a medium.
  private struct Grid {
    /// The width of the names of weekdays.
    var left: Double
    var side: Double
    /// The distances from cell to cell.
    var pitch: Point
    /// The height of a band of weeks.
    var height: Double
    /// The number of days of the first week that are not in the range.
    var before: Int
    var weeks: Int

    /// Returns the number of weeks that fit into a width.
    func columns(in width: Double) -> Int {
      max(1, Int((width - left + pitch.x - side) / pitch.x))
    }
  }

  private func grid(on medium: Medium, width: Double) -> Grid {
    let side = medium.isText ? 1 : 10.0
    let names = (weekdayNames.map { medium.width(of: $0) }.max() ?? 0) + medium.characterWidth
    // Whole numbers take less space in a file.
    let left = names.rounded(.up)
    let before = locale.weekStart.column(of: Weekday(start))
    let weeks = max(1, (before + cells.count + 6) / 7)
    // Cells of a terminal are twice as high as wide: where there is space, a week takes two of them.
    let isWide = medium.isText && left + Double(weeks) * 2 <= width
    let pitch = Point(isWide ? 2 : side + medium.gap, side + medium.gap)
    return Grid(
      left: left, side: side, pitch: pitch,
      height: medium.lineHeight + Double(rows.count) * pitch.y + (medium.isText ? 0 : 6),
      before: before,
      weeks: weeks)
  }

  /// The names of the rows: of many, every second one has its name.
  private var weekdayNames: [String] {
    rows.enumerated().map { position, row in
      let isNamed = rows.count < 4 || position % 2 == 0
      return isNamed ? locale.weekdays[(Int(locale.weekStart.rawValue) + row) % 7] : ""
    }
  }

  /// Returns the first day of a month in a week; `nil` if none begins in it.
  private func firstOfMonth(inWeek week: Int, of grid: Grid) -> CivilDay? {
    let weekStart = start + (week * 7 - grid.before)
    return (0..<7).map { weekStart + $0 }.first { $0.components.day == 1 }
  }

  /// Draws weeks beside each other.
  private func draw(
    _ weeks: Range<Int>, of grid: Grid, at top: Double, on medium: Medium, in scene: inout Scene
  ) {
    let origin = Point(grid.left, top + medium.lineHeight)
    for (row, name) in weekdayNames.enumerated() {
      let y = origin.y + Double(row) * grid.pitch.y + grid.side / 2
      scene.label(name, x: 0, y: y, .start, .muted)
    }
    drawMonths(
      weeks, of: grid, at: Point(grid.left, top + medium.lineHeight / 2), on: medium, in: &scene)
    for week in weeks {
      for (position, row) in rows.enumerated() {
        let index = week * 7 + row - grid.before
        guard cells.indices.contains(index), let cell = cells[index] else { continue }
        scene.marks.append(
          cell.tile(
            Rectangle(
              x: origin.x + Double(week - weeks.lowerBound) * grid.pitch.x,
              y: origin.y + Double(position) * grid.pitch.y, width: grid.side, height: grid.side)))
      }
    }
  }

  /// Draws the names of the months that begin in weeks.
  private func drawMonths(
    _ weeks: Range<Int>, of grid: Grid, at origin: Point, on medium: Medium, in scene: inout Scene
  ) {
    func left(_ week: Int) -> Double {
      origin.x + Double(week - weeks.lowerBound) * grid.pitch.x
    }
    func end(_ text: String, from x: Double) -> Double {
      x + medium.width(of: text) + medium.characterWidth * 0.5
    }
    var months = weeks.compactMap { week in
      firstOfMonth(inWeek: week, of: grid).flatMap { day in
        day - start < cells.count ? (week: week, day: day) : nil
      }
    }
    // A line of weeks names the month that it begins in, unless that covered the name of the next one.
    if months.first?.week != weeks.lowerBound {
      let day = max(start, start + (weeks.lowerBound * 7 - grid.before))
      let next = months.first.map { left($0.week) } ?? .infinity
      if end(locale.months[day.components.month - 1], from: origin.x) <= next {
        months.insert((weeks.lowerBound, day), at: 0)
      }
    }
    var free = -Double.infinity
    for (index, (week, day)) in months.enumerated() {
      let next = index + 1 < months.count ? left(months[index + 1].week) : .infinity
      let text = name(ofMonth: day, isFirst: week == 0) { end($0, from: left(week)) <= next }
      let width = medium.width(of: text)
      // A name at the right edge may begin a character before its week.
      let x = min(left(week), scene.width - width)
      guard x >= free, x >= left(week) - medium.characterWidth else { continue }
      scene.label(text, x: x, y: origin.y, .start, .muted)
      free = end(text, from: x)
    }
  }

  /// Returns the name of a month; for January its year, of which two digits are enough where four do not fit.
  private func name(
    ofMonth day: CivilDay, isFirst: Bool, fits: (String) -> Bool
  ) -> String {
    let (year, month, _) = day.components
    if month > 1 || isFirst { return locale.months[month - 1] }
    let digits = "\(year)"
    return fits(digits) ? digits : "'" + digits.suffix(2)
  }
}
