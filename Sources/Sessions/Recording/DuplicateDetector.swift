import FlintRules

/// The answer to the question whether a record is one that exists already or one more.
struct DuplicateDetector {
  /// The number of occurrences of equal keyless content in this session or source, where it was
  /// repeated.
  var occurrences = OccurrenceCounts()
  /// The first sequence number of the session's own records.
  private var firstOwnSequence: Int64 = 1
  /// Earlier ranges of its own records, where other processes recorded something between its
  /// transactions.
  private var earlierOwnSequences: [Range<Int64>] = []
  /// The state before the source, which is restored at its end.
  private var outer: (occurrences: OccurrenceCounts, ownSequences: [Range<Int64>])?
  /// Whether a repeated record may equal the original content of an event instead of its current
  /// content.
  var matchesOriginals = true
  /// Whether a record without a key that equals an existing event is always one more, as people mean
  /// it who repeat a command.
  var recordsEqualAgain = false

  /// Returns whether this session wrote the record with a sequence number.
  @inline(__always)
  func isOwn(_ sequence: Int64) -> Bool {
    sequence >= firstOwnSequence || earlierOwnSequences.contains { $0.contains(sequence) }
  }

  /// Ends the range of own records, because another process may have written.
  ///
  /// - Parameters:
  ///   - end: the sequence number behind the last own record.
  ///   - next: the sequence number of the next one.
  mutating func endOwnRange(before end: Int64, next: Int64) {
    earlierOwnSequences.append(firstOwnSequence..<end)
    firstOwnSequence = next
  }

  /// Begins a source, whose equal rows without keys are counted separately.
  mutating func beginSource(at next: Int64) {
    outer = (occurrences, earlierOwnSequences + [firstOwnSequence..<next])
    occurrences.removeAll()
    firstOwnSequence = next
    earlierOwnSequences = []
  }

  /// Ends the source: its records are existing records for the next one.
  mutating func endSource(at next: Int64) {
    guard let outer else { return }
    occurrences = outer.occurrences
    earlierOwnSequences = outer.ownSequences
    firstOwnSequence = next
    self.outer = nil
  }

  mutating func beginSavepoint() { occurrences.beginSavepoint() }

  /// - Parameter isKept: whether the changes since its beginning are kept.
  mutating func endSavepoint(isKept: Bool) { occurrences.endSavepoint(isKept: isKept) }
}

/// The events that a session removed and has not recorded again: recording one again restores it,
/// instead of adding another.
struct RemovedEvents {
  private(set) var sparks: Set<EventID> = []
  /// The sparks by their content without the time.
  private var byContent: [EventID: EventID] = [:]
  private(set) var others: Set<EventID> = []

  mutating func insert(_ spark: Spark, id: EventID, seed: UInt64) {
    sparks.insert(id)
    byContent[spark.contentID(seed: seed)] = id
  }

  mutating func insert(_ id: EventID) { others.insert(id) }

  mutating func restore(_ id: EventID) { sparks.remove(id) }

  /// Returns a removed spark with the same content but for the time.
  func spark(like spark: Spark, seed: UInt64) -> EventID? {
    byContent[spark.contentID(seed: seed)].flatMap { sparks.contains($0) ? $0 : nil }
  }
}
