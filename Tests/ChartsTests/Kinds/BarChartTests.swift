import Testing

@testable import Charts

struct `A chart of bars` {
  private func chart(
    _ series: [[Double?]], _ arrangement: BarChart.Arrangement = .stacked, isLying: Bool = false,
    greatest: Double? = nil, title: String = "Title of s0"
  ) -> BarChart {
    BarChart(
      title, summary: "Summary", heading: "Month",
      categories: (0..<(series.first?.count ?? 0)).map { "c\($0)" },
      series: series.enumerated().map { BarChart.Series("s\($0)", $1) }, arrangement,
      isLying: isLying, greatest: greatest, unit: " %")
  }

  /// The bars of the data, without those of the legend.
  private func bars(_ chart: BarChart, on medium: Medium = .vector, width: Double = 360) -> [Bar] {
    chart.scene(on: medium, width: width).bars.filter { $0.tip != nil }
  }

  @Test func `has stacked bars on each other, with heights in proportion to values`() {
    let bars = bars(chart([[1, 2], [3, 4], [nil, 2]]))
    // The axis ends at 8, and the plot of a picture of 360 is 0.36 as high.
    let unit = 360 * 0.36 / 8
    #expect(
      bars.map(\.tip) == [
        "c0, s0: 1 %", "c0, s1: 3 %", "c1, s0: 2 %", "c1, s1: 4 %", "c1, s2: 2 %",
      ])
    for (bar, value) in zip(bars, [1, 3, 2, 4, 2]) {
      #expect(isClose(bar.frame.height, Double(value) * unit))
    }
    #expect(isClose(bars[1].frame.bottom, bars[0].frame.y))
    #expect(isClose(bars[4].frame.bottom, bars[3].frame.y))
    #expect(bars[0].frame.x == bars[1].frame.x)
    #expect(bars.map(\.pattern) == [0, 1, 0, 1, 2])
  }

  @Test func `has grouped bars beside each other from the same line on`() {
    let bars = bars(chart([[1, 2], [3, 4]], .grouped))
    #expect(Set(bars.map { ($0.frame.bottom * 1e6).rounded() }).count == 1)
    #expect(isClose(bars[0].frame.right, bars[1].frame.x))
    #expect(isClose(bars[1].frame.height, 3 * bars[0].frame.height))
    #expect(bars[2].frame.x > bars[1].frame.right)
  }

  /// The sums of positive values: a negative value takes nothing from the height of the others.
  @Test func `has no bars of negative values and of what is no number`() {
    let bars = bars(chart([[10], [-8], [.nan], [.infinity]]))
    #expect(bars.map(\.tip) == ["c0, s0: 10 %"])
    #expect(isClose(bars[0].frame.height, 360 * 0.36))
  }

  @Test func `has bars up to the greatest value`() {
    // 7 is above 4 alone, 3 + 3 together: the second bar ends at the axis, and the third has no space.
    let stacked = bars(chart([[7, 3], [1, 3], [1, 1]], greatest: 4))
    #expect(stacked.map(\.tip) == ["c0, s0: 7 %", "c1, s0: 3 %", "c1, s1: 3 %"])
    let height = 360 * 0.36
    #expect(isClose(stacked[0].frame.height, height))
    #expect(isClose(stacked[2].frame.height, height / 4))
    let lying = bars(chart([[7, 3], [1, 3]], isLying: true, greatest: 4))
    #expect(lying.map(\.tip) == ["c0, s0: 7 %", "c1, s0: 3 %", "c1, s1: 3 %"])
    #expect(isClose(lying[0].frame.width * 0.75, lying[1].frame.width))
    #expect(isClose(lying[2].frame.right, lying[0].frame.right))
  }

  @Test func `has lying bars one after the other, with their sum`() throws {
    let chart = chart([[1, 2], [3, nil]], isLying: true)
    let bars = bars(chart)
    #expect(isClose(bars[1].frame.x, bars[0].frame.right))
    #expect(isClose(bars[1].frame.width, 3 * bars[0].frame.width))
    #expect(isClose(bars[2].frame.width, 2 * bars[0].frame.width))
    #expect(chart.lines(width: 40).dropFirst().map { $0.suffix(3) } == ["4 %", "2 %"])
  }

  @Test func `has grouped lying bars in a line each, with their value, and every category once`() {
    let chart = chart([[1, 2], [3, nil]], .grouped, isLying: true)
    let bars = bars(chart)
    #expect(bars.map(\.tip) == ["c0, s0: 1 %", "c0, s1: 3 %", "c1, s0: 2 %"])
    #expect(Set(bars.map(\.frame.x)).count == 1)
    #expect(isClose(bars[1].frame.width, 3 * bars[0].frame.width))
    #expect(bars[0].frame.bottom <= bars[1].frame.y && bars[1].frame.bottom <= bars[2].frame.y)
    let lines = chart.lines(width: 40).dropFirst()
    #expect(lines.map { $0.split(separator: " ").first == "c0" } == [true, false, false, false])
    #expect(lines.map { $0.hasPrefix("c1") } == [false, false, true, false])
    let ends = lines.map { $0.split(separator: " ").suffix(2).joined(separator: " ") }
    #expect(ends.dropLast() == ["1 %", "3 %", "2 %"] && lines.last?.hasSuffix("–") == true)
  }

  @Test func `has a legend of a single series that the title does not name`() {
    let named = chart([[1, 2]], title: "Title")
    #expect(named.lines(width: 25).first == "█ s0")
    #expect(bars(named).map(\.tip) == ["c0, s0: 1 %", "c1, s0: 2 %"])
    #expect(bars(chart([[1, 2]])).map(\.tip) == ["c0: 1 %", "c1: 2 %"])
    #expect(chart([[1, 2]]).lines(width: 25).count == named.lines(width: 25).count - 1)
    // Lying bars have their values beside them.
    let lying = chart([[1, 2]], isLying: true, title: "Title")
    #expect(lying.lines(width: 25).map { $0.prefix(2) } == ["c0", "c1"])
  }

  @Test func `has a table of its values`() {
    let table = chart([[1, nil], [-3, .nan]]).caption.table
    #expect(table.columns == ["Month", "s0", "s1"])
    #expect(table.rows == [["c0", "1 %", "−3 %"], ["c1", "–", "– %"]])
  }

  /// A plot of ten lines up to 20: 5 is two and a half, 1 half a line and 0.25 an eighth.
  @Test func `has eighths of a line in a terminal`() {
    let lines = chart([[20, 5, 1, 0.25, 0]]).lines(width: 25)
    #expect(
      lines == [
        "20 % ███", "     ███", "15 % ███", "     ███", "     ███", "10 % ███", "     ███",
        " 5 % ███ ▄▄▄", "     ███ ███", " 0 % ███ ███ ▄▄▄ ▁▁▁", "     ────────────────────",
        "      c0  c1  c2  c3  c4",
      ])
  }

  /// Shades tell the series apart, and bars begin where those before end.
  @Test func `has shades of series and no gaps in a terminal`() {
    let lines = chart([[3, 1], [4, 1], [3, 2]], isLying: true).lines(width: 39)
    #expect(lines[0] == "█ s0  ▓ s1  ▒ s2")
    // 39 columns without name, sum and spaces are 30: three for a unit.
    #expect(lines[1] == "c0 █████████▓▓▓▓▓▓▓▓▓▓▓▓▒▒▒▒▒▒▒▒▒ 10 %")
    #expect(lines[2] == "c1 ███▓▓▓▒▒▒▒▒▒ 4 %")
  }
}
