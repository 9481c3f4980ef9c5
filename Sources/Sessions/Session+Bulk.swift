import Rules
import Storage

/// Adding of many new sparks in a row in bulk, without searching the profile for each. Every query of
/// the file in between ends the bulk mode. It starts again after so many new sparks that the cost
/// of ending it is below a constant for each added spark.
extension Session {
  /// The minimum number of new sparks in a row before the next ones are added in bulk.
  private static let leastRun: Int64 = 4096
  /// The maximum number of sparks in the profile for bulk mode, which limits the memory for ids.
  private static let mostKnown: Int64 = 4_000_000

  /// Adds a spark that is known to be new, in bulk.
  ///
  /// - Returns: whether it was added; if not, the caller has to add it with a search of the profile.
  @inline(__always)
  func insertInBulk(
    _ spark: Spark, id: EventID, key: String?, _ provenance: Provenance
  ) throws(SessionError) -> Bool {
    guard knownIDs != nil else { return false }
    guard knownIDs?.insert(id) ?? false else {
      try flush()
      return false
    }
    access.bulk.insert(spark, id: id, key: key, provenance)
    return true
  }

  /// Counts a spark that was added with a search of the profile, and starts bulk mode if enough of
  /// them were new in a row.
  func countTowardBulk() throws(SessionError) {
    // A bulk insert has its own mode.
    if bulkInsert != nil { return }
    newInARow += 1
    guard newInARow >= Self.leastRun, newInARow % Self.leastRun == 0 else { return }
    let rows = try storing { try access.sparks.rowCount() }
    guard rows <= Self.mostKnown, newInARow >= rows / 4 else { return }
    var known = KnownIDs(expecting: Int(rows) * 2)
    try storing {
      try access.bulk.forEachSparkID { _ = known.insert($0) }
      try access.bulk.begin(inOrder: !fold.isStale)
    }
    knownIDs = known
  }

  /// Ends bulk mode, so that the file can be queried again.
  func flush() throws(SessionError) {
    newInARow = 0
    try flushBulkInsert()
    guard knownIDs != nil else { return }
    knownIDs = nil
    try storing { try access.bulk.end() }
  }
}
