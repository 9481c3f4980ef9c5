public import Calendar
import Foundation
import GRDB
public import Rules

/// Access to a profile's file: reads and writes of records, inside one transaction at a time. It is
/// valid while the closure that received it runs, on the thread of that closure.
public final class StoreAccess {
  let database: Database
  /// The path of the profile.
  public let path: String
  /// Whether the profile is open for reading only.
  public let isReadOnly: Bool
  var insertSparkStatement: RawStatement?
  var insertEventStatement: RawStatement?
  let rowText = RowText()
  /// The prepared statements that are not in use, by their SQL.
  private var idleStatements: [String: RawStatement] = [:]
  /// The writer of a bulk insert, which uses the connection exclusively until it is drained.
  var bulkWriter: BulkWriter?
  /// Whether sparks can be found by their instants, which may not be the case during a bulk insert.
  public internal(set) var isTimeIndexed = true

  init(database: Database, path: String, isReadOnly: Bool) {
    self.database = database
    self.path = path
    self.isReadOnly = isReadOnly
  }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { database.isInsideTransaction }

  /// Begins a transaction. One that writes waits until another process's writing transaction ends.
  public func begin(writing: Bool) throws(StoreError) {
    let isWriting = writing && !isReadOnly
    try translating {
      try database.beginTransaction(isWriting ? .immediate : .deferred)
      guard isWriting, hasMoved else { return }
      try database.rollback()
      throw StoreError(
        .io, path: path,
        detail: "the file was moved, replaced or removed while it was in use; nothing was changed")
    }
  }

  /// Commits the changes since `begin`.
  public func commit() throws(StoreError) {
    try translating { try database.commit() }
  }

  /// Rolls back the changes since `begin`.
  public func rollback() {
    try? bulkWriter?.drain()
    bulkWriter = nil
    // If the rollback fails there is nothing to do: SQLite has rolled back by itself by then.
    try? database.rollback()
  }

  func finish() {
    try? bulkWriter?.drain()
    bulkWriter = nil
    if database.isInsideTransaction { rollback() }
    insertSparkStatement = nil
    insertEventStatement = nil
    idleStatements = [:]
  }

  /// Runs a closure with a statement that is prepared only once, for queries that run hundreds of
  /// thousands of times.
  func withStatement<Result>(
    _ sql: String, _ body: (RawStatement) throws -> Result
  ) throws -> Result {
    // Removed while in use: the closure may need another statement with the same SQL.
    let statement = try idleStatements.removeValue(forKey: sql) ?? RawStatement(database, sql: sql)
    defer {
      statement.reset()
      idleStatements[sql] = statement
    }
    return try body(statement)
  }

