import GRDB
public import Rules

/// Reads sparks one after the other in the order of recording, to compare them with what a file
/// says: files mostly come in the order in which they were recorded.
///
/// Belongs to the thread that the store's access was lent to, like the statement it holds.
public final class SparkReader {
  let statement: RawStatement
  /// Where the statement stands; 0 when it has no row.
  public internal(set) var sequence: Int64 = 0

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

  /// Goes to the row behind, the first one if it stands nowhere.
  ///
  /// - Returns: whether there is one.
  func goOn() throws -> Bool {
    if sequence == 0 {
      statement.reset()
      statement.bind(following, at: 1)
    }
    return try step()
  }

  /// Lets go of the file, to go on later behind the row that was asked for last.
  public func pause() {
    if sequence > 0 { following = isAhead ? sequence : sequence + 1 }
    isAhead = false
    leave()
  }

  /// Stands nowhere.
  func leave() {
    statement.reset()
    sequence = 0
  }

  /// Whether the row it stands at was not asked for yet.
  var isAhead = false
  /// Where it begins when it stands nowhere.
  var following: Int64 = 1

  private func step() throws -> Bool {
    guard try statement.step() else {
      following = max(following, sequence + 1)
      leave()
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
              ifnull(actual, -1), title, notes, tags, id FROM spark WHERE seq >= ? ORDER BY seq
            """))
    }
  }

  /// Goes to the spark behind the one before, if that has an id.
  ///
  /// - Returns: whether it has; if not, the reader stands where it stood.
  public func isNext(_ id: EventID, _ reader: SparkReader) throws(StoreError) -> Bool {
    try translating {
      if reader.isAhead {
        // The row behind was looked at already, for another id.
        guard reader.statement.id(10) == id else { return false }
        reader.isAhead = false
        return true
      }
      guard try reader.goOn() else { return false }
      reader.isAhead = reader.statement.id(10) != id
      return !reader.isAhead
    }
  }

  /// Goes to the spark at a place, if that has an id.
  public func isAt(
    _ sequence: Int64, _ id: EventID, _ reader: SparkReader
  ) throws(StoreError) -> Bool {
    try translating {
      reader.isAhead = false
      return try reader.go(to: sequence) && reader.statement.id(10) == id
    }
  }

  /// Makes the spark behind a place the next one.
  public func goOn(behind sequence: Int64, _ reader: SparkReader) throws(StoreError) {
    reader.isAhead = false
    reader.leave()
    reader.following = sequence + 1
  }

  /// The place of the spark of an id in the order of recording; `nil` when there is none.
  public func sparkSequence(of id: EventID) throws(StoreError) -> Int64? {
    try translating {
      try Int64.fetchOne(
        database.cachedStatement(sql: "SELECT seq FROM spark WHERE id = ?"), arguments: [id.data])
    }
  }

  /// Whether the spark at which a reader stands says the same as another, byte by byte.
  public func isSame(_ spark: Spark, _ reader: SparkReader) throws(StoreError) -> Bool {
    try translating {
      let row = reader.statement
      guard
        row.integer(1) == spark.at.milliseconds && row.integer(2) == Int64(spark.offset.seconds)
          && row.integer(3) == Int64(spark.category.rawValue)
          && row.integer(4) == Int64(spark.intensity.rawValue)
          && row.integer(5) == Int64(spark.estimatedMinutes ?? -1)
          && row.integer(6) == Int64(spark.actualMinutes ?? -1) && row.isText(spark.title, at: 7)
          && row.isText(spark.notes, at: 8)
      else { return false }
      let tags = try Tags.encoded(spark.tags)
      return row.isText(tags, at: 9)
    }
  }
}
