public import Rules
public import Storage

/// What undoing or redoing came to.
public struct UndoReport: Equatable, Sendable {
  /// The batch that was undone or done again, if it was a whole one.
  public var batch: Int64?
  /// Events taken back.
  public var removed = 0
  /// Events that are back.
  public var restored = 0
  /// Events that say again what they said before.
  public var changed = 0
  /// Events left as they are, because something was recorded about them since.
  public var left: [EventID] = []
}

/// Undo and redo: corrections like any other, so that nothing is ever deleted.
extension Session {
  /// Takes back exactly what a batch recorded: events it added are taken back, events it corrected
  /// say again what they said before. An event about which a later batch recorded something is left
  /// as it is, unless the batch added it.
  public func undo(batch: Int64) throws(SessionError) -> UndoReport {
    try begin()
    guard try batches().contains(where: { $0.number == batch }) else { throw .noBatch(batch) }
    return try reverse(batch, .undo)
  }

  /// Takes back the latest batch that is not undone.
  ///
  /// - Returns: `nil` when there is none.
  public func undoLatest() throws(SessionError) -> UndoReport? {
    let batches = try batches()
    let undone = undoneBatches(batches)
    guard
      let latest = batches.first(where: {
        !["undo", "redo"].contains($0.kind) && !undone.contains($0.number)
      })
    else { return nil }
    return try reverse(latest.number, .undo)
  }

  /// Does again what the latest undo took back.
  ///
  /// - Returns: `nil` when there is nothing undone.
  public func redoLatest() throws(SessionError) -> UndoReport? {
    let batches = try batches()
    let redone = Set(batches.filter { $0.kind == "redo" }.compactMap(\.undoes))
    guard
      let latest = batches.first(where: { $0.kind == "undo" && !redone.contains($0.number) })
    else { return nil }
    return try reverse(latest.number, .redo)
  }

  /// Takes back the last thing that was recorded about an event: its latest correction, or else
  /// the event itself.
  public func undo(event id: EventID) throws(SessionError) -> UndoReport {
    try begin()
    guard let records = try records(of: id) else { throw .noSuchEvent(id) }
    var report = UndoReport()
    let earlier = records.corrections.dropLast().last?.correction.content
    let content =
      records.corrections.isEmpty
      ? nil : records.corrections.count == 1 ? records.original : earlier
    try set(id, records, to: content, .undo, &report)
    return report
  }

  /// The batches, the latest first.
  public func batches() throws(SessionError) -> [StoredBatch] {
    try begin()
    return try storing { () throws(StoreError) in try access.batches() }
  }

  /// Everything recorded about an event; `nil` when there never was one.
  public func records(of id: EventID) throws(SessionError) -> EventRecords? {
    try begin()
    return try storing { () throws(StoreError) in try access.records(of: id) }
  }

  /// The batches that are undone and were not done again.
  private func undoneBatches(_ batches: [StoredBatch]) -> Set<Int64> {
    let redone = Set(batches.filter { $0.kind == "redo" }.compactMap(\.undoes))
    return Set(
      batches.filter { $0.kind == "undo" && !redone.contains($0.number) }.compactMap(\.undoes))
  }

  private func reverse(
    _ batch: Int64, _ cause: Correction.Cause
  ) throws(SessionError) -> UndoReport {
    undoes = batch
    var report = UndoReport(batch: batch)
    let events = try storing { () throws(StoreError) in try access.events(ofBatch: batch) }
    for id in events {
      guard let records = try records(of: id) else { continue }
      let counting = records.corrections.last?.batch ?? records.batch
      let content: Correction.Content?
      if records.batch == batch {
        content = nil
      } else if counting == batch {
        let before = records.corrections.last { $0.batch != batch }
        content = before.map(\.correction.content) ?? records.original
      } else {
        report.left.append(id)
        continue
      }
      try set(id, records, to: content, cause, &report)
    }
    return report
  }

  private func set(
    _ id: EventID, _ records: EventRecords, to content: Correction.Content?,
    _ cause: Correction.Cause, _ report: inout UndoReport
  ) throws(SessionError) {
    let current = records.current
    if content == current { return }
    switch (current, content) {
    case (_, nil): report.removed += 1
    case (nil, _): report.restored += 1
    default: report.changed += 1
    }
    try correct(
      id, cause, content, from: (current ?? content ?? records.original).place(id: id))
  }
}
