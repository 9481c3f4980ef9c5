import GRDB
package import FlintRules

/// Adding of sparks by the hundred thousand: another thread writes them, and indexes that would be
/// accessed at random are dropped and rebuilt at the end, which sorts them once.
///
/// All of it happens inside the transaction, so that a crash or a rollback restores the indexes.
package struct BulkInsertion: TableAccess {
  let access: StoreAccess

  /// Starts a bulk insert. Until `end`, the caller must ensure that ids are distinct, and must use
  /// no other operation on sparks than `insert`.
  ///
  /// - Parameter inOrder: whether sparks arrive in the order of time; the index of instants is then
  ///   kept, because it only grows at its end.
  package func begin(inOrder: Bool) throws {
    try database.execute(sql: "DROP INDEX spark_id")
    if !inOrder { try database.execute(sql: "DROP INDEX spark_at") }
    access.isTimeIndexed = inOrder
    // Rows are appended: nothing that was written is read before the end.
    try database.execute(sql: "PRAGMA cache_size = -8192")
    access.hasSmallCache = true
    access.bulkWriter = BulkWriter(try SparkInsertion(database))
  }

  /// Waits until all rows are written, and rebuilds the indexes of sparks.
  package func end() throws {
    let database = try database
    access.bulkWriter = nil
    access.isTimeIndexed = true
    // What does not fit into the cache is sorted by another thread as well.
    try database.execute(sql: "PRAGMA threads = 2")
    try database.execute(sql: Schema.sparkIndexes)
    try enlargeCache()
  }

  /// Restores the usual size of the cache, because tables with other indexes are changed as well.
  func enlargeCache() throws {
    try database.execute(sql: "PRAGMA cache_size = \(Store.cacheSize)")
    access.hasSmallCache = false
  }

  /// Whether sparks can be found by their instants.
  package var isTimeIndexed: Bool { access.isTimeIndexed }

  /// Drops the index of instants, because the added sparks turned out not to be in order.
  package func dropTimeIndex() throws {
    try database.execute(sql: "DROP INDEX IF EXISTS spark_at")
    access.isTimeIndexed = false
  }

  /// Adds a spark whose id is known to be free. The next use of the file throws the error, if there
  /// is one.
  @inline(__always)
  package func insert(
    _ spark: Spark, id: EventID, key: String?, _ provenance: Provenance
  ) {
    access.bulkWriter?.append(
      BulkWriter.Row(spark: spark, id: id, key: key, provenance: provenance))
  }

  /// Calls a closure with the id and sequence number of every spark.
  package func forEachSpark(_ body: (EventID, Int64) -> Void) throws {
    let statement = try RawStatement(database, sql: "SELECT id, seq FROM spark")
    defer { statement.reset() }
    while try statement.step() { body(statement.id(0), statement.integer(1)) }
  }
}
