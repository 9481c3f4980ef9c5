import Sessions

/// Rows of a table that wait to be recorded together in the order of time. Their fields stay in the
/// batches in which they were read, and are copied only if the rows are recorded as units.
struct PendingRows {
  struct Row {
    /// The index of the batch among those of the rows.
    var batch: Int32
    /// The index of the row in its batch.
    var index: Int32
  }

  private(set) var rows: [Row] = []
  private var batches: [RecordBatch] = []
  /// The number of the last of the batches, in the order of reading.
  private var lastBatch = -1
  /// The size of the records of the batches, in bytes.
  private(set) var size = 0
  /// Whether every row is one entry of a tracker.
  private(set) var areEntries = true

  var isEmpty: Bool { rows.isEmpty }

  /// - Parameters:
  ///   - index: the index of the row, which describes events.
  ///   - number: the number of its batch, in the order of reading.
  mutating func append(_ index: Int, of batch: RecordBatch, number: Int) {
    if number != lastBatch {
      lastBatch = number
      batches.append(batch)
      size += batch.size
    }
    if case .event(.entry) = batch.rows[index].content {} else { areEntries = false }
    rows.append(Row(batch: Int32(batches.count - 1), index: Int32(index)))
  }

  /// Returns the entry that a row is; `nil` if it is something else.
  func entry(_ row: Row) -> ImportedEntry? {
    if case .event(.entry(let entry)) = batches[Int(row.batch)].rows[Int(row.index)].content {
      entry
    } else {
      nil
    }
  }

  /// Returns the line on which a row begins.
  func line(_ row: Row) -> Int { batches[Int(row.batch)].rows[Int(row.index)].line }

  /// Returns the unit of a row.
  func unit(_ row: Row) -> ImportUnit {
    let batch = batches[Int(row.batch)]
    let content = batch.rows[Int(row.index)]
    let outcome: ImportUnit.Outcome =
      switch content.content {
      case .event(let event): .events([event])
      case .events(let events): .events(events)
      case .spark(let prepared): .events([.spark(prepared.newSpark)])
      case .skipped(let reason): .skipped(reason)
      case .rejected(let problem): .rejected(problem)
      }
    let fields = batch.fields(of: Int(row.index))
    return ImportUnit([OriginalRecord(line: content.line, fields: fields)], outcome)
  }
}
