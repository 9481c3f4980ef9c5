import FlintCalendar
import Foundation
import FlintRules
import FlintSchema
import Sessions
import TestSupport
import Testing
import Transfer

/// Sources with options, and what a mapping states for all of its columns.
struct `A source with options` {
  private static func entries(_ value: (String, MappingTree), _ more: (String, MappingTree)...)
    -> MappingTree
  {
    .table(
      [
        ("kind", "entry"),
        ("columns", .table([("tracker", ["value": "T"]), ("at", "D"), value])),
      ] + more)
  }

  /// Imports rows of the columns D and V, and returns what each row became.
  private func values(_ tree: MappingTree, _ values: [String], at: String = "2026-04-01") throws
    -> [String]
  {
    let rows = values.map { "\(at),\"\($0)\"\n" }.joined()
    let report = try ImportScratch().map(tree, "D,V\n" + rows) { $0.firstEvents = 100 }
    return report.firstEvents.map { event in
      String(event.text.split(separator: ", ").last ?? "")
    } + report.rejects.map { "\($0.line): \($0.problem)" }
      + report.total.skipped.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
  }

  @Test func `has days of another form than the mapping's dates`() throws {
    let tree: MappingTree = [
      "kind": "mood",
      "columns": ["day": .mixed(["D"], [("dates", "unix")]), "mood": "V"],
    ]
    // 2026-04-01T00:00:00Z.
    #expect(try values(tree, ["good"], at: "1775001600") == ["mood good"])
  }

  @Test func `has ids with the same keys, whatever texts are no value`() throws {
    func keys(_ more: (String, MappingTree)...) throws -> [String] {
      let tree = MappingTree.table(
        [
          ("kind", "entry"), ("id", ["A", "B"]),
          ("columns", ["tracker": ["value": "T"], "at": "D", "number": "N"]),
        ] + more)
      let text =
        "A,B,D,N\n1 2,3,2026-04-01,1\n1,2 3,2026-04-01,2\n4,-,2026-04-01,3\n-,4,2026-04-01,4\n"
      let report = try ImportScratch().map(tree, text) { $0.firstEvents = 100 }
      return report.firstEvents.map { String($0.text.split(separator: ", ").last ?? "") }
    }
    #expect(try keys() == ["key 1 2/3", "key 1/2 3", "key 4/-", "key -/4"])
    #expect(try keys(("empty", "-")) == ["key 1 2/3", "key 1/2 3", "key 4/", "key /4"])
  }

