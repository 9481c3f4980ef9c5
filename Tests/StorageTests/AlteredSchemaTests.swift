import Foundation
import GRDB
import FlintRules
import Testing

@testable import Storage

/// A profile from elsewhere may contain SQL that runs when the profile is used.
struct `A profile with foreign SQL` {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.makeProfile(sparks: 3)
  }

  /// The SQL statements, each with the object that the error names.
  static let alterations = [
    (
      """
      CREATE TRIGGER quiet BEFORE INSERT ON correction BEGIN SELECT RAISE(IGNORE); END
      """, "trigger quiet"
    ),
    (
      """
      ALTER TABLE spark RENAME TO real_spark;
      CREATE VIEW spark AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n)
        SELECT n.x AS seq FROM n
      """, "table real_spark"
    ),
    (
      """
      CREATE TABLE copy AS SELECT * FROM profile; DROP TABLE profile;
      CREATE VIEW profile AS SELECT * FROM copy
      """, "table copy"
    ),
    ("CREATE VIEW empty AS SELECT 1", "view empty"),
    ("CREATE TABLE more (x)", "table more"),
    ("CREATE INDEX more ON spark (title)", "index more"),
    (
      "DROP INDEX spark_at; CREATE INDEX spark_at ON spark (abs(at))",
      "index spark_at of another form"
    ),
    ("ALTER TABLE batch ADD COLUMN extra INTEGER AS (abs(seq))", "table batch of another form"),
    ("CREATE VIRTUAL TABLE words USING fts5(x)", "table words"),
  ]

  @Test(arguments: alterations)
  func `is refused before anything is read from it`(sql: String, object: String) throws {
    try scratch.tamper(sql)
    let bytes = try scratch.bytes()
    for open: (String) throws -> Store in [
      { try Store.open(path: $0) }, { try Store.openForReading(path: $0) },
      { try Store.open(path: $0, readOnly: true) },
    ] {
      let error = try #require(throws: StoreError.self) { _ = try open(scratch.path()) }
      #expect(error.code == .altered)
      #expect(
        error.description
          == "\(scratch.path()): another program changed this profile: it contains the \(object), which "
          + "no version of Flint creates; it was not touched. Restore a backup, or drop it with sqlite3 (see docs/backups.md)"
      )
    }
    #expect(try scratch.bytes() == bytes)
  }

  @Test func `is refused if a definition in it is very long`() throws {
    // Parsing it takes long: each name is compared with all before it.
    let parts =
      ["a0(x) AS (SELECT 1)"] + (1..<60_000).map { "a\($0)(x) AS (SELECT x FROM a\($0 - 1))" }
    let text = "CREATE VIEW long AS WITH \(parts.joined(separator: ", ")) SELECT x FROM a0"
    try scratch.tamper(
      """
      PRAGMA writable_schema = 1;
      INSERT INTO sqlite_master VALUES ('view', 'long', 'long', 0, '\(text)')
      """)
    #expect(throws: StoreError.self) { _ = try Store.open(path: scratch.path()) }
  }

  @Test func `accepts objects that SQLite created itself`() throws {
    try scratch.tamper("ANALYZE")
    #expect(try Store.open(path: scratch.path()).access { try $0.profile.recordSum().count } == 3)
  }

  @Test func `accepts known objects in another notation`() throws {
    // As for indexes that were rebuilt after a bulk insert, and with other white space.
    try scratch.tamper("DROP INDEX spark_at; CREATE INDEX\n  spark_at ON spark ( at )")
    #expect(try Store.open(path: scratch.path()).access { try $0.profile.recordSum().count } == 3)
  }

  @Test(arguments: 1...Schema.version)
  func `accepts the schema of each version`(version: Int) throws {
    let queue = try DatabaseQueue()
    for migration in Schema.migrations.prefix(version) {
      try queue.write { try $0.execute(sql: migration.sql) }
    }
    #expect(try queue.read { try Schema.foreignObject(in: $0, version: version) } == nil)
    if version < Schema.version {
      try queue.write { try $0.execute(sql: Schema.migrations[version].sql) }
      #expect(try queue.read { try Schema.foreignObject(in: $0, version: version) } != nil)
    }
  }

  @Test func `does not run that SQL in any case`() throws {
    let store = try Store.open(path: scratch.path())
    try store.access { access in
      try access.database.execute(
        sql: """
          CREATE TRIGGER loud AFTER DELETE ON batch BEGIN DELETE FROM spark; END;
          CREATE VIEW one AS SELECT 1;
          DELETE FROM batch WHERE seq = 0
          """)
      #expect(throws: DatabaseError.self) {
        _ = try Int.fetchOne(access.database, sql: "SELECT * FROM one")
      }
      #expect(try Int.fetchOne(access.database, sql: "SELECT count(*) FROM spark") == 3)
      #expect(try Int.fetchOne(access.database, sql: "PRAGMA trusted_schema") == 0)
    }
  }
}