  func translating<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
    try Store.translating(path: path) {
      // The worker thread must be finished before the connection is used here.
      if let bulkWriter { try bulkWriter.drain() }
      return try body()
    }
  }

  /// Returns the properties of the profile.
  public func profile() throws(StoreError) -> Profile {
    try translating {
      guard let row = try Row.fetchOne(database, sql: "SELECT * FROM profile") else {
        throw StoreError(.corrupted, path: path, detail: "the profile's own row is missing")
      }
      return Profile(
        id: try row.id("id"), seed: UInt64(bitPattern: try row.read("seed")),
        zone: try row.read("zone"), rulebook: try row.read("rulebook"),
        rulebookHash: try row.read("rulebook_hash"), createdAt: try row.instant("created_at"))
    }
  }

  /// Returns the stored sum of the profile's records.
  public func recordSum() throws(StoreError) -> RecordSum {
    try translating {
      guard
        let row = try Row.fetchOne(
          database, sql: "SELECT record_count, record_high, record_low FROM profile")
      else { return RecordSum() }
      return RecordSum(
        count: try row.read("record_count"), high: UInt64(bitPattern: try row.read("record_high")),
        low: UInt64(bitPattern: try row.read("record_low")))
    }
  }

  /// Returns a number that changes whenever another connection has written to the file.
  public func changeMark() throws(StoreError) -> Int64 {
    try translating { try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0 }
  }

  /// Stores the sum of the profile's records.
  public func setRecordSum(_ sum: RecordSum) throws(StoreError) {
    try translating {
      try database.execute(
        sql: "UPDATE profile SET record_count = ?, record_high = ?, record_low = ?",
        arguments: [sum.count, Int64(bitPattern: sum.high), Int64(bitPattern: sum.low)])
    }
  }

  /// Computes the sum of the profile's records from the records.
  public func countedRecordSum() throws(StoreError) -> RecordSum {
    try translating {
      var sum = RecordSum()
      for column in [
        "id FROM spark", "id FROM card_roll", "id FROM event", "hash FROM correction",
      ] {
        let statement = try RawStatement(database, sql: "SELECT \(column)")
        defer { statement.reset() }
        while try statement.step() { sum.add(statement.id(0)) }
      }
      return sum
    }
  }

  /// Returns the greatest sequence number in use.
  public func lastSequence() throws(StoreError) -> Int64 {
    try translating {
      let last =
        try Int64.fetchOne(
          database,
          sql: """
            SELECT max(
              ifnull((SELECT max(seq) FROM spark), 0), ifnull((SELECT max(seq) FROM card_roll), 0),
              ifnull((SELECT max(seq) FROM event), 0),
              ifnull((SELECT max(seq) FROM correction), 0))
            """) ?? 0
      guard last <= StoredSequence.last else {
        throw StoreError(
          .corrupted, path: path, detail: "a record has the impossible sequence number \(last)")
      }
      return last
    }
  }

  /// Records a batch (one script, one import), to which records will refer.
  ///
  /// - Returns: the batch's number.
  public func insertBatch(
    kind: String, source: String, at: Instant, undoes: Int64? = nil
  ) throws(StoreError) -> Int64 {
    try translating {
      try database.execute(
        sql: "INSERT INTO batch (kind, source, recorded_at, undoes) VALUES (?, ?, ?, ?)",
        arguments: [kind, source, at.milliseconds, undoes])
      let number = database.lastInsertedRowID
      try RowSum.renew("batch", where: "seq = ?", [number], in: database)
      return number
    }
  }

  /// Records the details of a batch.
  ///
  /// - Parameter detail: a JSON object.
  public func describeBatch(_ number: Int64, _ detail: String) throws(StoreError) {
    try translating {
      try database.execute(
        sql: "UPDATE batch SET detail = ? WHERE seq = ?", arguments: [detail, number])
      try RowSum.renew("batch", where: "seq = ?", [number], in: database)
    }
  }

  /// Deletes a batch to which no record refers.
  public func deleteBatch(_ number: Int64) throws(StoreError) {
    try translating {
      try database.execute(sql: "DELETE FROM batch WHERE seq = ?", arguments: [number])
    }
  }

  /// Begins a savepoint.
  public func beginSavepoint() throws(StoreError) {
    try translating { try database.execute(sql: "SAVEPOINT nested") }
  }

  /// Ends the savepoint.
  ///
  /// - Parameter isKept: whether the changes since its beginning are kept.
  public func endSavepoint(isKept: Bool) throws(StoreError) {
    try translating {
      if !isKept { try database.execute(sql: "ROLLBACK TO nested") }
      try database.execute(sql: "RELEASE nested")
    }
  }

  /// Returns the problems that SQLite's own check of the file finds; empty if the file is sound.
  public func integrityProblems() throws(StoreError) -> [String] {
    try translating {
      let found = try String.fetchAll(database, sql: "PRAGMA integrity_check(20)")
      let foreign = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
        .map { "a row of \(try $0.read("table") as String) refers to a missing row" }
      return found.filter { $0 != "ok" } + foreign.prefix(20)
    }
  }
}

/// The origin of a record and the time of its recording.
public struct Provenance: Sendable {
  /// The sequence number, which gives the order of recording.
  public var sequence: Int64
  /// The instant of recording.
  public var recordedAt: Instant
  /// The number of the batch that the record belongs to.
  public var batch: Int64

  /// Creates a provenance.
  public init(sequence: Int64, recordedAt: Instant, batch: Int64) {
    self.sequence = sequence
    self.recordedAt = recordedAt
    self.batch = batch
  }
}
