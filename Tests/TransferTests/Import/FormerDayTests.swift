import FlintCalendar
import FlintRules
import Sessions
import Testing

@testable import Transfer

@Suite struct `A file with days alone` {
  private func setDayStart(_ time: String, _ scratch: ImportScratch) throws {
    try scratch.session { session in _ = try session.history.set(.dayStart, to: time) }
  }

  private static let kinds: [(String, MappingTree)] = [
    ("entry", ["kind": "entry", "columns": ["tracker": "what", "at": "day", "number": "n"]]),
    (
      "spark",
      [
        "kind": "spark",
        "columns": ["title": "what", "at": "day", "category": ["value": "idea"]],
      ]
    ),
    (
      "mood",
      ["kind": "mood", "columns": ["at": "day", "mood": ["value": "good"], "note": "what"]]
    ),
    (
      "activity",
      ["kind": "activity", "columns": ["at": "day", "kind": ["value": "journal"], "text": "what"]]
    ),
    ("task", ["kind": "task", "columns": ["name": "what", "added": "day", "completed": "day"]]),
  ]

  /// Five rows, two of which are equal where the kind allows it; one is on the day on which the
  /// clocks go forward in Rome, at 02:00.
  private func text(_ kind: String) -> String {
    "what,day,n\nRun,2026-03-29,1\nRun,2026-05-02,2\n"
      + (kind == "mood" || kind == "task" ? "Swim" : "Run") + ",2026-05-02,2\nRow,2026-06-30,3\n"
  }

  @Test(arguments: kinds.indices)
  func `adds nothing when it is imported again under another day start`(index: Int) throws {
    let (kind, mapping) = Self.kinds[index]
    let scratch = try ImportScratch(zone: "Europe/Rome")
    let text = text(kind)
    #expect(try scratch.map(mapping, text).line == "4=4+0+0+0+0", "\(kind)")
    for start in ["04:00", "02:30", "00:00", "11:59"] {
      try setDayStart(start, scratch)
      let report = try scratch.map(mapping, text)
      #expect(report.line == "4=0+0+4+0+0", "\(kind) at \(start)")
      #expect(report.sources[0].repeatedBatch == nil)
    }
  }

