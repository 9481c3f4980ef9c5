public import Rules
import Storage

/// Undo and redo: corrections like any other, so that nothing is ever deleted. Each makes a batch
/// of its own, also within a session that records other things before or after.
extension Session {
  /// Takes back exactly what a batch recorded: events it added are taken back, events it corrected
  /// say again what they say without it. An event about which another batch recorded something since
  /// is left as it is, unless the batch added it. What an import added and events of other batches
  /// are about, a task or a tracker, stays too: the other's file tells of it as well.
  ///
  /// Undoing a batch that is an undo does again what that took back, and undoing a redo undoes it
  /// once more.
  ///
  /// - Parameters:
  ///   - number: the batch's number.
  ///   - isLast: whether nothing is recorded afterwards, so that a batch of very many events can be
  ///     taken back in bulk.
  /// - Throws: `SessionError.noBatch` when there is none of that number.
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

  /// Takes back the latest batch of which anything can be; in a session that has recorded something
  /// itself, the latest of those before.
  ///
  /// - Returns: `nil` when there is none; when only some that have to be left as they are, what is
  ///   left of the latest.
  ///
  /// - Parameters:
  ///   - own: the batches that come into question; all if not given.
  ///   - isLast: whether nothing is recorded afterwards.
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

  /// Does again what the latest undo took back of which anything can be done again.
  ///
  /// - Returns: `nil` when there is nothing undone; when only what has to be left as it is, what is
  ///   left of the latest.
  ///
  /// - Parameters:
  ///   - own: the batches that come into question, which undo others; all if not given.
  ///   - isLast: whether nothing is recorded afterwards.
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

  /// The report about the first batch of which anything was done. All of one may have been taken back
  /// event by event, or recorded again since, and is not to be in the way of the others.
  private func first(
    of batches: [StoredBatch], _ body: (StoredBatch) throws(SessionError) -> UndoReport
  ) throws(SessionError) -> UndoReport? {
    var passed: UndoReport?
    for batch in batches {
      let report = try body(batch)
      if report.isDone { return report }
      if passed == nil && (!report.left.isEmpty || report.rulebookInstead != nil) {
        passed = report
      }
    }
    return passed
  }

  /// Takes back the last thing that was recorded about an event and still stands: its latest
  /// correction, or else the event itself.
  ///
  /// - Throws: `SessionError.noSuchEvent` when there never was one.
  public func undo(event id: EventID) throws(SessionError) -> UndoReport {
    guard try records(of: id) != nil else { throw .noSuchEvent(id) }
    return try reverse([id], .undo, shown: nil) { records in
      StandingRecords(records).undoingLatest
    }
  }

  /// The batches, the latest first.
  public func batches() throws(SessionError) -> [StoredBatch] {
    try begin()
    return try storing { () throws(StoreError) in try access.batches() }
  }

  /// The number of the latest batch; 0 when there is none.
  public func latestBatch() throws(SessionError) -> Int64 {
    try begin()
    return try storing { () throws(StoreError) in try access.latestBatch() }
  }

  /// Everything recorded about an event; `nil` when there never was one.
  public func records(of id: EventID) throws(SessionError) -> EventRecords? {
    try begin()
    return try storing { () throws(StoreError) in try access.records(of: id) }
  }

  /// Whether anything stands that a batch recorded, beside the trackers that it made.
  public func hasStandingEvents(ofBatch number: Int64) throws(SessionError) -> Bool {
    for id in try events(of: number) {
      switch try records(of: id)?.current {
      case nil, .event(_, _, .tracker(.create))?: continue
      default: return true
      }
    }
    return false
  }

  private func events(of batch: Int64) throws(SessionError) -> [EventID] {
    try storing { () throws(StoreError) in try access.events(ofBatch: batch) }
  }

