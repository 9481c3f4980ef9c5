import FlintCalendar
import Dispatch
import GRDB
import FlintRules

/// A writer of sparks that runs on its own thread, so that a script continues while SQLite works.
///
/// Invariant: between `submit` and `drain` only the worker uses the connection, and with it the
/// insertion; `StoreAccess` drains before every other use of the connection. Only the submitting
/// thread uses `rows`; the worker sets `failure`, which is read after a drain.
final class BulkWriter: @unchecked Sendable {
  struct Row: Sendable {
    var spark: Spark
    var id: EventID
    var key: String?
    var provenance: Provenance
  }

  /// The maximum number of rows in a batch: so many that the cost of passing a batch on is
  /// negligible.
  private static let batchSize = 2048
  /// The maximum number of bytes of text in a batch.
  private static let batchBytes = 1 << 20

  private let insertion: SparkInsertion
  private let worker = SerialWorker(name: "flint.bulk")
  /// Limits the number of pending batches; a script that is faster than the disk waits.
  private let slots = DispatchSemaphore(value: 4)
  private var rows: [Row] = []
  private var bytes = 0
  /// Whether the worker may still be writing.
  private var isWorking = false
  private var failure: (any Error)?

  init(_ insertion: SparkInsertion) {
    self.insertion = insertion
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
    isWorking = true
    slots.wait()
    worker.async { [self] in
      defer { slots.signal() }
      if failure != nil { return }
      do {
        try write(batch)
      } catch {
        failure = error
      }
    }
  }

  private func write(_ batch: [Row]) throws {
    // Borrowed, not copied: a copy of a row would retain each of its strings.
    try batch.withUnsafeBufferPointer { rows in
      guard let first = rows.baseAddress else { return }
      for index in rows.indices { try insertion.insert((first + index).pointee) }
    }
  }

  /// Waits until all rows are written.
  ///
  /// The last, incomplete batch is written by the calling thread: passing it on would cost more than
  /// writing it where events of other kinds are recorded between sparks.
  ///
  /// - Throws: the database's error, if it refused a row.
  func drain() throws {
    if isWorking { worker.drain() }
    isWorking = false
    if let failure { throw failure }
    if rows.isEmpty { return }
    let batch = rows
    rows.removeAll(keepingCapacity: true)
    bytes = 0
    do {
      try write(batch)
    } catch {
      failure = error
      throw error
    }
  }
}

struct SparkInsertion {
  let statement: RawStatement
  private let text = RowText()

  /// - Parameter clause: the SQL clause for ids that exist.
  init(_ database: Database, or clause: String = "") throws {
    statement = try RawStatement(database, sql: Self.sql + clause)
  }

  private static let sql = RowSum.insertion(
    into: "spark",
    ["seq", "id"] + SparkColumns.names + ["key", "recorded_at", "batch"])
  /// The parameter of the first column of the content, and the one after the content.
  private static let content: Int32 = 3
  private static var end: Int32 { content + SparkColumns.count }

  func insert(_ row: borrowing BulkWriter.Row) throws {
    statement.bind(row.provenance.sequence, at: 1)
    statement.bindNumbers(of: row.spark, from: Self.content)
    statement.bind(row.provenance.recordedAt.milliseconds, at: Self.end + 1)
    statement.bind(row.provenance.batch, at: Self.end + 2)
    text.removeAll()
    let id = text.append(row.id)
    let title = text.append(row.spark.title)
    let notes = text.append(row.spark.notes)
    let tags = try text.append(tags: row.spark.tags)
    let key = text.append(row.key)
    try text.withBytes { bytes in
      statement.bindBlob(id, of: bytes, at: 2)
      let texts = Self.content + SparkColumns.texts
      statement.bindText(title, of: bytes, at: texts)
      statement.bindText(notes, of: bytes, at: texts + 1)
      statement.bindText(tags, of: bytes, at: texts + 2)
      statement.bindText(key, of: bytes, at: Self.end)
      try statement.run()
    }
  }
}

/// The strings of one row, concatenated in a buffer that does not move while the row is written, so
/// that SQLite need not copy them.
final class RowText {
  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(1 << 12) }

  func removeAll() { bytes.removeAll(keepingCapacity: true) }

  func append(_ id: EventID) -> Range<Int> {
    let start = bytes.count
    withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { bytes.append(contentsOf: $0) }
    return start..<bytes.count
  }

  @inline(__always)
  func append(_ text: String?) -> Range<Int>? {
    guard let text else { return nil }
    let start = bytes.count
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) }
    if isDone == nil { bytes.append(contentsOf: text.utf8) }
    return start..<bytes.count
  }

  /// Appends tags in the encoding of `Tags`.
  func append(tags: [String]) throws -> Range<Int>? {
    if tags.isEmpty { return nil }
    // Nearly all tags need no escaping.
    guard Tags.arePlain(tags) else { return append(try Tags.encoded(tags)) }
    let start = bytes.count
    for tag in tags {
      bytes.append(bytes.count == start ? UInt8(ascii: "[") : UInt8(ascii: ","))
      bytes.append(UInt8(ascii: "\""))
      _ = append(tag)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: "]"))
    return start..<bytes.count
  }

  func withBytes(_ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    try bytes.withUnsafeBufferPointer(body)
  }
}
