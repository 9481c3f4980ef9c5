public import Rules
import Storage

/// The insertion of many sparks, from scripts and from files.
///
/// A bulk insert of a file begins with a search of the profile for each spark, until another mode is
/// worthwhile: when thousands in a row are new, they are added in bulk and duplicates are detected
/// by a filter; when thousands in a row are known, they are compared with the stored sparks in the
/// order of recording. The mode changes as often as the content of the file requires.
///
/// Without a file, thousands of new sparks in a row are added in bulk as well, and their ids are
/// compared with those of all sparks in memory. Every query in between ends that mode. It starts
/// again after so many new sparks that the cost of ending it is below a constant for each of them.
public struct BulkInserter {
  let session: Session

  /// The number of new or known sparks of a file in a row after which the mode changes.
  private static let leastRun: Int64 = 2048
  /// The maximum number of sparks in the profile and the file for adding in bulk, which limits the
  /// memory of the filter.
  private static let mostSeen: Int64 = 24_000_000
  /// The maximum number of possible duplicates. With more of them the file contains many known
  /// sparks and is not suited for bulk mode.
  private static let mostPossibleDuplicates = 16_384
  /// The maximum initial capacity of the filter: the size that a file declares may be wrong, and
  /// the filter grows.
  private static let mostAtFirst = 12_000_000

  private var access: StoreAccess { session.access }
  private var current: BulkInsert? { session.bulkModes.insert }

  /// Begins a bulk insert of sparks with `insert`.
  ///
  /// - Parameter count: the number of sparks, if it is known.
  public func begin(expecting count: Int?) throws(SessionError) {
    try session.read { access in
      let insert = BulkInsert(expected: min(max(0, count ?? 1_000_000), Int(Self.mostSeen)))
      insert.stored = try access.sparks.rowCount()
      session.bulkModes.insert = insert
      // Without stored sparks all are new.
      if insert.stored == 0 { try beginAdding(insert) }
    }
  }

  /// Records a spark like `Session.add`.
  ///
  /// - Returns: the result. If the spark is a possible duplicate, the caller has to keep it, and to
  ///   record it with `add` if `end` returns its sequence number.
  public func insert(_ prepared: PreparedSpark) throws(SessionError) -> BulkInsertResult {
    guard let insert = current else { return BulkInsertResult(recorded: try add(prepared)) }
    return try session.work {
      try session.beginAdding()
      session.progress.tally.count(prepared.note)
      switch insert.mode {
      case .adding:
        if session.progress.removed.sparks.isEmpty { return try append(prepared, insert) }
        try flushInsert()
      case .matching(let reader):
        if let recorded = try match(prepared, insert, reader) {
          return BulkInsertResult(recorded: recorded)
        }
      case .searching: break
      }
      let recorded = try addCounted(try known(prepared))
      try count(recorded.status, insert)
      return BulkInsertResult(recorded: recorded)
    }
  }

  /// Records a prepared spark like `Session.add`.
  public func add(_ prepared: PreparedSpark) throws(SessionError) -> Recorded {
    try session.work {
      try session.beginAdding()
      session.progress.tally.count(prepared.note)
      return try addCounted(prepared)
    }
  }

  /// Returns the variant of a spark with other line ends, if the profile had that variant before
  /// this source; otherwise the spark itself.
  private func known(_ prepared: PreparedSpark) throws -> PreparedSpark {
    guard let other = prepared.withAlternativeLineEndings,
      let sequence = try access.sparks.sequence(of: other.id),
      !session.duplicates.isOwn(sequence), try access.sparks.sequence(of: prepared.id) == nil
    else { return prepared }
    return other
  }

  private func addCounted(_ prepared: PreparedSpark) throws -> Recorded {
    try SparkRecorder(session: session).add(
      prepared.spark, key: prepared.key, isTimed: true, prepared.note)
  }

  /// Returns the events that have a correction.
  public func correctedEvents() throws(SessionError) -> Set<EventID> {
    try session.read { try $0.corrections.correctedEvents() }
  }

  /// Whether there are possible duplicates that are not resolved yet.
  public var hasPossibleDuplicates: Bool { !(current?.possibleDuplicates.isEmpty ?? true) }

  /// Returns the sequence numbers of the possible duplicates that turned out to be duplicates and
  /// were removed, since the previous call. No possible duplicates may be pending.
  public func takeRemovedDuplicates() -> Set<Int64> {
    guard let insert = current else { return [] }
    defer { insert.removed = [] }
    return insert.removed
  }

  /// Ends the bulk insert, so that the file can be queried again. Another one may follow.
  ///
  /// - Returns: the sequence numbers of the possible duplicates that existed already, which are
  ///   removed as if they had never been added.
  public func end() throws(SessionError) -> Set<Int64> {
    guard let insert = current else { return [] }
    try session.work { try flushInsert() }
    session.bulkModes.insert = nil
    return insert.removed
  }

  /// Resolves possible duplicates, so that the file can be queried again.
  func flushInsert() throws {
    guard let insert = current else { return }
    if case .matching(let reader) = insert.mode { reader.pause() }
    guard case .adding = insert.mode else { return }
    insert.mode = .searching
    insert.new = 0
    insert.seen = SeenIDs(expecting: 0)
    let possibleDuplicates = insert.possibleDuplicates
    insert.possibleDuplicates = []
    if !possibleDuplicates.isEmpty {
      let twice = try access.bulk.laterSparks(ofIDs: Set(possibleDuplicates.map(\.position.id)))
      for duplicate in possibleDuplicates where twice.contains(duplicate.sequence) {
        try access.sparks.delete(duplicate.sequence)
        session.progress.records.remove(duplicate.position.id)
        session.progress.tally.added -= 1
        session.progress.tally.count(duplicate.note, -1)
        insert.removed.insert(duplicate.sequence)
        session.fold.invalidate(from: duplicate.position.at)
      }
    }
    try access.bulk.end()
  }

