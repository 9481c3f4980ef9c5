import GRDB
public import Rules

/// Adding of sparks by the hundred thousand: another thread writes them, and indexes that would be
/// accessed at random are dropped and rebuilt at the end, which sorts them once.
///
/// All of it happens inside the transaction, so that a crash or a rollback restores the indexes.
extension StoreAccess {
  /// Starts a bulk insert. Until `endBulk`, the caller must ensure that ids are distinct, and must
  /// use no operation on sparks other than `insertInBulk`.
  ///
  /// - Parameter inOrder: whether sparks arrive in the order of time; the index of instants is then
  ///   kept, because it only grows at its end.
  public func beginBulk(inOrder: Bool) throws(StoreError) {
    try translating {
      try database.execute(sql: "DROP INDEX spark_id")
      if !inOrder { try database.execute(sql: "DROP INDEX spark_at") }
      isTimeIndexed = inOrder
      // Rows are appended: nothing that was written is read before the end.
      try database.execute(sql: "PRAGMA cache_size = -8192")
      bulkWriter = BulkWriter(statement: try RawStatement(database, sql: Self.insertSpark))
    }
  }

  /// Waits until all rows are written, and rebuilds the indexes of sparks.
  public func endBulk() throws(StoreError) {
    try translating {
      bulkWriter = nil
      isTimeIndexed = true
      // What does not fit into the cache is sorted by another thread as well.
      try database.execute(sql: "PRAGMA threads = 2")
      try database.execute(sql: Schema.sparkIndexes)
      try database.execute(sql: "PRAGMA cache_size = \(Store.cacheSize)")
    }
  }

  /// Drops the index of instants, because the added sparks turned out not to be in order.
  public func dropTimeIndex() throws(StoreError) {
    try translating { try database.execute(sql: "DROP INDEX IF EXISTS spark_at") }
    isTimeIndexed = false
  }

  /// Adds a spark whose id is known to be free. The next use of the file throws the error, if there
  /// is one.
  @inline(__always)
  public func insertInBulk(
    _ spark: Spark, id: EventID, key: String?, _ provenance: Provenance
  ) {
    bulkWriter?.append(
      BulkWriter.Row(spark: spark, id: id, key: key, provenance: provenance))
  }

  /// Calls a closure with the id of every spark.
  public func forEachSparkID(_ body: (EventID) -> Void) throws(StoreError) {
    try translating {
      let statement = try RawStatement(database, sql: "SELECT id FROM spark")
      defer { statement.reset() }
      while try statement.step() { body(statement.id(0)) }
    }
  }

  /// Returns the number of sparks, including removed ones.
  public func sparkRows() throws(StoreError) -> Int64 {
    try translating {
      try Int64.fetchOne(database, sql: "SELECT count(*) FROM spark") ?? 0
    }
  }

  /// Calls a closure with the id and sequence number of every spark.
  public func forEachSparkSequence(_ body: (EventID, Int64) -> Void) throws(StoreError) {
    try translating {
      let statement = try RawStatement(database, sql: "SELECT id, seq FROM spark")
      defer { statement.reset() }
      while try statement.step() { body(statement.id(0), statement.integer(1)) }
    }
  }

  /// Returns the events that have a correction.
  public func correctedEvents() throws(StoreError) -> Set<EventID> {
    try translating {
      let statement = try RawStatement(database, sql: "SELECT event FROM correction")
      defer { statement.reset() }
      var events: Set<EventID> = []
      while try statement.step() { events.insert(statement.id(0)) }
      return events
    }
  }

  /// Returns the sequence numbers of sparks that have one of some ids and are not the first with
  /// that id. Does not need the index of ids.
  public func laterSparks(ofIDs ids: Set<EventID>) throws(StoreError) -> Set<Int64> {
    try translating {
      let statement = try RawStatement(database, sql: "SELECT id, seq FROM spark ORDER BY seq")
      defer { statement.reset() }
      var seen: Set<EventID> = []
      var later: Set<Int64> = []
      while try statement.step() {
        let id = statement.id(0)
        if ids.contains(id), !seen.insert(id).inserted { later.insert(statement.integer(1)) }
      }
      return later
    }
  }

  /// Deletes a spark that this session inserted, as if it had never been recorded.
  public func deleteSpark(_ sequence: Int64) throws(StoreError) {
    try translating {
      try database.execute(sql: "DELETE FROM spark WHERE seq = ?", arguments: [sequence])
    }
  }
}
