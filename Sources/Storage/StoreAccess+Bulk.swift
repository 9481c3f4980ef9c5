import GRDB
public import Rules

/// Adding sparks by the hundred thousand: they are written by another thread, and indexes that
/// would be touched at random are dropped and made anew at the end, which sorts them once.
///
/// All of it is inside the transaction, so that a crash or a rollback leaves the indexes as they
/// were.
extension StoreAccess {
  /// Begins to add in bulk. Until `endBulk`, ids must be told apart by the caller, and nothing but
  /// `insertInBulk` may be asked of sparks.
  ///
  /// - Parameter inOrder: whether sparks come in the order of time; the index of instants then
  ///   stays, since it only grows at its end.
  public func beginBulk(inOrder: Bool) throws(StoreError) {
    try translating {
      try database.execute(sql: "DROP INDEX spark_id")
      if !inOrder { try database.execute(sql: "DROP INDEX spark_at") }
      isTimeIndexed = inOrder
      // Rows are appended: nothing of what was written is read before the end.
      try database.execute(sql: "PRAGMA cache_size = -8192")
      bulkWriter = BulkWriter(statement: try RawStatement(database, sql: Self.insertSpark))
    }
  }

  /// Waits until all is written and makes the indexes of sparks anew.
  public func endBulk() throws(StoreError) {
    try translating {
      bulkWriter = nil
      isTimeIndexed = true
      // Sorting what does not fit into the cache goes to another thread as well.
      try database.execute(sql: "PRAGMA threads = 2")
      try database.execute(sql: Schema.sparkIndexes)
      try database.execute(sql: "PRAGMA cache_size = \(Store.cacheSize)")
    }
  }

  /// Drops the index of instants: the sparks that are added turn out not to come in their order.
  public func dropTimeIndex() throws(StoreError) {
    try translating { try database.execute(sql: "DROP INDEX IF EXISTS spark_at") }
    isTimeIndexed = false
  }

  /// Adds a spark whose id is known to be free. What goes wrong is told by the next use of the
  /// file.
  @inline(__always)
  public func insertInBulk(
    _ spark: Spark, id: EventID, key: String?, _ provenance: Provenance
  ) {
    bulkWriter?.append(
      BulkWriter.Row(spark: spark, id: id, key: key, provenance: provenance))
  }

  /// Calls a closure with the id of every spark there is.
  public func forEachSparkID(_ body: (EventID) -> Void) throws(StoreError) {
    try translating {
      let statement = try RawStatement(database, sql: "SELECT id FROM spark")
      defer { statement.reset() }
      while try statement.step() { body(statement.id(0)) }
    }
  }

  /// How many sparks there are, removed ones included.
  public func sparkRows() throws(StoreError) -> Int64 {
    try translating {
      try Int64.fetchOne(database, sql: "SELECT count(*) FROM spark") ?? 0
    }
  }

  /// Calls a closure with the id of every spark there is and its place in the order of recording.
  public func forEachSparkPlace(_ body: (EventID, Int64) -> Void) throws(StoreError) {
    try translating {
      let statement = try RawStatement(database, sql: "SELECT id, seq FROM spark")
      defer { statement.reset() }
      while try statement.step() { body(statement.id(0), statement.integer(1)) }
    }
  }

  /// The events about which there is a correction.
  public func correctedEvents() throws(StoreError) -> Set<EventID> {
    try translating {
      let statement = try RawStatement(database, sql: "SELECT event FROM correction")
      defer { statement.reset() }
      var events: Set<EventID> = []
      while try statement.step() { events.insert(statement.id(0)) }
      return events
    }
  }

  /// The places of sparks whose ids an earlier one has, of those that have one of some ids. Does not
  /// need the index of ids.
  public func laterSparks(ofIDs ids: Set<EventID>) throws(StoreError) -> Set<Int64> {
    try translating {
      let statement = try RawStatement(database, sql: "SELECT id, seq FROM spark ORDER BY seq")
      defer { statement.reset() }
      var met: Set<EventID> = []
      var later: Set<Int64> = []
      while try statement.step() {
        let id = statement.id(0)
        if ids.contains(id), !met.insert(id).inserted { later.insert(statement.integer(1)) }
      }
      return later
    }
  }

  /// Takes back a spark of this very session: it never was.
  public func withdrawSpark(_ sequence: Int64) throws(StoreError) {
    try translating {
      try database.execute(sql: "DELETE FROM spark WHERE seq = ?", arguments: [sequence])
    }
  }
}