  // MARK: Adding new sparks of a file

  private func beginAdding(_ insert: BulkInsert) throws {
    guard insert.stored <= Self.mostSeen else { return }
    // No index can be dropped while rows are being read.
    if case .matching(let reader) = insert.mode { reader.pause() }
    insert.seen = SeenIDs(
      expecting: min(Int(insert.stored) + insert.expected, Self.mostAtFirst))
    if insert.stored > 0 { try access.bulk.forEachSparkID { _ = insert.seen.insert($0) } }
    try access.bulk.begin(inOrder: !session.fold.isStale)
    insert.mode = .adding
  }

  private func append(
    _ prepared: PreparedSpark, _ insert: BulkInsert
  ) throws -> BulkInsertResult {
    let (spark, id) = (prepared.spark, prepared.id)
    let isNew = insert.seen.insert(id)
    let provenance = try session.provenance()
    access.bulk.insert(spark, id: id, key: prepared.key, provenance)
    session.count(id)
    session.progress.tally.added += 1
    insert.stored += 1
    let event = spark.event(id: id)
    let outcome = try session.append(event)
    // Not in the order of time: rebuilding the index of instants is faster as well.
    if outcome == nil, access.bulk.isTimeIndexed { try access.bulk.dropTimeIndex() }
    var result = BulkInsertResult(
      recorded: Recorded(
        id: id, status: .added, event: event, outcome: outcome, note: prepared.note))
    if !isNew {
      result.possibleDuplicate = provenance.sequence
      insert.possibleDuplicates.append(
        .init(position: event.foldPosition, sequence: provenance.sequence, note: prepared.note))
    }
    if Int64(insert.seen.count) >= Self.mostSeen
      || insert.possibleDuplicates.count >= Self.mostPossibleDuplicates
    {
      try flushInsert()
    }
    return result
  }

  // MARK: Matching known sparks of a file

  private func beginMatching(_ insert: BulkInsert) throws {
    insert.corrected = try access.corrections.correctedEvents()
    insert.mode = .matching(try access.bulk.reader())
  }

  /// Ends matching of known sparks, because another process has written to the file.
  func endMatching() {
    guard let insert = current, case .matching(let reader) = insert.mode else { return }
    reader.pause()
    insert.mode = .searching
    insert.known = 0
    insert.rows = nil
  }

  /// Finds a spark in the profile at its expected position: behind the previous one, because files
  /// mostly are in the order of recording; otherwise by the ids of all sparks.
  ///
  /// - Returns: `nil` when the spark has to be searched for in the profile.
  private func match(
    _ prepared: PreparedSpark, _ insert: BulkInsert, _ reader: SparkReader
  ) throws -> Recorded? {
    let id = prepared.id
    // A corrected spark may have changed or be removed; repeated content is searched for in the
    // file.
    if insert.corrected.contains(id)
      || (prepared.key == nil && session.duplicates.occurrences[id] != nil)
    {
      return nil
    }
    guard try isFound(id, insert, reader) else {
      // Reading continues behind the spark, if it exists.
      if insert.rows == nil, let sequence = try access.sparks.sequence(of: id) {
        reader.continueReading(behind: sequence)
      }
      return nil
    }
    // A spark that this source itself has added is not an older one.
    if session.duplicates.isOwn(reader.sequence) { return nil }
    if prepared.key == nil {
      guard session.duplicates.occurrences.markMatched(reader.sequence) else { return nil }
    } else {
      guard try reader.isSame(prepared.spark) else { return nil }
    }
    return session.unchanged(prepared.spark.event(id: id), prepared.note)
  }

  private func isFound(
    _ id: EventID, _ insert: BulkInsert, _ reader: SparkReader
  ) throws -> Bool {
    if try reader.isNext(id) { return true }
    if insert.rows == nil {
      // Not in that order; if that happens often, it is worthwhile to load all ids.
      insert.misses += 1
      if insert.misses > 1000 { try learnRows(insert) }
    }
    guard let sequence = insert.rows?.sequence(of: id) else { return false }
    return try reader.isAt(sequence, id)
  }

  private func learnRows(_ insert: BulkInsert) throws {
    let count = try access.sparks.rowCount()
    guard count <= KnownRows.most else {
      // Too many to be loaded: each is searched for, in the order of the file.
      insert.misses = .min
      return
    }
    var rows = KnownRows(expecting: Int(count))
    try access.bulk.forEachSparkSequence { id, sequence in
      if let sequence = UInt32(exactly: sequence) { rows.insert(id, sequence: sequence) }
    }
    insert.rows = rows
  }

  // MARK: Changing the mode

  private func count(_ status: Recorded.Status, _ insert: BulkInsert) throws {
    switch status {
    case .added:
      insert.new += 1
      insert.stored += 1
      insert.known = 0
    case .unchanged, .restored:
      insert.known += 1
      insert.new = 0
    }
    if insert.new >= Self.leastRun, insert.new % Self.leastRun == 0 {
      // Rebuilding the indexes costs about as much as adding this number of sparks.
      if insert.new >= insert.stored / 4 { try beginAdding(insert) }
    } else if insert.known == Self.leastRun {
      try beginMatching(insert)
    }
  }
}
