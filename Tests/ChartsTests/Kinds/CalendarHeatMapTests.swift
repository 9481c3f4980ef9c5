import FlintCalendar
import Testing

@testable import Charts

struct `A calendar as a heat map` {
  /// The expected column and row are computed from day numbers alone: 1970-01-01, day 0, is a Thursday.
  @Test func `has each day in the column of its week and the row of its weekday`() {
    var random = SplitMix(seed: 53)
    for round in 0..<120 {
      let first = Int(random.unit() * 60_000) - 20_000
      let count = 1 + Int(random.unit() * 800)
      let weekStart = Weekday.allCases[round % 7]
      let chart = Self.calendar(
        from: CivilDay(number: Int32(first)), count: count, weekStart: weekStart)
      // So wide that all weeks are beside each other.
      let scene = chart.scene(on: .vector, width: 2000)
      let tiles = scene.tiles
      #expect(tiles.count == count)
      let left = tiles.map(\.frame.x).min() ?? 0
      func week(_ number: Int) -> Int {
        let sinceStart = number + 3 - Int(weekStart.rawValue)
        return Int((Double(sinceStart) / 7).rounded(.down))
      }
      for (index, tile) in tiles.enumerated() {
        let number = first + index
        let weekday = ((number + 3 - Int(weekStart.rawValue)) % 7 + 7) % 7
        #expect(tile.frame.x == left + Double(week(number) - week(first)) * 12)
        #expect(tile.frame.y == 14 + Double(weekday) * 12)
      }
    }
  }

  /// 2024 begins on a Monday and is a leap year, 2028 begins on a Saturday; 2020 began on a Wednesday.
  @Test(arguments: [
    (2024, 366, Weekday.monday, 53), (2025, 365, .monday, 53), (2020, 366, .monday, 53),
    (2028, 366, .sunday, 54), (2028, 366, .saturday, 53), (2023, 365, .sunday, 53),
    // Sunday to Saturday: 52 weeks and the 53rd with a day.
    (2017, 365, .sunday, 53), (2012, 366, .monday, 54),
  ])
  func `of a year has 53 or 54 columns`(year: Int, count: Int, start: Weekday, columns: Int) {
    let chart = Self.calendar(from: day("\(year)-01-01"), count: count, weekStart: start)
    let xs = Set(chart.scene(on: .vector, width: 2000).tiles.map(\.frame.x))
    #expect(xs.count == columns)
  }

  /// 2026-06-01 is a Monday; of ten weeks, the Tuesdays and the Sundays.
  @Test func `has rows of some weekdays alone`() {
    let chart = CalendarHeatMap(
      "Title", summary: "", table: Samples.table, from: day("2026-06-01"),
      cells: (0..<70).map { DayCell(.level($0 % 5)) }, weekdays: [.tuesday, .sunday], legend: [])
    let scene = chart.scene(on: .vector, width: 2000)
    #expect(scene.tiles.count == 20)
    #expect(Set(scene.tiles.map(\.frame.y)) == [14, 26])
    #expect(scene.labels.map(\.text).filter { ["Tue", "Sun"].contains($0) } == ["Tue", "Sun"])
  }

  @Test func `continues below where it is too wide`() throws {
    // 10 weeks from a Monday; beside the weekdays there is space for 6, so there are two bands of 5.
    let chart = Self.calendar(from: day("2026-06-01"), count: 70, weekStart: .monday)
    let width = 4 * 6.9 + 6 * 12
    let tiles = chart.scene(on: .vector, width: width).tiles
    #expect(Set(tiles.map(\.frame.x)).count == 5)
    let second = try #require(tiles.dropFirst(35).first).frame
    #expect(second.x == tiles[0].frame.x)
    // Below the seven rows of the first band, a line of months and a gap.
    #expect(second.y == tiles[0].frame.y + 7 * 12 + 14 + 6)
  }

