import FlintRules
import Testing

@testable import Transfer

/// Differences between the exports of Loop's releases.
@Suite struct `Loop Habit Tracker's releases` {
  private static let habits = appFile(
    "Habits.csv",
    "Position,Name,Question,Description,NumRepetitions,Interval,Color\n"
      + "001,Bath,Did you bath today?,,1,1,#00ACC1\n002,Run,,,1,1,#00ACC1\n")

  @Test func `2.0.1 to 2.0.3 write entries into the common Checkmarks`() throws {
    // Those releases write it unquoted, with a comma in each cell.
    let marks = appFile(
      "Checkmarks.csv",
      """
      Date,Bath,Run,
      2023-04-04,Entry(timestamp=2023-04-04, value=2),Entry(timestamp=2023-04-04, value=-1),
      2023-04-03,Entry(timestamp=2023-04-03, value=0),Entry(timestamp=2023-04-03, value=2),
      2023-04-02,Entry(timestamp=2023-04-02, value=1),Entry(timestamp=2023-04-02, value=3),

      """)
    let single = appFile("001 Bath/Checkmarks.csv", "2023-04-04,2\n2023-04-03,0\n")
    let reading = try read(LoopFormat(), [Self.habits, marks, single], try appContext())
    #expect(reading.problems.isEmpty)
    #expect(
      reading.events == [
        "~2023-04-04T12:00:00 entry of Bath: done key loop/Bath/2023-04-04",
        "~2023-04-03T12:00:00 entry of Run: done key loop/Run/2023-04-03",
        "~2023-04-02T12:00:00 habit Run: skip of 2023-04-02 key loop/Run/skip/2023-04-02",
      ])
  }

  @Test func `2.0.1 to 2.0.3 are recognised by their entries under any name`() throws {
    let marks = appFile(
      "Checkmarks_v.csv", "Date,Bath,\n2023-04-04,Entry(timestamp=2023-04-04, value=2),\n")
    let reading = try read(LoopFormat(), [marks], try appContext())
    #expect(
      reading.events == ["~2023-04-04T12:00:00 entry of Bath: done key loop/Bath/2023-04-04"])
  }

  @Test func `2.0.1 to 2.0.3 write thousandths into entries`() throws {
    let marks = appFile(
      "Checkmarks.csv",
      "Date,Water,\n2023-04-04,Entry(timestamp=2023-04-04, value=1500),\n"
        + "2023-04-03,Entry(timestamp=2023-04-03, value=0),\n")
    let reading = try read(LoopFormat(), [marks], try appContext())
    #expect(
      reading.events == [
        "~2023-04-04T12:00:00 entry of Water: 1.5 key loop/Water/2023-04-04",
        "~2023-04-03T12:00:00 entry of Water: 0 key loop/Water/2023-04-03",
      ])
  }

  @Test func `a day whose common row is rejected comes from the habits' own files`() throws {
    let marks = appFile(
      "Checkmarks.csv", "Date,Bath,Run,\n2023-04-04,2,MAYBE,\n2023-04-03,2,2,\n")
    let bath = appFile("001 Bath/Checkmarks.csv", "2023-04-04,2\n2023-04-03,2\n")
    let reading = try read(LoopFormat(), [Self.habits, marks, bath], try appContext())
    #expect(
      reading.words.suffix(4) == [
        "rejected: Run \"MAYBE\": expected YES_MANUAL, YES_AUTO, NO, SKIP, UNKNOWN, "
          + "or a number from -1 to 3",
        "~2023-04-03T12:00:00 entry of Bath: done key loop/Bath/2023-04-03 & "
          + "~2023-04-03T12:00:00 entry of Run: done key loop/Run/2023-04-03",
        "~2023-04-04T12:00:00 entry of Bath: done key loop/Bath/2023-04-04",
        "skipped: a day that is in Checkmarks.csv of all habits",
      ])
  }

  @Test func `2.3.1 writes the zeros of measured habits as NO`() throws {
    let habits = appFile(
      "Habits.csv",
      "Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,"
        + "Target Type,Target Value,Archived?\n"
        + "001,Smoke,NUMERICAL,How many?,,1,1,#FF8F00,cigarettes,AT_MOST,5.0,false\n"
        + "002,Walk,YES_NO,,,1,1,#FF8F00,,,,false\n")
    let marks = appFile(
      "Checkmarks.csv",
      "Date,Smoke,Walk,\n2026-01-04,UNKNOWN,UNKNOWN,\n2026-01-03,NO,NO,\n"
        + "2026-01-02,3000,YES_MANUAL,\n2026-01-01,NO,YES_MANUAL,\n")
    let reading = try read(LoopFormat(), [habits, marks], try appContext())
    #expect(
      reading.events == [
        "~2026-01-03T12:00:00 entry of Smoke: 0 key loop/Smoke/2026-01-03",
        "~2026-01-02T12:00:00 entry of Smoke: 3 key loop/Smoke/2026-01-02",
        "~2026-01-02T12:00:00 entry of Walk: done key loop/Walk/2026-01-02",
        "~2026-01-01T12:00:00 entry of Smoke: 0 key loop/Smoke/2026-01-01",
        "~2026-01-01T12:00:00 entry of Walk: done key loop/Walk/2026-01-01",
      ])
  }

  @Test func `2.3.1 alone has zeros as NO where the column has numbers`() throws {
    let marks = "Date,Smoke,Walk,\n2026-01-03,NO,NO,\n2026-01-02,3000,YES_MANUAL,\n"
    let reading = try read(LoopFormat(), marks, path: "Checkmarks.csv", try appContext())
    #expect(
      reading.events == [
        "~2026-01-03T12:00:00 entry of Smoke: 0 key loop/Smoke/2026-01-03",
        "~2026-01-02T12:00:00 entry of Smoke: 3 key loop/Smoke/2026-01-02",
        "~2026-01-02T12:00:00 entry of Walk: done key loop/Walk/2026-01-02",
      ])
    let single = appFile(
      "001 Smoke/Checkmarks.csv", "Date,Value,Notes\n2026-01-02,3000,\n2026-01-01,NO,good\n")
    let own = try read(LoopFormat(), [single], try appContext())
    #expect(
      own.events == [
        "~2026-01-02T12:00:00 entry of Smoke: 3 key loop/Smoke/2026-01-02",
        "~2026-01-01T12:00:00 entry of Smoke: 0 notes good key loop/Smoke/2026-01-01",
      ])
  }
}
