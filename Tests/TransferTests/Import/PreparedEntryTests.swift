import FlintCalendar
import Foundation
import FlintJSON
import FlintRules
import FlintSchema
import Sessions
import Storage
import Testing

@testable import Transfer

/// Rows that are entries of known trackers are recorded without a unit each, with the same result.
struct `Entries of a table` {
  /// Everything that an import determines.
  private struct Outcome: Equatable {
    var report: String
    var rejects: String
    var records: RecordSum
    var events: [String]
    var state: ProfileState
  }

  private static let keyless: MappingTree = [
    "kind": "entry", "dates": "ymd",
    "columns": ["tracker": "what", "at": "at", "number": "n", "notes": "note"],
  ]
  private static let keyed: MappingTree = [
    "kind": "entry", "dates": "ymd", "id": "id", "source": "test",
    "columns": ["tracker": "what", "at": "at", "number": "n", "notes": "note"],
  ]

  /// Imports a text in one way or the other.
  private func outcome(
    _ text: String, _ mapping: MappingTree, isPrepared: Bool, window: Int,
    in scratch: ImportScratch,
    _ change: (inout ImportOptions) -> Void
  ) throws -> Outcome {
    let path = try scratch.write("table.csv", text)
    try? FileManager.default.removeItem(atPath: scratch.path("rejects.csv"))
    var options = ImportOptions()
    try Mapping(reading: mapping, name: "test.lua").fill(&options)
    change(&options)
    var times = SessionOptions(batchKind: "import")
    times.now = Timestamp("2026-07-01T00:00:00Z").map { DateExpression($0) }
    var report = try scratch.store.session(times) { session in
      let job = try ImportJob(
        [path], options, session,
        rejectsLocation: { (_) throws(InputFailure) in
          try FileLocation(scratch.path("rejects.csv"))
        })
      job.isPreparingEntries = isPrepared
      job.window = window
      return try job.run()
    }
    // The folders differ.
    for index in report.sources.indices { report.sources[index].files = [] }
    for index in report.rejects.indices { report.rejects[index].file = "" }
    for index in report.changed.indices { report.changed[index].file = "" }
    report.rejectsFiles = []
    let rejects = (try? scratch.text("rejects.csv")) ?? ""
    let problems = try scratch.store.access { try $0.verification.fileProblems() }
    #expect(problems.isEmpty)
    return Outcome(
      report: report.json.text(),
      rejects: rejects.replacing(scratch.folder.path, with: ""),
      records: try scratch.store.access { try $0.profile.recordSum() },
      events: try scratch.session { session in
        try session.reader.events(EventQuery()).map { "\($0.event) \($0.key ?? "")" }.sorted()
      },
      state: try scratch.state())
  }

