import FlintCalendar
import Testing

@testable import Charts

struct `A calendar of months` {
  private func chart(from start: String, _ cells: [DayCell?]) -> MonthCalendar {
    MonthCalendar(
      "Title", summary: "", table: Samples.table, from: day(start), cells: cells, legend: [])
  }

  /// November 2026 begins on a Sunday and has 30 days: six lines of weeks.
  @Test func `has each day with its number below its weekday`() throws {
    let scene = chart(from: "2026-11-01", Array(repeating: DayCell(.positive), count: 30))
      .scene(on: .vector, width: 240)
    #expect(scene.tiles.count == 30)
    #expect(Set(scene.tiles.map(\.frame.y)).count == 6)
    #expect(Set(scene.tiles.map(\.frame.x)).count == 7)
    let sunday = try #require(scene.labels.first { $0.text == "Sun" }).position.x
    for number in [1, 8, 29] {
      let label = try #require(scene.labels.first { $0.text == "\(number)" })
      #expect(isClose(label.position.x, sunday))
    }
    // The title of the picture names the only month.
    #expect(!scene.labels.contains { $0.text == "Nov 2026" })
  }

  @Test func `has the number alone of a day without a cell`() {
    let scene = chart(from: "2026-11-29", [DayCell(.positive), nil, DayCell(.missed)])
      .scene(on: .vector, width: 340)
    #expect(scene.tiles.count == 2)
    #expect(scene.labels.map(\.text).filter { Int($0) != nil } == ["29", "30", "1"])
    #expect(scene.labels.contains { $0.text == "Dec 2026" })
  }

  @Test func `is a small picture of one month and shows no more than was filled`() {
    let cells = [DayCell(.positive), DayCell(.missed), DayCell(.level(0)), DayCell(.level(2)), nil]
    #expect(chart(from: "2026-11-02", cells).size == .small)
    #expect(chart(from: "2026-10-29", cells).size == .normal)
    #expect(chart(from: "2026-11-02", cells).pointCount == 2)
  }

  /// 30 November 2026 is a Monday.
  @Test func `has a sign behind each number in a terminal`() {
    let lines = chart(
      from: "2026-11-30",
      [
        DayCell(.positive), DayCell(.caution, symbol: "/"), DayCell(.missed), nil,
        DayCell(.level(3)),
      ]
    ).lines(width: 80)
    #expect(
      lines == [
        "Nov 2026                      Dec 2026",
        "Mo  Tu  We  Th  Fr  Sa  Su    Mo  Tu  We  Th  Fr  Sa  Su",
        "30■                                1/  2×  3   4▓",
      ])
  }
}
