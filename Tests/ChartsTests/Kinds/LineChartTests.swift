import FlintCalendar
import Testing

@testable import Charts

struct `A chart of lines` {
  private typealias Value = LineChart.Series.Value

  private func chart(
    _ series: [LineChart.Series], events: [LineChart.Event] = [],
    over axis: HorizontalAxis = .numbers(isWhole: true), including: ClosedRange<Double>? = 0...0
  ) -> LineChart {
    LineChart(
      "Title of s", summary: "Summary", table: Samples.table, over: axis, series: series,
      events: events, including: including)
  }

  @Test func `is interrupted where a value is missing`() {
    let values = [(0, 1), (1, 2), (2, nil), (3, nil), (4, 3), (5, .nan), (6, 1), (7, 2)]
      .map { Value(Double($0.0), $0.1.map { Double($0) }) }
    let lines = chart([LineChart.Series("s", values)]).scene(on: .vector, width: 360).lines
    #expect(lines.map(\.points.count) == [2, 1, 2])
  }

  /// From (0, 0) to (2, 4): the corners are at the x of the later and the y of the earlier point.
  @Test func `has a corner before each point if it is stepped`() throws {
    let series = LineChart.Series(
      "s", [Value(0, 0), Value(1, 2), Value(2, 4)], isStepped: true)
    let scene = chart([series]).scene(on: .vector, width: 360)
    let points = try #require(scene.lines.first).points
    let (left, right) = (points[0].x, points[4].x)
    let (bottom, top) = (points[0].y, points[4].y)
    #expect(points.map { ($0.x - left) / (right - left) } == [0, 0.5, 0.5, 1, 1])
    let heights = points.map { (bottom - $0.y) / (bottom - top) }
    #expect(zip(heights, [0, 0, 0.5, 0.5, 1]).allSatisfy { isClose($0, $1) })
    // The horizontal axis is that of the picture but for half a line above and the texts below.
    #expect(isClose(top, 7))
    #expect(isClose(bottom, 7 + 360 * 0.36))
  }

  @Test func `has bands between lower and upper values`() throws {
    let band = LineChart.Band("b", [(0, 1, 3), (1, .nan, 2), (2, 2, 4)])
    let scene = chart([LineChart.Series("s", [Value(0, 2), Value(2, 3)], bands: [band])])
      .scene(on: .vector, width: 360)
    let area = try #require(scene.areas.last)
    #expect(area.upper.count == 2 && area.lower.count == 2)
    let line = try #require(scene.lines.last).points
    // The line is in the middle of the band.
    #expect(isClose(area.upper[0].y + area.lower[0].y, 2 * line[0].y))
    #expect(isClose(area.upper[1].y + area.lower[1].y, 2 * line[1].y))
    #expect(area.upper[0].y < area.lower[0].y)
    #expect(Set(scene.labels.map(\.text)).isSuperset(of: ["s", "b"]))
  }

  @Test func `tells lines apart by dashes, in the legend as well`() {
    let series = (0..<6).map { LineChart.Series("s\($0)", [Value(0, Double($0)), Value(1, 1)]) }
    let lines = chart(series).scene(on: .vector, width: 360).lines
    #expect(lines.map(\.dash) == Array(0..<6) + Array(0..<6))
    #expect(Set(lines.map(\.dashes)).count == 6)
  }

  /// Level lines at eight heights of ten rows: each of them has a row of its own.
  @Test(arguments: 1...6)
  func `tells lines apart by dots of a terminal, in the legend as well`(count: Int) {
    let series = (0..<count).map { index in
      LineChart.Series("n\(index)", (0..<500).map { Value(Double($0), Double(7 - index)) })
    }
    let lines = chart(series, including: 0...7).lines(width: 80).map { Array($0) }
    // A sample of four columns, a space, a name of two characters and two spaces.
    let samples = series.indices.map { String(lines[0][$0 * 9..<$0 * 9 + 4]) }
    #expect(Set(samples).count == count)
    #expect(series.indices.allSatisfy { String(lines[0]).contains("n\($0)") })
    let rows = lines[1...10].map { $0.filter { $0 > "\u{2800}" } }.filter { !$0.isEmpty }
    #expect(rows.count == count && rows.allSatisfy { $0.count >= 35 })
    // A line begins like its sample, in dots of another height.
    let gaps = lines[1...10].map { line in
      line.dropFirst(line.firstIndex { $0 > "\u{2800}" } ?? line.count).prefix(4).map { $0 == " " }
    }
    #expect(gaps.filter { !$0.isEmpty } == samples.map { $0.map { $0 == " " } })
  }

