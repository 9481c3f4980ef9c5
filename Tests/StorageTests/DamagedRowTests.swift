import FlintCalendar
import Foundation
import GRDB
import FlintRules
import Testing

@testable import Storage

/// Rows with values that SQLite would have refused: a reader that expects sound values would end
/// the process.
struct `A damaged row` {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try Store.create(path: scratch.path(), profile: .sample).recordRichly()
  }

  /// All ways to read a profile.
  private static let readers: [@Sendable (StoreAccess) throws -> Void] = [
    { _ = try $0.profile.read() }, { _ = try $0.profile.recordSum() },
    { _ = try $0.records.lastSequence() },
    { _ = try $0.records.sum() }, { _ = try $0.batches.all() },
    { _ = try $0.records.log(LogQuery()) },
    { access in
      for record in try access.records.log(LogQuery()) {
        _ = try access.records.all(of: record.event)
        _ = try access.corrections.latest(of: record.event)
        _ = try access.sparks.original(id: record.event)
        _ = try access.records.contents(of: [record.event])
        _ = try access.sparks.find(record.event)
        _ = try access.events.find(record.event)
        _ = try access.rolls.find(record.event)
      }
    },
    { access in for batch in 1...3 { _ = try access.records.events(ofBatch: Int64(batch)) } },
    { _ = try $0.sparks.find(sequences: $0.sparks.sequences(SparkQuery())[...]) },
    { _ = try $0.events.find(sequences: $0.events.sequences(EventQuery())[...]) },
    { access in
      for category in SparkCategory.ignition {
        _ = try access.rolls.all(of: category, since: .earliest, before: .latest)
      }
    },
    { try $0.foldOrder.forEachEvent(after: nil, through: .latest) { _ in } },
    { try $0.sparks.forEachFact(SparkQuery(), through: .latest, isOnlyReading: true) { _ in } },
    { _ = try $0.verification.fileProblems() }, { _ = try $0.verification.schemaProblems() },
    { _ = try $0.verification.recordProblems($0.profile.recordSum()) },
  ]

  private func problems() throws -> [String] {
    try Store.open(path: scratch.path()).access {
      try $0.verification.recordProblems($0.profile.recordSum())
    }
  }

  /// Uses a profile in all ways; each failure has to be reported as damage.
  private func read() throws {
    let store = try Store.open(path: scratch.path())
    for (number, reader) in Self.readers.enumerated() {
      do {
        try store.access { try reader($0) }
      } catch {
        #expect((error as? StoreError)?.code == .corrupted, "reader \(number): \(error)")
      }
    }
    do {
      _ = try Dump.write(store, to: scratch.path("text \(UUID())"))
    } catch {
      #expect((error as? StoreError)?.code == .corrupted, "\(error)")
    }
  }

  @Test(arguments: [
    "profile", "batch", "spark", "card_roll", "event", "correction", "spark_edit", "event_edit",
    "spark_original", "event_original", "rulebook",
  ])
  func `is reported as damage, in every table and for every missing value`(table: String) throws {
    let whole = try scratch.bytes()
    let columns = try Store.open(path: scratch.path()).access { access in
      try access.database.columns(in: table).filter {
        $0.isNotNull && $0.primaryKeyIndex == 0
      }.map(\.name)
    }
    #expect(!columns.isEmpty)
    for column in columns {
      try scratch.write(whole)
      try scratch.tamper(
        """
        PRAGMA writable_schema = ON;
        CREATE TEMP TABLE kept AS SELECT name, sql FROM sqlite_schema;
        UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE name = '\(table)';
        PRAGMA writable_schema = RESET;
        UPDATE \(table) SET "\(column)" = NULL;
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = (SELECT k.sql FROM kept k WHERE k.name = '\(table)')
        WHERE name = '\(table)';
        """)
      try read()
      let problems = try Store.open(path: scratch.path()).access {
        try $0.verification.fileProblems()
      }
      #expect(problems.contains { $0.contains("NULL value in \(table).\(column)") }, "\(column)")
    }
  }

  @Test(arguments: ["spark", "card_roll", "event", "correction"])
  func `with an impossible sequence number is reported as damage`(table: String) throws {
    try scratch.tamper(
      """
      PRAGMA foreign_keys = OFF;
      UPDATE \(table) SET seq = 9223372036854775807 WHERE seq = (SELECT max(seq) FROM \(table))
      """)
    let store = try Store.open(path: scratch.path())
    let error = try storeError { _ = try store.access { try $0.records.lastSequence() } }
    #expect(error.code == .corrupted)
    #expect(error.detail == "a record has the impossible sequence number 9223372036854775807")
    #expect(try problems().contains(error.detail))
    try read()
  }

  @Test func `with the sequence number of another row is reported`() throws {
    try scratch.tamper("UPDATE card_roll SET seq = 1")
    let problems = try problems()
    #expect(problems.first == "two records have the sequence number 1")
    #expect(problems.dropFirst().map { $0.hasPrefix("roll ") } == [true])
  }

  @Test(arguments: [
    "batch SET recorded_at", "correction SET recorded_at", "spark SET recorded_at", "spark SET at",
    "event SET at", "card_roll SET at", "spark_edit SET at", "event_edit SET at",
    "event SET recorded_at", "card_roll SET \"offset\"", "profile SET created_at",
  ])
  func `with an impossible time is reported as damage`(what: String) throws {
    for value in [Int64.max, .min] {
      try scratch.tamper(
        "UPDATE \(what) = \(value == .min ? "-9223372036854775807 - 1" : "\(value)")")
      try read()
    }
  }

  @Test func `at either end of time is reported as damage, even among sound rows`() throws {
    try scratch.tamper(
      """
      UPDATE spark SET at = 9223372036854775807 WHERE seq = 1;
      UPDATE spark SET at = -9223372036854775807 - 1 WHERE seq = 2
      """)
    try read()
  }

  @Test func `with a correction at the end of time cannot be corrected`() throws {
    let last = "9223372036854775807"
    try scratch.tamper("UPDATE correction SET recorded_at = \(last)")
    let store = try Store.open(path: scratch.path())
    let id = try store.access { access in
      try Row.fetchOne(access.database, sql: "SELECT event FROM correction")?.id("event")
    }
    let error = try storeError {
      _ = try store.access { try $0.corrections.latest(of: id ?? EventID(high: 0, low: 0)) }
    }
    #expect(error.code == .corrupted)
    #expect(error.detail.hasSuffix(" has an impossible time"))
  }

  @Test func `with tags that are not a list is a problem and does not end the check`() throws {
    try scratch.tamper("UPDATE spark_original SET tags = 'x' WHERE seq = 2")
    let problems = try problems()
    #expect(
      problems.contains { $0.hasSuffix(" cannot be read: the column tags of a row is unreadable") })
  }

  /// A correction that Flint never records: an edit has content, and a removal has none. Its hash is right.
  @Test(arguments: [Correction.Cause.edit, .remove])
  func `of an impossible correction is reported`(cause: Correction.Cause) throws {
    let store = try Store.create(path: scratch.path("other.db"), profile: .sample)
    try store.record(1)
    let spark = try numbered(0)
    let seed = Profile.sample.seed
    let correction = Correction(
      event: spark.id(seed: seed, key: .content(occurrence: 0)), cause: cause,
      content: cause == .edit ? nil : .spark(try numbered(1)), recordedAt: Instant(milliseconds: 9))
    let hash = correction.hash(seed: seed)
    let problems = try store.access { access in
      try access.begin(writing: true)
      try access.corrections.insert(
        correction, hash: hash,
        Provenance(sequence: 2, recordedAt: Instant(milliseconds: 9), batch: 1))
      var sum = try access.profile.recordSum()
      sum.add(hash)
      return try access.verification.recordProblems(sum)
    }
    #expect(problems == ["correction \(hash) cannot be read"])
  }

  @Test(arguments: [Correction.Cause.undo, .redo], [false, true])
  func `of an undo or a redo with or without content is sound`(
    cause: Correction.Cause, hasContent: Bool
  ) throws {
    let store = try Store.inMemory(profile: .sample)
    try store.record(1)
    let spark = try numbered(0)
    let seed = Profile.sample.seed
    let correction = Correction(
      event: spark.id(seed: seed, key: .content(occurrence: 0)), cause: cause,
      content: hasContent ? .spark(try numbered(1)) : nil, recordedAt: Instant(milliseconds: 9))
    let hash = correction.hash(seed: seed)
    let problems = try store.access { access in
      try access.corrections.insert(
        correction, hash: hash,
        Provenance(sequence: 2, recordedAt: Instant(milliseconds: 9), batch: 1))
      var sum = try access.profile.recordSum()
      sum.add(hash)
      return try access.verification.recordProblems(sum)
    }
    #expect(problems == [])
  }

  @Test(arguments: [
    ("spark SET id", "a row of sparks has no id"), ("card_roll SET id", "a row of rolls has no id"),
    ("event SET id", "a row of events has no id"),
    ("correction SET hash", "a correction has no hash"),
  ])
  func `without its whole id is reported`(what: String, problem: String) throws {
    try scratch.tamper(
      """
      PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0;
      UPDATE \(what) = x'00' WHERE seq = (SELECT max(seq) FROM \(what.split(separator: " ")[0]))
      """)
    #expect(try problems().contains(problem))
  }

  @Test func `of a batch with an impossible time is reported`() throws {
    try scratch.tamper("UPDATE batch SET recorded_at = 9223372036854775807 WHERE seq = 2")
    #expect(
      try problems() == [
        "a batch cannot be read: the column recorded_at of a row is unreadable",
        "batch 2 differs from what was written",
      ])
  }

  @Test func `that others refer to and that is missing is reported for each of them`() throws {
    // Corrections 14 and 15 belong to batch 3.
    try scratch.tamper("PRAGMA foreign_keys = 0; DELETE FROM batch WHERE seq = 3")
    let problems = try Store.open(path: scratch.path()).access {
      try $0.verification.fileProblems()
    }
    #expect(problems == Array(repeating: "a row of correction refers to a missing row", count: 2))
  }

  @Test func `of a rulebook with a wrong hash is reported`() throws {
    try scratch.tamper("UPDATE rulebook SET definition = replace(definition, 'Novice', 'New')")
    let hash = try Store.open(path: scratch.path()).access { try $0.profile.read().rulebookHash }
    #expect(
      try problems() == [
        "the rulebook \(hash) in the profile is damaged: it does not have that hash"
      ])
    try scratch.tamper("UPDATE rulebook SET definition = '{'")
    #expect(
      try problems() == [
        "the rulebook \(hash) in the profile is damaged: it cannot be read"
      ])
    try scratch.tamper("DELETE FROM rulebook")
    #expect(try problems() == ["the rulebook own, which the profile needs, is missing"])
  }
}
