import Rules

/// The rows of sparks of one instant, kept until all are read: they are given in the order of their
/// ids. SQLite, asked for that, would put every row through its sorter, though hardly any shares its
/// instant.
struct TiedSparkRows {
  /// A row whose texts are in `texts`.
  private struct Kept {
    var row: SparkRow
    var title: Range<Int>
    var notes: Range<Int>?
    var tags: Range<Int>?
    var key: Range<Int>?
  }

  private var kept: [Kept] = []
  private var texts: [UInt8] = []

  /// The instant of the rows that are kept, if there are any.
  var at: Instant? { kept.first?.row.at }

  /// Keeps a row, which is of that instant.
  @inline(__always)
  mutating func add(_ row: SparkRow) {
    func keep(_ text: UnsafeBufferPointer<UInt8>, _ texts: inout [UInt8]) -> Range<Int> {
      let start = texts.count
      texts.append(contentsOf: text)
      return start..<texts.count
    }
    let title = keep(row.title, &texts)
    let notes = row.notes.map { keep($0, &texts) }
    let tags = row.tags.map { keep($0, &texts) }
    let key = row.key.map { keep($0, &texts) }
    kept.append(Kept(row: row, title: title, notes: notes, tags: tags, key: key))
  }

  /// Gives the rows, and keeps none of them any longer.
  ///
  /// - Parameter body: called with each; whether to go on.
  /// - Returns: whether to go on.
  @inline(__always)
  mutating func give(_ body: (SparkRow) -> Bool) -> Bool {
    if kept.count > 1 { kept.sort { $0.row.id < $1.row.id } }
    let isGoingOn = texts.withUnsafeBufferPointer { texts in
      kept.allSatisfy { kept in
        var row = kept.row
        row.title = UnsafeBufferPointer(rebasing: texts[kept.title])
        row.notes = kept.notes.map { UnsafeBufferPointer(rebasing: texts[$0]) }
        row.tags = kept.tags.map { UnsafeBufferPointer(rebasing: texts[$0]) }
        row.key = kept.key.map { UnsafeBufferPointer(rebasing: texts[$0]) }
        return body(row)
      }
    }
    kept.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    return isGoingOn
  }
}
