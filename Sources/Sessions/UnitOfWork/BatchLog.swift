import FlintCalendar
import FlintRules
import Storage

/// The batches of a session's records. A batch is opened when something is recorded in it.
struct BatchLog {
  /// The number of the open batch, if any.
  private(set) var current: Int64?
  private var sumAtOpening = RecordSum()
  /// The kind of the next batch, if it is an undo or redo, and the batch that it undoes, if that is
  /// a whole one.
  var reversal: (kind: String, undoes: Int64?)?
  /// One of several sources, such as files, whose batch is open across commits.
  var source: (kind: String, name: String)?
  /// The ordinary batches that this session has opened and not committed yet.
  private(set) var ordinary: Set<Int64> = []
  /// The open batch in which a setting of the profile was changed: it is kept even without records.
  var settingBatch: Int64?
  /// All batches that this session has opened and not committed yet, including undos and redos.
  private var uncommitted: Set<Int64> = []
  /// The batches that this session has opened and committed.
  private(set) var committed: Set<Int64> = []

  /// Returns the number of the open batch; opens one if there is none.
  ///
  /// - Parameter sum: the current sum of the records.
  mutating func number(
    _ access: StoreAccess, _ options: SessionOptions, at now: Instant, _ sum: RecordSum
  ) throws -> Int64 {
    guard options.isWriting else {
      throw SessionError.store(StoreError(.readOnly, path: access.path))
    }
    let number = try access.batches.insert(
      kind: reversal?.kind ?? source?.kind ?? options.batchKind,
      source: source?.name ?? options.batchSource, at: now, undoes: reversal?.undoes)
    current = number
    sumAtOpening = sum
    uncommitted.insert(number)
    if reversal == nil { ordinary.insert(number) }
    return number
  }

  func hasRecords(_ sum: RecordSum) -> Bool { sum != sumAtOpening }

  /// Closes the open batch, if any: the next records belong to another one. An empty batch is not
  /// stored.
  mutating func close(_ access: StoreAccess, _ sum: RecordSum) throws {
    guard let number = current else { return }
    if !hasRecords(sum) && settingBatch != number {
      try access.batches.delete(number)
      ordinary.remove(number)
    }
    current = nil
  }

  /// Records that the transaction was committed.
  mutating func didCommit() {
    ordinary = []
    committed.formUnion(uncommitted)
    uncommitted = []
  }
}