  @Test func `has minutes of every usual form`() throws {
    let texts = [
      "90", "1:30", "01:30:00", "1h 30m", "1h30", "90 min", "1.5h", "PT1H30M", "0 days 01:30:00",
      "5400s",
    ]
    let minutes = Self.entries(("minutes", "V"), ("decimal", "."))
    #expect(try values(minutes, texts) == texts.map { _ in "minutes 90" })
    #expect(
      try values(minutes, ["soon", "-5"]) == [
        "2: V \"soon\": expected a duration such as 90 min, 1:30 or 1h 30m",
        "3: V \"-5\": expected a duration such as 90 min, 1:30 or 1h 30m",
      ])
  }

  @Test(
    arguments: [
      ("seconds", "5400", "minutes 90"), ("hours", "1.5", "minutes 90"),
      ("hours", "1:30", "minutes 90"), ("m:ss", "12:31", "minutes 13"),
      ("milliseconds", "60000", "minutes 1"),
    ])
  func `states the unit of bare minutes`(unit: String, text: String, expected: String) throws {
    let tree = Self.entries(
      ("minutes", .mixed(["V"], [("unit", .text(unit))])), ("decimal", "."))
    #expect(try values(tree, [text]) == [expected])
  }

  @Test(
    arguments: [
      ("kg", "70.5 kg", "number 70.5"), ("kg", "70.5", "number 70.5"), ("%", "79%", "number 79"),
      ("EUR", "€12.50", "number 12.5"), ("EUR", "(9.00)", "number -9"),
      ("hours", "7:30", "number 7.5"),
    ])
  func `states the unit of numbers`(unit: String, text: String, expected: String) throws {
    let tree = Self.entries(
      ("number", .mixed(["V"], [("unit", .text(unit))])), ("decimal", "."))
    #expect(try values(tree, [text]) == [expected])
  }

  @Test func `has an amount, whose unit a column has`() throws {
    let tree: MappingTree = [
      "kind": "entry",
      "columns": [
        "tracker": "Habit", "at": "Date", "amount": .mixed(["Value"], [("unit", ["Unit"])]),
      ],
    ]
    let report = try ImportScratch().map(
      tree,
      """
      Habit,Date,Value,Unit
      Read,2026-04-01,20,min
      Pills,2026-04-01,1,count
      Run,2026-04-01,1.5,hours
      Walk,2026-04-01,3,
      """
    ) { $0.firstEvents = 9 }
    #expect(
      report.firstEvents.map(\.text) == [
        "entry: tracker Read, at 2026-04-01, minutes 20",
        "entry: tracker Pills, at 2026-04-01, number 1",
        "entry: tracker Run, at 2026-04-01, minutes 90",
        "entry: tracker Walk, at 2026-04-01, number 3",
      ])
  }

  @Test func `has the minutes between two columns`() throws {
    let tree: MappingTree = [
      "kind": "entry",
      "columns": [
        "tracker": ["value": "Sleep"], "at": "Start", "minutes": ["from": "Start", "to": "End"],
      ],
    ]
    let report = try ImportScratch().map(
      tree,
      """
      Start,End
      2026-04-01 23:30,2026-04-02 07:00
      2026-04-02 23:30,07:00
      2026-04-03 08:00,2026-04-03 07:00
      2026-04-04 08:00,
      2026-04-05 16:30,24:00
      """
    ) { $0.firstEvents = 9 }
    #expect(
      report.firstEvents.map { $0.text.hasSuffix("minutes 450") } == [true, true, true])
    #expect(
      report.rejects.map(\.problem.reason) == ["the end is before the beginning"])
    #expect(report.line == "5=3+0+0+1+1")
  }

  @Test func `is a function that is called once for a row`() throws {
    final class Calls { var count = 0 }
    nonisolated(unsafe) let calls = Calls()
    let tree: MappingTree = [
      "kind": "mood",
      "columns": .table([
        ("day", "D"),
        (
          "mood",
          .function { (_, _) throws(MappingFailure) in
            calls.count += 1
            return .text("good")
          }
        ),
      ]),
    ]
    #expect(try values(tree, ["1", "2"]).isEmpty == false)
    #expect(calls.count == 2)
  }

  @Test func `has a part of its text`() throws {
    let tree: MappingTree = [
      "kind": "entry",
      "columns": [
        "tracker": .mixed(["W"], [("after", ": ")]), "number": ["value": 1],
        "at": .mixed(["D"], [("before", " - ")]),
      ],
    ]
    let report = try ImportScratch().map(
      tree, "D,W\n2026-04-01 08:00 - 2026-04-01 09:00,Sport: Run\n"
    ) { $0.firstEvents = 9 }
    #expect(
      report.firstEvents.map(\.text) == ["entry: tracker Run, at 2026-04-01T08:00:00, number 1"])
  }

  @Test func `is empty where its text says so, and then the row is skipped`() throws {
    let tree = Self.entries(("number", "V"), ("empty", ["N/A", "--"]))
    #expect(
      try values(tree, ["5", "N/A", " n/a ", "--", "", "-"]) == [
        "number 5", "7: V \"-\": expected a number such as 12 or 3.25", "4 no value",
      ])
    let strict = Self.entries(("number", "V"), ("empty_rows", "reject"))
    #expect(
      try values(strict, ["5", ""]) == ["number 5", "3: expected a value, got nothing"])
  }

  @Test(
    arguments: [
      ("%d.%m.%Y", "1.4.2026"), ("%d %B %Y", "1 aprile 2026"), ("excel", "46113"),
      ("%Y%j", "2026091"), ("month", "2026-04"), ("month", "4/2026"), ("month", "April 2026"),
    ])
  func `has dates of the stated form`(form: String, text: String) throws {
    let tree = Self.entries(("number", "V"), ("dates", .text(form)))
    let report = try ImportScratch().map(tree, "D,V\n\(text),1\n") { $0.firstEvents = 9 }
    #expect(report.firstEvents.map(\.text) == ["entry: tracker T, at 2026-04-01, number 1"])
  }

  @Test(arguments: ["2026-W14", "2026W14", "W14 2026", "14/2026 W"])
  func `has weeks as their Mondays`(text: String) throws {
    let tree = Self.entries(("number", "V"), ("dates", "week"))
    let report = try ImportScratch().map(tree, "D,V\n\(text),1\n") { $0.firstEvents = 9 }
    #expect(report.firstEvents.map(\.text) == ["entry: tracker T, at 2026-03-30, number 1"])
  }

  @Test(
    arguments: [
      ("dmy", "1.4."), ("mdy", "4/1"), ("ymd", "04-01"), ("dmy", "Apr 1"), ("dmy", "Wed 1.4."),
    ])
  func `has dates without a year, in that of the mapping`(order: String, text: String) throws {
    let tree = Self.entries(("number", "V"), ("dates", .text(order)), ("year", 2026))
    let report = try ImportScratch().map(tree, "D,V\n\(text),1\n") { $0.firstEvents = 9 }
    #expect(report.firstEvents.map(\.text) == ["entry: tracker T, at 2026-04-01, number 1"])
  }

  @Test func `has the zone of its row`() throws {
    let tree: MappingTree = [
      "kind": "entry", "zone": ["Z"],
      "columns": ["tracker": ["value": "T"], "at": "D", "number": "V"],
    ]
    let report = try ImportScratch().map(
      tree,
      """
      D,V,Z
      2026-04-01 08:00,1,Europe/Rome
      2026-04-01 08:00,2,UTC-05:00
      2026-04-01 08:00,3,
      2026-04-01 08:00,4,Mars
      """
    ) { $0.firstEvents = 9 }
    #expect(
      report.firstEvents.map { $0.text.split(separator: ", ")[1] } == [
        "at 2026-04-01T08:00:00+02:00", "at 2026-04-01T08:00:00-05:00", "at 2026-04-01T08:00:00",
      ])
    #expect(report.rejects.count == 1)
  }

  @Test func `has the names that another part of a JSON file gives to ids`() throws {
    let scratch = try ImportScratch()
    let text = """
      {"habits": [{"id": "h1", "name": "Yoga"}, {"id": "h2", "name": "Read"}],
       "completions": [{"habitId": "h2", "date": "2026-04-01"},
                       {"habitId": "h9", "date": "2026-04-01"}]}
      """
    try scratch.write("a.json", text)
    let tree: MappingTree = [
      "kind": "entry", "rows": "$.completions[*]",
      "columns": [
        "tracker": .mixed(
          ["habitId"], [("lookup", ["rows": "$.habits[*]", "key": "id", "value": "name"])]),
        "at": "date", "done": true,
      ],
    ]
    let mapping = try Mapping(reading: tree, name: "test.lua")
    let report = try scratch.run("a.json") { options in
      mapping.fill(&options)
      options.firstEvents = 9
    }
    #expect(report.firstEvents.map(\.text) == ["entry: tracker Read, at 2026-04-01, done true"])
    #expect(
      report.rejects.map(\.problem.reason) == ["there is none of this key at $.habits[*]"])
  }

  @Test func `is refused where its field has no such option`() {
    func faults(_ field: String, _ source: MappingTree) -> [String] {
      ImportScratch.faults(Self.entries((field, source), ("defaults", ["number": 1])))
    }
    #expect(
      faults("title", .mixed(["V"], [("unit", "kg")]))
        == ["columns.title.unit: only numbers and minutes have a unit"])
    #expect(
      faults("title", ["from": "A", "to": "B"])
        == ["columns.title: only minutes are the time between two columns"])
    #expect(
      faults("title", .mixed(["V"], [("dates", "dmy")]))
        == ["columns.title.dates: the field is no date"])
    #expect(
      faults("title", .mixed(["V"], [("befor", "x")]))
        == ["columns.title.befor: unknown name (did you mean \"before\"?)"])
    #expect(
      ImportScratch.faults(Self.entries(("minutes", .mixed(["V"], [("unit", "parsecs")]))))
        == [
          "columns.minutes.unit: expected milliseconds, seconds, minutes, hours, days or m:ss, got "
            + "\"parsecs\""
        ])
  }
}
