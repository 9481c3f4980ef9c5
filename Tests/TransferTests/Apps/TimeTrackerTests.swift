import CSV
import FlintRules
import FlintSchema
import Testing

@testable import Transfer

/// Returns the results of reading a file record by record: the events, and why a record has none.
func translated(
  _ format: some RecordFormat, _ file: WholeFile, _ context: ReadingContext
) throws -> [String] {
  var parser = CSVParser()
  var position = 0
  var translator: (any RecordTranslator)?
  var results: [String] = []
  while true {
    guard try parser.next(in: file.bytes.span.bytes, at: &position) || parser.finish() else {
      break
    }
    guard translator != nil else {
      translator = format.translator(for: try parser.adoptHeader().names, context)
      continue
    }
    do throws(RowProblem) {
      switch try translator?.translate(parser.record) {
      case .event(let event)?: results.append(event.words)
      case .events(let events)?: results.append(events.map(\.words).joined(separator: " & "))
      case .skipped(let reason)?: results.append("skipped: \(reason)")
      case .spark?, .rejected?, nil: break
      }
    } catch {
      results.append("rejected: \(error)")
    }
    if position == file.bytes.count { break }
  }
  return results
}

@Suite struct `Timewarrior's export` {
  @Test func `becomes sessions of one tracker`() throws {
    let reading = try read(
      TimewarriorFormat(), try example("timewarrior.json"), try appContext())
    #expect(
      reading.words == [
        "2026-06-01T06:30:00Z entry of Timewarrior: 105 min title Beds and paths "
          + #"tags ["Project Garden", "planning"] key timewarrior/20260601T063000Z"#,
        #"2026-06-01T08:30:00Z entry of Timewarrior: 105 min tags ["work"] "#
          + "key timewarrior/20260601T083000Z",
        "2026-06-02T07:00:00Z entry of Timewarrior: 0 min key timewarrior/20260602T070000Z",
        "2026-06-02T22:15:00Z entry of Timewarrior: 46 min notes Tides\nchapter 4 "
          + #"tags ["reading"] key timewarrior/20260602T221500Z"#,
        "rejected: end \"20260603T074000Z\": the interval ends before it starts",
        #"2026-06-04T06:00:00Z entry of Timewarrior: 210 min tags ["work", "Überstunden"] "#
          + "key timewarrior/20260604T060000Z",
        "skipped: an interval that is still running",
      ])
    #expect(reading.units[4].originals[0].line == 6)
  }

  @Test func `is imported again without a change, and a running interval once it has ended`() throws
  {
    let scratch = try ImportScratch()
    let first = """
      [
      {"id":2,"start":"20260601T063000Z","end":"20260601T070000Z","tags":["a"]},
      {"id":1,"start":"20260602T063000Z","tags":["b"]}
      ]
      """
    try scratch.write("t.json", first)
    #expect(try scratch.run("t.json").line == "2=1+0+0+0+1")
    #expect(try scratch.run("t.json").line == "2=0+0+1+0+1")
    try scratch.write(
      "t.json",
      first.replacing(#""id":2"#, with: #""id":3"#).replacing(
        #"063000Z","tags":["b"]"#, with: #"063000Z","end":"20260602T064000Z","tags":["b"]"#))
    #expect(try scratch.run("t.json").line == "2=1+0+1+0+0")
  }

  @Test(.timeLimit(.minutes(1))) func `may have any number of attributes`() throws {
    let others = (0..<200_000).map { "\"x\($0)\":1" }.joined(separator: ",")
    let text = "[{\"id\":1,\"start\":\"20260601T063000Z\",\(others)}]"
    let reading = try TimewarriorFormat().read([appFile("t.json", text)], appContext())
    #expect(reading.memberNames[0]?.count == 200_002)
  }

  @Test(arguments: [
    (#"[{"id":1,"start":"20260601T063000Z","end":"20260601T070000Z"},"#, 1),
    ("[\n{\"id\":1,\"start\":\"20260601T063000Z\",\"end\":", 2),
  ])
  func `is refused when it is truncated`(text: String, line: Int) throws {
    let problem = #expect(throws: FormatProblem.self) {
      try TimewarriorFormat().read([appFile("t.json", text)], appContext())
    }
    #expect(
      problem?.description
        == "t.json:\(line): the file is truncated: its list has no ] at the end; create it again with "
        + "timew export")
  }

  @Test(arguments: [
    (#"{"id":1,"start":"2026"}"#, "start \"2026\": expected a time such as 20260925T080000Z"),
    (#"{"id":1,"start":7}"#, "start \"7\": expected a time such as 20260925T080000Z"),
    (#"{"id":1}"#, "start \"\": expected a time"),
    (
      #"{"start":"20260601T063000Z","end":"20260601T070000Z","tags":[["x"]]}"#,
      "tags \"a list\": expected a text"
    ),
    (#"{"start":"20260601T063000Z","end":}"#, "not JSON: expected a value, got '}'"),
  ])
  func `has intervals rejected that cannot be read`(text: String, problem: String) throws {
    let reading = try TimewarriorFormat().read([appFile("t.json", "[\n\(text)\n]")], appContext())
    #expect(reading.problems.map(\.description) == [problem])
  }
}

@Suite struct `Toggl's report` {
  @Test func `becomes sessions of trackers with the names of projects`() throws {
    #expect(
      try translated(TogglFormat(), try #require(try example("toggl.csv").first), appContext()) == [
        "2026-06-01T09:00:00 entry of Website: 90 min title Sketches, first round "
          + #"tags ["design", "remote"] values ["client=Harbour", "task=Design"] "#
          + "key toggl/mia@example.org/2026-06-01T09:00:00",
        "2026-06-01T10:30:00 entry of Toggl: 15 min title Mail "
          + "key toggl/mia@example.org/2026-06-01T10:30:00",
        "2026-06-01T10:30:00 entry of Toggl: 10 min title Mail "
          + "key toggl/mia@example.org/2026-06-01T10:30:00/2",
        "2026-06-01T23:30:00 entry of Website: 90 min tags [\"night\"] "
          + #"values ["client=Harbour"] key toggl/mia@example.org/2026-06-01T23:30:00"#,
        "rejected: Duration \"0:61\": expected a duration such as 01:30:00",
        "skipped: an entry that is running",
      ])
  }

  @Test func `has minutes until the stop, where it has no durations`() throws {
    let text = """
      Description,Tags,Start date,Start time,Stop date,Stop time
      Late,,2026-03-28,23:30:00,2026-03-29,03:30:00
      Back,,2026-05-22,12:00:00,2026-05-22,10:30:00
      Open,,2026-05-23,12:00:00,,
      Odd,,2026-05-23,12:00:00,2026-05-23,noon
      """
    #expect(
      try translated(TogglFormat(), appFile("toggl.csv", text), appContext()) == [
        // An hour of the night is skipped in Berlin.
        "2026-03-28T23:30:00 entry of Toggl: 180 min title Late key toggl//2026-03-28T23:30:00",
        "rejected: Stop date \"2026-05-22 10:30:00\": the entry ends before it starts",
        "skipped: an entry that is running",
        "rejected: Stop date \"2026-05-23 noon\": expected a date such as 2026-06-22, "
          + "2026-06-22 21:30 or 22 Jun 2026",
      ])
    let member = """
      "Description",Duration,Member,Project,Start date,Start time,Stop date,Stop time
      "Plan",1:30:00,Mia,Site,2026-05-22,10:30:00,2026-05-22,12:00:00
      "Plan",5:30:00,Mia,Site,2026-05-23,10:30:00,2026-05-23,12:00:00
      "Plan",0:20:00,Mia,Site,2026-10-25,02:50:00,2026-10-25,02:10:00
      """
    #expect(
      try translated(TogglFormat(), appFile("toggl.csv", member), appContext()) == [
        "2026-05-22T10:30:00 entry of Site: 90 min title Plan key toggl/Mia/2026-05-22T10:30:00",
        "rejected: Duration \"5:30:00\": from its start to its end it is 90 minutes",
        // The clocks went back in between.
        "2026-10-25T02:50:00 entry of Site: 20 min title Plan key toggl/Mia/2026-10-25T02:50:00",
      ])
    // Clockify's report has other dates.
    let clockify = ["Project", "Description", "Start Date", "Start Time", "End Date", "End Time"]
    #expect(TogglFormat().translator(for: clockify, try appContext()) == nil)
  }

  @Test func `is imported again without a change`() throws {
    let scratch = try ImportScratch()
    let file = try #require(try example("toggl.csv").first)
    try scratch.write("toggl.csv", String(decoding: file.bytes, as: UTF8.self))
    #expect(try scratch.run("toggl.csv").line == "6=4+0+0+1+1")
    #expect(
      try scratch.run("toggl.csv") { $0.errors.onError = .skip }.line == "6=0+0+4+0+2")
  }
}

