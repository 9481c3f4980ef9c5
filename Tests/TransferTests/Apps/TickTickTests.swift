import FlintRules
import Testing

@testable import Transfer

@Suite struct `TickTick's backup` {
  @Test func `becomes tasks and their completions`() throws {
    let reading = try read(TickTickFormat(), try example("ticktick.csv"), try appContext())
    let id = "64f0a10000000000000000a"
    #expect(
      reading.words == [
        #"2026-08-20T10:00:00Z task {"name":"Repot the basil","details":"Terracotta pot, the "#
          + #"wide one.\nFolder: Home","priority":1,"project":"Garden","due":"2026-08-30","#
          + #""reminder":1788073200000,"tags":["garden","weekend"]} key ticktick/\#(id)1"#,
        #"2026-08-20T10:05:00Z task {"name":"Buy compost","details":"Folder: Home\n"#
          + #"Part of: Repot the basil","project":"Garden"} key ticktick/\#(id)2 & "#
          + "2026-08-21T17:30:00Z task.complete  key ticktick/\(id)2/completed",
        #"2026-08-01T06:00:00Z task {"name":"Water the tomatoes","details":"Folder: Home","#
          + #""project":"Garden","due":"2026-09-01","every":"day"} "#
          + "key ticktick/2026-08-01T06:00:00+0000/Water the tomatoes/3",
        #"2026-08-01T06:00:00Z task {"name":"Water the tomatoes","details":"Folder: Home","#
          + #""project":"Garden","due":"2026-08-30"} "#
          + "key ticktick/2026-08-01T06:00:00+0000/Water the tomatoes & "
          + "2026-08-30T18:10:00Z task.complete  "
          + "key ticktick/2026-08-01T06:00:00+0000/Water the tomatoes/completed",
        #"2026-08-01T06:00:00Z task {"name":"Water the tomatoes","details":"Folder: Home","#
          + #""project":"Garden","due":"2026-08-31"} "#
          + "key ticktick/2026-08-01T06:00:00+0000/Water the tomatoes/2 & "
          + "2026-08-31T19:02:00Z task.complete  "
          + "key ticktick/2026-08-01T06:00:00+0000/Water the tomatoes/2/completed",
        #"2026-08-20T10:00:00Z task {"name":"Call the \"good\" electrician","#
          + #""details":"Ask about:\n▫fuse box\n▪hall light\n▫bell\nColumn: Doing\n"#
          + #"Due: 2026-09-02T09:30:00+02:00","priority":2,"due":"2026-09-02","#
          + #""reminder":1788331500000} key ticktick/\#(id)6"#,
        #"2026-08-20T10:00:00Z task {"name":"Quarter in numbers","details":"Folder: Work\n"#
          + #"Start: 2026-08-24T08:00:00+02:00\nDue: 2026-08-28T17:00:00+02:00\n"#
          + #"Reminder: TRIGGER:-P1D","priority":2,"project":"Reports","due":"2026-08-28","#
          + #""reminder":1787551200000,"tags":["numbers"]} key ticktick/\#(id)7 & "#
          + "2026-08-28T14:55:10Z task.complete  key ticktick/\(id)7/completed",
        "skipped: a note, not a task",
        "skipped: an abandoned task",
        #"2026-08-20T10:00:00Z task {"name":"No title, only this line","#
          + #""details":"No title, only this line\nand one below","priority":4} "#
          + "key ticktick/\(id)a",
        #"2026-08-27T12:00:00Z task {"name":"Night train to Vienna","#
          + #""details":"Due: 2026-09-10T14:05:00-04:00","project":"Travel","due":"2026-09-10"} "#
          + "key ticktick/\(id)b",
        // At one instant ids determine which of the two comes first.
        #"2026-08-27T12:00:00Z task {"name":"Book the hotel","project":"Travel"} "#
          + "key ticktick/\(id)c & 2026-08-27T12:00:00Z task.complete  "
          + "key ticktick/\(id)c/completed",
        "rejected: Title \"Pack\": completed at 2026-08-28T14:00:00+02:00, before it was added at "
          + "2026-08-29T14:00:00+02:00",
      ])
  }

  @Test func `is read in an older form, without times of creation and ids`() throws {
    let reading = try read(TickTickFormat(), try example("ticktick-old.csv"), try appContext())
    #expect(reading.units.count == 10)
    #expect(
      reading.words[0]
        == #"~2026-09-01T10:00:00Z task {"name":"Descale the kettle","#
        + #""details":"Due: 2017-03-05T10:00:00+01:00","priority":4,"project":"Home","#
        + #""due":"2017-03-05"} key ticktick/Home/Descale the kettle"#)
    #expect(
      reading.units[1].events.map(\.key) == [
        "ticktick/Home/Return the drill/2", "ticktick/Home/Return the drill/2/completed",
      ])
    #expect(
      reading.words[2]
        == #"~2017-01-14T10:00:00Z task {"name":"Return the drill","project":"Home"} "#
        + "key ticktick/Home/Return the drill & 2017-01-14T10:00:00Z task.complete  "
        + "key ticktick/Home/Return the drill/completed")
    #expect(
      reading.words[7] == "rejected: Completed Time \"\": expected a time, since the task was "
        + "completed according to its status")
    #expect(reading.notes[1].hasSuffix(": 9."))
  }

  @Test func `uses the file's own status definitions`() throws {
    let text = """
      "Date: 2026-08-31+0000"
      "Version: 9"
      "Status: 0 Completed, 1 Normal, 7 Won't do"

      "List Name","Title","Status","Completed Time","Created Time","Priority"
      "A","a","0","2026-08-02T10:00:00+0000","2026-08-01T10:00:00+0000","0"
      "A","b","1","2026-08-02T10:00:00+0000","2026-08-01T10:00:00+0000","0"
      "A","c","7","","2026-08-01T10:00:00+0000","0"
      "A","d","8","","2026-08-01T10:00:00+0000","0"
      "A","e","1","","yesterday","0"
      "A","f","1","","","4"
      """
    let reading = try read(TickTickFormat(), text, try appContext())
    #expect(reading.units.map { $0.events.count } == [2, 1, 0, 0, 0, 0])
    #expect(
      reading.words.suffix(4) == [
        "skipped: an abandoned task",
        "rejected: Status \"8\": expected -1, 0, 1, 2, 7",
        "rejected: Created Time \"yesterday\": expected a time such as 2026-09-25T08:00:00+0000",
        "rejected: Priority \"4\": expected 0, 1, 3 or 5",
      ])
  }

  @Test(arguments: [
    ("TRIGGER:-PT15M", -900_000), ("TRIGGER:P0DT9H0M0S", 32_400_000), ("PT0S", 0),
    ("-P1W", -604_800_000), ("P1M", nil), ("P", nil), ("soon", nil), ("PT", nil),
    ("P1DT", 86_400_000),
    ("PT999999999999999999999M", nil),
  ])
  func `has reminders that are durations`(_ text: String, _ expected: Int64?) {
    #expect(TickTickReader.milliseconds(text) == expected)
  }

  @Test func `keeps a long title in full`() throws {
    let title = String(repeating: "long ", count: 50) + "end"
    let text =
      "List Name,Title,Status,Completed Time,Created Time\n"
      + "\(String(repeating: "p", count: 101)),\(title),0,,2026-08-01T10:00:00+0000\n"
    let reading = try read(TickTickFormat(), text, try appContext())
    guard case .action(let action) = reading.units[0].events.first,
      case .task(.taskAdd(let task)) = try action.action(References())
    else {
      Issue.record("no task")
      return
    }
    // 200 characters, the last of which is a space.
    #expect(task.name == String(title.prefix(199)))
    #expect(task.details == "\(title)\nProject: \(String(repeating: "p", count: 101))")
    #expect(task.project.text == String(repeating: "p", count: 100))
  }
}