  @Test func `is stored as 12:00 of its days, its tracker and habit at the first of them`() throws {
    let scratch = try ImportScratch(zone: "Europe/Rome")
    let mapping: MappingTree = [
      "kind": "entry", "columns": ["tracker": "what", "at": "day", "number": "n"],
      "habit": ["schedule": ["times": 1, "per": "week"]],
    ]
    let text = "what,day,n\nRun,2026-03-29,1\nRun,2026-05-02,2\nRun,2026-05-02 08:30,2\n"
    #expect(try scratch.map(mapping, text).line == "3=3+0+0+0+0")
    let times = try scratch.session { session in
      try session.reader.events(EventQuery(kinds: [.trackerCreate, .habit, .trackerEntry]))
        .map { "\($0.event.action.kind.name) \($0.event.at)" }
    }
    // The clocks went forward on 29 March.
    #expect(
      times.sorted() == [
        "habit 2026-03-29T10:00:00Z", "tracker 2026-03-29T10:00:00Z",
        "tracker.entry 2026-03-29T10:00:00Z", "tracker.entry 2026-05-02T06:30:00Z",
        "tracker.entry 2026-05-02T10:00:00Z",
      ])
    let tracker = try #require(try scratch.state().trackers.tracker(named: "Run"))
    #expect(tracker.habit?.spans.map { "\($0.start)" } == ["2026-03-29"])
  }

  @Test func `has the same instant for today in the morning and in the evening`() throws {
    let (_, mapping) = Self.kinds[0]
    let scratch = try ImportScratch(zone: "UTC")
    let table = try scratch.write("t.csv", "what,day,n\nRun,2026-06-30,1\n")
    let options = try Mapping(reading: mapping, name: "m.lua")
    for (now, line) in [
      ("2026-06-29T23:59:00Z", "1=0+0+0+1+0"), ("2026-06-30T00:00:00Z", "1=1+0+0+0+0"),
      ("2026-06-30T07:00:00Z", "1=0+0+1+0+0"), ("2026-06-30T20:00:00Z", "1=0+0+1+0+0"),
    ] {
      #expect(try scratch.run(table, now: now) { options.fill(&$0) }.line == line, "\(now)")
    }
  }

  /// What earlier versions recorded, made by the times that they gave to a day: its start, or a
  /// millisecond later, under the day start that the profile had.
  @Test(arguments: kinds.indices, ["00:00:00", "00:00:00.001", "04:00:00", "04:00:00.001"])
  func `adds nothing to what an earlier version recorded at the start of the days`(
    index: Int, time: String
  ) throws {
    let (kind, mapping) = Self.kinds[index]
    // Sparks, moods and the like never had the millisecond.
    if kind == "spark", time.hasSuffix("1") { return }
    let scratch = try ImportScratch(zone: "Europe/Rome")
    try setDayStart("04:00", scratch)
    if time.hasPrefix("00") { try setDayStart("00:00", scratch) }
    let text = text(kind)
    let former = text.replacing(/(\d\d\d\d-\d\d-\d\d)/) { "\($0.output.1) \(time)" }
    #expect(try scratch.map(mapping, former).line == "4=4+0+0+0+0", "\(kind)")
    for start in ["00:00", "04:00"] {
      try setDayStart(start, scratch)
      let report = try scratch.map(mapping, text)
      #expect(report.line == "4=0+0+4+0+0", "\(kind) at \(start)")
      #expect(report.sources[0].repeatedBatch == nil)
    }
    // Rows that are new are at noon.
    let more = text + "Run,2026-05-03,2\n"
    #expect(try scratch.map(mapping, more).line == "5=1+0+4+0+0")
    #expect(try scratch.map(mapping, more).line == "5=0+0+5+0+0")
  }

  @Test func `with ids adds and changes nothing either`() throws {
    let scratch = try ImportScratch(zone: "Europe/Rome")
    let mapping: MappingTree = [
      "kind": "entry", "id": "i", "columns": ["tracker": "what", "at": "day", "number": "n"],
    ]
    let text = "i,what,day,n\na,Run,2026-03-29,1\nb,Run,2026-05-02,2\n"
    let former = text.replacing(/(\d\d\d\d-\d\d-\d\d)/) { "\($0.output.1) 00:00:00.001" }
    #expect(try scratch.map(mapping, former).line == "2=2+0+0+0+0")
    #expect(try scratch.map(mapping, text).line == "2=0+0+2+0+0")
    let moved = text.replacing("2026-05-02", with: "2026-05-04")
    #expect(try scratch.map(mapping, moved).line == "2=0+0+1+0+1")
  }

  @Test(arguments: ["2026-05-02", "2026-05-02 18:00"])
  func `or a time of completion alone knows the task that an earlier version added before it`(
    completed: String
  ) throws {
    let scratch = try ImportScratch()
    let columns: [(String, MappingTree)] = [("name", "what"), ("completed", "done")]
    let before = completed == "2026-05-02" ? "2026-05-01 23:59:59.999" : "2026-05-02 17:59:59.999"
    let start = completed == "2026-05-02" ? "2026-05-02 00:00" : completed
    #expect(
      try scratch.map(
        ["kind": "task", "columns": .table(columns + [("added", "added")])],
        "what,added,done\nPost,\(before),\(start)\n"
      ).line == "1=1+0+0+0+0")
    let mapping: MappingTree = ["kind": "task", "columns": .table(columns)]
    #expect(try scratch.map(mapping, "what,done\nPost,\(completed)\n").line == "1=0+0+1+0+0")
    #expect(
      try scratch.map(mapping, "what,done\nPost,\(completed)\nLetter,\(completed)\n").line
        == "2=1+0+1+0+0")
    let tasks = try scratch.state().tasks.tasks
    let letter = try #require(tasks.first { $0.name == "Letter" })
    #expect(letter.completion?.at == letter.addedAt)
  }

  @Test func `is another row where it states the time`() throws {
    let (_, mapping) = Self.kinds[0]
    let scratch = try ImportScratch()
    let text = "what,day,n\nRun,2026-05-02 04:00,2\n"
    #expect(try scratch.map(mapping, text).line == "1=1+0+0+0+0")
    try setDayStart("04:00", scratch)
    try setDayStart("00:00", scratch)
    let other = text.replacing(" 04:00", with: " 00:00")
    #expect(try scratch.map(mapping, other).line == "1=1+0+0+0+0")
  }
}
