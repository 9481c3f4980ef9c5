package import FlintRules
import Storage

/// The history of a profile: its log, undo and redo, and records from elsewhere.
///
/// Undo and redo are corrections like any others, so that nothing is ever deleted. Each has a batch
/// of its own, even within a session that records other things before or after.
package struct History {
  let session: Session

  /// Returns the records that a query finds, the latest first.
  package func log(_ query: LogQuery) throws(SessionError) -> [LogRecord] {
    try session.read { try $0.records.log(query) }
  }

  /// Returns the batches, the latest first.
  package func batches() throws(SessionError) -> [StoredBatch] {
    try session.read { try $0.batches.all() }
  }

  /// Returns all records of an event; `nil` if there is none.
  package func records(of id: EventID) throws(SessionError) -> EventRecords? {
    try session.read { try $0.records.all(of: id) }
  }

  package func eventIDs(ofBatch number: Int64) throws(SessionError) -> [EventID] {
    try session.read { _ in try events(of: number) }
  }

  func events(of batch: Int64) throws -> [EventID] {
    try session.access.records.events(ofBatch: batch)
  }

  /// Undoes exactly the records of a batch: events that it added are removed, events that it
  /// corrected get the content that they have without it. An event about which another batch has
  /// recorded something since is not changed, unless the batch added it. Definitions that an import
  /// added and to which events of other batches refer, such as tasks and trackers, are not removed
  /// either: the other file describes them as well.
  ///
  /// Undoing an undo redoes the batch that it undid, and undoing a redo undoes that batch again.
  ///
  /// - Parameter isLast: whether nothing is recorded afterwards, so that a batch of very many events can be
  ///   undone in bulk.
  /// - Throws: `SessionError.noBatch` when there is no batch with that number.
  package func undo(
    batch number: Int64, isLast: Bool = false
  ) throws(SessionError) -> UndoReport {
    let batches = try batches()
    guard let batch = batches.first(where: { $0.number == number }) else { throw .noBatch(number) }
    return try session.work {
      switch batch.kind {
      case "undo": return try redo(batch, in: batches, isLast: isLast)
      case "redo":
        let undo = batches.first { $0.number == batch.undoes }
        if let first = batches.first(where: { $0.number == undo?.undoes }) {
          return try undoAll(of: first, isLast: isLast)
        }
        return try undoLast(of: batch)
      default: return try undoAll(of: batch, isLast: isLast)
      }
    }
  }

  /// Undoes the latest batch of which anything can be undone; in a session that has recorded
  /// something itself, the latest of those before.
  ///
  /// - Parameters:
  ///   - own: the batches to choose from; by default all.
  ///   - isLast: whether nothing is recorded afterwards.
  /// - Returns: `nil` when there is no such batch; if some events had to be left, a report of those
  ///   of the latest batch.
  package func undoLatest(
    among own: Set<Int64>? = nil, isLast: Bool = false
  ) throws(SessionError) -> UndoReport? {
    let batches = try batches()
    let undone = batches.undone
    let candidates = batches.filter { batch in
      !batch.isReversal && !batch.isSync && !undone.contains(batch.number)
        && !session.progress.batches.ordinary.contains(batch.number)
        && own?.contains(batch.number) ?? true
    }
    return try session.work {
      try first(of: candidates) { try undoAll(of: $0, isLast: isLast) }
    }
  }

  /// Redoes the latest undo of which anything can be redone. Whatever was recorded since an undo ends what this redoes:
  /// see `undoneBefore`.
  ///
  /// - Parameters:
  ///   - own: the batches to choose from, and whose records end what can be redone; by default all.
  ///   - isLast: whether nothing is recorded afterwards.
  /// - Returns: `nil` when nothing is undone; if some events had to be left, a report of those of
  ///   the latest undo.
  package func redoLatest(
    among own: Set<Int64>? = nil, isLast: Bool = false
  ) throws(SessionError) -> UndoReport? {
    let batches = try batches()
    let candidates = batches.filter { !$0.isSync && own?.contains($0.number) ?? true }
      .prefix { $0.isReversal }
      .filter { batches.isUndone(by: $0) }
    return try session.work {
      try first(of: candidates) { try redo($0, in: batches, isLast: isLast) }
    }
  }

  /// Redoes the batch with a number if it is undone, or the undo with that number, whatever was recorded since.
  ///
  /// - Parameter isLast: whether nothing is recorded afterwards.
  /// - Returns: `nil` when it is not undone.
  /// - Throws: `SessionError.noBatch` when there is no batch with that number.
  package func redo(
    batch number: Int64, isLast: Bool = false
  ) throws(SessionError) -> UndoReport? {
    let batches = try batches()
    guard batches.contains(where: { $0.number == number }) else { throw .noBatch(number) }
    let undo = batches.first { batch in
      (batch.number == number || batch.undoes == number) && batches.isUndone(by: batch)
    }
    guard let undo else { return nil }
    return try session.work { try redo(undo, in: batches, isLast: isLast) }
  }

  /// The number by which the latest undo can be redone that `redoLatest` does not redo, because something was recorded
  /// since; `nil` if there is none.
  package var undoneBefore: Int64? {
    get throws(SessionError) {
      let batches = try batches()
      return batches.first { batches.isUndone(by: $0) }.map { $0.undoes ?? $0.number }
    }
  }

  /// Returns the report about the first batch with any effect. The events of a batch may all have
  /// been removed individually, or recorded again since; such a batch must not block the others.
  private func first(
    of batches: [StoredBatch], _ body: (StoredBatch) throws -> UndoReport
  ) throws -> UndoReport? {
    var fallback: UndoReport?
    for batch in batches {
      let report = try body(batch)
      if report.isDone { return report }
      let isLeft =
        !report.left.isEmpty || report.rulebookInstead != nil || report.settingInstead != nil
      if fallback == nil && isLeft { fallback = report }
    }
    return fallback
  }

  /// Undoes the latest effective record about an event: its latest correction, or else the event
  /// itself.
  ///
  /// - Throws: `SessionError.noSuchEvent` when there is no such event.
  package func undo(event id: EventID) throws(SessionError) -> UndoReport {
    guard try records(of: id) != nil else { throw .noSuchEvent(id) }
    return try session.work {
      try reverse([id], .undo, shown: nil) { EventRevisions($0).undoingLatest }
    }
  }
}
