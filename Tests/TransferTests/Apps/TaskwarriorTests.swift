import FlintRules
import Testing

@testable import Transfer

@Suite struct `Taskwarrior's export` {
  @Test func `becomes tasks and their completions`() throws {
    let reading = try read(TaskwarriorFormat(), try example("taskwarrior.json"), try appContext())
    let id = "0a6f0c1e-0000-4000-8000-00000000000"
    let before = [1, 2].map { References().id(ofTask: "\(id)\($0)").description }
      .sorted()
    #expect(
      reading.words == [
        #"2026-08-20T07:15:00Z task {"name":"Draft the chapter on tides","#
          + #""details":"Note of 2026-08-23: Harbour tables are in the red "#
          + #"folder\nNote of 2026-08-29: https://example.com/tides","priority":1,"#
          + #""project":"Book.Draft","due":"2026-09-12","tags":["next","writing"]} key \#(id)1"#,
        #"2026-08-25T12:00:00Z task {"name":"Call the printer","#
          + #""details":"Due: 2026-09-03T15:30:00+02:00","priority":2,"#
          + #""project":"Book","due":"2026-09-03","wait":"2026-09-02"} key \#(id)2"#,
        #"2026-08-01T08:00:00Z task {"name":"Sort the \"old\" notes","#
          + #""project":"Book.Draft"} key \#(id)3 & "#
          + "2026-08-26T18:10:00Z task.complete  key \(id)3/completed",
        #"2026-08-27T07:00:00Z task {"name":"Logged as done"} key \#(id)4 & "#
          + "2026-08-27T07:00:00Z task.complete  key \(id)4/completed",
        "skipped: a task that was deleted",
        // Eight were made: the first is due on the first of February, the last on that of September.
        #"2026-01-01T08:00:00Z task {"name":"Pay the rent","due":"2026-10-01","every":"month","#
          + #""wait":"2026-09-01"} key \#(id)6"#,
        #"2026-07-31T22:00:00Z task {"name":"Pay the rent","details":"Repeat: monthly","#
          + #""due":"2026-09-01"} key \#(id)7"#,
        #"2026-08-29T10:00:00Z task {"name":"Proofs","details":"Scheduled: 2026-09-15\n"#
          + #"Until: 2027-01-01\nestimate: PT3H\npages: 42","priority":4,"after":["#
          + #""\#(before[0])","\#(before[1])"]} key \#(id)8"#,
        "rejected: description \"Done before it was there\": completed at "
          + "2026-08-10T09:00:00+02:00, before it was added at 2026-08-11T09:00:00+02:00",
        #"2026-08-30T23:59:00Z task {"name":"Buy ink","project":"Errands","tags":["shop"]} "#
          + #"key \#(id)a"#,
      ])
    #expect(
      reading.notes == [
        "Annotations, scheduled and until days, and attributes of your own are stored in the "
          + "details.",
        "Recurring tasks: 1. The tasks that Taskwarrior made from them so far stay tasks of their "
          + "own.",
      ])
    #expect(reading.units.map { $0.originals[0].line } == Array(2...11))
  }

  @Test func `keeps its intact tasks if one is damaged`() throws {
    let reading = try read(
      TaskwarriorFormat(), try example("taskwarrior-lines.json"), try appContext())
    #expect(reading.units.map { $0.originals[0].line } == [1, 2, 3, 4])
    #expect(reading.units.map { $0.events.count } == [1, 2, 0, 1])
    #expect(reading.problems[0].reason.hasPrefix("not a task in JSON: "))
  }

  @Test func `rejects unreadable tasks`() throws {
    func task(_ rest: String) -> String {
      jsonObject(
        [
          #""uuid":"u""#, #""description":"d""#, #""status":"pending""#,
          #""entry":"20260801T080000Z""#,
        ], rest)
    }
    let reading = try read(
      TaskwarriorFormat(),
      """
      [\(task("")),
      \(task(#""due":"tomorrow""#)),
      \(task(#""priority":"X""#)),
      \(task(#""status":"done""#)),
      \(task(#""status":"completed""#)),
      \(task(#""entry":null"#)),
      \(task(#""uuid":"""#)),
      \(task(#""description":["d"]"#)),
      \(task(#""annotations":[{"entry":"20260801T080000Z"}]"#)),
      null, 7
      ]
      """, try appContext())
    #expect(
      reading.words.dropFirst() == [
        "rejected: due \"tomorrow\": expected a time such as 20260925T080000Z",
        "rejected: priority \"X\": expected H, M or L",
        "rejected: status \"done\": expected pending, waiting, completed, deleted or recurring",
        "rejected: end \"\": expected a time, since the task was completed",
        "rejected: entry \"\": expected the time it was added",
        "rejected: uuid \"\": expected a value",
        "rejected: description \"a list\": expected a text",
        "rejected: annotations \"a table\": expected one with a description",
        "rejected: \"null\": expected a task, that is, an object",
        "rejected: \"7\": expected a task, that is, an object",
      ])
  }

  @Test(
    arguments: [
      ("[\n TASK,\n TASK,\n", 3, 3), ("[\n TASK,\n {\"uuid\":\"u\",\"descr", 3, 3), ("[TASK", 1, 1),
      ("[\nTASK,\n{\"tags\":[\"a\"]", 3, 3),
    ])
  func `is refused if its list has no end`(text: String, line: Int, last: Int) throws {
    let task = #"{"uuid":"u","description":"d","status":"pending","entry":"20260801T080000Z"}"#
    let problem = #expect(throws: FormatProblem.self) {
      try read(
        TaskwarriorFormat(), text.replacing("TASK", with: task), try appContext())
    }
    #expect(problem?.line == line)
    #expect(
      problem?.message
        == "the file is truncated: its list of tasks has no ] at the end; the last task "
        + "in it begins on line \(last); create it again with task export")
  }

  @Test func `loses one damaged task at the end of a list, not the list`() throws {
    let task = #"{"uuid":"u","description":"d","status":"pending","entry":"20260801T080000Z"}"#
    let reading = try read(
      TaskwarriorFormat(), "[\n\(task),\n\(task.dropLast())\n]\n", try appContext())
    #expect(reading.units.map { $0.events.count } == [1, 0])
    // Without a list no end can be missing.
    #expect(try read(TaskwarriorFormat(), "\(task)\n\(task)", try appContext()).units.count == 2)
  }

  @Test(arguments: ["[]", "[\n]\n", " [ ] "])
  func `may be an empty list`(text: String) throws {
    #expect(try read(TaskwarriorFormat(), text, try appContext()).units.isEmpty)
  }

  @Test func `is split into objects, regardless of their texts`() {
    func split(_ text: String) -> [String] {
      JSONRecords.split(Array(text.utf8)).map {
        "\($0.line) \(String(decoding: $0.bytes, as: UTF8.self))"
      }
    }
    #expect(split(#"[{"a":"}{\"]"},{"b":[{}]}]"#) == [#"1 {"a":"}{\"]"}"#, #"1 {"b":[{}]}"#])
    #expect(split("{\n \"a\": {}\n}\n{\"b\":1") == ["1 {\n \"a\": {}\n}", "4 {\"b\":1"])
    #expect(split(" [ ] ") == [])
    #expect(split("x {\"a\":1} }") == ["1 x", "1 {\"a\":1}", "1 }"])
  }
}