  private func undoAll(
    of stored: StoredBatch, isLast: Bool = false
  ) throws(SessionError) -> UndoReport {
    let (batch, isFromElsewhere) = (stored.number, stored.isFromElsewhere)
    var needed: Set<EventID> = []
    if isFromElsewhere {
      let definitions = try storing { () throws(StoreError) in
        try access.definitions(ofBatch: batch)
      }
      needed = Set(definitions.filter { !$0.value.isEmpty }.keys)
    }
    // What was left of others that are undone, for the sake of this one alone.
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
        StandingRecords($0).undoing(batch: batch)
      }
      try restoreReplaced(by: stored, &report)
      for (other, events) in leftovers.sorted(by: { $0.key < $1.key }) {
        try reverse(events.sorted(), .undo, &report) { StandingRecords($0).undoing(batch: other) }
      }
      // Only some of them have been noted.
      if isInBulk { report.events = [] }
      return report
    }
  }

  /// Lets events say again what they said when they were recorded here, before a merge found that another
  /// copy had recorded something else under their keys. One that was corrected since is left.
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

  /// What was left of imports that are undone for the sake of one other batch alone, by those imports.
  private func leftovers(
    forTheSakeOf batch: Int64
  ) throws(SessionError) -> [Int64: [EventID]] {
    let batches = try batches()
    let undone = batches.undone
    var leftovers: [Int64: [EventID]] = [:]
    for other in batches
    where other.isFromElsewhere && other.number != batch && undone.contains(other.number) {
      let definitions = try storing { () throws(StoreError) in
        try access.definitions(ofBatch: other.number)
      }
      for (id, users) in definitions where users == [batch] {
        // One that was recorded again since is somebody else's.
        let corrections = try records(of: id)?.corrections ?? []
        if corrections.allSatisfy({ $0.batch == batch }) {
          leftovers[other.number, default: []].append(id)
        }
      }
    }
    return leftovers
  }

  /// The batches that undid a whole batch, and those that did it again.
  private func chain(of batch: Int64) throws(SessionError) -> Set<Int64> {
    let batches = try batches()
    let undos = Set(batches.filter { $0.kind == "undo" && $0.undoes == batch }.map(\.number))
    let redos = batches.filter { batch in
      batch.kind == "redo" && batch.undoes.map { undos.contains($0) } ?? false
    }
    return undos.union(redos.map(\.number))
  }

  /// Reverses what can be reversed in bulk of the events of a batch, if they are very many.
  ///
  /// - Parameters:
  ///   - isLast: whether nothing is recorded afterwards.
  ///   - reversal: what is reversed.
  /// - Returns: whether it did so, and the other events.
  private func eventsLeft(
    of batch: Int64, isLast: Bool, _ report: inout UndoReport,
    _ reversal: () throws(SessionError) -> BulkReversal?
  ) throws(SessionError) -> (isInBulk: Bool, events: [EventID]) {
    let events = try events(of: batch)
    guard isLast, events.count >= leastInBulk, let reversal = try reversal() else {
      return (false, events)
    }
    let first = try provenance()
    let reversed = try storing { () throws(StoreError) in
      try access.reverse(reversal, first) { count($0) }
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
      noteInPart(earliest)
      fold.invalidate(from: earliest)
    }
    if number == events.count { return (true, []) }
    if number == 0 { return (false, events) }
    // What this batch has corrected so far.
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
      try reverse(events, .redo, &report) { StandingRecords($0).redoing(undo: undo.number) }
      // Only some of them have been noted.
      if isInBulk { report.events = [] }
      return report
    }
  }

  /// Undoes once more what a redo brought back of events that were undone one by one.
  private func undoLast(of redo: StoredBatch) throws(SessionError) -> UndoReport {
    try reverse(try events(of: redo.number), .undo, shown: redo) { records in
      records.corrections.last?.batch == redo.number
        ? StandingRecords(records).undoingLatest : .left
    }
  }

  private func reverse(
    _ events: [EventID], _ cause: Correction.Cause, shown: StoredBatch?,
    _ answer: (EventRecords) -> StandingRecords.Answer
  ) throws(SessionError) -> UndoReport {
    try reversing(cause.name, nil) { () throws(SessionError) in
      var report = UndoReport(of: shown)
      try reverse(events, cause, &report, answer)
      return report
    }
  }

  private func reverse(
    _ events: [EventID], _ cause: Correction.Cause, _ report: inout UndoReport,
    _ answer: (EventRecords) -> StandingRecords.Answer
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

  /// Remembers whether a spark is one that this session took back, which adding it again brings
  /// back.
  private func note(_ spark: Spark, id: EventID, isRemoved: Bool) {
    if isRemoved {
      removedSparks.insert(id)
      removedByContent[spark.contentID(seed: profile.seed)] = id
    } else {
      removedSparks.remove(id)
    }
  }
}
