import Foundation
import FlintRules
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

  // MARK: Rows that stand alone

  @Test func `keep the status and the completion of TickTick's tasks`() throws {
    try check(
      [("ticktick.csv", Self.usualTickTick)], wrong: [("Plan\",\"0", "Plan\",\"4")], rejected: 1
    ) { $0.replacing("Plan,4", with: "Plan,0") }
  }

  @Test func `are the first row of a to-do in Habitica, or one of a second of its own`() throws {
    try check(
      [("h.csv", Self.habitica)], wrong: [("todo,2026-06-02 10", "todo,2026-06-32 10")],
      rejected: 1
    ) { $0.replacing("todo,2026-06-32", with: "todo,2026-06-02") }
    try check([("h.csv", Self.habitica)], wrong: [(":01,4\n", ":01,four\n")], rejected: 1) {
      $0.replacing(",four,h", with: ",4,h").replacing(":01,four,", with: ":01,4,")
    }
  }

  @Test func `keep Daylio's moods, read in the order of the dates of their file`() throws {
    try check([("d.csv", Self.daylio)], wrong: [("meh,,c", "Hm,,c")], rejected: 1) {
      $0.replacing("x,20:00,Hm", with: "x,20:00,meh")
    }
    let local = Self.daylio.replacing("2026-06-02", with: "06/02/2026")
      .replacing("2026-05-31", with: "05/31/2026")
    try check([("d.csv", local)], wrong: [("meh,,c", "Hm,,c")], rejected: 1) {
      $0.replacing("x,20:00,Hm", with: "x,20:00,meh")
    } _: {
      $0.values.dateOrder = .mdy
    }
    let scratch = try ImportScratch()
    try scratch.write("d.csv", local.replacing("meh,,c", with: "Hm,,c"))
    try scratch.run("d.csv")
    #expect(RepeatedOptions(ofFile: scratch.path("rejects.csv"))?.dates == .mdy)
  }

  @Test func `are rejected again while they are too wide`() throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "d.csv", "full_date,weekday,mood,activities,note\n2026-06-02,x,good,,,stray\n")
    try scratch.run("d.csv")
    let rejects = try scratch.text("rejects.csv")
    try FileManager.default.removeItem(atPath: scratch.path("rejects.csv"))
    try scratch.write("again.csv", rejects)
    #expect(try scratch.run("again.csv").line == "1=0+0+0+1+0")
    #expect(try scratch.text("rejects.csv") == rejects)
  }

  @Test func `of version 0.2.0 are read without their context`() throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "old.csv",
      "full_date,weekday,mood,activities,note,\(RejectColumns.always.joined(separator: ",")),"
        + "reject_context\n2026-06-02,x,good,,,d.csv,2,,,why,\"{\"\"number\"\":3}\"\n")
    #expect(try scratch.run("old.csv").line == "1=1+0+0+0+0")
  }

  // MARK: Rows that equal others

  /// A file with several rows of one key, of which one is wrong, and the correction of that row.
  struct EqualRows: Sendable {
    var name: String
    var text: String
    var right: String
    var wrong: String
  }

  static let equal = [
    EqualRows(name: "h.csv", text: habitica, right: ":00,2\n", wrong: ":00,two\n"),
    EqualRows(name: "d.csv", text: daylio, right: "20:00,good", wrong: "20:00,Gut"),
    EqualRows(
      name: "t.csv", text: usualTickTick, right: "Water\",\"3", wrong: "Water\",\"4"),
  ]

  @Test(arguments: equal)
  func `are rejected where the profile has another row, and recorded with the original file`(
    rows: EqualRows
  ) throws {
    let (all, scratch) = (try ImportScratch(), try ImportScratch())
    try all.write(rows.name, rows.text)
    try all.run(rows.name)
    try scratch.write(rows.name, rows.text.replacing(rows.right, with: rows.wrong))
    #expect(try scratch.run(rows.name).total.rejected == 1)
    let rejects = try scratch.text("rejects.csv")
    let right = [(",two,", ",2,"), (":00,Gut", ":00,good"), ("Water,4", "Water,3")]
    try scratch.write(
      "r.csv", right.reduce(rejects) { $0.replacing($1.0, with: $1.1, maxReplacements: 1) })
    for isUpdating in [false, true] {
      try? FileManager.default.removeItem(atPath: scratch.path("rejects.csv"))
      let report = try scratch.run("r.csv") { $0.isUpdating = isUpdating }
      #expect(
        report.rejects.map(\.problem.reason) == [
          "the profile has this with other content: correct the row in "
            + "\(scratch.path(rows.name)), and import that"
        ])
    }
    try scratch.write(rows.name, rows.text)
    #expect(try scratch.run(rows.name).total.added == 1)
    #expect(try scratch.state() == all.state())
    // Now the profile has an equal row.
    #expect(try scratch.run("r.csv").line == "1=0+0+1+0+0")
  }

  // MARK: Rows whose meaning other rows determine

  /// Files, of which some rows are wrong.
  struct DependentRows: Sendable {
    var files: [(name: String, text: String)]
    var wrong: [(right: String, wrong: String)]
    var rejected: Int
  }

  static let dependent = [
    DependentRows(
      files: [("Garden.csv", todoist)],
      wrong: [("Stamps,2,1", "Stamps,9,1"), ("Paint,2,1", "Paint,7,1"), ("Brush,1", "Brush,8")],
      rejected: 4),
    DependentRows(
      files: [("Garden.csv", todoist)], wrong: [("Paint,2,1", ",2,1")], rejected: 2),
    DependentRows(
      files: [("Garden.csv", todoist)], wrong: [("Paint,2,1", "Paint,2,x")], rejected: 2),
    DependentRows(
      files: [("ticktick.csv", ticktick)], wrong: [("Part\",\"1", "Part\",\"9")], rejected: 1),
    DependentRows(
      files: loop, wrong: [("02,NO,2,YES_MANUAL", "02,NOT,2,YES_MANUAL")], rejected: 1),
    DependentRows(
      files: loop, wrong: [(",2500", ",much"), (",2,", ",some,"), (",3000", ",more")],
      rejected: 3),
    DependentRows(
      files: [
        loop[0], loop[2],
        ("002 Water/Checkmarks.csv", "Date,Value,Notes\n2026-06-03,2500,\n2026-06-02,2,\n"),
      ],
      wrong: [("02,2,", "02,two,"), ("01,YES_MANUAL", "01,YES")], rejected: 2),
  ]

  @Test(arguments: dependent)
  func `are corrected in the original file`(rows: DependentRows) throws {
    let (all, scratch) = (try ImportScratch(), try ImportScratch())
    for (name, text) in rows.files {
      try all.write("in/" + name, text)
      try scratch.write(
        "in/" + name, rows.wrong.reduce(text) { $0.replacing($1.right, with: $1.wrong) })
    }
    try all.run("in", now: Self.now)
    let first = try scratch.run("in", now: Self.now)
    #expect(first.total.rejected == rows.rejected)
    #expect(first.rejectsFiles.allSatisfy(\.needsOriginal) && !first.rejectsFiles.isEmpty)
    let failure = #expect(throws: InputFailure.self) { try scratch.run("rejects.csv") }
    #expect(failure?.message.hasPrefix("other rows of \(scratch.path("in"))") == true)
    #expect(
      failure?.message.hasSuffix(
        "determine what its rows mean: correct them there, and import that") == true)
    for (name, text) in rows.files { try scratch.write("in/" + name, text) }
    #expect(try scratch.run("in", now: Self.now).total.rejected == 0)
    #expect(try scratch.state() == all.state())
  }

  // MARK: Files

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

  /// The same tasks, with TickTick's usual numbers of the status.
  static let usualTickTick = ticktick.replacing(
    "0 Completed, 1 Normal", with: "0 Normal, 2 Completed"
  )
  .replacing("\"1\",\"\",\"2026", with: "\"0\",\"\",\"2026")
  .replacing("\"0\",\"2026", with: "\"2\",\"2026")

  static let habitica = """
    Task Name,Task ID,Task Type,Date,Value
    Run,r,habit,2026-06-01 10:00:00,1
    Run,r,habit,2026-06-01 10:00:00,2
    Run,r,habit,2026-06-01 10:00:00,3
    Run,r,habit,2026-06-01 10:00:01,4
    Buy,b,todo,2026-06-02 10:00:00,0
    Buy,b,todo,2026-06-03 10:00:00,0

    """

  static let daylio = """
    full_date,weekday,time,mood,activities,note
    2026-06-02,x,20:00,good,run,a
    2026-06-02,x,20:00,bad,read,b
    2026-05-31,x,20:00,meh,,c

    """

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
}
