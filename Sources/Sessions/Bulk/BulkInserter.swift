package import FlintRules
import Storage

/// The state of a session's insertion of many sparks.
struct BulkState {
  /// The sparks of the profile by their ids, once a search of the file for each would be slower.
  var index: SequenceIndex?
  var reader: SparkReader?
  /// The events that have a correction; loaded on first use.
  var corrected: Set<EventID>?
  /// Whether another thread writes, and the file has no index of ids: see `BulkInsertion`.
  var isWriting = false
  /// Whether the profile may have had sparks before the file that is being inserted.
  var hasEarlierSparks = true
  var searches: Int64 = 0
  /// The number of new sparks in a row.
  var newInARow: Int64 = 0
  var events = EventInsertionState()
}

/// The insertion of many sparks, from scripts and from files.
///
/// A session first searches the file for each spark. When that would take longer than reading all
/// ids, it keeps them in memory. When thousands of sparks in a row are new, another thread writes
/// them, without the index of ids, which is rebuilt before the next query; that starts only after
/// so many new sparks that the cost of rebuilding is below a constant for each of them.
package struct BulkInserter {
  let session: Session

  /// The number of searches, and of new sparks in a row, from which on another mode is considered.
  private static let leastRun: Int64 = 2048

  private var access: StoreAccess { session.access }

  /// Prepares the insertion of a file of sparks.
  ///
  /// - Parameter count: the number of sparks, if it is known.
  package func begin(expecting count: Int?) throws(SessionError) {
    try session.work {
      try session.begin()
      let rows = try access.sparks.rowCount()
      session.bulkState.hasEarlierSparks = rows > 0
      if session.bulkState.index != nil { return }
      if rows > 0 {
        if let count, isIndexFaster(than: Int64(count), rows) { try readIndex(rows) }
        return
      }
      // Without stored sparks all are new.
      // The size that a file declares may be wrong, and the index grows.
      session.bulkState.index = SequenceIndex(
        expecting: min(max(0, count ?? 100_000), Int(SequenceIndex.most / 2)))
      try beginWriting()
    }
  }

  /// Records a prepared spark like `Session.add`.
  package func add(_ prepared: PreparedSpark) throws(SessionError) -> Recorded {
    try session.work {
      try session.beginAdding()
      session.progress.tally.count(prepared.note)
      let known = try storedVariant(of: prepared)
      return try SparkRecorder(session: session).add(
        known.spark, key: known.key, isTimed: true, id: known.id, known.note)
    }
  }

  /// Returns the variant of a spark with other line ends, or at another day start, if the profile
  /// had that variant before this source; otherwise the spark itself.
  private func storedVariant(of prepared: PreparedSpark) throws -> PreparedSpark {
    guard session.bulkState.hasEarlierSparks else { return prepared }
    if let other = prepared.withAlternativeLineEndings, try isStored(other, insteadOf: prepared) {
      return other
    }
    return try prepared.variants.first { try isStored($0, insteadOf: prepared) } ?? prepared
  }

  private func isStored(_ other: PreparedSpark, insteadOf prepared: PreparedSpark) throws -> Bool {
    guard let sequence = try search(other.id), !session.duplicates.isOwn(sequence) else {
      return false
    }
    return try search(prepared.id) == nil
  }

  /// Returns the sequence number of the spark with an id; `nil` if there is none.
  private func search(_ id: EventID) throws -> Int64? {
    if let index = session.bulkState.index { return index[id] }
    try countSearch()
    return try access.sparks.sequence(of: id)
  }

  package func isCorrected(_ id: EventID) throws(SessionError) -> Bool {
    try session.work {
      if let corrected = session.bulkState.corrected { return corrected.contains(id) }
      try session.beginAdding()
      let corrected = try access.corrections.correctedEvents()
      session.bulkState.corrected = corrected
      return corrected.contains(id)
    }
  }

  // MARK: Recording

  /// Adds a spark to the file, unless its id exists.
  ///
  /// - Returns: whether it was added.
  @inline(__always)
  func insert(
    _ spark: Spark, id: EventID, key: String?, _ provenance: Provenance
  ) throws -> Bool {
    if session.bulkState.index != nil, let sequence = UInt32(exactly: provenance.sequence) {
      if session.bulkState.index?.insert(id, sequence: sequence) != nil {
        session.bulkState.newInARow = 0
        return false
      }
      if session.bulkState.isWriting {
        access.bulk.insert(spark, id: id, key: key, provenance)
        return true
      }
    } else {
      session.bulkState.index = nil
      try countSearch()
    }
    guard try access.sparks.insert(spark, id: id, key: key, provenance) else {
      session.bulkState.newInARow = 0
      return false
    }
    try countNew()
    return true
  }

  /// Returns the sequence number of a spark that has no correction and, if it is keyless, so the
  /// content that its id was made of; `nil` if that is not known without a search of the file.
  func uncorrectedSequence(of id: EventID) throws -> Int64? {
    guard let sequence = session.bulkState.index?[id], try !isCorrected(id) else { return nil }
    return sequence
  }

  /// Whether the profile has a spark without corrections that is known to be equal to another one,
  /// byte by byte.
  func isUnchanged(_ spark: Spark, id: EventID) throws -> Bool {
    guard let sequence = try uncorrectedSequence(of: id) else { return false }
    if session.bulkState.isWriting { try flush() }
    let reader = try session.bulkState.reader ?? access.bulk.reader()
    session.bulkState.reader = reader
    return try reader.finds(sequence, id) && reader.isSame(spark)
  }

  /// Notes that the order of time was left: then rebuilding the index of instants is faster.
  func noteLateSpark() throws {
    if session.bulkState.isWriting, access.bulk.isTimeIndexed { try access.bulk.dropTimeIndex() }
  }

  // MARK: Changing the mode

  /// Counts a search of the file, and reads all ids if that is faster than more of them.
  private func countSearch() throws {
    session.bulkState.searches += 1
    let searches = session.bulkState.searches
    guard searches % Self.leastRun == 0 else { return }
    let rows = try access.sparks.rowCount()
    if isIndexFaster(than: searches, rows) { try readIndex(rows) }
  }

  /// Whether reading all ids takes less time than searching the file a number of times.
  private func isIndexFaster(than searches: Int64, _ rows: Int64) -> Bool {
    // A search takes as long as reading about 32 ids.
    searches >= rows / 32 && rows <= SequenceIndex.most
  }

  private func readIndex(_ rows: Int64) throws {
    var index = SequenceIndex(expecting: Int(rows) + Int(rows) / 4)
    try access.bulk.forEachSpark { id, sequence in
      if let sequence = UInt32(exactly: sequence) { _ = index.insert(id, sequence: sequence) }
    }
    session.bulkState.index = index
  }

  /// Counts a new spark, and lets another thread write the next ones if there were enough in a row.
  private func countNew() throws {
    session.bulkState.newInARow += 1
    let new = session.bulkState.newInARow
    guard new % Self.leastRun == 0, let index = session.bulkState.index else { return }
    // Rebuilding the indexes costs about as much as adding a quarter of their sparks.
    if new >= index.count / 4 { try beginWriting() }
  }

  private func beginWriting() throws {
    session.bulkState.reader?.pause()
    try access.bulk.begin(inOrder: !session.fold.isStale)
    session.bulkState.isWriting = true
  }

  /// Makes the file ready for queries. They end a run of new sparks.
  @inline(__always)
  func prepareForQuery() throws {
    if session.bulkState.newInARow > 0 || session.bulkState.isWriting { try flush() }
    if !access.bulk.areEventsIndexed { try session.eventInserter.flush() }
    session.bulkState.reader?.pause()
  }

  /// Waits until all sparks are written, so that the file can be queried.
  func flush() throws {
    try session.eventInserter.flush()
    session.bulkState.newInARow = 0
    session.bulkState.reader?.pause()
    guard session.bulkState.isWriting else { return }
    session.bulkState.isWriting = false
    try access.bulk.end()
  }

  /// Forgets what is known of the file, because it was changed without this type.
  func forget() {
    session.bulkState.reader?.pause()
    session.bulkState.index = nil
    session.bulkState.corrected = nil
    session.bulkState.searches = 0
    session.bulkState.events.index = nil
    session.bulkState.events.expected = 0
  }
}
