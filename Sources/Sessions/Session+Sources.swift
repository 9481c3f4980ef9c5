import Calendar
import Rules
import Storage

/// One of several sources, such as files, that a session records. Its records form a batch, and its
/// equal rows without keys are counted separately from those of other sources.
struct SessionSource {
  var kind: String
  var name: String
  /// The counts before this source, which are restored at its end.
  var occurrences: OccurrenceCounts
  var ownSequences: [Range<Int64>]
}

extension Session {
  /// Begins a source: the following records form a batch of their own, across checkpoints. Rows
  /// without keys that equal one of another source are duplicates of it: a profile contains as many
  /// equal rows as the source with the most of them.
  ///
  /// - Parameters:
  ///   - kind: the kind of the batch, such as `import`.
  ///   - name: the origin of the records, such as a file name.
  public func beginSource(kind: String, name: String) throws(SessionError) {
    try begin()
    try closeBatch()
    source = SessionSource(
      kind: kind, name: name, occurrences: occurrences,
      ownSequences: earlierOwnSequences + [firstOwnSequence..<nextSequence])
    occurrences.removeAll()
    firstOwnSequence = nextSequence
    earlierOwnSequences = []
  }

  /// Stores the details of the source so far, for readers before its end.
  ///
  /// - Parameter detail: a JSON object, stored with the batch.
  public func describeSource(_ detail: String) throws(SessionError) {
    guard let number = batch, source != nil else { return }
    try begin()
    try storing { try access.batches.describe(number, detail) }
  }

  /// The number of the source's batch, once something has been recorded in it.
  public var sourceBatch: Int64? { source != nil && records != recordsAtBatch ? batch : nil }

  /// Ends a source.
  ///
  /// - Parameter detail: a JSON object, stored with the batch.
  /// - Returns: the number of the batch; `nil` when nothing was recorded and so there is no batch.
  public func endSource(detail: String? = nil) throws(SessionError) -> Int64? {
    guard let source else { return nil }
    try begin()
    let number = batch
    if let number, let detail {
      try storing { try access.batches.describe(number, detail) }
    }
    let isKept = records != recordsAtBatch
    try closeBatch()
    self.source = nil
    occurrences = source.occurrences
    // The records of this source are existing records for the next one.
    earlierOwnSequences = source.ownSequences
    firstOwnSequence = nextSequence
    return isKept ? number : nil
  }

  /// Runs a closure whose changes are kept completely, or not at all when it throws. For a row that
  /// contains several records.
  ///
  /// - Throws: the errors of the closure, or `SessionError`.
  public func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try begin()
    let before = (
      records, nextSequence, tally, latestGivenInstant, batch, recordsAtBatch, openBatches
    )
    let removed = (removedSparks, removedByContent, removedEvents, rolled)
    try storing { try access.beginSavepoint() }
    occurrences.beginSavepoint()
    earliestInSavepoint = nil
    do {
      let result = try body()
      try flush()
      try storing { try access.endSavepoint(isKept: true) }
      occurrences.endSavepoint(isKept: true)
      return result
    } catch {
      try flush()
      try storing { try access.endSavepoint(isKept: false) }
      occurrences.endSavepoint(isKept: false)
      (records, nextSequence, tally, latestGivenInstant, batch, recordsAtBatch, openBatches) =
        before
      (removedSparks, removedByContent, removedEvents, rolled) = removed
      if let earliestInSavepoint { fold.invalidate(from: earliestInSavepoint) }
      related = RelatedEvents()
      throw error
    }
  }

  /// Records an instant at which history changed.
  @inline(__always)
  func noteChange(at instant: Instant) {
    if earliestInSavepoint.map({ instant < $0 }) ?? true { earliestInSavepoint = instant }
  }
}
