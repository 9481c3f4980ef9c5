/// The revisions of an event that are in force, as a stack, and the undone ones that can be redone.
/// The topmost revision determines the content of the event.
///
/// The stack follows from the records alone. An undone batch has no effect at all: the stack is
/// computed without its records, so that undoing a merge also reverts the undos in it. Where the
/// batch is unknown, as for merged records, the record that an undo reverts is identified by the
/// content that the event had afterwards.
package struct EventRevisions: Sendable {
  /// The addition of an event or a correction of it.
  struct Record {
    var batch: Int64
    /// The position in the order of recording.
    var sequence: Int64
    /// The reason of a correction; `nil` for the addition.
    var cause: Correction.Cause?
    /// The batch that the record's batch undoes or redoes.
    var undoes: Int64?
    var content: Correction.Content?
  }

  private struct BatchUndo {
    var undo: Int64
    /// If the batch added the event: the range of records from that addition to the undo.
    /// Corrections recorded before the addition was undone do not restore the event.
    var addedRange: Range<Int>?
  }

  /// The records in their order, the addition first.
  private var records: [Record] = []
  private var stack = RevisionStack()
  private var undoneBatches: [Int64: BatchUndo] = [:]
  /// The records that each undo of single records reverted.
  private var undone: [Int: [Int]] = [:]
  /// The undos of single records that were redone.
  private var redone: Set<Int> = []
  /// The undos and redos of a batch that act as edits: after a merge of different histories the
  /// event had other content than it would have without the batch.
  private var actingAsEdits: Set<Int> = []

  /// Computes the stack of an event's records.
  package init(_ event: EventRecords) {
    let addition = Record(batch: event.batch, sequence: .min, content: event.original)
    self.init(
      [addition]
        + event.corrections.map {
          Record(
            batch: $0.batch, sequence: $0.sequence, cause: $0.correction.cause, undoes: $0.undoes,
            content: $0.correction.content)
        })
  }

  private init(_ list: [Record]) {
    for record in list {
      records.append(record)
      let position = records.count - 1
      switch undoTarget(of: record) {
      case .batch(let batch):
        undoneBatches[batch] = BatchUndo(
          undo: record.batch, addedRange: addedRange(of: batch, through: position))
      case .undo(let undo):
        if let batch = records[undo].undoes {
          undoneBatches[batch] = nil
        } else {
          redone.insert(undo)
        }
        actingAsEdits.remove(undo)
      case nil:
        let before = stack.positions
        if stack.add(position, records), record.cause == .undo {
          undone[position] = Array(before[stack.positions.count...])
        }
        continue
      }
      stack = stack(without: undoneBatches, redone, actingAsEdits)
      if !content.isIdentical(to: record.content) {
        actingAsEdits.insert(position)
        stack.push(position)
      }
    }
  }

  /// The current content of the event; `nil` when the event is removed.
  package var content: Correction.Content? { stack.content(records) }

  private enum UndoTarget {
    case batch(Int64)
    case undo(Int)
  }

  /// Returns the target of an undo or a redo; `nil` when it is unknown, or for other records.
  private func undoTarget(of record: Record) -> UndoTarget? {
    guard let undoes = record.undoes else { return nil }
    switch record.cause {
    case .undo: return .batch(undoes)
    case .redo:
      return records.lastIndex { $0.cause == .undo && $0.batch == undoes }.map { .undo($0) }
    case .edit, .remove, nil: return nil
    }
  }

  /// Returns the range of records that an undo of a batch reverts, when the batch added the event.
  private func addedRange(of batch: Int64, through position: Int) -> Range<Int>? {
    stack.positions.first.flatMap { isOwn($0, of: batch) ? $0..<position : nil }
  }

  /// Returns whether an undo of a batch reverts a revision. An undo or redo that restored the
  /// removed event belongs to the batch that added the event.
  private func isOwn(_ position: Int, of batch: Int64) -> Bool {
    let record = records[position]
    if record.batch == batch { return true }
    return (record.cause == .undo || record.cause == .redo) && position == stack.positions.first
      && records[0].batch == batch
  }

  // MARK: Computing the stack

  /// Returns the stack as if certain batches did not exist.
  private func stack(
    without undoneBatches: [Int64: BatchUndo], _ redone: Set<Int>, _ actingAsEdits: Set<Int>
  ) -> RevisionStack {
    let ranges = undoneBatches.values.compactMap(\.addedRange)
    var stack = RevisionStack()
    for (position, record) in records.enumerated() {
      if undoneBatches[record.batch] != nil || ranges.contains(where: { $0.contains(position) }) {
        continue
      }
      if actingAsEdits.contains(position) {
        stack.push(position)
      } else if undoTarget(of: record) == nil && !redone.contains(position) {
        // An undo of records that do not exist has no effect.
        let isVoid = undone[position].map { undone in
          !undone.isEmpty
            && undone.allSatisfy {
              undoneBatches[records[$0].batch] != nil && records[$0].sequence < record.sequence
            }
        }
        if isVoid ?? false { continue }
        stack.add(position, records)
      }
    }
    return stack
  }

  // MARK: Results of undoing and redoing

  /// The change to an event that an undo or a redo requires.
  package enum Resolution: Equatable, Sendable {
    case nothing
    /// The event stays as it is, since it was corrected later.
    case left
    /// The event gets this content, or is removed for `nil`. The content may be the current one; it
    /// is recorded even then, so that a later undo of another record does not change it.
    case set(Correction.Content?)
  }

  /// Returns the effect of undoing a batch on the event: it is removed if the batch added it;
  /// otherwise it gets its content without the batch, unless another batch corrected it since.
  package func undoing(batch: Int64) -> Resolution {
    if undoneBatches[batch] != nil { return .nothing }
    let ranges = undoneBatches.values.compactMap(\.addedRange)
    // A merged undo or redo has an effect although it is not on the stack.
    let own = records.indices.filter { position in
      let record = records[position]
      let isMerged = (record.cause == .undo || record.cause == .redo) && record.undoes == nil
      return record.batch == batch && isMerged && !ranges.contains { $0.contains(position) }
        || stack.positions.contains(position) && isOwn(position, of: batch)
    }
    guard let last = own.map({ records[$0].sequence }).max() else { return .nothing }
    let addedRange = addedRange(of: batch, through: records.count)
    let isSuperseded = stack.positions.contains {
      records[$0].batch != batch && records[$0].sequence > last
    }
    if isSuperseded && addedRange == nil { return .left }
    var undoneBatches = undoneBatches
    undoneBatches[batch] = BatchUndo(undo: batch, addedRange: addedRange)
    let actingAsEdits = actingAsEdits(without: batch, through: last)
    return .set(stack(without: undoneBatches, redone, actingAsEdits).content(records))
  }

  /// Returns the undos and redos that act as edits without a batch: of the records before the
  /// batch, those that already did then.
  private func actingAsEdits(without batch: Int64, through last: Int64) -> Set<Int> {
    let first = records.filter { $0.batch == batch }.map(\.sequence).min() ?? .min
    let before = records.indices.filter { records[$0].sequence < first }
    let then = EventRevisions(before.map { records[$0] }).actingAsEdits.map { before[$0] }
    return actingAsEdits.filter { records[$0].sequence > last }.union(then)
  }

  /// The effect of undoing the topmost revision of the event; consecutive revisions with equal
  /// content, as two copies of a profile may have recorded them, count as one.
  package var undoingLatest: Resolution {
    let contents = (0..<max(stack.positions.count, 1)).map { stack.content(ofLowest: $0, records) }
    return contents.last { !$0.isIdentical(to: content) }.map { .set($0) } ?? .nothing
  }

  /// Returns the effect of redoing a batch that was undone.
  package func redoing(undo batch: Int64) -> Resolution {
    guard let undo = records.lastIndex(where: { $0.cause == .undo && $0.batch == batch }) else {
      return .nothing
    }
    var (undoneBatches, redone, actingAsEdits) = (undoneBatches, redone, actingAsEdits)
    if let target = records[undo].undoes {
      guard undoneBatches[target]?.undo == batch else { return .nothing }
      undoneBatches[target] = nil
    } else {
      guard let group = stack.undone.last(where: { $0.batch == batch }) else { return .nothing }
      if group.below != stack.positions.last { return .left }
      redone.insert(undo)
    }
    let isSuperseded = stack.positions.contains {
      $0 != undo && records[$0].sequence > records[undo].sequence
    }
    if isSuperseded { return .left }
    actingAsEdits.remove(undo)
    return .set(stack(without: undoneBatches, redone, actingAsEdits).content(records))
  }
}
