import FlintCalendar
import FlintRules
import Sessions
import Testing

@testable import Transfer

/// Exports of Taskwarrior that were made at different times.
@Suite struct `Successive exports of Taskwarrior` {
  private static func task(
    _ name: String, _ status: String = "pending", modified: Int? = nil, _ rest: String = ""
  ) -> String {
    let time = modified.map { #","modified":"2026060\#($0)T080000Z""# } ?? ""
    return #"{"uuid":"\#(name)","description":"\#(name)","status":"\#(status)","#
      + #""entry":"20260601T080000Z"\#(time)\#(rest)}"#
  }

  private static func list(_ tasks: String...) -> String {
    "[\n\(tasks.joined(separator: ",\n"))\n]\n"
  }

  private static func end(_ day: Int) -> String { #","end":"2026060\#(day)T080000Z""# }

  // MARK: Completions before those of other tasks

  @Test func `give the same state in either order when a task was completed before its blocker`()
    throws
  {
    let depends = #","depends":["A"]"#
    let files = [
      ("open.json", Self.list(Self.task("A"), Self.task("B", "pending", depends))),
      ("done.json", Self.list(Self.task("A"), Self.task("B", "completed", depends + Self.end(3)))),
    ]
    let states = try [files, files.reversed()].map { files in
      let scratch = try ImportScratch()
      let lines = try files.map { name, text in
        try scratch.write(name, text)
        return try scratch.run(name).line
      }
      let isOpenFirst = files.first?.0 == "open.json"
      #expect(lines == ["2=2+0+0+0+0", isOpenFirst ? "2=1+0+1+0+0" : "2=0+0+1+0+1"])
      let again = try scratch.run("done.json").line
      #expect(again == "2=0+0+2+0+0")
      let state = try scratch.state()
      #expect(state.tasks.tasks.filter { $0.isOpen }.map(\.name) == ["A"])
      #expect(state.events.voids.isEmpty)
      return state
    }
    #expect(states[0] == states[1])
  }

  @Test func `let a task depend on others again when it is pending again`() throws {
    let depends = #","depends":["A"]"#
    let scratch = try ImportScratch()
    let open = Self.list(Self.task("A"), Self.task("B", "pending", depends))
    try scratch.write("open.json", open)
    try scratch.write(
      "done.json", Self.list(Self.task("A"), Self.task("B", "completed", depends + Self.end(3))))
    try scratch.run("open.json")
    let before = try scratch.state()
    try scratch.run("done.json")
    #expect(try scratch.run("open.json") { $0.isUpdating = true }.line == "2=0+1+1+0+0")
    #expect(try scratch.state() == before)
  }

  // MARK: Several in one import

  @Test(arguments: [["old.json", "new.json"], ["new.json", "old.json"]])
  func `in one import count by the time of modification`(names: [String]) throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "old.json",
      Self.list(
        Self.task("gone", modified: 1), Self.task("moved", modified: 1),
        Self.task("again", "completed", modified: 1, Self.end(1)), Self.task("same", modified: 1)))
    try scratch.write(
      "new.json",
      Self.list(
        Self.task("gone", "deleted", modified: 2, Self.end(2)),
        Self.task("moved", modified: 2, #","project":"Work""#), Self.task("again", modified: 2),
        Self.task("same", modified: 1, #","urgency":3.5"#)))
    func run() throws -> ImportReport {
      try scratch.run(names[0], names[1]) { $0.isUpdating = true }
    }
    let report = try run()
    // The equal states of one task are recorded once.
    #expect(report.line == "8=3+0+1+0+4")
    #expect(
      report.total.skipped == [TaskwarriorStates.olderReason: 3, "a task that was deleted": 1])
    let expected = try scratch.state()
    #expect(Set(expected.tasks.tasks.map(\.name)) == ["moved", "again", "same"])
    #expect(expected.tasks.tasks.allSatisfy { $0.isOpen })

    let other = try ImportScratch()
    for name in names { try other.write(name, try scratch.text(name)) }
    try other.run("old.json")
    #expect(
      try other.run(names[0], names[1]) { $0.isUpdating = true }.line == "8=0+3+2+0+3")
    #expect(try other.state().tasks == expected.tasks)
  }

  @Test func `in one import count in the order of the files where they have no times`() throws {
    let scratch = try ImportScratch()
    try scratch.write("1.json", Self.list(Self.task("Water", "completed", Self.end(2))))
    try scratch.write("2.json", Self.list(Self.task("Water")))
    let report = try scratch.run("1.json", "2.json")
    #expect(report.line == "2=1+0+0+0+1")
    #expect(
      report.sources.flatMap(\.notes).contains(
        "Tasks of which several files have different states, without different times of modification: 1. "
          + "The state of the later file counts."))
    #expect(try scratch.state().tasks.tasks.map(\.isOpen) == [true])
  }

  // MARK: Recurring tasks

  private static func template(_ mask: String) -> String {
    list(
      #"{"uuid":"water","description":"Water","status":"recurring","entry":"20260401T080000Z","#
        + #""due":"20260501T000000Z","recur":"weekly","mask":"\#(mask)"}"#)
  }

  @Test func `take the due day of a recurring task only if it is later than the present one`()
    throws
  {
    let scratch = try ImportScratch()
    for count in 3...5 {
      try scratch.write("\(count).json", Self.template(String(repeating: "-", count: count)))
    }
    func due() throws -> [String?] {
      let task = try #require(try scratch.state().tasks.tasks.first)
      return [task.due?.description, task.content.wait?.description]
    }
    try scratch.run("3.json")
    #expect(try due() == ["2026-05-22", "2026-05-15"])
    try scratch.session { session in
      let task = try #require(try session.state().tasks.tasks.first)
      let noon = try #require(Timestamp("2026-05-12T12:00:00Z"))
      _ = try session.record(.task(.taskComplete(task.id)), at: .written(noon))
    }
    #expect(try due() == ["2026-05-29", "2026-05-22"])
    // The file and the profile agree.
    for isUpdating in [false, true] {
      #expect(try scratch.run("4.json") { $0.isUpdating = isUpdating }.line == "1=0+0+1+0+0")
      #expect(try due() == ["2026-05-29", "2026-05-22"])
    }
    #expect(
      try scratch.run("5.json").changed.map(\.problem.reason) == [
        #"due is "2026-05-29" in the profile, "2026-06-05" here; "#
          + #"wait is "2026-05-22" in the profile, "2026-05-29" here"#
      ])
    #expect(try scratch.run("5.json") { $0.isUpdating = true }.line == "1=0+1+0+0+0")
    #expect(try due() == ["2026-06-05", "2026-05-29"])
    for count in 3...5 {
      #expect(try scratch.run("\(count).json") { $0.isUpdating = true }.line == "1=0+0+1+0+0")
    }
    #expect(try due() == ["2026-06-05", "2026-05-29"])
  }

  // MARK: Reports

  @Test func `say nothing of earlier versions, and name tasks and priorities`() throws {
    let scratch = try ImportScratch()
    let rehearse = Self.task("Rehearse", "pending", #","depends":["Talk"]"#)
    try scratch.write("rehearse.json", Self.list(rehearse))
    try scratch.write("talk.json", Self.list(Self.task("Talk")))
    try scratch.write("both.json", Self.list(rehearse, Self.task("Talk")))
    try scratch.run("rehearse.json")
    for name in ["rehearse", "talk", "rehearse", "both"] {
      let notes = try scratch.run("\(name).json").sources.flatMap(\.notes)
      #expect(!notes.contains { $0.contains("earlier version") })
    }
    #expect(try scratch.run("both.json").line == "2=0+0+2+0+0")
    try scratch.write(
      "rehearse.json", Self.list(Self.task("Rehearse", "pending", #","priority":"L""#)))
    #expect(
      try scratch.run("rehearse.json").changed.map(\.problem.reason) == [
        #"priority is "P2" in the profile, "P3" here; after is "Talk" in the profile, nothing here"#
      ])
  }
}
