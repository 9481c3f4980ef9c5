import Rules
import Storage

/// Runs of new sparks without a file.
extension BulkInserter {
  /// The minimum number of new sparks in a row before the next ones are added in bulk.
  private static let leastNew: Int64 = 4096
  /// The maximum number of sparks in the profile for bulk mode, which limits the memory for ids.
  private static let mostKnown: Int64 = 4_000_000

  /// Adds a spark that is known to be new, in bulk.
  ///
  /// - Returns: whether it was added; if not, the caller has to add it with a search of the profile.
  @inline(__always)
  func insertInRun(
    _ spark: Spark, id: EventID, key: String?, _ provenance: Provenance
  ) throws -> Bool {
    guard session.bulkModes.knownIDs != nil else { return false }
    guard session.bulkModes.knownIDs?.insert(id) ?? false else {
      try flush()
      return false
    }
    session.access.bulk.insert(spark, id: id, key: key, provenance)
    return true
  }

  /// Counts a spark that was added with a search of the profile, and starts bulk mode if enough of
  /// them were new in a row.
  func countTowardRun() throws {
    // A bulk insert of a file has its own mode.
    if session.bulkModes.insert != nil { return }
    session.bulkModes.newInARow += 1
    let new = session.bulkModes.newInARow
    guard new >= Self.leastNew, new % Self.leastNew == 0 else { return }
    let access = session.access
    let rows = try access.sparks.rowCount()
    guard rows <= Self.mostKnown, new >= rows / 4 else { return }
    var known = KnownIDs(expecting: Int(rows) * 2)
    try access.bulk.forEachSparkID { _ = known.insert($0) }
    try access.bulk.begin(inOrder: !session.fold.isStale)
    session.bulkModes.knownIDs = known
  }

  /// Ends the count of new sparks in a row, because one was known.
  func endRun() { session.bulkModes.newInARow = 0 }

  /// Makes the file ready for queries.
  @inline(__always)
  func prepareForQuery() throws {
    if session.bulkModes.newInARow > 0 { try flush() }
    if session.bulkModes.insert != nil { try flushInsert() }
  }

  /// Ends bulk mode, so that the file can be queried again.
  func flush() throws {
    session.bulkModes.newInARow = 0
    try flushInsert()
    guard session.bulkModes.knownIDs != nil else { return }
    session.bulkModes.knownIDs = nil
    try session.access.bulk.end()
  }
}
