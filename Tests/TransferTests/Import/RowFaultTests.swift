import FlintCalendar
import FlintRules
import Testing

@testable import Transfer

@Suite struct `A fault of one row` {
  /// The empty date of .NET and Go, and a day that is still to come.
  static let unrecordable = ["0001-01-01T00:00:00Z", "2026-12-24"]
  static let orders = [[0, 1, 2, 3], [1, 2, 3, 0], [1, 0, 3, 2]]

  private func rows(_ bad: String, _ order: [Int]) -> String {
    let rows = ["\(bad),0\n", "2026-01-01,1\n", "2026-01-02,2\n", "2026-01-03,3\n"]
    return "date,v\n" + order.map { rows[$0] }.joined()
  }

  @Test(arguments: unrecordable, orders)
  func `rejects that row alone, and not the others of its tracker`(
    bad: String, order: [Int]
  ) throws {
    let scratch = try ImportScratch()
    let mapping: MappingTree = [
      "kind": "entry", "columns": ["tracker": ["value": "T"], "at": "date", "number": "v"],
    ]
    let report = try scratch.map(mapping, rows(bad, order))
    #expect(report.line == "4=3+0+0+1+0")
    let line = 2 + (order.firstIndex(of: 0) ?? 0)
    #expect(report.rejects.map(\.line) == [line])
    let tracker = try #require(try scratch.state().trackers.tracker(named: "T"))
    #expect("\(tracker.createdAt)".hasPrefix("2026-01-01"))
  }

  @Test(arguments: unrecordable, orders)
  func `leaves the first day of a habit where the other rows have it`(
    bad: String, order: [Int]
  ) throws {
    let scratch = try ImportScratch()
    let mapping: MappingTree = [
      "kind": "entry", "columns": ["tracker": ["value": "T"], "at": "date", "number": "v"],
      "habit": ["schedule": ["times": 3, "per": "week"]],
    ]
    #expect(try scratch.map(mapping, rows(bad, order)).line == "4=3+0+0+1+0")
    let tracker = try #require(try scratch.state().trackers.tracker(named: "T"))
    #expect(tracker.habit?.spans.map { "\($0.start)" } == ["2026-01-01"])
  }

  @Test(arguments: [0, 1, 2])
  func `rejects that session alone, and not the others of its project in an app's file`(
    position: Int
  ) throws {
    let scratch = try ImportScratch()
    var lines = [
      "Ann,a@b.c,,P,,Two,No,2026-02-02,09:00:00,2026-02-02,09:30:00,00:30:00,",
      "Ann,a@b.c,,P,,Three,No,2026-02-03,09:00:00,2026-02-03,09:45:00,00:45:00,",
    ]
    lines.insert(
      "Ann,a@b.c,,P,,None,No,0001-01-01,00:00:00,0001-01-01,00:10:00,00:10:00,", at: position)
    try scratch.write(
      "t.csv",
      "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,"
        + "End time,Duration,Tags\n" + lines.joined(separator: "\n") + "\n")
    let report = try scratch.run("t.csv")
    #expect(report.line == "3=2+0+0+1+0")
    #expect(report.rejects.map(\.line) == [position + 2])
  }
}
