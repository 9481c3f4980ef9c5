package import FlintCalendar
import GRDB
package import FlintRules

/// The table `batch`: the units, such as one script or one import, in which records were made.
package struct BatchTable: TableAccess {
  let access: StoreAccess

  /// Records a batch, to which records will refer.
  ///
  /// - Returns: the batch's number.
  package func insert(
    kind: String, source: String, at: Instant, undoes: Int64? = nil
  ) throws -> Int64 {
    let database = try database
    try database.execute(
      sql: "INSERT INTO batch (kind, source, recorded_at, undoes) VALUES (?, ?, ?, ?)",
      arguments: [kind, source, at.milliseconds, undoes])
    let number = database.lastInsertedRowID
    try RowSum.renew("batch", where: "seq = ?", [number], in: database)
    return number
  }

  /// - Parameter detail: a JSON object.
  package func describe(_ number: Int64, _ detail: String) throws {
    try database.execute(
      sql: "UPDATE batch SET detail = ? WHERE seq = ?", arguments: [detail, number])
    try RowSum.renew("batch", where: "seq = ?", [number], in: database)
  }

  /// Deletes a batch to which no record refers.
  package func delete(_ number: Int64) throws {
    try database.execute(sql: "DELETE FROM batch WHERE seq = ?", arguments: [number])
  }

  /// Returns the batches, the latest first.
  package func all() throws -> [StoredBatch] {
    try Row.fetchAll(database, sql: "SELECT * FROM batch ORDER BY seq DESC").map { row in
      StoredBatch(
        number: try row.read("seq"), kind: try row.read("kind"), source: try row.read("source"),
        recordedAt: try row.instant("recorded_at"), undoes: try row.read("undoes"),
        detail: try row.read("detail"))
    }
  }
}

/// The origin of a record and the time of its recording.
package struct Provenance: Sendable {
  /// The sequence number, which gives the order of recording.
  package var sequence: Int64
  package var recordedAt: Instant
  package var batch: Int64

  package init(sequence: Int64, recordedAt: Instant, batch: Int64) {
    self.sequence = sequence
    self.recordedAt = recordedAt
    self.batch = batch
  }
}
