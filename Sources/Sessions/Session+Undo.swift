public import Rules
import Storage

/// Undo and redo. They are corrections like any others, so that nothing is ever deleted. Each has a
/// batch of its own, even within a session that records other things before or after.
extension Session {
  /// Undoes exactly the records of a batch: events that it added are removed, events that it
  /// corrected get the content that they have without it. An event about which another batch has
  /// recorded something since is not changed, unless the batch added it. Definitions that an import
  /// added and to which events of other batches refer, such as tasks and trackers, are not removed
  /// either: the other file describes them as well.
  ///
  /// Undoing an undo redoes the batch that it undid, and undoing a redo undoes that batch again.
  ///
  /// - Parameters:
  ///   - number: the number of the batch.
  ///   - isLast: whether nothing is recorded afterwards, so that a batch of very many events can be
  ///     undone in bulk.
  /// - Throws: `SessionError.noBatch` when there is no batch with that number.
  public func undo(
    batch number: Int64, isLast: Bool = false
  ) throws(SessionError) -> UndoReport {
    let batches = try batches()
    guard let batch = batches.first(where: { $0.number == number }) else { throw .noBatch(number) }
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

  /// Undoes the latest batch of which anything can be undone; in a session that has recorded
  /// something itself, the latest of those before.
  ///
  /// - Parameters:
  ///   - own: the batches to choose from; by default all.
  ///   - isLast: whether nothing is recorded afterwards.
  /// - Returns: `nil` when there is no such batch; if some events had to be left, a report of those
  ///   of the latest batch.
  public func undoLatest(
    among own: Set<Int64>? = nil, isLast: Bool = false
  ) throws(SessionError) -> UndoReport? {
    let batches = try batches()
    let undone = batches.undone
    let candidates = batches.filter { batch in
      batch.kind != "undo" && batch.kind != "redo" && !undone.contains(batch.number)
        && !openBatches.contains(batch.number) && own?.contains(batch.number) ?? true
    }
    return try first(of: candidates) { batch throws(SessionError) in
      try undoAll(of: batch, isLast: isLast)
    }
  }

  /// Redoes the latest undo of which anything can be redone.
  ///
  /// - Parameters:
  ///   - own: the undo batches to choose from; by default all.
  ///   - isLast: whether nothing is recorded afterwards.
  /// - Returns: `nil` when nothing is undone; if some events had to be left, a report of those of
  ///   the latest undo.
  public func redoLatest(
    among own: Set<Int64>? = nil, isLast: Bool = false
  ) throws(SessionError) -> UndoReport? {
    let batches = try batches()
    let redone = Set(batches.filter { $0.kind == "redo" }.compactMap(\.undoes))
    let candidates = batches.filter {
      $0.kind == "undo" && !redone.contains($0.number) && own?.contains($0.number) ?? true
    }
    return try first(of: candidates) { undo throws(SessionError) in
      try redo(undo, in: batches, isLast: isLast)
    }
  }

  /// Returns the report about the first batch with any effect. The events of a batch may all have
  /// been removed individually, or recorded again since; such a batch must not block the others.
  private func first(
    of batches: [StoredBatch], _ body: (StoredBatch) throws(SessionError) -> UndoReport
  ) throws(SessionError) -> UndoReport? {
    var fallback: UndoReport?
    for batch in batches {
      let report = try body(batch)
      if report.isDone { return report }
      if fallback == nil && (!report.left.isEmpty || report.rulebookInstead != nil) {
        fallback = report
      }
    }
    return fallback
  }

  /// Undoes the latest effective record about an event: its latest correction, or else the event
  /// itself.
  ///
  /// - Throws: `SessionError.noSuchEvent` when there is no such event.
  public func undo(event id: EventID) throws(SessionError) -> UndoReport {
    guard try records(of: id) != nil else { throw .noSuchEvent(id) }
    return try reverse([id], .undo, shown: nil) { records in
      EventRevisions(records).undoingLatest
    }
  }

  /// Returns the batches, the latest first.
  public func batches() throws(SessionError) -> [StoredBatch] {
    try begin()
    return try storing { try access.batches.all() }
  }

  /// Returns the number of the latest batch; 0 if there is none.
  public func latestBatch() throws(SessionError) -> Int64 {
    try begin()
    return try storing { try access.batches.latest() }
  }

  /// Returns all records of an event; `nil` if there is none.
  public func records(of id: EventID) throws(SessionError) -> EventRecords? {
    try begin()
    return try storing { try access.records.records(of: id) }
  }

  /// Returns whether any event of a batch is not removed, except trackers that the batch created.
  public func hasRemainingEvents(ofBatch number: Int64) throws(SessionError) -> Bool {
    for id in try events(of: number) {
      switch try records(of: id)?.current {
      case nil, .event(_, _, .tracker(.create))?: continue
      default: return true
      }
    }
    return false
  }

  private func events(of batch: Int64) throws(SessionError) -> [EventID] {
    try storing { try access.records.events(ofBatch: batch) }
  }

  private func undoAll(
    of stored: StoredBatch, isLast: Bool = false
  ) throws(SessionError) -> UndoReport {
    let (batch, isFromElsewhere) = (stored.number, stored.isFromElsewhere)
    var needed: Set<EventID> = []
    if isFromElsewhere {
      let definitions = try storing {
        try access.events.definitions(ofBatch: batch)
      }
      needed = Set(definitions.filter { !$0.value.isEmpty }.keys)
    }
    // The events that undoing other batches left only because this batch refers to them.
    let leftovers = isFromElsewhere ? try leftovers(forTheSakeOf: batch) : [:]
    return try reversing(Correction.Cause.undo.name, batch) { () throws(SessionError) in
      var report = UndoReport(of: stored)
      report.left = needed.sorted()
      if let change = stored.rulebookChange { try restoreRulebook(change.reversed, &report) }
      let (isInBulk, events) = try eventsLeft(of: batch, isLast: isLast, &report) {
        () throws(SessionError) in
        BulkReversal(
          batch: batch, chain: try chain(of: batch), undo: nil, kept: needed, seed: profile.seed)
      }
      try reverse(events.filter { !needed.contains($0) }, .undo, &report) {
        EventRevisions($0).undoing(batch: batch)
      }
      try restoreReplaced(by: stored, &report)
      for (other, events) in leftovers.sorted(by: { $0.key < $1.key }) {
        try reverse(events.sorted(), .undo, &report) { EventRevisions($0).undoing(batch: other) }
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
  ) throws(SessionError) {
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

  /// Returns the events that undoing other imports left only because one batch refers to them, by
  /// import.
  private func leftovers(
    forTheSakeOf batch: Int64
  ) throws(SessionError) -> [Int64: [EventID]] {
    let batches = try batches()
    let undone = batches.undone
    var leftovers: [Int64: [EventID]] = [:]
    for other in batches
    where other.isFromElsewhere && other.number != batch && undone.contains(other.number) {
      let definitions = try storing {
        try access.events.definitions(ofBatch: other.number)
      }
      for (id, users) in definitions where users == [batch] {
        // An event that was recorded again since belongs to another batch as well.
        let corrections = try records(of: id)?.corrections ?? []
        if corrections.allSatisfy({ $0.batch == batch }) {
          leftovers[other.number, default: []].append(id)
        }
      }
    }
    return leftovers
  }

  /// Returns the batches that undid a whole batch, and those that redid it.
  private func chain(of batch: Int64) throws(SessionError) -> Set<Int64> {
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
    _ reversal: () throws(SessionError) -> BulkReversal?
  ) throws(SessionError) -> (isInBulk: Bool, events: [EventID]) {
    let events = try events(of: batch)
    guard isLast, events.count >= leastInBulk, let reversal = try reversal() else {
      return (false, events)
    }
    let first = try provenance()
    let reversed = try storing {
      try access.corrections.reverse(reversal, first) { count($0) }
    }
    let number = reversed.count
    if reversal.undo == nil {
      report.removed += number
      tally.removed += number
    } else {
      report.restored += number
      tally.restored += number
    }
    if let earliest = reversed.earliest {
      related = RelatedEvents()
      noteChange(at: earliest)
      fold.invalidate(from: earliest)
    }
    if number == events.count { return (true, []) }
    if number == 0 { return (false, events) }
    // The events that this batch has corrected so far.
    let done = Set(try self.events(of: first.batch))
    return (true, events.filter { !done.contains($0) })
  }

  private func redo(
    _ undo: StoredBatch, in batches: [StoredBatch], isLast: Bool
  ) throws(SessionError) -> UndoReport {
    return try reversing(Correction.Cause.redo.name, undo.number) { () throws(SessionError) in
      var report = UndoReport(of: batches.first { $0.number == undo.undoes })
      if let change = undo.rulebookChange { try restoreRulebook(change.reversed, &report) }
      let (isInBulk, events) = try eventsLeft(of: undo.number, isLast: isLast, &report) {
        () throws(SessionError) in
        guard let batch = undo.undoes else { return nil }
        return BulkReversal(
          batch: batch, chain: try chain(of: batch), undo: undo.number, seed: profile.seed)
      }
      try reverse(events, .redo, &report) { EventRevisions($0).redoing(undo: undo.number) }
      // Only some of the events were listed.
      if isInBulk { report.events = [] }
      return report
    }
  }

  /// Undoes the events that a redo restored and that were undone individually.
  private func undoLast(of redo: StoredBatch) throws(SessionError) -> UndoReport {
    try reverse(try events(of: redo.number), .undo, shown: redo) { records in
      records.corrections.last?.batch == redo.number
        ? EventRevisions(records).undoingLatest : .left
    }
  }

  private func reverse(
    _ events: [EventID], _ cause: Correction.Cause, shown: StoredBatch?,
    _ answer: (EventRecords) -> EventRevisions.Resolution
  ) throws(SessionError) -> UndoReport {
    try reversing(cause.name, nil) { () throws(SessionError) in
      var report = UndoReport(of: shown)
      try reverse(events, cause, &report, answer)
      return report
    }
  }

  private func reverse(
    _ events: [EventID], _ cause: Correction.Cause, _ report: inout UndoReport,
    _ answer: (EventRecords) -> EventRevisions.Resolution
  ) throws(SessionError) {
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
  ) throws(SessionError) {
    let current = records.current
    switch (current, content) {
    case (nil, nil):
      report.unchanged += 1
    case (let current?, let content?) where current.isIdentical(to: content):
      report.unchanged += 1
    case (_, nil):
      report.removed += 1
      report.note(id, .removed)
      tally.removed += 1
    case (nil, _):
      report.restored += 1
      report.note(id, .restored)
      tally.restored += 1
    default:
      report.changed += 1
      report.note(id, .changed)
      tally.updated += 1
    }
    try correct(
      id, cause, content, from: (current ?? content ?? records.original).at)
    if case .spark(let spark) = current ?? records.original {
      note(spark, id: id, isRemoved: content == nil)
    }
  }

  /// Records whether this session removed a spark, which adding it again restores.
  private func note(_ spark: Spark, id: EventID, isRemoved: Bool) {
    if isRemoved {
      removedSparks.insert(id)
      removedByContent[spark.contentID(seed: profile.seed)] = id
    } else {
      removedSparks.remove(id)
    }
  }
}
