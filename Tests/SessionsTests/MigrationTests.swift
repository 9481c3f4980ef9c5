import Foundation
import GRDB
import FlintRules
import Sessions
import Storage
import Testing

/// Profiles of earlier versions of Flint. `Fixtures/schema-3.db` was written by the program of
/// commit ae79845: sparks with and without keys, a roll, tasks, trackers with entries, moods, a
/// quest set, a journey, an edit of a spark and of an entry, a removal, an undo, imports and a
/// redo.
struct `A profile of an earlier version` {
  let directory: URL
  let path: String
  static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("flint-migration-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    path = directory.appendingPathComponent("p.db").path
    try FileManager.default.copyItem(
      at: Self.fixtures.appendingPathComponent("schema-3.db"), to: URL(fileURLWithPath: path))
  }

  private let options = SessionOptions(at: "2026-02-09", isWriting: false)

  /// The output of the program that created it.
  private func expectIsAsItWas(_ store: Store) throws {
    try store.session(options) { session in
      let found = try session.reader.verify()
      #expect(found.problems == [])
      #expect(found.records == 28)
      #expect(found.voids == [])
      #expect(try session.reader.summary().ledger.spark == 134)
      #expect(
        try session.history.batches().map(\.kind) == [
          "redo", "undo", "import", "undo", "script", "script", "script", "script", "import",
        ])
    }
  }

  @Test func `is read without changing its file`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    try expectIsAsItWas(Store.openForReading(path: path))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["p.db"])
  }

  @Test func `is migrated when it is opened for writing`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    try expectIsAsItWas(Store.open(path: path))
    // Permanently, and its schema equals that of a new profile.
    try expectIsAsItWas(Store.open(path: path))
    let damaged = try DatabaseQueue(path: path)
    try damaged.writeWithoutTransaction {
      try $0.execute(sql: "UPDATE spark SET notes = 'Elsewhere' WHERE key = 'k1'")
    }
    try damaged.close()
    let problems = try Store.open(path: path).session(options) { try $0.reader.verify() }.problems
    #expect(problems.count == 1)
  }

  @Test func `can be read from a dump`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.appendingPathComponent("new.db").path
    let report = try Dump.restore(
      Self.fixtures.appendingPathComponent("schema-3-dump").path, to: path
    )
    #expect(report.events == 23)
    #expect(report.corrections == 5)
    try expectIsAsItWas(Store.open(path: path))
  }

  /// The state after a process was killed that wrote to it, in the rollback mode of its first use.
  @Test func `is read after work on it was interrupted`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let left = directory.appendingPathComponent("left.db").path
    let writer = try DatabaseQueue(path: path)
    try writer.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN")
      try database.execute(
        sql: """
          WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2000)
          INSERT INTO batch (kind, source, recorded_at) SELECT 'lost', 'lost', n FROM n
          """)
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: left + suffix)
      }
      try database.execute(sql: "ROLLBACK")
    }
    try writer.close()
    try expectIsAsItWas(Store.openForReading(path: left))
  }
}
