import Calendar
import Rules

/// The rows of sparks with the same instant, collected until all are read and then returned in the
/// order of their ids. With that order in its query, SQLite would pass every row through its
/// sorter, although hardly any two have the same instant.
struct TiedSparkRows {
  /// A row whose strings are in `texts`.
  private struct StoredRow {
    var row: SparkRow
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
  mutating func add(_ row: SparkRow) {
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
  mutating func drain(_ body: (SparkRow) -> Bool) -> Bool {
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
