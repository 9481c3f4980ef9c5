import Dispatch
import Rules

/// Writes sparks on a thread of its own, so that a script goes on while SQLite works.
///
/// Invariant: between `submit` and `drain` the connection, and with it the statement, is the
/// worker's alone; `StoreAccess` drains before every other use of the connection. `rows` is
/// touched by the submitting thread only, `failure` by the worker, and read after a drain.
final class BulkWriter: @unchecked Sendable {
  /// A spark to be written.
  struct Row: Sendable {
    var spark: Spark
    var id: EventID
    var key: String?
    var provenance: Provenance
  }

  /// So many rows are handed over at a time: enough that the handing over does not count.
  private static let batchSize = 2048
  /// Or so many bytes of text.
  private static let batchBytes = 1 << 20

  private let statement: RawStatement
  private let worker = DispatchQueue(label: "flint.bulk", qos: .userInitiated)
  /// Batches that may be under way; a script that is faster than the disk waits.
  private let places = DispatchSemaphore(value: 4)
  private var rows: [Row] = []
  private var bytes = 0
  private var failure: (any Error)?

  init(statement: RawStatement) {
    self.statement = statement
    rows.reserveCapacity(Self.batchSize)
  }

  @inline(__always)
  func append(_ row: Row) {
    rows.append(row)
    bytes += row.spark.title.utf8.count + (row.spark.notes?.utf8.count ?? 0)
    if rows.count == Self.batchSize || bytes >= Self.batchBytes { submit() }
  }

  private func submit() {
    let batch = rows
    rows = []
    bytes = 0
    rows.reserveCapacity(Self.batchSize)
    places.wait()
    worker.async { [self] in
      defer { places.signal() }
      if failure != nil { return }
      do {
        for row in batch { try statement.insert(row) }
      } catch {
        failure = error
      }
    }
  }

  /// Waits until everything is written.
  ///
  /// - Throws: what the database said, if it refused a row.
  func drain() throws {
    if !rows.isEmpty { submit() }
    worker.sync {}
    if let failure { throw failure }
  }
}

extension RawStatement {
  /// Runs the insertion of a spark.
  func insert(_ row: BulkWriter.Row) throws {
    let spark = row.spark
    bind(row.provenance.sequence, at: 1)
    bind(row.id, at: 2)
    bind(spark.at.milliseconds, at: 3)
    bind(Int64(spark.offset.seconds), at: 4)
    bind(Int64(spark.category.rawValue), at: 5)
    bind(Int64(spark.intensity.rawValue), at: 6)
    bind(spark.title, at: 7)
    bind(spark.notes, at: 8)
    bind(try Tags.encoded(spark.tags), at: 9)
    bind(spark.estimatedMinutes, at: 10)
    bind(spark.actualMinutes, at: 11)
    bind(row.key, at: 12)
    bind(row.provenance.recordedAt.milliseconds, at: 13)
    bind(row.provenance.batch, at: 14)
    try run()
  }
}
