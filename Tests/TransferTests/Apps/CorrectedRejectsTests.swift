import Foundation
import Rules
import Testing

@testable import Transfer

/// A rejects file, corrected and imported alone, has the same result as if the original file had
/// been correct from the start; importing that file as well, before or after, adds nothing.
@Suite struct `Corrected rejects of other apps` {
  static let now = "2026-07-01T00:00:00Z"

  /// Checks this for files with errors in some rows.
  ///
  /// - Parameters:
  ///   - right: the correct files, by name.
  ///   - wrong: the errors in them: correct texts and their replacements.
  ///   - rejected: the number of rejected records.
  ///   - name: the name of the rejects file to be imported, without `--format`.
  func check(
    _ right: [(name: String, text: String)], wrong: [(right: String, wrong: String)],
    rejected: Int, rejects name: String = "anything.rejects.csv",
    correct: (String) -> String, _ change: (inout ImportOptions) -> Void = { _ in },
    location: SourceLocation = #_sourceLocation
  ) throws {
    let all = try ImportScratch()
    for (name, text) in right { try all.write("in/" + name, text) }
    try all.run("in", now: Self.now, change)
    let expected = try all.state()
    for isRightFirst in [false, true] {
      let scratch = try ImportScratch()
      for (name, text) in right {
        var faulty = text
        for (right, wrong) in wrong { faulty = faulty.replacing(right, with: wrong) }
        try scratch.write("in/" + name, faulty)
      }
      let first = try scratch.run("in", now: Self.now, change)
      #expect(first.total.rejected == rejected, sourceLocation: location)
      let rejects = try scratch.text("rejects.csv")
      try FileManager.default.removeItem(atPath: scratch.path("rejects.csv"))
      for (name, text) in right { try scratch.write("in/" + name, text) }
      if isRightFirst { try scratch.run("in", now: Self.now, change) }
      try scratch.write(name, correct(rejects))
      let second = try scratch.run(name, now: Self.now, change)
      #expect(second.total.rejected == 0, "\(second.rejects)", sourceLocation: location)
      let added = second.total.added + second.total.updated
      #expect(isRightFirst ? added == 0 : added > 0, sourceLocation: location)
      #expect(try scratch.state() == expected, sourceLocation: location)
      for path in [name, "in"] {
        let again = try scratch.run(path, now: Self.now, change)
        #expect(
          again.total.added + again.total.updated + again.total.rejected == 0,
          "\(again.line)", sourceLocation: location)
        #expect(again.changed.isEmpty, "\(again.changed)", sourceLocation: location)
        #expect(try scratch.state() == expected, sourceLocation: location)
      }
    }
  }

  // MARK: Todoist

  static let todoist = """
    TYPE,CONTENT,PRIORITY,INDENT
    section,Shed,,
    task,Stamps,1,1
    task,Stamps,2,1
    note,for letters,,
    task,Paint,2,1
    task,Brush,1,2
    task,Stamps,1,1

    """

  @Test func `keep Todoist's duplicates, subtasks and notes`() throws {
    try check(
      [("Garden.csv", Self.todoist)],
      wrong: [("Stamps,2,1", "Stamps,9,1"), ("Paint,2,1", "Paint,7,1"), ("Brush,1", "Brush,8")],
      rejected: 4
    ) {
      $0.replacing("Stamps,9,1", with: "Stamps,2,1").replacing("Paint,7,1", with: "Paint,2,1")
        .replacing("Brush,8", with: "Brush,1")
    }
  }

  @Test func `keep Todoist's notes of a task with an unreadable type`() throws {
    let head =
      "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\n"
    try check(
      [("P.csv", head + "task,Parent,,1,1,,,,,\nnote,first,,,,,,,,\nnote,second,,,,,,,,\n")],
      wrong: [("task,", "tusk,")], rejected: 3
    ) { $0.replacing("tusk,", with: "task,") }
  }

  @Test func `keep Todoist's tasks below one with an unreadable name or indent`() throws {
    try check(
      [("Garden.csv", Self.todoist)], wrong: [("Paint,2,1", ",2,1")], rejected: 2
    ) { $0.replacing("task,,2,1", with: "task,Paint,2,1") }
    try check(
      [("Garden.csv", Self.todoist)], wrong: [("Paint,2,1", "Paint,2,x")], rejected: 2
    ) { $0.replacing("Paint,2,x", with: "Paint,2,1") }
    // A removed task has no subtasks.
    let scratch = try ImportScratch()
    try scratch.write("Garden.csv", Self.todoist.replacing("Paint,2,1", with: ",2,1"))
    try scratch.run("Garden.csv")
    let lines = try scratch.text("rejects.csv").split(separator: "\n")
    try scratch.write("child.csv", lines[0] + "\n" + lines[2] + "\n")
    #expect(try scratch.run("child.csv").line == "1=1+0+0+0+0")
    let details = try scratch.state().tasks.tasks.first { $0.name == "Brush" }?.details
    #expect(details == "Section: Shed\nPart of: Stamps" || details == "Section: Shed")
  }

  @Test func `that become duplicates in Todoist are not lost`() throws {
    let scratch = try ImportScratch()
    try scratch.write("Garden.csv", Self.todoist.replacing("Paint,2,1", with: ",2,1"))
    try scratch.run("Garden.csv")
    let rejects = try scratch.text("rejects.csv")
    try scratch.write("corrected.csv", rejects.replacing("task,,2,1", with: "task,Stamps,1,1"))
    #expect(try scratch.run("corrected.csv").line == "2=2+0+0+0+0")
    #expect(try scratch.state().tasks.tasks.filter { $0.name == "Stamps" }.count == 4)
    #expect(try scratch.run("corrected.csv").line == "2=0+0+2+0+0")
    // The whole file, corrected in the same way, adds nothing either.
    try scratch.write("Garden.csv", Self.todoist.replacing("Paint,2,1", with: "Stamps,1,1"))
    #expect(try scratch.run("Garden.csv").total.added == 0)
    #expect(try scratch.state().tasks.tasks.filter { $0.name == "Stamps" }.count == 4)
  }

  @Test func `keep their meaning when they are rejected twice`() throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "Garden.csv",
      Self.todoist.replacing("Paint,2,1", with: ",2,1").replacing("Stamps,2,1", with: "Stamps,9,1"))
    try scratch.run("Garden.csv")
    let once = try scratch.text("rejects.csv")
    try FileManager.default.removeItem(atPath: scratch.path("rejects.csv"))
    try scratch.write("again.csv", once)
    #expect(try scratch.run("again.csv").line == "4=0+0+0+4+0")
    #expect(try scratch.text("rejects.csv") == once)
  }

  // MARK: TickTick

  static let ticktick = """
    "Date: 2026-08-31+0000"
    "Version: 9"
    "Status: 0 Completed, 1 Normal"
    "List Name","Title","Priority","Status","Completed Time","Created Time","taskId","parentId"
    "A","Water","0","0","2026-06-02T10:00:00+0000","2026-06-01T10:00:00+0000","1",""
    "A","Water","3","0","2026-06-03T10:00:00+0000","2026-06-01T10:00:00+0000","2",""
    "A","Water","5","1","","2026-06-01T10:00:00+0000","3",""
    "A","Plan","0","1","","2026-06-01T11:00:00+0000","4",""
    "A","Part","1","1","","2026-06-01T11:00:00+0000","5","4"

    """

  @Test func `keep TickTick's duplicates, subtasks and status definitions`() throws {
    try check(
      [("ticktick.csv", Self.ticktick)],
      wrong: [("Water\",\"3", "Water\",\"4"), ("Part\",\"1", "Part\",\"9")], rejected: 2
    ) { $0.replacing("Water,4", with: "Water,3").replacing("Part,9", with: "Part,1") }
    try check(
      [("ticktick.csv", Self.ticktick)], wrong: [("Water\",\"5", "Water\",\"4")], rejected: 1
    ) { $0.replacing("Water,4", with: "Water,5") }
  }

  // MARK: Habitica

  @Test func `keep Habitica's events of one second, and the first row of a to-do`() throws {
    let text = """
      Task Name,Task ID,Task Type,Date,Value
      Run,r,habit,2026-06-01 10:00:00,1
      Run,r,habit,2026-06-01 10:00:00,2
      Run,r,habit,2026-06-01 10:00:00,3
      Buy,b,todo,2026-06-02 10:00:00,0
      Buy,b,todo,2026-06-03 10:00:00,0

      """
    try check([("h.csv", text)], wrong: [(":00,2\n", ":00,two\n")], rejected: 1) {
      $0.replacing(",two,h", with: ",2,h").replacing(":00,two,", with: ":00,2,")
    }
    try check(
      [("h.csv", text)], wrong: [("todo,2026-06-02 10", "todo,2026-06-32 10")], rejected: 1
    ) { $0.replacing("todo,2026-06-32", with: "todo,2026-06-02") }
    try check(
      [("h.csv", text)],
      wrong: [("r,habit,2026-06-01 10:00:00,3", "r,habit,2026-06-31 10:00:00,3")],
      rejected: 1
    ) { $0.replacing("habit,2026-06-31", with: "habit,2026-06-01") }
  }

  // MARK: Daylio

  @Test func `keep Daylio's moods of one day or one minute`() throws {
    let untimed = """
      full_date,weekday,mood,activities,note
      2026-06-02,x,good,run,a
      2026-06-02,x,bad,read,b
      2026-06-02,x,meh,,c
      2026-06-01,x,meh,,d

      """
    for mood in ["good", "bad", "meh,,c"] {
      try check(
        [("d.csv", untimed)], wrong: [("x,\(mood)", "x,Hm \(mood)")], rejected: 1
      ) { $0.replacing("x,Hm ", with: "x,") }
    }
    let timed = """
      full_date,weekday,time,mood,activities,note
      2026-06-02,x,20:00,good,run,a
      2026-06-02,x,20:00,bad,read,b
      2026-06-01,x,20:00,bad,read,c

      """
    try check([("d.csv", timed)], wrong: [("good", "Gut")], rejected: 1) {
      $0.replacing("20:00,Gut", with: "20:00,good")
    }
    // The time was corrected, so the mood follows the existing ones.
    try check([("d.csv", timed)], wrong: [("20:00,good", "20.x,good")], rejected: 1) {
      $0.replacing("20.x,good", with: "20:00,good")
    }
    // Dates whose order a single row does not determine.
    let local = timed.replacing("2026-06-02", with: "06/02/2026")
      .replacing("2026-06-01", with: "05/31/2026")
    try check([("d.csv", local)], wrong: [("good", "Gut")], rejected: 1) {
      $0.replacing("20:00,Gut", with: "20:00,good")
    }
  }

  // MARK: Loop

  static let loop = [
    (
      "Habits.csv",
      """
      Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,Target Type,Target Value,Archived?
      1,Run,YES_NO,Did you run?,,3,7,#1,,,,false
      2,Water,NUMERICAL,,Cups,1,1,#2,cups,AT_LEAST,8,false
      3,"Read, a lot",YES_NO,,,1,1,#3,,,,false

      """
    ),
    (
      "Checkmarks.csv",
      """
      Date,Run,Water,Read, a lot,
      2026-06-03,YES_MANUAL,2500,NO,
      2026-06-02,NO,2,YES_MANUAL,
      2026-06-01,YES_MANUAL,3000,NO,

      """
    ),
    (
      "001 Run/Checkmarks.csv",
      "Date,Value,Notes\n2026-06-03,YES_MANUAL,far\n2026-06-02,NO,tired\n2026-06-01,YES_MANUAL,\n"
    ),
  ]

  @Test func `keep Loop's days under any file name`() throws {
    // Two thousandths, which only the habit's type distinguishes from a mark.
    try check(
      Self.loop, wrong: [("02,NO,2,YES_MANUAL", "02,NOT,2,YES_MANUAL")], rejected: 1
    ) { $0.replacing("02,NOT,", with: "02,NO,") }
    // Every day is rejected, so that the habits do not exist yet.
    try check(
      Self.loop,
      wrong: [(",2500", ",much"), (",2,", ",some,"), (",3000", ",more")], rejected: 3
    ) {
      $0.replacing("L,much", with: "L,2500").replacing("O,some", with: "O,2")
        .replacing("L,more", with: "L,3000")
    }
    // The day of the notes is not known before it is corrected.
    try check(
      Self.loop, wrong: [("2026-06-02,NO,2", "2026-06-2x,NO,2")], rejected: 1
    ) { $0.replacing("2026-06-2x,NO", with: "2026-06-02,NO") }
  }

  @Test func `keep Loop's days of single habits`() throws {
    let files = [
      Self.loop[0], Self.loop[2],
      ("002 Water/Checkmarks.csv", "Date,Value,Notes\n2026-06-03,2500,\n2026-06-02,2,\n"),
    ]
    try check(
      files, wrong: [("02,2,", "02,two,"), ("01,YES_MANUAL", "01,YES")], rejected: 2
    ) { $0.replacing("02,two,", with: "02,2,").replacing("01,YES,", with: "01,YES_MANUAL,") }
  }

  @Test func `of Loop are read without a context, as earlier versions wrote them`() throws {
    let scratch = try ImportScratch()
    let marks = RejectColumns.always.joined(separator: ",")
    try scratch.write(
      "loop.rejects.csv",
      "Date,Run,\(marks)\n2026-06-01,2,/x/loop/Checkmarks.csv,2,Run,MAYBE,why\n"
        + "2026-06-02,2,/x/loop/Checkmarks.csv,3,Run,MAYBE,why\n")
    #expect(try scratch.run("loop.rejects.csv").line == "2=2+0+0+0+0")
  }

  @Test func `include data from other files, but not the rows of those files`() throws {
    let scratch = try ImportScratch()
    // The third of June is in the future, which is checked only when it is recorded.
    for (name, text) in Self.loop { try scratch.write("loop/" + name, text) }
    let first = try scratch.run("loop", now: "2026-06-02T13:00:00Z")
    #expect(first.total.rejected == 2)
    let rejects = try scratch.text("rejects.csv")
    #expect(rejects.split(separator: "\n").count == 2)
    try scratch.write("later.csv", rejects)
    #expect(try scratch.run("later.csv").line == "1=1+0+0+0+0")
    let all = try ImportScratch()
    for (name, text) in Self.loop { try all.write("loop/" + name, text) }
    try all.run("loop")
    #expect(try scratch.state().trackers == all.state().trackers)
  }

  @Test func `are rejected again while they are too wide, or their context is damaged`()
    throws
  {
    let scratch = try ImportScratch()
    try scratch.write(
      "d.csv", "full_date,weekday,mood,activities,note\n2026-06-02,x,good,,,stray\n")
    try scratch.run("d.csv")
    let rejects = try scratch.text("rejects.csv")
    try FileManager.default.removeItem(atPath: scratch.path("rejects.csv"))
    try scratch.write("again.csv", rejects)
    #expect(try scratch.run("again.csv").line == "1=0+0+0+1+0")
    #expect(try scratch.text("rejects.csv") == rejects)
    try FileManager.default.removeItem(atPath: scratch.path("rejects.csv"))
    for context in [#"{"content":"00000","number":9223372036854775807}"#, #"{"number":-1,"#, "x"] {
      let quoted = context.replacing("\"", with: "\"\"")
      try scratch.write(
        "again.csv",
        "full_date,weekday,mood,activities,note,\(RejectColumns.always.joined(separator: ",")),"
          + "reject_context\n2026-06-02,x,good,,,d.csv,2,,,why,\"\(quoted)\"\n")
      #expect(try scratch.run("again.csv").total.rejected == 0)
    }
  }

  @Test func `from a folder in a zip file keep their project`() throws {
    let row = "Work,1,1,a.zip:x/Garden [2].csv,2,PRIORITY,9,why"
    let marks = RejectColumns.always.joined(separator: ",")
    let reading = try read(
      TodoistFormat(),
      "TYPE,CONTENT,PRIORITY,INDENT,\(marks),reject_context\ntask,\(row),"
        + "\"{\"\"path\"\":\"\"x/Garden [2].csv\"\"}\"\n", try appContext())
    #expect(reading.units[0].events.map(\.key) == ["todoist/Garden/Work/1000003"])
  }
}