@Suite struct `Streaks' export` {
  @Test func `becomes entries of trackers with the names of tasks`() throws {
    #expect(
      try translated(StreaksFormat(), try #require(try example("streaks.csv").first), appContext())
        == [
          "2026-06-01T05:40:12Z entry of Walk the dog: done "
            + "key streaks/8A1F/2026-06-01/completed_manually",
          // It was recorded on the next day.
          "~2026-06-02T12:00:00 entry of Walk the dog: done notes late, in the rain "
            + "key streaks/8A1F/2026-06-02/completed_manually",
          "~2026-06-03T12:00:00 entry of Walk the dog: not done "
            + "key streaks/8A1F/2026-06-03/missed_auto",
          "skipped: a skipped day",
          "2026-06-01T19:00:00Z entry of Drink water: 1.5 "
            + "key streaks/C3D2/2026-06-01/completed_auto",
          "2026-06-01T20:00:00Z entry of Drink water: 2 "
            + "key streaks/C3D2/2026-06-01/completed_auto/2",
          "rejected: entry_date \"20260231\": expected a day such as 20260925",
        ])
  }

  @Test func `is done only where a row completes the task, also in old exports`() throws {
    let text = """
      task_id,title,entry_type,entry_date,entry_timestamp,page,display_order
      p2,"Wake up, early",missed_auto,20170225,2017-02-26T12:24:16+08:00,1,1
      p3,Water,completed_manually_partial,20170227,2017-02-27T06:36:25+08:00,1,1
      p3,Water,timer_manually,20170227,2017-02-27T06:50:25+08:00,1,1
      p3,Water,skipped_auto,20170228,2017-02-28T06:36:25+08:00,1,1
      p3,Water,healthkit,20170228,2017-02-28T06:36:25+08:00,1,1
      p3,Water,,20170228,2017-02-28T06:36:25+08:00,1,1
      """
    #expect(
      try translated(StreaksFormat(), appFile("s.csv", text), appContext(zone: "Asia/Singapore"))
        == [
          "~2017-02-25T12:00:00 entry of Wake up, early: not done "
            + "key streaks/p2/2017-02-25/missed_auto",
          "skipped: a part of a task, which it did not complete",
          "skipped: a part of a task, which it did not complete",
          "skipped: a skipped day",
          "rejected: entry_type \"healthkit\": expected a type such as completed_manually, "
            + "missed_auto or skipped_auto",
          "rejected: entry_type \"\": expected a type such as completed_manually, missed_auto or "
            + "skipped_auto",
        ])
    let steps = """
      task_id,title,icon,entry_type,entry_date,entry_timestamp,entry_timezone,quantity,notes,page
      9,Steps,ic_walk,missed_auto_partial,20260601,2026-06-01T20:00:00Z,UTC,4321.0,rain,0
      """
    #expect(
      try translated(StreaksFormat(), appFile("s.csv", steps), appContext(zone: "UTC")) == [
        "2026-06-01T20:00:00Z entry of Steps: not done notes rain\nQuantity: 4321 "
          + "key streaks/9/2026-06-01/missed_auto_partial"
      ])
    // Two tasks of one name are two trackers, and a task that changes its name stays one.
    let walks = """
      task_id,title,entry_type,entry_date
      A,Walk,completed_manually,20260601
      B,walk,completed_manually,20260601
      A,WALK,completed_manually,20260602
      B,Stroll,completed_manually,20260602
      """
    #expect(
      try translated(StreaksFormat(), appFile("s.csv", walks), appContext(zone: "UTC")) == [
        "~2026-06-01T12:00:00 entry of Walk: done key streaks/A/2026-06-01/completed_manually",
        "~2026-06-01T12:00:00 entry of walk (2): done key streaks/B/2026-06-01/completed_manually",
        "~2026-06-02T12:00:00 entry of WALK: done key streaks/A/2026-06-02/completed_manually",
        "~2026-06-02T12:00:00 entry of Stroll: done key streaks/B/2026-06-02/completed_manually",
      ])
  }

  @Test func `is imported again without a change`() throws {
    let scratch = try ImportScratch()
    let file = try #require(try example("streaks.csv").first)
    try scratch.write("streaks.csv", String(decoding: file.bytes, as: UTF8.self))
    #expect(try scratch.run("streaks.csv").line == "7=5+0+0+1+1")
    #expect(
      try scratch.run("streaks.csv") { $0.errors.onError = .skip }.line == "7=0+0+5+0+2")
  }
}
