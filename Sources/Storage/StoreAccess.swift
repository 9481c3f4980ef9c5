import Foundation
import GRDB
public import Rules

/// A profile's file, lent for a while: reads and writes of records, inside one transaction at a
/// time. It lives as long as the closure it was lent to, on that closure's thread.
public final class StoreAccess {
  let database: Database
  /// Where the profile is.
  public let path: String
  /// Whether the profile may be written.
  public let isReadOnly: Bool
  var insertSparkStatement: RawStatement?
  var insertEventStatement: RawStatement?
  let rowText = RowText()
  /// Statements that were prepared before and are not in use.
  private var idleStatements: [String: RawStatement] = [:]
  /// Writes sparks while the script goes on; the connection is its own until it is drained.
  var bulkWriter: BulkWriter?
  /// Whether sparks can be found by their instants: not always while they are added in bulk.
  public internal(set) var isTimeIndexed = true

  init(database: Database, path: String, isReadOnly: Bool) {
    self.database = database
    self.path = path
    self.isReadOnly = isReadOnly
  }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { database.isInsideTransaction }

  /// Opens a transaction; one that writes waits for another process's to end.
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

  /// Makes everything since `begin` last.
  public func commit() throws(StoreError) {
    try translating { try database.commit() }
  }

  /// Takes everything since `begin` back.
  public func rollback() {
    try? bulkWriter?.drain()
    bulkWriter = nil
    // A failed rollback leaves nothing to do: SQLite has rolled back by itself by then.
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

  /// Lends a statement that is prepared once: for what is asked by the hundred thousand.
  func lending<Result>(
    _ sql: String, _ body: (RawStatement) throws -> Result
  ) throws -> Result {
    // Away while it is lent: what is done with it may ask for another of the same.
    let statement = try idleStatements.removeValue(forKey: sql) ?? RawStatement(database, sql: sql)
    defer {
      statement.reset()
      idleStatements[sql] = statement
    }
    return try body(statement)
  }

  func translating<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
    try Store.translating(path: path) {
      // Before the connection is used here, the other thread has to be done with it.
      if let bulkWriter { try bulkWriter.drain() }
      return try body()
    }
  }

  /// What the profile is.
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

  /// The sum of the profile's records, as kept.
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

  /// A number that is another one whenever somebody else has written to the file in between.
  public func changeMark() throws(StoreError) -> Int64 {
    try translating { try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0 }
  }

  /// Keeps the sum of the profile's records.
  public func setRecordSum(_ sum: RecordSum) throws(StoreError) {
    try translating {
      try database.execute(
        sql: "UPDATE profile SET record_count = ?, record_high = ?, record_low = ?",
        arguments: [sum.count, Int64(bitPattern: sum.high), Int64(bitPattern: sum.low)])
    }
  }

  /// The sum of the profile's records, counted anew.
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

  /// The greatest place in the order of recording that is taken.
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
          .corrupted, path: path, detail: "a record stands at the impossible place \(last)")
      }
      return last
    }
  }

  /// Notes a batch (one script, one import), to which records will refer.
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

  /// Notes what a batch was in detail.
  ///
  /// - Parameter detail: a JSON object.
  public func describeBatch(_ number: Int64, _ detail: String) throws(StoreError) {
    try translating {
      try database.execute(
        sql: "UPDATE batch SET detail = ? WHERE seq = ?", arguments: [detail, number])
      try RowSum.renew("batch", where: "seq = ?", [number], in: database)
    }
  }

  /// Takes back a batch to which no record refers.
  public func withdrawBatch(_ number: Int64) throws(StoreError) {
    try translating {
      try database.execute(sql: "DELETE FROM batch WHERE seq = ?", arguments: [number])
    }
  }

  /// Opens a transaction within the transaction.
  public func beginPart() throws(StoreError) {
    try translating { try database.execute(sql: "SAVEPOINT part") }
  }

  /// Ends the transaction within the transaction.
  ///
  /// - Parameter isKept: whether what was done since its beginning stays.
  public func endPart(isKept: Bool) throws(StoreError) {
    try translating {
      if !isKept { try database.execute(sql: "ROLLBACK TO part") }
      try database.execute(sql: "RELEASE part")
    }
  }

  /// What SQLite's own check of the file finds; empty when the file is sound.
  public func integrityProblems() throws(StoreError) -> [String] {
    try translating {
      let found = try String.fetchAll(database, sql: "PRAGMA integrity_check(20)")
      let foreign = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
        .map { "a row of \(try $0.read("table") as String) refers to a missing row" }
      return found.filter { $0 != "ok" } + foreign.prefix(20)
    }
  }
}

/// Where a record came from and when it was written down.
public struct Provenance: Sendable {
  /// The place in the order of recording.
  public var sequence: Int64
  /// When it was recorded.
  public var recordedAt: Instant
  /// The batch it belongs to.
  public var batch: Int64

  /// Makes a provenance.
  public init(sequence: Int64, recordedAt: Instant, batch: Int64) {
    self.sequence = sequence
    self.recordedAt = recordedAt
    self.batch = batch
  }
}
