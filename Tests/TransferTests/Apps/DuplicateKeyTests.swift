import Foundation
import FlintRules
import Sessions
import Testing
import Transfer

/// Rows without ids and with equal key content, some of which are added or removed between exports.
struct `Rows with equal keys` {
  private static let daylio = "full_date,date,weekday,time,mood,activities,note_title,note\n"

  @Test func `match their earlier imports if a row below could not be read before`() throws {
    let scratch = try ImportScratch()
    let rows = """
      2026-03-10,March 10,Tuesday,21:05,good,,,top
      2026-03-10,March 10,Tuesday,25:99,meh,,,below

      """
    try scratch.write("day.csv", Self.daylio + rows)
    #expect(try scratch.run("day.csv").line == "2=1+0+0+1+0")
    try scratch.write("day.csv", Self.daylio + rows.replacing("25:99", with: "21:05"))
    #expect(try scratch.run("day.csv").line == "2=1+0+1+0+0")
    #expect(try notes(scratch) == ["below", "top"])
    #expect(try scratch.run("day.csv").line == "2=0+0+2+0+0")
    // With --update, too, no row replaces another.
    #expect(try scratch.run("day.csv") { $0.isUpdating = true }.line == "2=0+0+2+0+0")
  }

  @Test func `match their earlier imports if one was removed, and new ones are recorded`() throws {
    let scratch = try ImportScratch()
    func row(_ note: String) -> String {
      "2026-03-10,March 10,Tuesday,21:05,good,,,\(note)\n"
    }
    try scratch.write("a.csv", Self.daylio + row("c") + row("b") + row("a"))
    #expect(try scratch.run("a.csv").line == "3=3+0+0+0+0")
    for update in [false, true] {
      try scratch.write("b.csv", Self.daylio + row("c") + row("b"))
      #expect(try scratch.run("b.csv") { $0.isUpdating = update }.line == "2=0+0+2+0+0")
      try scratch.write("c.csv", Self.daylio + row("c"))
      #expect(try scratch.run("c.csv") { $0.isUpdating = update }.line == "1=0+0+1+0+0")
    }
    // One was edited, and one is new.
    try scratch.write("d.csv", Self.daylio + row("d") + row("c") + row("B") + row("a"))
    #expect(try scratch.run("d.csv").line == "4=1+0+2+0+1")
    #expect(try scratch.run("d.csv") { $0.isUpdating = true }.line == "4=0+1+3+0+0")
    #expect(try notes(scratch) == ["B", "a", "c", "d"])
  }

  @Test func `of a repeating task keep their completions if the app drops the first`() throws {
    let scratch = try ImportScratch()
    let head = """
      "Date: 2026-09-25+0000"
      "Version: 7.1"
      "Status: \n0 Normal\n1 Completed\n2 Archived"
      "List Name","Title","Tags","Content","Priority","Status","Created Time","Completed Time","taskId"

      """
    func row(_ status: Int, _ completed: String) -> String {
      "\"L\",\"W\",\"\",\"\",\"0\",\"\(status)\",\"2026-05-01T08:00:00+0000\",\"\(completed)\",\"1\"\n"
    }
    let (first, second) = ("2026-05-21T08:00:00+0000", "2026-05-23T08:00:00+0000")
    try scratch.write("B.csv", head + row(2, first) + row(2, second) + row(0, ""))
    #expect(try scratch.run("B.csv").line == "3=3+0+0+0+0")
    let before = try scratch.state()
    try scratch.write("C.csv", head + row(2, second) + row(0, ""))
    for update in [false, true] {
      #expect(try scratch.run("C.csv") { $0.isUpdating = update }.line == "2=0+0+2+0+0")
    }
    #expect(try scratch.state() == before)
    #expect(before.tasks.tasks.count(where: { $0.completion != nil }) == 2)
  }

  @Test func `at another time are not the same, whatever their number`() throws {
    let scratch = try ImportScratch()
    let head = "List Name,Title,Content,Status,Created Time,Completed Time\n"
    func row(_ content: String) -> String { "L,W,\(content),0,2026-05-01T08:00:00,\n" }
    try scratch.write("a.csv", head + row("a") + row("b"))
    #expect(try scratch.run("a.csv").line == "2=2+0+0+0+0")
    // In the same zone each row is found under the other number.
    try scratch.write("b.csv", head + row("b") + row("a"))
    #expect(try scratch.run("b.csv").line == "2=0+0+2+0+0")
    // In another zone the time differs, so each row is compared with the one of its own number.
    let report = try scratch.run("b.csv") { $0.values.zone = "Europe/Rome" }
    #expect(report.line == "2=0+0+0+0+2")
    func reason(_ stored: String, _ read: String) -> String {
      "at is \"2026-05-01T08:00:00Z\" in the profile, \"2026-05-01T06:00:00Z\" here; "
        + "details is \"\(stored)\" in the profile, \"\(read)\" here"
    }
    #expect(report.changed.map(\.problem.reason) == [reason("a", "b"), reason("b", "a")])
  }

  @Test func `of one second match their earlier imports`() throws {
    let scratch = try ImportScratch()
    let head = "Task Name,Task ID,Task Type,Date,Value\n"
    let rows = "Run,x,habit,2026-13-04 10:00:00,1\nRun,x,habit,2026-03-04 10:00:00,2\n"
    try scratch.write("h.csv", head + rows)
    #expect(try scratch.run("h.csv").line == "2=1+0+0+1+0")
    try scratch.write("h.csv", head + rows.replacing("-13-", with: "-03-"))
    #expect(try scratch.run("h.csv").line == "2=1+0+1+0+0")
    #expect(try scratch.run("h.csv").line == "2=0+0+2+0+0")
    let events = try scratch.session { try $0.reader.events(EventQuery(kinds: [.trackerEntry])) }
    #expect(
      events.map { $0.event.action.content.contains("\"2\"") }.sorted { !$0 && $1 } == [
        false, true,
      ])
  }

  /// Returns the notes of all moods, sorted.
  private func notes(_ scratch: ImportScratch) throws -> [String] {
    try scratch.session { session in
      try session.reader.events(EventQuery(kinds: [.mood])).compactMap { stored in
        if case .mood(.record(let rating)) = stored.event.action { rating.note } else { nil }
      }.sorted()
    }
  }
}
