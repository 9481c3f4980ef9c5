import FlintCalendar
import Foundation
import FlintJSON
import FlintRules
import Testing

@testable import Storage

/// A profile with records of every kind that is damaged and salvaged.
final class SalvageScratch {
  private let scratch: Scratch
  /// The name of the damaged file.
  private var damaged = "profile.db"
  /// The rows of the sound profile.
  let original: [String: [String]]
  var path: String { scratch.path() }

  init() throws {
    scratch = try Scratch()
    let store = try Store.create(path: scratch.path(), profile: .sample)
    try store.recordRichly()
    try store.record(400, from: 100)
    let (start, end) = (String(repeating: "x", count: 9000), String(repeating: "y", count: 9000))
    try Self.record(Self.spark("Long", notes: start + "middle of a long text" + end), in: store)
    original = try store.tables()
    store.emptyLog()
  }

  func path(_ name: String) -> String { scratch.path(name) }
  func bytes() throws -> Data { try scratch.bytes(damaged) }
  func write(_ bytes: Data, to name: String) throws { try scratch.write(bytes, to: name) }
  func tamper(_ sql: String) throws { try scratch.tamper(sql) }

  func damage(_ body: (inout Data) throws -> Void) throws {
    var bytes = try bytes()
    try body(&bytes)
    try write(bytes, to: damaged)
  }

  /// Copies the file and its log at this moment, as a killed process leaves them.
  func takeFiles() throws {
    for suffix in ["", "-wal"] {
      try write(scratch.bytes("profile.db" + suffix), to: "killed.db" + suffix)
    }
    damaged = "killed.db"
  }

  func damageLog(_ body: (inout Data) throws -> Void) throws {
    var bytes = try scratch.bytes("killed.db-wal")
    try body(&bytes)
    try write(bytes, to: "killed.db-wal")
  }

  /// Returns the position of a text in the file.
  func position(of text: String) throws -> Int {
    try #require(bytes().range(of: Data(text.utf8))).lowerBound
  }

  /// The positions of the pages with the rows of sparks, one for each tenth spark.
  func sparkPages() throws -> [Int] {
    try stride(from: 110, to: 500, by: 10).map { try position(of: "Spark \($0)n") / 4096 * 4096 }
  }

  /// Salvages the profile, checks the new one, and that the damaged one has not changed.
  func salvage(like: Store? = nil) throws -> SalvageReport {
    let before = try bytes()
    let new = scratch.path("new.db")
    let salvage = Salvage(of: path(damaged), like: like)
    let rehearsed = try salvage.rehearse()
    #expect(!ProfilePath.exists(new))
    let report = try salvage.create(new)
    #expect(report.rejects.map(\.json) == rehearsed.rejects.map(\.json))
    #expect(try bytes() == before)
    try Store.open(path: new).access { access in
      try access.begin(writing: false)
      try access.verification.check()
    }
    return report
  }

  /// The rows of the new profile.
  func saved() throws -> [String: [String]] { try Store.open(path: path("new.db")).tables() }

  /// Returns how many rows of a table the new profile lacks.
  func lost(_ table: String) throws -> Int {
    try original[table, default: []].count - saved()[table, default: []].count
  }

  /// Whether every event and correction of the new profile was in the sound one.
  func isSubset() throws -> Bool {
    let saved = try saved()
    return ["correction", "card_roll", "spark_edit", "event_edit"].allSatisfy { table in
      Set(saved[table, default: []]).isSubset(of: original[table, default: []])
    } && Self.ids(saved).isSubset(of: Self.ids(original))
  }

  private static func ids(_ tables: [String: [String]]) -> Set<String> {
    Set(
      (tables["spark", default: []] + tables["event", default: []]).compactMap { row in
        row.split(separator: "|").first { $0.hasPrefix("id=") }.map(String.init)
      })
  }

  /// Records equal sparks, each of which has an id of its own.
  func record(equalSparks count: Int) throws {
    let store = try Store.open(path: path)
    for occurrence in 0..<count {
      try Self.record(try Self.spark("Equal"), occurrence: UInt32(occurrence), in: store)
    }
    store.emptyLog()
  }

  private static func spark(_ title: String, notes: String? = nil) throws -> Spark {
    try Spark(
      at: Instant(milliseconds: 1_772_409_600_000), offset: .zero, category: .idea, title: title,
      notes: notes)
  }

  private static func record(_ spark: Spark, occurrence: UInt32 = 0, in store: Store) throws {
    try store.access { access in
      try access.begin(writing: true)
      let batch = try access.batches.insert(
        kind: "test", source: "", at: Instant(milliseconds: 0))
      let id = spark.id(seed: Profile.sample.seed, key: .content(occurrence: occurrence))
      let provenance = Provenance(
        sequence: try access.records.lastSequence() + 1, recordedAt: Instant(milliseconds: 0),
        batch: batch)
      #expect(try access.sparks.insert(spark, id: id, key: nil, provenance))
      var sum = try access.profile.recordSum()
      sum.add(id)
      try access.profile.setRecordSum(sum)
      try access.commit()
    }
  }
}
