import FlintCalendar
import Testing

@testable import Charts

struct `A year in pixels` {
  private func year(_ number: Int, _ days: [String]) -> YearInPixels {
    let cells = days.map { (day($0), DayCell(.rating(4), symbol: "x")) }
    return YearInPixels(
      "Title", summary: "", table: Samples.table, year: number,
      cells: Dictionary(uniqueKeysWithValues: cells), legend: [])
  }

  @Test func `has a row for each month and a column for each day`() {
    let chart = year(2024, ["2024-01-01", "2024-01-31", "2024-02-29", "2024-12-31", "2023-12-31"])
    let frames = chart.scene(on: .vector, width: 720).tiles.map(\.frame)
    #expect(frames.count == 4)
    // Cells are 22 apart; the names of months take three characters and a space.
    let positions = frames.map { Point((($0.x - 4 * 6.9) / 22).rounded(), ($0.y - 14) / 22) }
    #expect(positions == [Point(0, 0), Point(30, 0), Point(28, 1), Point(30, 11)])
    #expect(frames.allSatisfy { $0.width == 21 && $0.height == 21 })
  }

  @Test func `has the rows of some months alone`() {
    let chart = YearInPixels(
      "Title", summary: "", table: Samples.table, year: 2026, months: 3...4,
      cells: [day("2026-04-01"): DayCell(.rating(4), symbol: "x")], legend: [])
    #expect(chart.lines(width: 80).dropFirst().map { $0.prefix(5) } == ["Mar", "Apr x"])
    #expect(chart.scene(on: .vector, width: 720).height == 14 + 2 * 22)
  }

  @Test(arguments: [(2024, 1), (2023, 0), (1900, 0), (2000, 1), (10_000, 0), (0, 0)])
  func `has 29 February in leap years alone`(number: Int, count: Int) {
    // The day before 1 March, which is the 28th or the 29th.
    let dates = ["2024-02-29", "2000-02-29"].map { day($0) }
    let chart = YearInPixels(
      "Title", summary: "", table: Samples.table, year: number,
      cells: Dictionary(uniqueKeysWithValues: dates.map { ($0, DayCell(.neutral)) }), legend: [])
    #expect(chart.scene(on: .vector, width: 360).tiles.count == count)
  }

  @Test func `has two columns for a day in a terminal where there is space`() {
    let chart = year(2026, ["2026-03-01", "2026-03-05", "2026-03-31"])
    let wide = chart.lines(width: 80)
    #expect(wide[0] == "    1       5         10        15        20        25        30")
    #expect(wide[3] == "Mar x       x" + String(repeating: " ", count: 51) + "x")
    let narrow = chart.lines(width: 40)
    #expect(narrow[0] == "    1   5    10   15   20   25   30")
    #expect(narrow[3] == "Mar x   x" + String(repeating: " ", count: 25) + "x")
    #expect(narrow.map { String($0.prefix(3)) }.dropFirst() == ChartLocale.english.months[...])
  }
}
