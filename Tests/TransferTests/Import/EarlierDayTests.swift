import Calendar
import Rules
import Sessions
import Testing

@testable import Transfer

@Suite struct `A file with days alone, imported again after the day start was changed` {
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

  @Test(arguments: kinds.indices) func `adds nothing`(index: Int) throws {
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

  @Test func `adds rows that are new at the current day start, and then knows them`() throws {
    let (_, mapping) = Self.kinds[0]
    let scratch = try ImportScratch(zone: "Europe/Rome")
    #expect(try scratch.map(mapping, text("entry")).line == "4=4+0+0+0+0")
    try setDayStart("04:00", scratch)
    let more = text("entry") + "Run,2026-05-02,2\nRun,2026-05-03,2\n"
    let report = try scratch.map(mapping, more)
    #expect(report.line == "6=2+0+4+0+0")
    #expect(
      report.sources[0].notes.contains(
        "Rows with only a day that were recorded before the day start was changed keep their time: "
          + "5."))
    #expect(try scratch.map(mapping, more).line == "6=0+0+6+0+0")
    let times = try scratch.session { session in
      try session.reader.events(EventQuery(kinds: [.trackerEntry])).map(\.event.at.description)
    }
    // Midnight in Rome; the third equal row is with the others, the new day begins at 04:00.
    #expect(
      times.sorted() == [
        "2026-03-28T23:00:00.001Z", "2026-05-01T22:00:00.001Z", "2026-05-01T22:00:00.001Z",
        "2026-05-01T22:00:00.001Z", "2026-05-03T02:00:00.001Z", "2026-06-29T22:00:00.001Z",
      ])
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
