package import FlintCalendar
import GRDB
package import FlintRules

extension SparkTable {
  /// Reads the rows of sparks that are not removed, in the order of the fold: by instant, then by
  /// id.
  ///
  /// - Parameters:
  ///   - isOnlyReading: whether nothing is written meanwhile; then only a few pages are cached,
  ///     because each is read only once.
  ///   - body: called with each row; returns whether to continue.
  package func forEachRow(
    since: Instant?, before: Instant?, limit: Int?, isOnlyReading: Bool,
    _ body: (BorrowedSpark) -> Bool
  ) throws {
    let cache = isOnlyReading ? try SmallPageCache(database) : nil
    defer { cache?.restore() }
    let statement = try RawStatement(
      database,
      sql: """
        SELECT id, \(SparkColumns.list), key FROM spark
        WHERE removed = 0 AND at >= ?1 AND at < ?2 ORDER BY at
        """)
    defer { statement.reset() }
    statement.bind(since?.milliseconds ?? .min, at: 1)
    statement.bind(before?.milliseconds ?? .max, at: 2)
    var tied = TiedSparkRows()
    var left = limit ?? .max
    func emit(_ row: BorrowedSpark) -> Bool {
      left -= 1
      return left >= 0 && body(row)
    }
    while left > 0, try statement.step() {
      let head = try statement.sparkHead(1)
      let row = BorrowedSpark(
        id: statement.id(0), at: head.at, offset: head.offset, category: head.category,
        intensity: head.intensity,
        title: statement.borrowedBytes(5) ?? UnsafeBufferPointer(start: nil, count: 0),
        notes: statement.borrowedBytes(6), tags: statement.borrowedBytes(7),
        estimatedMinutes: statement.optionalInteger(8),
        actualMinutes: statement.optionalInteger(9), key: statement.borrowedBytes(10))
      if tied.at.map({ $0 != row.at }) ?? false, !tied.drain(emit) { return }
      tied.add(row)
    }
    _ = tied.drain(emit)
  }

  /// Reads the instants and the tags, as JSON, of the sparks that have tags and are not removed, in the order
  /// that is the fastest to read.
  ///
  /// - Parameter isOnlyReading: Whether nothing is written meanwhile; then only a few pages are cached.
  package func forEachTagged(
    before: Instant, isOnlyReading: Bool,
    _ body: (Instant, UTCOffset, _ tags: UnsafeBufferPointer<UInt8>) -> Void
  ) throws {
    let cache = isOnlyReading ? try SmallPageCache(database) : nil
    defer { cache?.restore() }
    // Without an index: nearly all rows are wanted.
    let statement = try RawStatement(
      database,
      sql: """
        SELECT at, "offset", tags FROM spark NOT INDEXED
        WHERE removed = 0 AND tags IS NOT NULL AND at < ?1
        """)
    defer { statement.reset() }
    statement.bind(before.milliseconds, at: 1)
    while try statement.step() {
      guard let time = statement.time(0) else {
        throw Damage("a stored spark has an impossible time")
      }
      guard let tags = statement.borrowedBytes(2) else { continue }
      body(time.at, time.offset, tags)
    }
  }
}

/// The rows of sparks with the same instant, collected until all are read and then returned in the
/// order of their ids. With that order in its query, SQLite would pass every row through its
/// sorter, although hardly any two have the same instant.
private struct TiedSparkRows {
  /// A row whose strings are in `texts`.
  private struct StoredRow {
    var row: BorrowedSpark
    var title: Range<Int>
    var notes: Range<Int>?
    var tags: Range<Int>?
    var key: Range<Int>?
  }

  private var rows: [StoredRow] = []
  private var texts: [UInt8] = []

  /// The instant of the collected rows; `nil` if there are none.
  var at: Instant? { rows.first?.row.at }

  /// Adds a row, which must have that instant.
  @inline(__always)
  mutating func add(_ row: BorrowedSpark) {
    func copy(_ text: UnsafeBufferPointer<UInt8>, _ texts: inout [UInt8]) -> Range<Int> {
      let start = texts.count
      texts.append(contentsOf: text)
      return start..<texts.count
    }
    let title = copy(row.title, &texts)
    let notes = row.notes.map { copy($0, &texts) }
    let tags = row.tags.map { copy($0, &texts) }
    let key = row.key.map { copy($0, &texts) }
    rows.append(StoredRow(row: row, title: title, notes: notes, tags: tags, key: key))
  }

  /// Passes the rows to a closure, and removes them.
  ///
  /// - Parameter body: called with each row; returns whether to continue.
  /// - Returns: whether to continue.
  @inline(__always)
  mutating func drain(_ body: (BorrowedSpark) -> Bool) -> Bool {
    if rows.count > 1 { rows.sort { $0.row.id < $1.row.id } }
    let isContinuing = texts.withUnsafeBufferPointer { texts in
      rows.allSatisfy { stored in
        var row = stored.row
        row.title = UnsafeBufferPointer(rebasing: texts[stored.title])
        row.notes = stored.notes.map { UnsafeBufferPointer(rebasing: texts[$0]) }
        row.tags = stored.tags.map { UnsafeBufferPointer(rebasing: texts[$0]) }
        row.key = stored.key.map { UnsafeBufferPointer(rebasing: texts[$0]) }
        return body(row)
      }
    }
    rows.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    return isContinuing
  }
}
