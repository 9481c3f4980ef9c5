import FlintRules
import Storage

/// How undo and redo are carried out.
extension History {
  func undoAll(of stored: StoredBatch, isLast: Bool) throws -> UndoReport {
    let batch = stored.number
    let needed = stored.isFromElsewhere ? try definitionsInUse(ofBatch: batch) : [:]
    let kept = needed[batch] ?? []
    return try reversing(Correction.Cause.undo.name, batch) {
      var report = UndoReport(of: stored)
      if let change = stored.rulebookChange { try restoreRulebook(change.reversed, &report) }
      if let change = stored.settingChange { try restore(change.reversed, &report) }
      let (isInBulk, events) = try eventsLeft(of: batch, isLast: isLast, &report) {
        BulkReversal(
          batch: batch, chain: try chain(of: batch), undo: nil, kept: kept,
          seed: session.profile.seed)
      }
      try reverse(events.filter { !kept.contains($0) }, .undo, &report) {
        EventRevisions($0).undoing(batch: batch)
      }
      try restoreReplaced(by: stored, &report)
      // The batch may have made events of others refer to its definitions, which they no longer do.
      for (other, definitions) in needed.sorted(by: { $0.key < $1.key }) {
        let users = try session.access.events.definitions(ofBatch: other)
        let unused = definitions.filter { users[$0]?.isEmpty ?? true }
        if other == batch { report.left = definitions.subtracting(unused).sorted() + report.left }
        try reverse(unused.sorted(), .undo, &report) { EventRevisions($0).undoing(batch: other) }
      }
      // Only some of the events were listed.
      if isInBulk { report.events = [] }
      return report
    }
  }

  /// Restores the original contents of events, which a merge replaced because another copy had
  /// recorded different content under their keys. An event that was corrected since is not changed.
  private func restoreReplaced(
    by merge: StoredBatch, _ report: inout UndoReport
  ) throws {
    for replaced in merge.replacedOriginals {
      guard let records = try records(of: replaced.event),
        let superseded = try self.records(of: replaced.superseded)
      else { continue }
      if records.corrections.contains(where: { $0.batch > merge.number }) {
        report.left.append(replaced.event)
      } else if records.corrections.isEmpty {
        try set(replaced.event, records, to: superseded.original, .undo, &report)
      }
    }
  }

  /// Returns the definitions to which events of other batches refer, by import: those that a batch
  /// added, and those that undoing other imports left for that reason.
  private func definitionsInUse(ofBatch batch: Int64) throws -> [Int64: Set<EventID>] {
    let batches = try batches()
    let undone = batches.undone
    var found: [Int64: Set<EventID>] = [:]
    for other in batches
    where other.number == batch || other.isFromElsewhere && undone.contains(other.number) {
      let definitions = try session.access.events.definitions(ofBatch: other.number)
      for (id, users) in definitions where !users.isEmpty {
        // An event that was recorded again since belongs to another batch as well.
        let corrections = other.number == batch ? [] : try records(of: id)?.corrections ?? []
        if corrections.allSatisfy({ $0.batch == batch }) {
          found[other.number, default: []].insert(id)
        }
      }
    }
    return found
  }

  /// Returns the batches that undid a whole batch, and those that redid it.
  private func chain(of batch: Int64) throws -> Set<Int64> {
    let batches = try batches()
    let undos = Set(batches.filter { $0.kind == "undo" && $0.undoes == batch }.map(\.number))
    let redos = batches.filter { batch in
      batch.kind == "redo" && batch.undoes.map { undos.contains($0) } ?? false
    }
    return undos.union(redos.map(\.number))
  }

  /// Reverses in bulk as many events of a batch as possible, if there are very many.
  ///
  /// - Parameters:
  ///   - isLast: whether nothing is recorded afterwards.
  ///   - reversal: returns the reversal.
  /// - Returns: whether it did so, and the remaining events.
  private func eventsLeft(
    of batch: Int64, isLast: Bool, _ report: inout UndoReport,
    _ reversal: () throws -> BulkReversal?
  ) throws -> (isInBulk: Bool, events: [EventID]) {
    let events = try events(of: batch)
    guard isLast, events.count >= session.leastInBulk, let reversal = try reversal() else {
      return (false, events)
    }
    let first = try session.provenance()
    let reversed = try session.access.corrections.reverse(reversal, first) { session.count($0) }
    let number = reversed.count
    if reversal.undo == nil {
      report.removed += number
      session.progress.tally.removed += number
    } else {
      report.restored += number
      session.progress.tally.restored += number
    }
    if let earliest = reversed.earliest {
      session.related = RelatedEvents()
      session.fold.noteChange(at: earliest)
      session.fold.invalidate(from: earliest)
    }
    if number == events.count { return (true, []) }
    if number == 0 { return (false, events) }
    // The events that this batch has corrected so far.
    let done = Set(try self.events(of: first.batch))
    return (true, events.filter { !done.contains($0) })
  }

