import FlintCalendar
import Foundation
import GRDB
import FlintRules
import FlintSchema
import TestSupport
import Testing

@testable import Storage

/// A value of a row that was changed by someone or by the disk is found by a check in either case.
struct `A changed value` {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try Store.create(path: scratch.path(), profile: .sample).recordRichly()
  }

  private func problems() throws -> [String] {
    let store = try Store.open(path: scratch.path())
    do {
      return try store.access { access in
        try access.verification.fileProblems() + access.verification.schemaProblems()
          + access.verification.recordProblems(access.profile.recordSum())
      }
    } catch let error as StoreError {
      return [error.description]
    }
  }

  /// A slightly increased value, as SQL, which cannot equal the old one.
  private func changed(_ column: String, _ type: String) -> String {
    switch type {
    case "INTEGER": "ifnull(\"\(column)\", 0) + 1"
    case "BLOB": "CAST(substr(\"\(column)\", 1, 15) || x'5a' AS BLOB)"
    default: "ifnull(\"\(column)\", '') || 'x'"
    }
  }

  @Test(
    .slow,
    arguments: [
      "profile", "batch", "spark", "card_roll", "event", "correction", "spark_edit", "event_edit",
      "spark_original", "event_original", "rulebook",
    ])
  func `is found in every column of every row`(table: String) throws {
    #expect(try problems() == [])
    let whole = try scratch.bytes()
    let (columns, rows) = try Store.open(path: scratch.path()).access { access in
      (
        try access.database.columns(in: table).filter { $0.name != "only" },
        try Int64.fetchAll(access.database, sql: "SELECT rowid FROM \(table)")
      )
    }
    #expect(!rows.isEmpty)
    for column in columns {
      for row in rows {
        try scratch.tamper(
          """
          PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0;
          UPDATE OR IGNORE \(table) SET "\(column.name)" = \(changed(column.name, column.type))
          WHERE rowid = \(row);
          DELETE FROM cached_state;
          """)
        // A sequence number that another row of the table has is not possible.
        if try scratch.bytes() != whole {
          #expect(try !problems().isEmpty, "\(table).\(column.name) of row \(row)")
        }
        try scratch.write(whole)
      }
    }
  }

  @Test func `is looked for in each declared field of a spark`() {
    let columns = ["at", "offset"] + Spark.schema.declarations.map(\.column)
    #expect(Set(SparkColumns.names) == Set(columns))
    #expect(SparkColumns.names.count == Int(SparkColumns.count))
  }

  @Test func `is found in a record with a key`() throws {
    let store = try Store.open(path: scratch.path())
    let spark = try Spark(
      at: Instant(milliseconds: 1_772_323_200_000), offset: .zero, category: .idea,
      title: "Walk", notes: "By the sea", tags: ["a, b", "c"], estimatedMinutes: 5)
    let id = spark.id(seed: Profile.sample.seed, key: .given("k1"))
    try store.access { access in
      try access.begin(writing: true)
      let sequence = try access.records.lastSequence() + 1
      _ = try access.sparks.insert(
        spark, id: id, key: "k1",
        Provenance(sequence: sequence, recordedAt: Instant(milliseconds: 5), batch: 1))
      var sum = try access.profile.recordSum()
      sum.add(id)
      try access.profile.setRecordSum(sum)
      try access.commit()
    }
    #expect(try problems() == [])
    try scratch.tamper("UPDATE spark SET title = 'Run' WHERE key = 'k1'")
    #expect(try problems() == ["spark \(id) differs from what was written"])
  }
}