  @Test(arguments: [
    ("Read", true), ("s", false), ("title", false), ("Title of", false), ("of s", false),
    ("itl", true), ("", false),
  ])
  func `has a legend of a single line that the title does not name`(name: String, isNamed: Bool) {
    let texts = chart([LineChart.Series(name, [Value(0, 1), Value(1, 2)])]).lines(width: 40)
    #expect((texts[0] == "⠤⠤⠤⠤ \(name)") == isNamed)
    #expect(texts.count == (isNamed ? 13 : 12))
  }

  @Test func `has a tick for its only value`() throws {
    let scene = chart([LineChart.Series("s", [Value(5, 1)])]).scene(on: .vector, width: 360)
    let tick = try #require(scene.labels.first { $0.text == "5.0" || $0.text == "5" })
    #expect(isClose(tick.position.x, try #require(scene.lines.first?.points.first).x))
  }

  @Test func `has dates below its days`() {
    let start = Double(day("2026-01-01").number)
    let values = (0..<365).map { Value(start + Double($0), 1) }
    let scene = chart([LineChart.Series("s", values)], over: .days)
      .scene(on: .vector, width: 720)
    let texts = scene.labels.map(\.text).filter { ChartLocale.english.months.contains($0) }
    #expect(texts == ChartLocale.english.months)
    // 1 July is the day 181 of 365, and the line ends on the last day.
    let points = scene.lines[0].points
    let july = scene.labels.first { $0.text == "Jul" }?.position.x ?? 0
    #expect(isClose(july, points[181].x))
  }

  /// The texts of the first two would cover each other wherever they are in one row.
  @Test func `names every event, in further rows where one has no space`() throws {
    let events = [
      LineChart.Event(0, "first"), LineChart.Event(0.1, "second"), LineChart.Event(10, "last"),
      LineChart.Event(11, "outside"), LineChart.Event(.nan, "nowhere"),
    ]
    let scene = chart([LineChart.Series("s", [Value(0, 1), Value(10, 2)])], events: events)
      .scene(on: .vector, width: 360)
    #expect(scene.rules.count { $0.isDashed } == 3)
    let words = scene.labels.map(\.text).filter { $0.first?.isLetter ?? false }
    #expect(words == ["first", "second", "last"])
    let heights = scene.labels.filter { ["first", "second"].contains($0.text) }.map(\.position.y)
    #expect(heights == [21, 7])
    let plot = try #require(scene.rules.first { $0.isDashed })
    #expect(isClose(plot.start.y, 2 * 14 + 7))
    let last = scene.labels.first { $0.text == "last" }
    #expect((last?.position.x ?? .infinity) + Medium.vector.width(of: "last") <= 360)
  }

  /// Both lines end at 2 and the third at 1: names that would cover each other are beside each other.
  @Test func `names two to four lines at their ends instead of in a legend`() throws {
    let series = [("a", 3.0), ("b", 2), ("c", 1)].map { name, end in
      LineChart.Series(name, [Value(0, 0), Value(9, end)])
    }
    let scene = chart(series).scene(on: .vector, width: 360)
    #expect(scene.lines.count == 3)
    let ends = try series.map { line in
      try #require(scene.labels.first { $0.text == line.name }).position
    }
    let right = try #require(scene.lines.first?.points.last).x
    #expect(ends.allSatisfy { $0.x > right && $0.x < right + 6.9 })
    #expect(ends[1].y >= ends[0].y + 14 && ends[2].y >= ends[1].y + 14)
    let third = try #require(scene.lines.last?.points.last)
    #expect(abs(ends[2].y - third.y) < 14)
  }

  @Test func `has a legend where lines end at the same height`() {
    let series = ["a", "b"].map { LineChart.Series($0, [Value(0, 0), Value(9, 1)]) }
    let scene = chart(series).scene(on: .vector, width: 360)
    // Each line, and its sample.
    #expect(scene.lines.map(\.dash) == [0, 1, 0, 1])
  }

  @Test func `names a band that all lines have once`() {
    let series = ["a", "b"].map { name in
      LineChart.Series(name, [Value(0, 0), Value(9, 1)], bands: [.init("band", [(0, 0, 1)])])
    }
    let labels = chart(series).scene(on: .vector, width: 360).labels.map(\.text)
    #expect(labels.filter { ["a", "b", "band"].contains($0) } == ["a", "b", "band"])
  }

