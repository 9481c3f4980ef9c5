import FlintCalendar
import Foundation
import FlintJSON
import FlintRules
import FlintSchema
import Sessions
import Storage
import TestSupport
import Testing
import Transfer

struct `An import of sparks` {
  static let rows = """
    at,title,category,key
    2026-03-01T10:00:00Z,One,idea,a
    2026-03-02T10:00:00Z,Two,energy,b
    2026-03-03T10:00:00Z,Three,nonsense,c
    2099-01-01T00:00:00Z,Four,idea,d

    """

  @Test func `accounts for every row, and writes rejected ones to a file where they can be fixed`()
    throws
  {
    let scratch = try ImportScratch()
    try scratch.write("s.csv", Self.rows)
    let report = try scratch.run("s.csv")
    #expect(report.line == "4=2+0+0+2+0")
    #expect(try scratch.sparks() == ["One idea", "Two energy"])
    #expect(report.rejects.map(\.line) == [4, 5])
    #expect(report.rejects[0].problem.column == "category")
    #expect(report.rejects[0].problem.value == "nonsense")
    let rejects = try scratch.text("rejects.csv")
    let lines = rejects.split(separator: "\n")
    #expect(
      lines[0]
        == "at,title,category,key,reject_file,reject_line,reject_column,reject_value,reject_reason,reject_row"
    )
    #expect(lines[1].hasPrefix("2026-03-03T10:00:00Z,Three,nonsense,c,"))
    #expect(lines.count == 3)
    // Once fixed, it is a file like any other.
    try scratch.write(
      "fixed.csv",
      rejects.replacing("nonsense,c", with: "challenge,c").replacing(
        "2099-01-01", with: "2026-01-01"))
    try FileManager.default.removeItem(atPath: scratch.path("rejects.csv"))
    let again = try scratch.run("fixed.csv")
    #expect(again.line == "2=2+0+0+0+0")
    #expect(
      try scratch.sparks() == ["Four idea", "One idea", "Two energy", "Three challenge"])
  }

  @Test func `adds nothing when repeated`() throws {
    let scratch = try ImportScratch()
    try scratch.write("s.csv", Self.rows)
    try scratch.run("s.csv") { $0.errors.onError = .skip }
    let before = try scratch.state()
    let again = try scratch.run("s.csv") { $0.errors.onError = .skip }
    #expect(again.line == "4=0+0+2+0+2")
    #expect(again.sources[0].batch == nil)
    #expect(try scratch.state() == before)
  }

  @Test func `ends at the first error with nothing recorded if stopping is enabled`() throws {
    let scratch = try ImportScratch()
    try scratch.write("s.csv", Self.rows)
    let stopped = #expect(throws: ImportStopped.self) {
      try scratch.run("s.csv") { $0.errors.onError = .stop }
    }
    #expect(stopped?.reject.line == 4)
    #expect(try scratch.sparks().isEmpty)
    #expect(
      stopped?.description
        == "\(scratch.path("s.csv")):4: category \"nonsense\": expected decision, energy, idea, "
        + "experiment or challenge")
    let exceeded = #expect(throws: ImportStopped.self) {
      try scratch.run("s.csv") { $0.errors.maximumErrors = 1 }
    }
    #expect(
      exceeded?.description
        == "\(scratch.path("s.csv")):5: at \"2099-01-01T00:00:00Z\": expected a time that is not later "
        + "than now (2026-07-01T00:00:01Z); more than 1 rows were rejected")
    #expect(try scratch.sparks().isEmpty)
    // No rejects file is written either.
    #expect(!FileManager.default.fileExists(atPath: scratch.path("rejects.csv")))
    #expect(try scratch.run("s.csv") { $0.errors.maximumErrors = 2 }.line == "4=2+0+0+2+0")
  }

  @Test func `reports rows that differ from the event of their key, and corrects only on request`()
    throws
  {
    let scratch = try ImportScratch()
    try scratch.write(
      "s.csv", "at,title,category,key\n2026-03-01,One,idea,a\n2026-03-02,Two,idea,b\n")
    try scratch.run("s.csv")
    try scratch.write(
      "s.csv", "at,title,category,key\n2026-03-01,Uno,idea,a\n2026-03-02,Two,idea,b\n")
    let report = try scratch.run("s.csv")
    #expect(report.line == "2=0+0+1+0+1")
    #expect(report.changed.map(\.line) == [2])
    #expect(try scratch.sparks() == ["One idea", "Two idea"])
    let updated = try scratch.run("s.csv") { $0.isUpdating = true }
    #expect(updated.line == "2=0+1+1+0+0")
    #expect(try scratch.sparks() == ["Uno idea", "Two idea"])
    #expect(try scratch.run("s.csv") { $0.isUpdating = true }.line == "2=0+0+2+0+0")
  }

  @Test(arguments: [nil, 3]) func `records the last of several rows of one key`(every: Int?)
    throws
  {
    let scratch = try ImportScratch()
    try scratch.write(
      "s.csv",
      "at,title,category,key\n" + ["A", "B", "C", "D"].map { "2026-03-01,\($0),idea,k\n" }.joined())
    let report = try scratch.run("s.csv") {
      $0.isUpdating = true
      $0.commitEvery = every
    }
    #expect(report.line == "4=1+3+0+0+0")
    #expect(try scratch.sparks() == ["D idea"])
    // The original content can be restored.
    try scratch.write("a.csv", "at,title,category,key\n2026-03-01,A,idea,k\n")
    #expect(try scratch.run("a.csv").line == "1=0+0+1+0+0")
    #expect(try scratch.run("a.csv") { $0.isUpdating = true }.line == "1=0+1+0+0+0")
    #expect(try scratch.sparks() == ["A idea"])
  }

  @Test func `finds the tracker that had a name at that time, under any present name`() throws {
    let scratch = try ImportScratch()
    try scratch.session { session in
      func say(_ action: TrackerAction, _ at: String) throws -> EventID {
        try session.record(
          .tracker(action), at: .written(try #require(Timestamp(at)))
        ).id
      }
      let tracker = try say(.create(try TrackerContent(name: "B")), "2026-01-01")
      _ = try say(
        .update(tracker, try TrackerChange(RecordChange(["name": .text("C")]))), "2026-06-01")
    }
    // On the first day the tracker that is called C since June is still called B.
    try scratch.write(
      "Checkmarks.csv", "Date,A,B,\n2026-03-03,2,0,\n2026-03-02,2,0,\n2026-03-01,2,2,\n")
    let report = try scratch.run("Checkmarks.csv")
    #expect(report.line == "3=3+0+0+0+0")
    let trackers = try scratch.session { try $0.state().trackers.trackers }
    #expect(
      Dictionary(uniqueKeysWithValues: trackers.map { ($0.content.name, $0.entries) })
        == ["A": 3, "C": 1])
  }

  @Test func `counts a local time once, even of a duplicate row`() throws {
    let scratch = try ImportScratch(zone: "Europe/Rome")
    try scratch.write(
      "s.csv",
      "at,title,category\n2025-10-26T02:30,Twice,idea\n2025-10-26T02:30,Twice,idea\n")
    #expect(try scratch.run("s.csv").ambiguousTimes == 2)
  }

  @Test func `records as many equal rows without keys as the file with the most of them`() throws {
    let scratch = try ImportScratch()
    let header = "at,title,category\n"
    let row = "2026-03-01T10:00:00Z,Same,idea\n"
    try scratch.write("two.csv", header + row + row)
    try scratch.write("three.csv", header + row + row + row)
    #expect(try scratch.run("two.csv").line == "2=2+0+0+0+0")
    #expect(try scratch.run("three.csv").line == "3=1+0+2+0+0")
    #expect(try scratch.run("two.csv").line == "2=0+0+2+0+0")
    #expect(try scratch.sparks().count == 3)
    // The same in one import and in two.
    let other = try ImportScratch()
    try other.write("two.csv", header + row + row)
    try other.write("three.csv", header + row + row + row)
    #expect(try other.run("three.csv", "two.csv").line == "5=3+0+2+0+0")
    #expect(try other.state() == scratch.state())
  }

  @Test func `is reverted exactly by undoing its batch`() throws {
    let scratch = try ImportScratch()
    try scratch.write("a.csv", "at,title,category\n2026-03-01,A,idea\n2026-03-02,B,idea\n")
    try scratch.write("b.csv", "at,title,category\n2026-03-02,B,idea\n2026-03-03,C,energy\n")
    try scratch.run("a.csv")
    let before = try scratch.state()
    let batch = try scratch.run("b.csv").sources[0].batch
    try scratch.session { session in
      let report = try session.history.undo(batch: try #require(batch))
      #expect(report.removed == 1)
    }
    #expect(try scratch.sparks() == ["A idea", "B idea"])
    #expect(try scratch.state() == before)
    let batches = try scratch.session { try $0.history.batches() }
    #expect(batches.map(\.kind) == ["undo", "import", "import"])
    let detail = try JSONValue(parsing: Array(try #require(batches[1].detail).utf8))
    #expect(detail["format"] == .string("sparks"))
    #expect(detail["counts"]?["added"] == .integer(1))
    #expect(detail["counts"]?["unchanged"] == .integer(1))
  }

  @Test func `reads local times in the zone it is given, or else in the profile's`() throws {
    let scratch = try ImportScratch(zone: "UTC")
    // 2:30 on the last Sunday of October occurs twice in Rome; the earlier is 0:30 UTC.
    try scratch.write("s.csv", "at,title,category\n2025-10-26T02:30,Twice,idea\n")
    let report = try scratch.run("s.csv") { $0.values.zone = "Europe/Rome" }
    #expect(report.ambiguousTimes == 1)
    let at = try scratch.session { session in
      try session.reader.sparks(sequences: try session.reader.sparkSequences(SparkQuery())[...])
        .map(\.spark.at)
    }
    #expect(at == [Instant(milliseconds: 1_761_438_600_000)])
  }

  @Test func `has the same result in any order of files`() throws {
    var generator = SplitMix64(state: 11)
    for _ in 0..<5 {
      let names = ["a.csv", "b.csv", "c.csv"]
      let files = names.map { _ in
        "at,title,category\n"
          + (0..<40).map { _ in
            let day = Int.random(in: 1...28, using: &generator)
            let title = ["walk", "read", "=cook"].randomElement(using: &generator) ?? ""
            return "2026-0\(Int.random(in: 1...6, using: &generator))-"
              + "\(day < 10 ? "0" : "")\(day),\(title),"
              + (SparkCategory.ignitionNames.randomElement(using: &generator) ?? "")
          }.joined(separator: "\n") + "\n"
      }
      var states: [ProfileState] = []
      for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let scratch = try ImportScratch()
        for (name, file) in zip(names, files) { try scratch.write(name, file) }
        for index in order { try scratch.run(names[index]) }
        states.append(try scratch.state())
      }
      #expect(states[0] == states[1])
      #expect(states[0] == states[2])
    }
  }

  @Test func `creates no tracker for rejected rows, nor earlier than its entries`() throws {
    let scratch = try ImportScratch()
    // Later on the day of the import.
    try scratch.write(
      "h.csv", "Task Name,Task ID,Task Type,Date,Value\nRun,r,habit,2026-07-01 10:00:00,1\n")
    #expect(try scratch.run("h.csv").line == "1=0+0+0+1+0")
    #expect(try scratch.state().trackers.trackers.isEmpty)
    // More minutes than an entry can have, before and between those that are recorded.
    let report = try scratch.map(
      ["kind": "entry", "columns": ["tracker": ["value": "T"], "at": "D", "minutes": "M"]],
      """
      D,M
      2026-06-05 10:00,3000000000
      2026-06-07 10:00,10
      2026-06-06 10:00,20
      2026-06-08 10:00,3000000000
      2026-06-04 10:00,3000000000

      """)
    #expect(report.line == "5=2+0+0+3+0")
    let tracker = try #require(try scratch.state().trackers.trackers.first)
    #expect(tracker.createdAt.description == "2026-06-06T10:00:00Z")
  }

  /// Minutes that are too many reject the row, after its tracker was moved for it.
  @Test(arguments: [("20", "2026-06-06"), ("3000000000", "2026-06-08")])
  func `creates a tracker before the earliest recorded entry of several files`(
    minutes: String, day: String
  ) throws {
    let scratch = try ImportScratch()
    let header = "at,tracker,kind,value\n"
    try scratch.write("later.csv", header + "2026-06-08T10:00,T,session,10\n")
    try scratch.write("earlier.csv", header + "2026-06-06T10:00,T,session,\(minutes)\n")
    let report = try scratch.run("later.csv", "earlier.csv")
    #expect(report.line == (minutes == "20" ? "2=2+0+0+0+0" : "2=1+0+0+1+0"))
    let tracker = try #require(try scratch.state().trackers.trackers.first)
    #expect(tracker.createdAt.description == "\(day)T10:00:00Z")
  }
}
