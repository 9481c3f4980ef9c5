import Calendar
import GRDB
package import Rules

/// A reader of sparks by their sequence numbers, which compares them with the content of a file. It
/// is fastest in the order of recording, which most files are in.
///
/// It belongs to the thread that has access to the store, like its statement.
package final class SparkReader {
  private let statement: RawStatement
  /// The sequence number of the statement's current row; 0 when it has no row.
  package private(set) var sequence: Int64 = 0

  init(_ statement: RawStatement) { self.statement = statement }

  /// Moves to the spark with a sequence number; returns whether it exists and has an id.
  package func isAt(_ sequence: Int64, _ id: EventID) throws -> Bool {
    return try go(to: sequence) && statement.id(10) == id
  }

  /// Returns whether a reader's current spark is equal to another one, byte by byte.
  package func isSame(_ spark: Spark) throws -> Bool {
    let row = statement
    guard
      row.integer(1) == spark.at.milliseconds && row.integer(2) == Int64(spark.offset.seconds)
        && row.integer(3) == spark.category.number
        && row.integer(4) == spark.intensity.number
        && row.integer(5) == Int64(spark.estimatedMinutes ?? -1)
        && row.integer(6) == Int64(spark.actualMinutes ?? -1) && row.isText(spark.title, at: 7)
        && row.isText(spark.notes, at: 8)
    else { return false }
    let tags = try Tags.encoded(spark.tags)
    return row.isText(tags, at: 9)
  }

  /// Moves to the row with a sequence number.
  ///
  /// - Returns: whether that row exists.
  private func go(to wanted: Int64) throws -> Bool {
    // A few steps are cheaper than a new search.
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

  /// Resets the statement, so that the file is not in use.
  package func pause() {
    statement.reset()
    sequence = 0
  }

  private func step() throws -> Bool {
    guard try statement.step() else {
      pause()
      return false
    }
    sequence = statement.integer(0)
    return true
  }
}

extension BulkInsertion {
  /// Returns a reader of sparks in the order of recording.
  package func reader() throws -> SparkReader {
    SparkReader(
      try RawStatement(
        database,
        sql: """
          SELECT seq, at, "offset", category, intensity, ifnull(estimated, -1),
            ifnull(actual, -1), title, notes, tags, id FROM spark WHERE seq >= ? ORDER BY seq
          """))
  }
}
