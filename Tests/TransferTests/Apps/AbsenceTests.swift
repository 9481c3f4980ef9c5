import FlintCalendar
import Foundation
import FlintRules
import Sessions
import Testing

@testable import Transfer

@Suite struct `Completions removed from an app's export` {
  static func task(_ status: String, _ end: String = "") -> String {
    #"[{"uuid":"u-1","description":"Water","status":"\#(status)","#
      + #""entry":"20260601T080000Z"\#(end)}]"#
  }

  static let completed = task("completed", #","end":"20260602T080000Z""#)

  @Test func `are reported, and undone if the import updates`() throws {
    let scratch = try ImportScratch()
    try scratch.write("done.json", Self.completed)
    try scratch.write("open.json", Self.task("pending"))
    try scratch.run("done.json")
    let report = try scratch.run("open.json")
    #expect(report.line == "1=0+0+0+0+1")
    #expect(
      report.changed.map(\.problem) == [
        RowProblem(
          column: "status", value: "pending",
          reason: #"the profile has task.complete "u-1/completed""#)
      ])
    #expect(try scratch.state().tasks.tasks.map(\.status) == [.completed])
    #expect(try scratch.run("open.json") { $0.isUpdating = true }.line == "1=0+1+0+0+0")
    #expect(try scratch.state().tasks.tasks.map(\.status) == [.open])
    #expect(try scratch.run("open.json").line == "1=0+0+1+0+0")
    // The completion is recorded again once the task is completed again.
    #expect(try scratch.run("done.json").line == "1=1+0+0+0+0")
    #expect(try scratch.state().tasks.tasks.map(\.status) == [.completed])
  }

  @Test func `include the whole task if it was deleted`() throws {
    let scratch = try ImportScratch()
    try scratch.write("done.json", Self.completed)
    try scratch.write("deleted.json", Self.task("deleted"))
    // A deleted task that the profile does not have is not reported.
    #expect(try scratch.run("deleted.json").total.skipped == ["a task that was deleted": 1])
    try scratch.run("done.json")
    #expect(
      try scratch.run("deleted.json").total.skipped == ["changed since (--update takes it over)": 1]
    )
    let updated = try scratch.run("deleted.json") { $0.isUpdating = true }
    #expect(updated.line == "1=0+1+0+0+0")
    #expect(try scratch.state().tasks.tasks.isEmpty)
    #expect(try scratch.run("deleted.json").total.skipped == ["a task that was deleted": 1])
  }

  @Test func `do not remove a deleted task that was completed in the profile itself`() throws {
    let scratch = try ImportScratch()
    try scratch.write("open.json", Self.task("pending"))
    try scratch.write("deleted.json", Self.task("deleted"))
    try scratch.run("open.json")
    try scratch.session { session in
      let task = try #require(try session.state().tasks.tasks.first)
      let noon = Instant(milliseconds: 1_780_315_200_000)
      _ = try session.record(.task(.taskComplete(task.id)), at: .instant(noon))
    }
    let before = try scratch.state()
    let report = try scratch.run("deleted.json") { $0.isUpdating = true }
    #expect(report.line == "1=0+0+0+0+1")
    try #require(report.changed.count == 1)
    #expect(try scratch.state() == before)
    // The completion that the app exports later is known, but its time differs.
    try scratch.write("done.json", Self.completed)
    let done = try scratch.run("done.json")
    try #require(done.line == "1=0+0+0+0+1")
    #expect(
      done.changed[0].problem.reason.hasPrefix("at is \"2026-06-01T12:00:00Z\" in the profile"))
  }

  @Test func `are ignored and counted if another file of the same import has them`() throws {
    let scratch = try ImportScratch()
    let header = "List Name,Title,Status,Completed Time,Created Time,taskId\n"
    let created = "2026-06-01T10:00:00+0000,64f0a10000000000000000a1\n"
    try scratch.write("in/1.csv", header + "A,Plan,0,," + created)
    try scratch.write("in/2.csv", header + "A,Plan,2,2026-06-02T10:00:00+0000," + created)
    let report = try scratch.run("in") { $0.isUpdating = true }
    #expect(report.line == "2=2+0+0+0+0")
    #expect(
      report.sources.flatMap(\.notes).contains(
        "One of the files has what another one says did not happen: 1. It is recorded; import the "
          + "newest file by itself to find what it changes."))
    #expect(try scratch.run("in") { $0.isUpdating = true }.line == "2=0+0+2+0+0")
    #expect(try scratch.state().tasks.tasks.map(\.status) == [.completed])
  }

  @Test func `are ignored once the task was reopened by hand`() throws {
    let scratch = try ImportScratch()
    try scratch.write("done.json", Self.completed)
    try scratch.write("open.json", Self.task("pending"))
    try scratch.run("done.json")
    try scratch.session { session in
      let task = try #require(try session.state().tasks.tasks.first)
      _ = try session.record(.task(.taskReopen(task.id)), at: nil)
    }
    #expect(try scratch.run("open.json") { $0.isUpdating = true }.line == "1=0+0+1+0+0")
  }

  @Test func `include TickTick's completions and Daylio's activities`() throws {
    let scratch = try ImportScratch()
    let header = "List Name,Title,Status,Completed Time,Created Time,taskId\n"
    let created = "2026-06-01T10:00:00+0000,64f0a10000000000000000a1\n"
    try scratch.write("t.csv", header + "A,Plan,2,2026-06-02T10:00:00+0000," + created)
    try scratch.run("t.csv")
    try scratch.write("t.csv", header + "A,Plan,0,," + created)
    #expect(try scratch.run("t.csv").changed.map(\.problem.column) == ["Status"])
    #expect(try scratch.run("t.csv") { $0.isUpdating = true }.line == "1=0+1+0+0+0")
    #expect(try scratch.state().tasks.tasks.map(\.status) == [.open])
    try scratch.write("t.csv", header + "A,Plan,-1,," + created)
    #expect(try scratch.run("t.csv") { $0.isUpdating = true }.line == "1=0+1+0+0+0")
    #expect(try scratch.state().tasks.tasks.isEmpty)

    let moods = "full_date,weekday,mood,activities,note\n2026-06-02,x,good,run | tea,\n"
    try scratch.write("d.csv", moods)
    try scratch.run("d.csv")
    #expect(try scratch.state().trackers.trackers.map(\.entries) == [1])
    try scratch.write("d.csv", moods.replacing("run | tea", with: ""))
    #expect(try scratch.run("d.csv").changed.map(\.problem.column) == ["activities"])
    #expect(try scratch.run("d.csv") { $0.isUpdating = true }.line == "1=0+1+0+0+0")
    #expect(try scratch.state().trackers.trackers.map(\.entries) == [0])
  }
}
