import FlintCalendar
import GRDB
package import FlintRules

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
  package func finds(_ sequence: Int64, _ id: EventID) throws -> Bool {
    return try go(to: sequence) && statement.id(1) == id
  }

  /// Returns whether a reader's current spark is equal to another one, byte by byte.
  package func isSame(_ spark: Spark) throws -> Bool {
    try statement.isSame(spark, at: 2)
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
        sql: "SELECT seq, id, \(SparkColumns.list) FROM spark WHERE seq >= ? ORDER BY seq"))
  }
}
