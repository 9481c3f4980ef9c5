import Rules
import Storage

/// Many sparks in a row are added in bulk: without looking each up in the file. Whatever asks
/// something of the file in between ends that, and it begins again after as many new sparks as
/// make it worth while: the cost of ending it stays below a constant for each spark added.
extension Session {
  /// At least so many sparks in a row must have been new before the next are added in bulk.
  private static let leastRun: Int64 = 4096
  /// Past so many sparks in the profile nothing is added in bulk, to hold memory down.
  private static let mostKnown: Int64 = 4_000_000

  /// Adds a spark that is known to be new, in bulk.
  ///
  /// - Returns: whether it was added; if not, it has to be added with a look at the file.
  @inline(__always)
  func insertInBulk(
    _ spark: Spark, id: EventID, key: String?, _ provenance: Provenance
  ) throws(SessionError) -> Bool {
    guard knownIDs != nil else { return false }
    guard knownIDs?.insert(id) ?? false else {
      try settle()
      return false
    }
    access.insertInBulk(spark, id: id, key: key, provenance)
    return true
  }

  /// Counts a spark that was added with a look at the file, and goes over to bulk if enough of
  /// them were new in a row.
  func countTowardBulk() throws(SessionError) {
    // An intake has its own way.
    if intake != nil { return }
    newInARow += 1
    guard newInARow >= Self.leastRun, newInARow % Self.leastRun == 0 else { return }
    let rows = try storing { () throws(StoreError) in try access.sparkRows() }
    guard rows <= Self.mostKnown, newInARow >= rows / 4 else { return }
    var known = KnownIDs(expecting: Int(rows) * 2)
    try storing { () throws(StoreError) in
      try access.forEachSparkID { _ = known.insert($0) }
      try access.beginBulk(inOrder: !fold.isStale)
    }
    knownIDs = known
  }

  /// Makes the file answer questions again.
  func settle() throws(SessionError) {
    newInARow = 0
    try settleIntake()
    guard knownIDs != nil else { return }
    knownIDs = nil
    try storing { () throws(StoreError) in try access.endBulk() }
  }
}