  /// Imports texts one after another in both ways, takes back the last import, and compares.
  private func compare(
    _ texts: [String], _ mapping: MappingTree, zone: String = "Europe/Rome", window: Int = 50_000,
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws {
    let (units, prepared) = (try ImportScratch(zone: zone), try ImportScratch(zone: zone))
    for text in texts {
      let expected = try outcome(
        text, mapping, isPrepared: false, window: window, in: units, change)
      let found = try outcome(
        text, mapping, isPrepared: true, window: window, in: prepared, change)
      #expect(found == expected)
    }
    for scratch in [units, prepared] {
      try scratch.session { session in
        let batches = try session.history.batches()
        _ = try session.history.undo(batch: try #require(batches.map(\.number).max()))
      }
    }
    #expect(try prepared.state() == units.state())
    #expect(
      try prepared.store.access { try $0.profile.recordSum() }
        == units.store.access { try $0.profile.recordSum() })
  }

  private static let header = "id,what,at,n,note\n"

  /// Equal rows, rows without an order, a day alone, times that clocks skip or show twice, the future,
  /// numbers that are none, notes of two lines, names that differ in case, and rows without a value.
  private static let rows = [
    "1,Run,2026-03-02T08:00:00,5,", "2,Run,2026-03-02T08:00:00,5,", "3,Run,2026-03-01T08:00:00,5,",
    "4,run,2026-02-01T09:30:00,2.5,", "5,Run,2026-03-29,1,", "6,Run,2026-03-29T02:30:00,7,",
    "7,Run,2025-10-26T02:30:00,8,", "8,Run,2027-01-01T00:00:00,9,", "9,Run,2026-03-05T10:00:00,x,",
    "10,Swim,2026-03-05T10:00:00+05:00,4,\"two\nlines\"", "11,Swim,2026-01-05T10:00:00Z,4,one",
    "12,Run,2026-03-02T08:00:00,5,", "13,Swim,2026-03-05T10:00:00+05:00,4,\"two\r\nlines\"",
    "14,Swim,1800-01-01T00:00:00,4,", "15,,2026-03-05T10:00:00,4,", "16,Run,2026-03-29,1,",
  ]

  private static func table(_ rows: some Sequence<String>) -> String {
    header + rows.map { $0 + "\n" }.joined()
  }

  @Test(arguments: [true, false], [1, 3, 50_000])
  func `are recorded as units are, and known when they come again in another order`(
    isKeyed: Bool, window: Int
  ) throws {
    let mapping = isKeyed ? Self.keyed : Self.keyless
    let all = Self.table(Self.rows)
    for order in [Self.rows, Self.rows.reversed(), Self.rows.sorted()] {
      try compare([Self.table(order), all, all], mapping, window: window)
    }
    // A part first, then all.
    try compare([Self.table(Self.rows.dropFirst(6)), all], mapping, window: window)
  }

  @Test(arguments: [true, false], [1, 4, 50_000])
  func `with the ids of others are compared with them, and corrected on request`(
    isUpdating: Bool, window: Int
  ) throws {
    let before = (0..<12).map { "\($0),Run,2026-03-02T08:\($0 + 10):00,\($0),note" }
    var after = before.enumerated().map { index, row in
      switch index % 4 {
      case 0: row
      case 1: row.replacing("note", with: "another")
      case 2: row.replacing("Run", with: "Swim")
      default: row.replacing("T08", with: "T07")
      }
    }
    after += [
      "12,Row,2026-01-01T08:00:00,1,", "0,Run,2026-03-02T08:10:00,0,later",
      "0,Row,2026-01-01T08:00:00,2,",
    ]
    for rows in [after, after.reversed()] {
      try compare(
        [Self.table(before), Self.table(rows), Self.table(before)], Self.keyed, window: window
      ) { $0.isUpdating = isUpdating }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64], [50, 700, 3000])
  func `are the same in thousands, with new and known ones in turn`(
    seed: UInt64, window: Int
  ) throws {
    // A linear congruential generator (Knuth's MMIX).
    var state = seed
    func draw(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    func padded(_ number: Int) -> String { String("\(number + 100)".dropFirst()) }
    let rows = (0..<7000).map { row in
      let (day, minute) = (row / 60, row % 60 * 20)
      let time =
        "2026-0\(day / 28 + 1)-\(padded(day % 28 + 1))T\(padded(minute / 60)):\(padded(minute % 60)):00"
      return "\(row),\(draw(9) == 0 ? "Swim" : "Run"),\(time),\(draw(20)),"
    }
    let repeated = rows.flatMap { draw(30) == 0 ? [$0, $0] : [$0] }
    var shuffled = repeated
    for index in shuffled.indices.dropFirst() where seed == 3 {
      shuffled.swapAt(index, draw(index + 1))
    }
    try compare(
      [Self.table(shuffled.prefix(5000)), Self.table(repeated), Self.table(repeated)], Self.keyless,
      zone: "UTC", window: window)
  }

  @Test func `end at the first that is rejected with the same message, if that is wanted`() throws {
    for isPrepared in [true, false] {
      let scratch = try ImportScratch(zone: "Europe/Rome")
      let error = #expect(throws: ImportStopped.self) {
        _ = try outcome(
          Self.table(Self.rows), Self.keyless, isPrepared: isPrepared, window: 50_000, in: scratch
        ) { $0.errors.onError = .stop }
      }
      #expect(error?.reject.line == 10)
    }
  }
}
