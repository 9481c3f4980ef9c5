import FlintCalendar
import FlintRules
import Sessions
import Testing

@testable import Transfer

/// What other apps know of a task besides its name and its days.
@Suite struct `Fields of an app's tasks` {
  // MARK: Recurrences

  @Test(arguments: [
    ("daily", "day"), ("weekdays", "mon,tue,wed,thu,fri"), ("2wks", "2 weeks"), ("3d", "3 days"),
    ("monthly", "month"), ("2 mnths", "2 months"), ("quarterly", "3 months"), ("2qtrs", "6 months"),
    ("yearly", "year"), ("biannual", "2 years"), ("P14D", "14 days"), ("P1M", "month"),
    ("sennight", "week"), ("hourly", nil), ("PT8H", nil), ("P1M15D", nil), ("3hrs", nil), ("", nil),
    ("P", nil), ("0d", nil), ("99999999999999999999d", nil),
  ])
  func `of Taskwarrior are durations`(text: String, every: String?) {
    #expect(TaskRecurrence(taskwarrior: text)?.description == every)
  }

  /// The task is due on Wednesday, 2026-09-30.
  @Test(arguments: [
    ("RRULE:FREQ=DAILY;INTERVAL=1", "day"), ("RRULE:FREQ=DAILY;INTERVAL=3", "3 days"),
    ("RRULE:FREQ=WEEKLY;INTERVAL=1;WKST=SU;BYDAY=MO,WE", "mon,wed"),
    ("RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=WE", "2 weeks"),
    ("RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", nil), ("RRULE:FREQ=WEEKLY", "week"),
    ("RRULE:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=30", "month"),
    ("RRULE:FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=15", nil),
    ("RRULE:FREQ=MONTHLY;INTERVAL=1;BYDAY=1MO", nil),
    ("RRULE:FREQ=YEARLY;INTERVAL=1;BYMONTH=9;BYMONTHDAY=30", "year"),
    ("RRULE:FREQ=YEARLY;INTERVAL=1;BYMONTH=10;BYMONTHDAY=30", nil),
    ("RRULE:FREQ=DAILY;INTERVAL=1;COUNT=5", nil), ("RRULE:FREQ=DAILY;UNTIL=20261231", nil),
    ("RRULE:FREQ=WEEKLY;INTERVAL=1;TT_SKIP=HOLIDAY", nil), ("RRULE:FREQ=HOURLY", nil),
    ("ERULE:NAME=CUSTOM;BYDATE=20260930", nil), ("RRULE:FREQ=DAILY;INTERVAL=0", nil), ("", nil),
    ("RRULE:FREQ=WEEKLY;BYDAY=", nil), ("RRULE:FREQ=DAILY;FREQ=DAILY", nil),
  ])
  func `of TickTick are rules`(text: String, every: String?) throws {
    let due = try #require(CivilDay(year: 2026, month: 9, day: 30))
    #expect(TaskRecurrence(rule: text, due: due)?.description == every)
  }

