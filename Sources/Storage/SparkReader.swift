import GRDB
public import Rules

/// Reads sparks one after the other in the order of recording, to compare them with what a file
/// says: files mostly come in the order in which they were recorded.
///
/// Belongs to the thread that the store's access was lent to, like the statement it holds.
public final class SparkReader {
  let statement: RawStatement
  /// Where the statement stands; 0 when it has no row.
  var sequence: Int64 = 0

  init(_ statement: RawStatement) { self.statement = statement }

  /// Goes to the row at a place.
  ///
  /// - Returns: whether there is one.
  func go(to wanted: Int64) throws -> Bool {
    // A few steps are cheaper than finding the place anew.
    if sequence == 0 || wanted < sequence || wanted > sequence + 32 {
      statement.reset()
      statement.bind(wanted, at: 1)
      guard try step() else { return false }
    }
    while sequence < wanted {
      guard try step() else { return false }
    }
    return sequence == wanted
  }

  private func step() throws -> Bool {
    guard try statement.step() else {
      statement.reset()
      sequence = 0
      return false
    }
    sequence = statement.integer(0)
    return true
  }
}

extension StoreAccess {
  /// What reads sparks in the order of recording.
  public func sparkReader() throws(StoreError) -> SparkReader {
    try translating {
      SparkReader(
        try RawStatement(
          database,
          sql: """
            SELECT seq, at, "offset", category, intensity, ifnull(estimated, -1),
              ifnull(actual, -1), title, notes, tags FROM spark WHERE seq >= ? ORDER BY seq
            """))
    }
  }

  /// Whether the spark at a place in the order of recording says the same as another, byte by byte.
  public func isSame(
    _ spark: Spark, at sequence: Int64, _ reader: SparkReader
  ) throws(StoreError) -> Bool {
    try translating {
      guard try reader.go(to: sequence) else { return false }
      let row = reader.statement
      let tags = try Tags.encoded(spark.tags)
      return row.integer(1) == spark.at.milliseconds
        && row.integer(2) == Int64(spark.offset.seconds)
        && row.integer(3) == Int64(spark.category.rawValue)
        && row.integer(4) == Int64(spark.intensity.rawValue)
        && row.integer(5) == Int64(spark.estimatedMinutes ?? -1)
        && row.integer(6) == Int64(spark.actualMinutes ?? -1) && row.isText(spark.title, at: 7)
        && row.isText(spark.notes, at: 8)
        && row.isText(tags, at: 9)
    }
  }
}