  /// 2025 has 53 columns, of which 21 fit: the weeks of 1 May and of 1 September are the 18th and the 36th.
  @Test func `of a year is in three segments that begin with a month`() throws {
    let chart = Self.calendar(from: day("2025-01-01"), count: 365, weekStart: .monday)
    let segments = chart.segments(on: .vector, width: 320)
    #expect(segments.scenes.map { Set($0.tiles.map(\.frame.x)).count } == [17, 18, 18])
    // From Wednesday to Sunday, and 16 weeks.
    #expect(segments.scenes.map(\.tiles.count) == [5 + 16 * 7, 18 * 7, 365 - 117 - 126])
    for scene in segments.scenes {
      #expect(scene.width <= 288)
      // Beside each other, the cells of the next one continue where those of this one end.
      #expect(
        scene.width == segments.labelWidth + Double(Set(scene.tiles.map(\.frame.x)).count) * 12)
    }
    #expect(
      segments.scenes.compactMap { $0.labels.first { $0.position.x >= 28 }?.text } == [
        "Jan", "May", "Sep",
      ])
  }

  @Test func `has every day in one segment`() {
    for (first, count, width) in [
      ("2024-02-29", 800, 320.0), ("2025-12-30", 400, 100), ("2026-06-01", 70, 99),
    ] {
      let chart = Self.calendar(from: day(first), count: count, weekStart: .monday)
      let segments = chart.segments(on: .vector, width: width)
      #expect(segments.scenes.reduce(0) { $0 + $1.tiles.count } == count)
    }
  }

  @Test func `is a single segment where it fits`() {
    let chart = Self.calendar(from: day("2026-06-01"), count: 70, weekStart: .monday)
    let segments = chart.segments(on: .vector, width: 320)
    #expect(segments.scenes == [chart.scene(on: .vector, width: 320)])
    #expect(segments.footer == nil)
  }

  /// Each week of the terminal takes two columns where there is space, else one.
  @Test func `has the same cells in a terminal`() {
    // A Thursday; the first week ends with 1 March, a Sunday.
    let short = Self.calendar(from: day("2026-02-26"), count: 12, weekStart: .monday)
    #expect(
      short.lines(width: 40) == [
        "    Mar", "Mon   4 1", "      5", "Wed   6", "    0 7", "Fri 1 8", "    2 9", "Sun 3 0",
      ])
    #expect(short.lines(width: 20) == short.lines(width: 40))
    // Ten weeks of two columns do not fit into 20 columns, of one column they do.
    let long = Self.calendar(from: day("2026-02-26"), count: 61, weekStart: .sunday)
    #expect(
      long.lines(width: 20) == [
        "     Mar Apr", "Sun  307418529", "     418529630", "Tue  52963074", "     63074185",
        "Thu 074185296", "    185296307", "Sat 296307418",
      ])
  }

  @Test func `leaves out days without a cell`() {
    let chart = CalendarHeatMap(
      "Title", summary: "", table: Samples.table, from: day("2026-06-01"),
      cells: [DayCell(.level(0)), nil, DayCell(.level(2), symbol: "x"), nil], legend: [])
    #expect(chart.lines(width: 40) == ["   Jun", "Mon ·", "", "Wed x", "", "Fri", "", "Sun"])
  }

  /// 2025-11-26 is a Wednesday: December begins in the second week, 2026 in the sixth, February in the tenth,
  /// which leaves three letters and a space for the year. The second line begins with 2026-06-01, a Monday.
  @Test func `names every month of a year that continues below`() {
    let lines = Self.calendar(from: day("2025-11-26"), count: 365, weekStart: .monday)
      .lines(width: 40)
    #expect(lines[0] == "     Dec '26 Feb Mar  Apr May")
    #expect(lines[8] == "    Jun Jul Aug  Sep Oct Nov")
  }

  /// From a day on, 20 weeks of Mondays to Sundays, one column each: what begins a line has a name of three
  /// letters and a space before that of 1 June, a Monday in 2026.
  @Test(arguments: [
    ("2026-05-25", "     Jun"), ("2026-05-18", "      Jun"), ("2026-05-11", "       Jun"),
    ("2026-05-04", "    May Jun"), ("2026-06-15", "      Jul"), ("2026-06-01", "    Jun Jul"),
  ])
  func `names the month that a line begins in, where it does not cover the next`(
    first: String, start: String
  ) {
    let lines = Self.calendar(from: day(first), count: 140, weekStart: .monday).lines(width: 30)
    #expect(lines[0].hasPrefix(start), "\(lines[0])")
  }

  @Test func `names the months that begin, and years`() {
    let chart = Self.calendar(from: day("2025-11-03"), count: 140, weekStart: .monday)
    let names = chart.scene(on: .vector, width: 2000).labels.filter { $0.position.y == 7 }
    #expect(names.map(\.text) == ["Nov", "Dec", "2026", "Feb", "Mar"])
    // 2025-12-01 is a Monday, four weeks on; 2026-01-01 is in the week of 2025-12-29, eight weeks on.
    let left = names[0].position.x
    #expect(names.map { (($0.position.x - left) / 12 * 1e6).rounded() / 1e6 } == [0, 4, 8, 12, 16])
  }

  private static func calendar(
    from start: CivilDay, count: Int, weekStart: Weekday
  ) -> CalendarHeatMap {
    var locale = ChartLocale.english
    locale.weekStart = weekStart
    let digits = Array("0123456789")
    return CalendarHeatMap(
      "Title", summary: "", table: Samples.table, from: start,
      cells: (0..<count).map { DayCell(.level($0 % 5), symbol: digits[$0 % 10]) }, legend: [],
      locale: locale)
  }
}
