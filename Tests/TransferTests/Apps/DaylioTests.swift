import FlintCalendar
import FlintRules
import Testing

@testable import Transfer

@Suite struct `Daylio's export` {
  static let header = "full_date,date,weekday,time,mood,activities,note_title,note\n"

  @Test func `becomes moods at their times and entries of activities`() throws {
    let reading = try read(DaylioFormat(), try example("daylio.csv"), try appContext())
    #expect(reading.units.count == 12)
    #expect(
      reading.units[0].events.map(\.words) == [
        #"2026-06-22T22:15:00 mood {"day":"2026-06-22","mood":"good","entry_type":"import","#
          + #""note":"Slow Monday\nFinished the chapter on tides.\nLights out at half past ten.\n"#
          + #"Scales: Sleep: 7 | Energy: 6"} key daylio/2026-06-22/22:15"#,
        "2026-06-22T22:15:00 entry of Daylio activities: log reading | tea | early night "
          + #"tags ["reading", "tea", "early night"] values ["mood=good"] "#
          + "key daylio/2026-06-22/22:15",
      ])
    #expect(
      reading.units[2].events[0].words
        == #"2026-06-21T21:40:00 mood {"day":"2026-06-21","mood":"great","entry_type":"import","#
        + #""note":"Longest day\nSupper outside, eleven of us.\n- new potatoes\n"#
        + #"- the good olive oil\nScales: Sleep: 8 | Energy: 9"} key daylio/2026-06-21/21:40"#)
    // No activities, no entry.
    #expect(reading.units[7].events.count == 1)
    #expect(
      reading.units[10].events[0].words
        == #"2026-06-14T00:00:00 mood {"day":"2026-06-14","mood":"good","entry_type":"import","#
        + #""note":"Midnight, so still the night before."} key daylio/2026-06-14/00:00"#)
    #expect(reading.units[11].events[0].words.contains("Peas < cherries, obviously <3"))
  }

  @Test(arguments: [
    ("12 listopada", "21:30", "2023-11-12/21:30"), ("17. Februar", "9:05", "2023-02-17/09:05"),
    ("11월 12일", "오후 10:08", "2023-11-12/22:08"),
    ("12 de noviembre", "9:05 p. m.", "2023-11-12/21:05"),
  ])
  func `may be in another language`(_ date: String, _ time: String, _ key: String) throws {
    let text = "year,date,weekday,time,mood,activities,note\n2023,\(date),x,\(time),dobrze,,\n"
    let reading = try read(DaylioFormat(), text, try appContext(moods: ["dobrze": .good]))
    #expect(reading.problems.isEmpty)
    #expect(reading.units[0].events.map(\.key) == ["daylio/\(key)"])
  }

  @Test func `rejects rows with unknown moods, and reports each name once`()
    throws
  {
    let reading = try read(DaylioFormat(), try example("daylio.csv"), try appContext())
    #expect(
      reading.problems == [
        RowProblem(
          column: "mood", value: "Ok",
          reason: "this mood is not known; --moods defines such names")
      ])
    #expect(reading.units[9].originals[0].line == 11)
    #expect(
      reading.notes[0] == "Names of moods that are not known, with their numbers of rows: Ok (1). "
        + "Define their meaning with --moods \"Ok=…\".")
    let known = try read(
      DaylioFormat(), try example("daylio.csv"), try appContext(moods: ["ok": .average]))
    #expect(known.problems.isEmpty)
    #expect(known.units[9].events[0].words.contains(#""mood":"average""#))
    #expect(known.units[9].events[1].words.contains("mood=Ok"))
  }

  @Test func `counts each unknown name, and lets the user override the app's own`() throws {
    let rows = ["Gut", "sad ", "gut", "bad", "RAD", ""].enumerated().map { index, mood in
      "2026-06-0\(index + 1),x,x,20:00,\(mood),,,\n"
    }
    let reading = try read(
      DaylioFormat(), Self.header + rows.joined(), try appContext(moods: ["bad": .horrible]))
    #expect(reading.problems.map(\.value) == ["Gut", "sad", "gut", ""])
    #expect(reading.problems[3].reason == "expected a mood")
    #expect(reading.units[3].words.contains(#""mood":"horrible""#))
    #expect(reading.units[4].words.contains(#""mood":"great""#))
    #expect(reading.notes[0].contains("Gut (1), gut (1), sad (1)"))
  }

  @Test func `is read in all four forms`() throws {
    let context = try appContext(moods: ["sad": .bad])
    let titles = try read(DaylioFormat(), try example("daylio-titles.csv"), context)
    #expect(titles.units.count == 10)
    #expect(titles.problems.isEmpty)
    #expect(
      titles.units[2].events[0].words
        == #"2024-03-09T23:15:00 mood {"day":"2024-03-09","mood":"bad","entry_type":"import","#
        + #""note":"Short day"} key daylio/2024-03-09/23:15"#)
    let year = try read(DaylioFormat(), try example("daylio-year.csv"), context)
    #expect(year.units.count == 10)
    #expect(year.problems.isEmpty)
    #expect(
      year.units[1].events.map(\.words) == [
        #"2018-05-17T22:21:00 mood {"day":"2018-05-17","mood":"average","entry_type":"import"}"#
          + " key daylio/2018-05-17/22:21",
        #"2018-05-17T22:21:00 entry of Daylio activities: log cook | tired tags ["cook", "tired"] "#
          + #"values ["mood=meh"] key daylio/2018-05-17/22:21"#,
      ])
    let untimed = try read(DaylioFormat(), try example("daylio-untimed.csv"), context)
    #expect(untimed.units.count == 10)
    #expect(untimed.problems.isEmpty)
    // The first row is the later one of its day.
    #expect(
      untimed.units[0].events[0].words
        == #"~2021-11-07T12:00:00.001 mood {"day":"2021-11-07","mood":"good","#
        + #""entry_type":"import"} key daylio/2021-11-07/2"#)
    #expect(untimed.units[1].events[0].words.hasPrefix("~2021-11-07T12:00:00 mood"))
    #expect(untimed.units[1].events[0].key == "daylio/2021-11-07")
    #expect(untimed.notes[0] == "Moods without a time are recorded at 12:00 of their day: 10.")
  }

  @Test func `keeps its keys when newer rows are added before`() throws {
    let old = "2026-06-01,x,x,20:00,good,,,one\n2026-06-01,x,x,20:00,bad,,,two\n"
    let new = "2026-06-02,x,x,20:00,rad,,,\n2026-06-01,x,x,20:00,meh,,,zero\n"
    let before = try read(DaylioFormat(), Self.header + old, try appContext())
    let after = try read(DaylioFormat(), Self.header + new + old, try appContext())
    #expect(
      before.units.map { $0.events[0].key } == [
        "daylio/2026-06-01/20:00/2", "daylio/2026-06-01/20:00",
      ])
    #expect(
      after.units.suffix(2).map { $0.events[0].key } == before.units.map { $0.events[0].key })
    #expect(after.units[1].events[0].key == "daylio/2026-06-01/20:00/3")
  }

  @Test func `of the current morning is the same at any hour`() throws {
    let scratch = try ImportScratch()
    let rows = "2026-07-01,x,bad,tea,\n2026-07-01,x,good,run,\n"
    try scratch.write("d.csv", "full_date,weekday,mood,activities,note\n" + rows)
    #expect(try scratch.run("d.csv", now: "2026-07-01T08:00:00Z").line == "2=2+0+0+0+0")
    for hour in ["09", "12", "20"] {
      #expect(
        try scratch.run("d.csv", now: "2026-07-01T\(hour):00:00Z").line == "2=0+0+2+0+0")
    }
    #expect(
      try scratch.run("d.csv", now: "2026-07-01T21:00:00Z") { $0.isUpdating = true }.line
        == "2=0+0+2+0+0")
  }

  @Test func `puts moods of one minute a millisecond apart, the upper one last`() throws {
    let text = Self.header + "2026-06-01,x,x,20:00,good,,,one\n2026-06-01,x,x,20:00,bad,,,two\n"
    let reading = try read(DaylioFormat(), text, try appContext())
    #expect(reading.units[0].events[0].words.hasPrefix("~2026-06-01T20:00:00.001 mood"))
    #expect(reading.units[1].events[0].words.hasPrefix("2026-06-01T20:00:00 mood"))
    // None is later than now: 12:00 in Berlin.
    let latest = try read(
      DaylioFormat(), text.replacing("06-01,x,x,20", with: "09-01,x,x,12"), try appContext())
    #expect(latest.units[0].events[0].words.hasPrefix("~2026-09-01T12:00:00 mood"))
  }

  @Test func `counts the upper of two moods of one minute, in any order of files`() throws {
    for names in [["a.csv", "b.csv"], ["b.csv", "a.csv"]] {
      // Under any seed, and so with any ids.
      for seed: UInt64 in 1...6 {
        let scratch = try ImportScratch(seed: seed)
        try scratch.write("a.csv", Self.header + "2026-06-01,x,x,20:00,bad,,,\n")
        try scratch.write(
          "b.csv", Self.header + "2026-06-01,x,x,20:00,good,,,\n2026-06-01,x,x,20:00,bad,,,\n")
        for name in names { try scratch.run(name) }
        #expect(try scratch.state().moods.ratings.map(\.mood) == [.good])
      }
    }
  }

  @Test func `keeps its keys when more moods are known`() throws {
    let header = "full_date,weekday,mood,activities,note\n"
    let rows = "2026-06-01,x,good,,\n2026-06-01,x,Ok,,\n"
    let before = try read(DaylioFormat(), header + rows, try appContext())
    let after = try read(DaylioFormat(), header + rows, try appContext(moods: ["ok": .average]))
    #expect(before.units[0].events.map(\.key) == ["daylio/2026-06-01/2"])
    #expect(
      after.units.flatMap(\.events).map(\.key) == ["daylio/2026-06-01/2", "daylio/2026-06-01"])
  }

  @Test func `records a mood of today without a time at noon, also before it`()
    throws
  {
    let header = "full_date,weekday,mood,activities,note\n"
    // 08:00 in Berlin.
    let morning = Instant(milliseconds: appNow.milliseconds - 4 * 3_600_000)
    let reading = try read(
      DaylioFormat(), header + "2026-09-01,Tuesday,good,,\n", try appContext(now: morning))
    #expect(reading.units[0].events[0].words.hasPrefix("~2026-09-01T12:00:00 mood"))
    // Nothing is later than now, except for the noon of today.
    let two = try read(
      DaylioFormat(), header + "2026-09-01,Tuesday,bad,,\n2026-09-01,Tuesday,good,,\n",
      try appContext(now: Instant(milliseconds: morning.milliseconds + 3_600_000)))
    #expect(two.units[0].events[0].words.hasPrefix("~2026-09-01T12:00:00 mood"))
    #expect(two.units[1].events[0].words == reading.units[0].events[0].words)
    let later = try read(
      DaylioFormat(), header + "2026-09-01,Tuesday,good,,\n", try appContext())
    #expect(later.units[0].events[0].words.hasPrefix("~2026-09-01T12:00:00 mood"))
    #expect(later.units[0].events[0].key == reading.units[0].events[0].key)
  }

  @Test func `rejects unreadable rows one by one`() throws {
    let reading = try read(
      DaylioFormat(),
      Self.header + """
        2026-02-30,x,x,20:00,good,,,
        2026-03-01,x,x,tonight,good,,,
        2026-03-02,x,x,20:00,good,,,,,
        2026-03-03,x,x,20:00,good,,,,,stray
        ,,,,,,,
        2026-03-04,x,x,13:00 pm,good,,,
        2026-03-05,x,x,10:00 p. m.,good
        2026-03-06,x,x,20:00,good,"a"b,,
        2026-03-07,x,x,,good,,,"open
        """, try appContext())
    #expect(
      reading.words.map { String($0.prefix(56)) } == [
        "rejected: full_date \"2026-02-30\": expected a day that ex",
        "rejected: time \"tonight\": expected a time such as 22:00 ",
        "2026-03-02T20:00:00 mood {\"day\":\"2026-03-02\",\"mood\":\"goo",
        "rejected: 10 fields, where the header has 8",
        "skipped: an empty row",
        "rejected: time \"13:00 pm\": expected a time such as 22:00",
        "2026-03-05T22:00:00 mood {\"day\":\"2026-03-05\",\"mood\":\"goo",
        "rejected: text after a closing quote (a quote inside a q",
        "rejected: the quote that opens here is never closed (lin",
      ])
  }

  @Test func `is refused if several date orders fit`() throws {
    let rows = "03/04/2026,x,x,20:00,good,,,\n05/04/2026,x,x,20:00,good,,,\n"
    do {
      _ = try read(DaylioFormat(), Self.header + rows, try appContext())
      Issue.record("read what is ambiguous")
    } catch let problem as FormatProblem {
      #expect(
        problem.description == "export.csv: \"03/04/2026\" is 2026-04-03 as dmy and 2026-03-04 "
          + "as mdy; choose one with --dates dmy or --dates mdy")
    }
    let said = try read(DaylioFormat(), Self.header + rows, try appContext(dates: .dmy))
    #expect(said.units[0].events[0].key == "daylio/2026-04-03/20:00")
    let clear = try read(
      DaylioFormat(), Self.header + rows + "13/04/2026,x,x,20:00,good,,,\n", try appContext())
    #expect(clear.units[0].events[0].key == "daylio/2026-04-03/20:00")
  }
}