  @Test(arguments: [
    ("every month", "month", true), ("every 2 weeks", "2 weeks", true),
    ("every! day", "day", false), ("ev mon, wed", "mon,wed", true), ("Every Monday", "mon", true),
    ("every other week", "2 weeks", true), ("daily", "day", true),
    ("every weekday at 9am", "mon,tue,wed,thu,fri", false), ("every day 14:30", "day", false),
    ("every 3 months starting 2026-10-01", "3 months", true), ("after 3 days", "3 days", false),
    ("every year until 2027", "year", false), ("every quarter", "3 months", true),
    ("every last day", "month", true), ("every 15th", "month", true), ("every 32nd", nil, true),
    ("every th", nil, true), ("jeden Montag", nil, true),
    ("every", nil, true), ("monday", nil, true), ("every month starting soon", nil, true),
  ])
  func `of Todoist are words`(text: String, every: String?, isWhole: Bool) {
    let recurrence = TodoistRecurrence(text, DateReader())
    #expect(recurrence?.every.description == every)
    if let recurrence { #expect(recurrence.isWhole == isWhole) }
  }

  @Test func `begin on the day that the words say, and keep it when the file is read again`() throws
  {
    let scratch = try ImportScratch()
    let text = """
      TYPE,CONTENT,PRIORITY,INDENT,DATE
      task,Rent @home @money,1,1,every month starting 2026-10-01
      task,Bins,4,1,ev mon
      task,Read @,4,1,every 3 days
      task,Meter,4,1,every 15th
      task,Books,4,1,every last day
      """
    try scratch.write("Flat.csv", text)
    try scratch.run("Flat.csv")
    func tasks() throws -> [String: TaskContent] {
      Dictionary(
        uniqueKeysWithValues: try scratch.state().tasks.tasks.map { ($0.content.name, $0.content) })
    }
    let rent = try #require(try tasks()["Rent"])
    #expect(rent.tags == ["home", "money"] && rent.every?.description == "month")
    #expect(rent.due?.description == "2026-10-01" && rent.details == nil)
    let bins = try #require(try tasks()["Bins"])
    // The next Monday from the day of the import on.
    let due = try #require(bins.due)
    #expect(Weekday(due) == .monday)
    #expect(try tasks()["Read @"]?.due == nil)
    #expect(try tasks()["Meter"]?.due?.description == "2026-07-15")
    #expect(try tasks()["Books"]?.due?.description == "2026-07-31")
    // Without times of creation in the file, a later import keeps what the first one computed.
    #expect(try scratch.run("Flat.csv").line == "5=0+0+5+0+0")
  }

  // MARK: Dependencies

  private static func task(
    _ uuid: String, _ rest: String = "", status: String = "pending", day: Int = 1
  ) -> String {
    #"{"uuid":"\#(uuid)","description":"\#(uuid)","status":"\#(status)","#
      + #""entry":"2026060\#(day)T080000Z"\#(rest)}"#
  }

  @Test func `name the tasks that come first, in whatever order the file has them`() throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "tasks.json",
      """
      [
      \(Self.task("paint", #","depends":["buy","sand"],"tags":["home"]"#)),
      \(Self.task("sand", #","depends":"buy""#)),
      \(Self.task("buy", day: 2)),
      \(Self.task("hang", #","depends":["gone","elsewhere"]"#)),
      \(Self.task("gone", status: "deleted"))
      ]
      """)
    #expect(try scratch.run("tasks.json").line == "5=4+0+0+0+1")
    let tasks = try scratch.state().tasks
    func task(_ name: String) throws -> TaskState {
      try #require(tasks.tasks.first { $0.content.name == name })
    }
    func names(_ name: String) throws -> Set<String> {
      Set(try task(name).content.after.compactMap { tasks.task($0)?.content.name })
    }
    #expect(try names("paint") == ["buy", "sand"] && names("sand") == ["buy"])
    // What the file lacks may be imported later.
    #expect(try names("hang") == [] && task("hang").content.after.count == 2)
    #expect(tasks.tasks.allSatisfy { $0.content.details == nil })
    #expect(try scratch.run("tasks.json").line == "5=0+0+4+0+1")
  }

  @Test func `are the same whichever of two files is imported first`() throws {
    let files = [
      ("house.json", "[\(Self.task("paint", #","depends":["buy"]"#))]"),
      ("shop.json", "[\(Self.task("buy", day: 2))]"),
    ]
    let states = try [files, files.reversed()].map { files in
      let scratch = try ImportScratch()
      for (name, text) in files {
        try scratch.write(name, text)
        #expect(try scratch.run(name).line == "1=1+0+0+0+0")
      }
      let tasks = try scratch.state().tasks
      let paint = try #require(tasks.tasks.first { $0.name == "paint" })
      #expect(tasks.blockers(of: paint).map(\.name) == ["buy"])
      return Dictionary(uniqueKeysWithValues: tasks.tasks.map { ($0.id, $0.content) })
    }
    #expect(states[0] == states[1])
  }

  @Test func `do not block what Taskwarrior let one complete before them`() throws {
    let scratch = try ImportScratch()
    let end = { (day: Int) in #","end":"2026060\#(day)T080000Z""# }
    try scratch.write(
      "tasks.json",
      """
      [
      \(Self.task("early", #","depends":["open","late","before"]"# + end(3), status: "completed")),
      \(Self.task("open")), \(Self.task("late", end(4), status: "completed")),
      \(Self.task("before", end(2), status: "completed"))
      ]
      """)
    #expect(try scratch.run("tasks.json").line == "4=4+0+0+0+0")
    let tasks = try scratch.state().tasks
    let early = try #require(tasks.tasks.first { $0.content.name == "early" })
    #expect(!early.isOpen && early.content.details == nil && early.content.after == [])
    #expect(try scratch.run("tasks.json").line == "4=0+0+4+0+0")
  }

  // MARK: Earlier versions

  @Test func `that an earlier version recorded as text stay unchanged until they are updated`()
    throws
  {
    let scratch = try ImportScratch()
    let buy = try scratch.session { session in
      for (key, details) in [
        ("buy", "Wait: 2026-07-01\nTags: shop, next"), ("paint", "Depends on: buy"),
      ] {
        _ = try session.record(
          .task(.taskAdd(try TaskContent(name: key, details: details))),
          at: .instant(Instant(milliseconds: 1_780_300_800_000)), key: key)
      }
      return session.id(ofKind: .taskAdd, key: "buy")
    }
    try scratch.write(
      "tasks.json",
      "[\n"
        + Self.task("buy", #","tags":["shop","next"],"wait":"20260701T000000Z""#)
        + ",\n" + Self.task("paint", #","depends":["buy"]"#) + "\n]")
    let report = try scratch.run("tasks.json")
    #expect(report.line == "2=0+0+2+0+0")
    #expect(
      report.sources.flatMap(\.notes).contains(
        "Tasks that an earlier version recorded with tags, repeats and dependencies as text stay as "
          + "they are: 2; --update makes fields of them."))
    #expect(try scratch.run("tasks.json") { $0.isUpdating = true }.line == "2=0+2+0+0+0")
    let tasks = try scratch.state().tasks.tasks.map(\.content)
    #expect(tasks.map(\.details) == [nil, nil])
    #expect(Set(tasks.map(\.tags)) == [["next", "shop"], []])
    #expect(Set(tasks.map(\.after)) == [[], [buy]])
    #expect(tasks.contains { $0.wait?.description == "2026-07-01" })
    #expect(try scratch.run("tasks.json").line == "2=0+0+2+0+0")
  }
}
