import FlintRules
import Testing

@testable import Transfer

@Suite struct `Todoist's export` {
  static let now = "~2026-09-01T10:00:00Z task "

  @Test func `becomes tasks of the project that the file is named after`() throws {
    let reading = try read(
      TodoistFormat(), try example("todoist").filter { $0.path.hasPrefix("Garden") },
      try appContext())
    #expect(reading.recordCount == 17)
    #expect(
      reading.words == [
        "skipped: a setting of the project's view",
        Self.now + #"{"name":"Order seed potatoes","details":"Two kinds, early and late.\n"#
          + #"Note of 2026-08-30: The nursery closes at noon on Saturdays.\n"#
          + #"Note: Ask for \"Linda\" as well.","priority":1,"project":"Garden","#
          + #""due":"2026-09-14","tags":["shop"]} key todoist/Garden/Order seed potatoes @shop"#,
        Self.now + #"{"name":"Turn the compost","details":"Date: every! monday\n"#
          + #"Duration: 30 minute","priority":4,"project":"Garden","due":"2026-09-07","every":"mon"} "#
          + "key todoist/Garden/Turn the compost",
        Self.now + #"{"name":"Sieve what is ready","details":"Part of: Turn the compost\n"#
          + #"Responsible: Jonas (1002)\nDate: morgen","priority":4,"project":"Garden"} "#
          + "key todoist/Garden/Sieve what is ready",
        Self.now + #"{"name":"Wash the sieve","details":"Part of: Sieve what is ready","#
          + #""priority":4,"project":"Garden"} key todoist/Garden/Wash the sieve"#,
        "skipped: an empty row",
        "skipped: a section, which the details of its tasks name",
        Self.now + #"{"name":"Fix the door","details":"Hinge is in the blue box.\nSection: Shed\n"#
          + #"Date: Oct 12 2026\nDeadline: 2026-10-31","priority":2,"project":"Garden","#
          + #""due":"2026-10-12"} key todoist/Garden/Fix the door"#,
        Self.now + #"{"name":"Oil the tools","details":"Section: Shed\nDate: 2026-10-05 10:30","#
          + #""project":"Garden","due":"2026-10-05"} key todoist/Garden/Oil the tools"#,
        Self.now + #"{"name":"* What stays in the shed","details":"Section: Shed","priority":4,"#
          + #""project":"Garden"} key todoist/Garden/* What stays in the shed"#,
        "skipped: an empty row",
        "skipped: a section, which the details of its tasks name",
        Self.now + #"{"name":"Turn the compost","details":"Section: Later\n"#
          + #"Deadline: 2027-03-01","priority":4,"project":"Garden","due":"2027-03-01"} "#
          + "key todoist/Garden/Turn the compost/2",
        Self.now + #"{"name":"[Plan the pond](https://example.com/pond) {\"size\": \"small\"}","#
          + #""details":"Section: Later","priority":4,"project":"Garden"} "#
          + #"key todoist/Garden/[Plan the pond](https:%2F%2Fexample.com%2Fpond) {"size": "small"}"#,
        "rejected: PRIORITY \"5\": expected 1, 2, 3 or 4",
      ])
    #expect(reading.units[1].originals.map(\.line) == [3, 4, 5])
    #expect(
      reading.notes[1]
        == "Dates in words that are no recurrence of a task are stored in the details: 1.")
  }

  @Test func `is read in its older form, and a note needs a task`() throws {
    let reading = try read(
      TodoistFormat(), try example("todoist").filter { $0.path == "Errands.csv" },
      try appContext())
    #expect(
      reading.words == [
        "rejected: TYPE \"note\": there is no task above this note; notes of a project cannot "
          + "be imported",
        Self.now + #"{"name":"Shoes to the cobbler","priority":1,"project":"Errands","#
          + #""due":"2019-11-02"} key todoist/Errands/Shoes to the cobbler"#,
        Self.now + #"{"name":"Stamps","priority":4,"project":"Errands"} "#
          + "key todoist/Errands/Stamps",
        Self.now + #"{"name":"Stamps","priority":4,"project":"Errands"} "#
          + "key todoist/Errands/Stamps/2",
      ])
  }

  @Test func `rejects the notes of a rejected task`() throws {
    let reading = try read(
      TodoistFormat(),
      """
      TYPE,CONTENT,PRIORITY,INDENT
      task,a,9,1
      note,of a,,
      ,,,
      note,of a again,,
      task, ,1,1
      task,b,1,x
      idea,c,1,1
      task,d,1,1,,,stray
      note,of nothing,,
      """, try appContext())
    #expect(
      reading.words == [
        "rejected: PRIORITY \"9\": expected 1, 2, 3 or 4",
        "skipped: an empty row",
        "rejected: CONTENT \"\": expected a name",
        "rejected: INDENT \"x\": expected a number from 1 on",
        "rejected: TYPE \"idea\": expected task, section, note or meta",
        "rejected: 7 fields, where the header has 4",
        "rejected: TYPE \"note\": there is no task above this note; notes of a project cannot "
          + "be imported",
      ])
    #expect(reading.units[0].originals.map(\.line) == [2, 3, 5])
    #expect(reading.recordCount == 9)
  }

  @Test(arguments: [
    ("Work [220474322].csv", "Work"), ("a/b/Work.csv", "Work"), ("Work", "Work"),
    ("[12].csv", "[12]"), ("To do [later].csv", "To do [later]"), (".csv", ".csv"),
    ("v1.2 plans.csv", "v1.2 plans"),
  ])
  func `takes the name of its project from its file`(_ path: String, _ expected: String) {
    #expect(TodoistFormat.project(path) == expected)
  }
}