  @Test(arguments: [1, 5]) func `has a legend of one line or of many`(count: Int) {
    let series = (0..<count).map { LineChart.Series("n\($0)", [Value(0, 0), Value(9, 1)]) }
    let scene = chart(series).scene(on: .vector, width: 360)
    #expect(scene.lines.count == 2 * count)
  }

  /// The days of levels 2 and 3 are 8 pixels apart, about as much as a digit needs.
  @Test func `names an event close to another beside it`() {
    let events = [LineChart.Event(0, "2"), LineChart.Event(0.25, "3"), LineChart.Event(5, "4")]
    let scene = chart([LineChart.Series("s", [Value(0, 1), Value(10, 2)])], events: events)
      .scene(on: .vector, width: 340)
    let digits = scene.labels.filter { ["2", "3", "4"].contains($0.text) && $0.position.y < 14 }
    #expect(digits.map(\.text) == ["2", "3", "4"])
    #expect(digits[1].position.x >= digits[0].position.x + 6.9)
  }

  /// The rolls that suffice with 50, 90, 95 and 99 %, of which the last three are 9 and 13 pixels apart.
  @Test(arguments: [328.0, 560]) func `names all quantiles of a distribution`(width: Double) {
    let events = [(81, "50 %"), (149, "90 %"), (152, "95 %"), (156, "99 %")]
      .map { LineChart.Event($0.0, $0.1) }
    let scene = chart([LineChart.Series("s", [Value(0, 1), Value(180, 2)])], events: events)
      .scene(on: .vector, width: width)
    let labels = scene.labels.filter { $0.text.hasSuffix(" %") }
    #expect(labels.map(\.text) == ["50 %", "90 %", "95 %", "99 %"])
    for (label, next) in zip(labels, labels.dropFirst()) where label.position.y == next.position.y {
      #expect(next.position.x >= label.position.x + Medium.vector.width(of: label.text))
    }
  }

  @Test func `has its ends within the plot of a terminal`() {
    let lines = chart([LineChart.Series("s", [Value(0, 0), Value(20, 0)])], including: 0...1)
      .lines(width: 24)
    // A line at 0 is in the row above the axis, one at the greatest value in the first row.
    #expect(lines[9].contains("⣀⣀⣀⣀"))
    #expect(lines[10].contains("────"))
    let top = chart([LineChart.Series("s", [Value(0, 1), Value(20, 1)])]).lines(width: 24)
    #expect(top[0].contains("⠉⠉⠉⠉"))
  }

  @Test func `is a distribution function as steps of shares`() throws {
    let chart = LineChart.cumulative(
      "Title of f", summary: "", table: Samples.table,
      functions: [("f", [(1, 0.25), (2, 0.25), (3, 1)])])
    let scene = chart.scene(on: .vector, width: 360)
    let points = try #require(scene.lines.first).points
    #expect(points.count == 5)
    #expect(points[1].y == points[0].y)
    #expect(points[3].x == points[4].x)
    let percents = scene.labels.map(\.text).filter { $0.hasSuffix("%") }
    #expect(percents == ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"])
  }

  @Test func `is a fan of bands around the median`() throws {
    let chart = LineChart.fan(
      "Title", summary: "", table: Samples.table, over: .numbers(isWhole: true, name: "day"),
      name: "median",
      median: [Value(0, 1), Value(1, 2)],
      bands: [
        LineChart.Band("90 %", [(0, 0, 4), (1, 0, 6)]),
        LineChart.Band("50 %", [(0, 0.5, 2), (1, 1, 3)]),
      ])
    let scene = chart.scene(on: .vector, width: 360)
    // In the legend, the narrower band is as dark as on the wider one.
    #expect(scene.areas.count == 1 + 2 + 2)
    #expect(scene.areas[1] == scene.areas[2] && scene.areas[0] != scene.areas[1])
    // The wider band is drawn first.
    let bands = scene.areas.suffix(2)
    #expect(try #require(bands.first).upper[0].y < (try #require(bands.last)).upper[0].y)
    #expect(Set(scene.labels.map(\.text)).isSuperset(of: ["median", "90 %", "50 %"]))
    // The name of the axis is below its ticks, and within the picture.
    let name = try #require(scene.labels.first { $0.text == "day" })
    #expect(
      scene.labels.allSatisfy { $0.position.y <= name.position.y }
        && name.position.y < scene.height - 5)
  }
}
