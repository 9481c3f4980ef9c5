import Rules
import Storage

/// One of several sources that a session records: a file. Its records make a batch, and its equal
/// rows without keys are counted apart from those of other sources.
struct SessionSource {
  var kind: String
  var name: String
  /// What counted before it, to be gone on with.
  var occurrences: Occurrences
  var ownSequences: [Range<Int64>]
}

extension Session {
  /// Begins a source: what is recorded from here on makes a batch of its own, across checkpoints.
  /// Rows without keys that are equal to one of another source are the same as that: a profile
  /// holds as many as the source that has most of them.
  ///
  /// - Parameters:
  ///   - kind: what sort of batch it is, such as `import`.
  ///   - name: where the records come from: a file's name.
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

  /// Notes what the source has come to so far, for whoever looks before its end.
  ///
  /// - Parameter detail: what it was, as a JSON object, to be kept with the batch.
  public func describeSource(_ detail: String) throws(SessionError) {
    guard let number = batch, source != nil else { return }
    try begin()
    try storing { () throws(StoreError) in try access.describeBatch(number, detail) }
  }

  /// The number of the source's batch, once something was recorded in it.
  public var sourceBatch: Int64? { source != nil && records != recordsAtBatch ? batch : nil }

  /// Ends a source.
  ///
  /// - Parameter detail: what it was, as a JSON object, to be kept with the batch.
  /// - Returns: the batch's number; `nil` when nothing was recorded, and so there is none.
  public func endSource(detail: String? = nil) throws(SessionError) -> Int64? {
    guard let source else { return nil }
    try begin()
    let number = batch
    if let number, let detail {
      try storing { () throws(StoreError) in try access.describeBatch(number, detail) }
    }
    let isKept = records != recordsAtBatch
    try closeBatch()
    self.source = nil
    occurrences = source.occurrences
    // What the source recorded is, for what comes after it, what was there.
    earlierOwnSequences = source.ownSequences
    firstOwnSequence = nextSequence
    return isKept ? number : nil
  }

  /// Does work of which all is kept, or nothing when it throws: then it is as if it had never been
  /// tried. For a row that says several things.
  ///
  /// - Throws: what the closure throws, or `SessionError`.
  public func part<Result>(_ body: () throws -> Result) throws -> Result {
    try begin()
    let before = (
      records, nextSequence, tally, latestGivenInstant, batch, recordsAtBatch, openBatches
    )
    let removed = (removedSparks, removedByContent, removedEvents, rolled)
    try storing { () throws(StoreError) in try access.beginPart() }
    occurrences.beginPart()
    earliestInPart = nil
    do {
      let result = try body()
      try settle()
      try storing { () throws(StoreError) in try access.endPart(isKept: true) }
      occurrences.endPart(isKept: true)
      return result
    } catch {
      try settle()
      try storing { () throws(StoreError) in try access.endPart(isKept: false) }
      occurrences.endPart(isKept: false)
      (records, nextSequence, tally, latestGivenInstant, batch, recordsAtBatch, openBatches) =
        before
      (removedSparks, removedByContent, removedEvents, rolled) = removed
      if let earliestInPart { fold.invalidate(from: earliestInPart) }
      related = RelatedEvents()
      throw error
    }
  }

  /// Notes an instant at which history has changed.
  @inline(__always)
  func noteInPart(_ instant: Instant) {
    if earliestInPart.map({ instant < $0 }) ?? true { earliestInPart = instant }
  }
}
