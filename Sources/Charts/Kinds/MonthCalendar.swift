package import FlintCalendar

/// Days as the calendars of their months, in which each has its number: for a range of few weeks.
package struct MonthCalendar: Chart {
  package let caption: Caption
  private let start: CivilDay
  private let cells: [DayCell?]
  private let legend: [LegendEntry]
  private let locale: ChartLocale

  /// Creates the calendar of consecutive days.
  ///
  /// - Parameter cells: The cells from the first day on; of a day without one, only the number is drawn.
  package init(
    _ title: String, summary: String, table: DataTable, from start: CivilDay, cells: [DayCell?],
    legend: [LegendEntry], locale: ChartLocale = .english
  ) {
    caption = Caption(title, summary: summary, table: table)
    (self.start, self.cells, self.legend, self.locale) = (start, cells, legend, locale)
  }

  package var size: FigureSize { months.count == 1 ? .small : .normal }

  package var pointCount: Int { cells.count { $0?.isFilled ?? false } }

  /// The months, each with its days in the range.
  private var months: [(month: CivilMonth, days: Range<CivilDay>)] {
    var months: [(CivilMonth, Range<CivilDay>)] = []
    var day = start
    let end = start + cells.count
    while day < end {
      let month = CivilMonth(day)
      let next = min(month.end, end)
      months.append((month, day..<next))
      day = next
    }
    return months
  }

  package func scene(on medium: Medium, width: Double) -> Scene {
    let months = months
    let grid = Grid(on: medium, width: width, months: months.count, hasSigns: hasSigns)
    var scene = Scene(width: grid.width, height: 0)
    for first in stride(from: 0, to: months.count, by: grid.monthsPerRow) {
      let row = months[first..<min(months.count, first + grid.monthsPerRow)]
      let weeks = row.map { grid.weeks(of: $0.days, locale.weekStart) }.max() ?? 0
      if first > 0 { scene.height += grid.space }
      for (column, month) in row.enumerated() {
        let origin = Point(Double(column) * (grid.monthWidth + grid.space), scene.height)
        draw(month.month, month.days, at: origin, grid, on: medium, in: &scene)
      }
      scene.height += grid.head + Double(weeks) * grid.pitch.y
    }
    if !legend.isEmpty {
      let top = scene.height + (medium.isText ? 0 : 4)
      scene.width = max(scene.width, min(width, medium.characterWidth * 40))
      scene.height = top + scene.legend(legend, y: top, on: medium)
    }
    return scene
  }

  private var hasSigns: Bool { cells.contains { $0?.symbol != nil } }

  private func draw(
    _ month: CivilMonth, _ days: Range<CivilDay>, at origin: Point, _ grid: Grid,
    on medium: Medium, in scene: inout Scene
  ) {
    // The title of the picture of a single month names it.
    if grid.head > medium.lineHeight {
      scene.label(
        "\(locale.months[month.month - 1]) \(month.year)", x: origin.x,
        y: origin.y + medium.lineHeight / 2, isBold: true)
    }
    let first = Int(locale.weekStart.rawValue)
    for column in 0..<7 {
      scene.label(
        String(locale.weekdays[(first + column) % 7].prefix(grid.letters)),
        x: origin.x + Double(column) * grid.pitch.x + grid.numberX,
        y: origin.y + grid.head - medium.lineHeight / 2, medium.isText ? .end : .middle, .muted)
    }
    let before = grid.before(days.lowerBound, locale.weekStart)
    var labels: [Label] = []
    for offset in 0..<(days.upperBound - days.lowerBound) {
      let day = days.lowerBound + offset
      let position = before + offset
      let frame = Rectangle(
        x: origin.x + Double(position % 7) * grid.pitch.x,
        y: origin.y + grid.head + Double(position / 7) * grid.pitch.y,
        width: grid.pitch.x - medium.gap, height: grid.pitch.y - medium.gap)
      let cell = cells[day - start]
      if var cell {
        let symbol = cell.symbol
        if !medium.isText { cell.symbol = nil }
        scene.marks.append(cell.tile(grid.tile(frame, on: medium)))
        if let symbol, !medium.isText {
          labels.append(
            Label(
              text: String(symbol), position: Point(frame.center.x, frame.y + grid.signY),
              anchor: .middle, paint: cell.paint.symbolPaint))
        }
      }
      guard grid.hasNumbers || cell == nil else { continue }
      labels.append(
        Label(
          text: "\(day.components.day)",
          position: Point(frame.x + grid.numberX, frame.y + grid.numberY),
          anchor: medium.isText ? .end : .middle,
          paint: medium.isText ? .ink : cell?.paint.symbolPaint ?? .muted))
    }
    scene.marks += labels.map { .label($0) }
  }

  /// The measures of the months on a medium.
  private struct Grid {
    var pitch: Point
    var monthWidth: Double
    /// The distance between months.
    var space: Double
    var monthsPerRow: Int
    var width: Double
    /// Whether days with a cell have their numbers; a narrow terminal has room for the sign alone.
    var hasNumbers: Bool
    /// The position of the number of a day in its cell.
    var numberX: Double
    var numberY: Double
    /// The middle of the sign below the number.
    var signY: Double
    /// The greatest number of letters of a weekday.
    var letters: Int
    /// The height above the days: of the weekdays, and of the name of the month where there are several.
    var head: Double

    init(on medium: Medium, width: Double, months: Int, hasSigns: Bool) {
      space = medium.isText ? 3 : 16
      let least = medium.isText ? 4.0 : 22
      monthsPerRow = max(1, min(months, Int((width + space) / (7 * least + space))))
      let room = (width - space * Double(monthsPerRow - 1)) / Double(monthsPerRow)
      pitch =
        medium.isText
        ? Point(max(3, min(4, ((room + 1) / 7).rounded(.down))), 1)
        : Point(min(34, (room / 7).rounded(.down)), hasSigns ? 31 : 24)
      hasNumbers = !medium.isText || pitch.x > 3
      monthWidth = pitch.x * 7 - (medium.isText ? 1 : medium.gap)
      self.width = monthWidth * Double(monthsPerRow) + space * Double(monthsPerRow - 1)
      numberX = medium.isText ? 2 : (pitch.x - medium.gap) / 2
      numberY = medium.isText ? 0.5 : hasSigns ? 8 : (pitch.y - medium.gap) / 2
      signY = 21
      head = medium.lineHeight * (months > 1 ? 2 : 1)
      letters = medium.isText || pitch.x < 24 ? 2 : 3
    }

    /// Returns the number of days of the first week of a month before a day.
    func before(_ day: CivilDay, _ weekStart: Weekday) -> Int {
      weekStart.column(of: Weekday(day))
    }

    /// Returns the number of weeks of some days.
    func weeks(of days: Range<CivilDay>, _ weekStart: Weekday) -> Int {
      (before(days.lowerBound, weekStart) + (days.upperBound - days.lowerBound) + 6) / 7
    }

    /// Returns the tile of a cell: of a terminal, the character behind the number, or in its place.
    func tile(_ frame: Rectangle, on medium: Medium) -> Rectangle {
      medium.isText
        ? Rectangle(x: frame.x + (hasNumbers ? 2 : 1), y: frame.y, width: 1, height: 1) : frame
    }
  }
}
