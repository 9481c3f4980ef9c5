import FlintRules
import Testing

@testable import Transfer

@Suite struct `Loop Habit Tracker's export` {
  @Test func `becomes trackers and their entries, with the notes of the habits' own files`() throws
  {
    let reading = try read(LoopFormat(), try example("loop"), try appContext())
    // 5 habits, 12 days, 42 days of single habits of which 4 have notes, 32 scores.
    #expect(reading.recordCount == 91)
    #expect(reading.units.count == 87)
    #expect(reading.problems.isEmpty)
    #expect(reading.columns.count == 13)
    let days = reading.units.filter { $0.originals[0].file == 1 }
    #expect(days.count == 12)
    #expect(
      days[0].events.map(\.words) == [
        "~2026-06-16T12:00:00 entry of Wake up early: done notes Before the birds. "
          + "key loop/Wake up early/2026-06-16",
        "~2026-06-16T12:00:00 entry of Walk: 5.25 key loop/Walk/2026-06-16",
        "~2026-06-16T12:00:00 entry of Read, on paper: done key loop/Read, on paper/2026-06-16",
        "~2026-06-16T12:00:00 entry of Sweets: 0 key loop/Sweets/2026-06-16",
      ])
    #expect(days[0].originals.count == 2)
    #expect(days[0].originals[1].fields == ["2026-06-16", "YES_MANUAL", "Before the birds."])
    #expect(
      days[1].words == "~2026-06-15T12:00:00 entry of Sweets: 2 key loop/Sweets/2026-06-15")
    #expect(
      days[3].words == "~2026-06-13T12:00:00 entry of Wake up early: not done "
        + "notes Overslept, again "
        + "key loop/Wake up early/2026-06-13 & ~2026-06-13T12:00:00 entry of Walk: 3.005 "
        + "key loop/Walk/2026-06-13 & ~2026-06-13T12:00:00 habit Read, on paper: skip of "
        + "2026-06-13 note Train without a light key loop/Read, on paper/skip/2026-06-13")
    #expect(days[6].words == "skipped: nothing was done by hand on the day")
    #expect(days[10].words == "skipped: nothing was done by hand on the day")
    #expect(
      reading.notes == [
        "Days of habits are recorded at 12:00, since Loop stores no times.",
        "Days that Loop itself counts as done (YES_AUTO) are not recorded: 2.",
      ])
  }

  @Test func `describes each habit in its tracker`() throws {
    let reading = try read(LoopFormat(), try example("loop"), try appContext())
    var trackers: [String: ImportedTracker] = [:]
    for case .entry(let entry) in reading.units.flatMap(\.events) {
      trackers[entry.tracker.content.name] = entry.tracker
    }
    #expect(trackers["Wake up early"]?.content.goal == "5 times every 7 days")
    #expect(
      trackers["Wake up early"]?.content.description
        == "Did you get up before seven?\nAlarm across the room.")
    #expect(trackers["Walk"]?.content.goal == "at least 4.5 km every day")
    #expect(trackers["Read, on paper"]?.content.goal == "every day")
    #expect(trackers["Read, on paper"]?.key == "loop/Read, on paper")
    #expect(trackers["Sweets"]?.content.goal == "at most 6 pieces every 7 days")
  }

  @Test func `is read from Checkmarks alone, with older numbers and dates of a spreadsheet`()
    throws
  {
    let reading = try read(LoopFormat(), try example("loop-spreadsheet"), try appContext())
    #expect(reading.units.count == 12)
    #expect(
      reading.words.prefix(6) == [
        "~2018-05-16T12:00:00 entry of Meditate: done key loop/Meditate/2018-05-16 & "
          + "~2018-05-16T12:00:00 entry of Water: 1.5 key loop/Water/2018-05-16",
        "~2018-05-15T12:00:00 entry of Water: 2 key loop/Water/2018-05-15",
        "~2018-05-14T12:00:00 entry of Water: 0 key loop/Water/2018-05-14",
        "~2018-05-13T12:00:00 entry of Water: 1.75 key loop/Water/2018-05-13",
        "~2018-05-12T12:00:00 entry of Meditate: done key loop/Meditate/2018-05-12",
        "~2018-05-11T12:00:00 entry of Meditate: done key loop/Meditate/2018-05-11 & "
          + "~2018-05-11T12:00:00 entry of Water: 0.003 key loop/Water/2018-05-11",
      ])
  }

  static func checkmarks(_ dates: String...) -> String {
    "Date,Run,\n" + dates.map { "\($0),YES_MANUAL,\n" }.joined()
  }

  @Test func `is refused if several date orders fit`() throws {
    // In neither order is each row one day before the row above it.
    let file = appFile("Checkmarks.csv", Self.checkmarks("06/08/2024", "04/06/2024"))
    do {
      _ = try read(LoopFormat(), [file], try appContext())
      Issue.record("read what is ambiguous")
    } catch let problem as FormatProblem {
      #expect(
        problem.description == "Checkmarks.csv: \"06/08/2024\" is 2024-08-06 as dmy and "
          + "2024-06-08 as mdy; choose one with --dates dmy or --dates mdy")
    }
    let said = try read(LoopFormat(), [file], try appContext(dates: .mdy))
    #expect(said.events.map { $0.suffix(10) } == ["2024-06-08", "2024-04-06"])
  }

  @Test func `determines the date order from one row per day, and reports it`() throws {
    let file = appFile("Checkmarks.csv", Self.checkmarks("03-02-24", "02-02-24", "01-02-24"))
    let reading = try read(LoopFormat(), [file], try appContext())
    #expect(reading.events.map { $0.suffix(10) } == ["2024-02-03", "2024-02-02", "2024-02-01"])
    #expect(
      reading.notes[1]
        == "Dates are read as dmy: only then is each row one day before the row above it.")
  }

  @Test func `rejects only the day with an invalid mark`() throws {
    let text = """
      Date,Run,Water,
      2024-06-03,YES_MANUAL,2500,
      2024-06-02,MAYBE,2000,
      2024-06-01,2,1.5,
      someday,2,1000,
      2024-05-30,YES_MANUAL,99999999999999999,
      """
    let reading = try read(LoopFormat(), text, path: "Checkmarks.csv", try appContext())
    #expect(
      reading.words == [
        "~2024-06-03T12:00:00 entry of Run: done key loop/Run/2024-06-03 & "
          + "~2024-06-03T12:00:00 entry of Water: 2.5 key loop/Water/2024-06-03",
        "rejected: Run \"MAYBE\": expected YES_MANUAL, YES_AUTO, NO, SKIP, UNKNOWN, "
          + "or a number from -1 to 3",
        "rejected: Water \"1.5\": expected a whole number of thousandths, NO, SKIP or UNKNOWN",
        "rejected: Date \"someday\": expected a date such as 2026-06-22, 2026-06-22 21:30 "
          + "or 22 Jun 2026",
        "rejected: Water \"99999999999999999\": expected a whole number of thousandths, NO, SKIP "
          + "or UNKNOWN",
      ])
  }

  @Test(arguments: [
    ("NO", ["Habits that were never done by hand are not recorded: Swim."]),
    // The habit may have been done on the rejected day.
    ("MAYBE", []),
  ])
  func `notes the habits that were never done, if every day could be read`(
    mark: String, notes: [String]
  ) throws {
    // Habits without a schedule, which are recorded only by their days.
    let habits = appFile(
      "Habits.csv",
      "Position,Name,Description,NumRepetitions,Interval,Color\n001,Run,,,,#1\n002,Swim,,,,#2\n")
    let marks = appFile(
      "Checkmarks.csv",
      "Date,Run,Swim,\n2024-06-03,YES_MANUAL,NO,\n2024-06-02,YES_MANUAL,\(mark),\n")
    let reading = try read(LoopFormat(), [marks, habits], try appContext())
    #expect(
      reading.notes == ["Days of habits are recorded at 12:00, since Loop stores no times."] + notes
    )
  }

  @Test func `with a comma in a habit's name needs the list of habits`() throws {
    let marks = appFile("Checkmarks.csv", "Date,Read, a lot,Run,\n2024-06-03,YES_MANUAL,NO,\n")
    let problem = #expect(throws: FormatProblem.self) {
      try read(LoopFormat(), [marks], try appContext())
    }
    #expect(
      problem?.description
        == "Checkmarks.csv: the header has 4 columns and no row more than 3: a habit's name contains "
        + "a comma, or days are missing; quote such names, or import the whole folder or zip file")
    let habits = appFile(
      "Habits.csv",
      "Position,Name,Description,NumRepetitions,Interval,Color\n"
        + "001,\"Read, a lot\",,3,7,#1\n002,Run,,1,1,#2\n")
    let reading = try read(LoopFormat(), [marks, habits], try appContext())
    #expect(
      reading.events == [
        "~2024-06-03T12:00:00 entry of Read, a lot: done key loop/Read, a lot/2024-06-03"
      ])
  }

  @Test func `is read from the folders of habits alone`() throws {
    let reading = try read(
      LoopFormat(),
      [
        appFile("x/001 Run/Checkmarks.csv", "2015-01-25,2\n2015-01-24,1\n2015-01-23,0\n"),
        appFile("x/001 Run/Scores.csv", "2015-01-25,0.25\n"),
        appFile("x/002 Read/Checkmarks.csv", "Date,Value,Notes\n2015-01-24,NO,tired\n"),
        appFile("x/003 Never/Checkmarks.csv", ""),
      ], try appContext())
    #expect(
      reading.words == [
        "~2015-01-25T12:00:00 entry of Run: done key loop/Run/2015-01-25",
        "skipped: nothing was done by hand on the day",
        "skipped: nothing was done by hand on the day",
        "~2015-01-24T12:00:00 entry of Read: log tired key loop/Read/2015-01-24",
        "skipped: a score, which Loop computes from the days",
      ])
    #expect(reading.columns.count == 4)
  }

  @Test func `is refused for one habit without its folder`() throws {
    let file = appFile("Checkmarks.csv", "Date,Value,Notes\n2024-06-03,YES_MANUAL,\n")
    do {
      _ = try read(LoopFormat(), [file], try appContext())
      Issue.record("read a habit without a name")
    } catch let problem as FormatProblem {
      #expect(
        problem.message == "this is the file of one habit, and does not name it; give its name by "
          + "--tracker NAME (tracker = \"NAME\" in Lua), or import the whole folder or zip file")
    }
  }

  @Test func `is read for one habit without its folder by the name that is given`() throws {
    let file = appFile(
      "Checkmarks.csv", "Date,Value,Notes\n2024-06-03,YES_MANUAL,rain\n2024-06-02,NO,\n")
    let reading = try read(LoopFormat(), [file], try appContext(tracker: " Run "))
    // The key is that of the whole export, so that both merge.
    #expect(
      reading.words == [
        "~2024-06-03T12:00:00 entry of Run: done notes rain key loop/Run/2024-06-03",
        "skipped: nothing was done by hand on the day",
      ])
  }

  @Test func `of one habit merges with the whole export`() throws {
    let scratch = try ImportScratch()
    try scratch.write(
      "Checkmarks.csv", "Date,Value,Notes\n2024-06-03,YES_MANUAL,\n2024-06-02,NO,\n")
    let alone = try scratch.run("Checkmarks.csv") { $0.values.tracker = "Run" }
    #expect(alone.line == "2=1+0+0+0+1")
    try scratch.write("all/Checkmarks.csv", "Date,Run,\n2024-06-03,YES_MANUAL,\n")
    #expect(try scratch.run("all").line == "1=0+0+1+0+0")
  }

  @Test func `distinguishes two habits with the same name`() throws {
    let reading = try read(
      LoopFormat(), "Date,Run,run,\n2024-06-03,YES_MANUAL,YES_MANUAL,\n", try appContext())
    #expect(
      reading.units[0].events.map(\.key) == ["loop/Run/2024-06-03", "loop/run (2)/2024-06-03"])
  }

  @Test func `is not recognised in Flint's own tables, nor in texts with its keywords`() throws {
    let scratch = try ImportScratch()
    let moods =
      "value,date,mood,note\n,2026-01-05,good,YES_MANUAL\n,2026-01-06,good,Entry(timestamp=1\n"
    try scratch.write("moods.csv", moods)
    let report = try scratch.run("moods.csv")
    #expect(report.sources.map(\.format) == ["moods"])
    #expect(report.line == "2=2+0+0+0+0")
    let texts = "Date,Note\n2026-01-05,\"I wrote YES_MANUAL, twice\"\nYES_AUTO,x\n"
    #expect(LoopFormat().claim([glimpse(appFile("texts.csv", texts))]).isEmpty)
    let marks = "Date;Run\n2026-01-05; YES_MANUAL\n"
    let file = FileGlimpse(
      path: "x.csv", header: ["Date", "Run"], start: Array(marks.utf8),
      delimiter: UInt8(ascii: ";"))
    #expect(LoopFormat().claim([file]) == [0])
  }

  @Test func `is not recognised in any table with dates`() {
    let file = appFile("weights.csv", "Date,Weight\n2024-06-03,70\n")
    #expect(LoopFormat().claim([glimpse(file)]).isEmpty)
    let values = appFile("weights.csv", "Date,Value,Notes\n2024-06-03,70,\n")
    #expect(LoopFormat().claim([glimpse(values)]).isEmpty)
    let scores = appFile("Scores.csv", "Date,Run,\n2024-06-03,0.5,\n")
    #expect(LoopFormat().claim([glimpse(scores)]).isEmpty)
  }
}