  func redo(
    _ undo: StoredBatch, in batches: [StoredBatch], isLast: Bool
  ) throws -> UndoReport {
    try reversing(Correction.Cause.redo.name, undo.number) {
      var report = UndoReport(of: batches.first { $0.number == undo.undoes })
      if let change = undo.rulebookChange { try restoreRulebook(change.reversed, &report) }
      if let change = undo.settingChange { try restore(change.reversed, &report) }
      let (isInBulk, events) = try eventsLeft(of: undo.number, isLast: isLast, &report) {
        guard let batch = undo.undoes else { return nil }
        return BulkReversal(
          batch: batch, chain: try chain(of: batch), undo: undo.number, seed: session.profile.seed)
      }
      try reverse(events, .redo, &report) { EventRevisions($0).redoing(undo: undo.number) }
      // Only some of the events were listed.
      if isInBulk { report.events = [] }
      return report
    }
  }

  /// Undoes the events that a redo restored and that were undone individually.
  func undoLast(of redo: StoredBatch) throws -> UndoReport {
    try reverse(try events(of: redo.number), .undo, shown: redo) { records in
      records.corrections.last?.batch == redo.number
        ? EventRevisions(records).undoingLatest : .left
    }
  }

  func reverse(
    _ events: [EventID], _ cause: Correction.Cause, shown: StoredBatch?,
    _ answer: (EventRecords) -> EventRevisions.Resolution
  ) throws -> UndoReport {
    try reversing(cause.name, nil) {
      var report = UndoReport(of: shown)
      try reverse(events, cause, &report, answer)
      return report
    }
  }

  private func reverse(
    _ events: [EventID], _ cause: Correction.Cause, _ report: inout UndoReport,
    _ answer: (EventRecords) -> EventRevisions.Resolution
  ) throws {
    for id in events {
      guard let records = try records(of: id) else { continue }
      switch answer(records) {
      case .nothing: break
      case .left: report.left.append(id)
      case .set(let content): try set(id, records, to: content, cause, &report)
      }
    }
  }

  private func set(
    _ id: EventID, _ records: EventRecords, to content: Correction.Content?,
    _ cause: Correction.Cause, _ report: inout UndoReport
  ) throws {
    let current = records.current
    switch (current, content) {
    case (nil, nil):
      report.unchanged += 1
    case (let current?, let content?) where current.isIdentical(to: content):
      report.unchanged += 1
    case (_, nil):
      report.removed += 1
      report.note(id, .removed)
      session.progress.tally.removed += 1
    case (nil, _):
      report.restored += 1
      report.note(id, .restored)
      session.progress.tally.restored += 1
    default:
      report.changed += 1
      report.note(id, .changed)
      session.progress.tally.updated += 1
    }
    try session.correct(
      id, cause, content, from: (current ?? content ?? records.original).at)
    if case .spark(let spark) = current ?? records.original {
      // Adding it again restores it.
      if content == nil {
        session.progress.removed.insert(spark, id: id, seed: session.profile.seed)
      } else {
        session.progress.removed.restore(id)
      }
    }
  }

  /// Runs work whose records form a batch of their own, which undoes or redoes another one, so that
  /// it can be listed and undone separately from the session's other records.
  ///
  /// - Parameters:
  ///   - kind: `undo` or `redo`.
  ///   - batch: the batch that is undone or redone, if it is a whole one.
  ///   - body: records something, or nothing; then there is no batch.
  private func reversing<Result>(
    _ kind: String, _ batch: Int64?, _ body: () throws -> Result
  ) throws -> Result {
    try session.closeBatch()
    session.progress.batches.reversal = (kind, batch)
    defer { session.progress.batches.reversal = nil }
    let result: Result
    do {
      result = try body()
    } catch {
      // A script may continue after the error, and its further records do not belong to the
      // reversal.
      try? session.closeBatch()
      throw error
    }
    try session.closeBatch()
    return result
  }
}
