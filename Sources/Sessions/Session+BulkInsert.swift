import Calendar
public import Rules
import Storage

/// Bulk insertion of millions of sparks from a file, of which the profile may contain many already.
///
/// A session searches the profile for each spark until another mode is worthwhile: when thousands in a
/// row are new, they are added in bulk and duplicates are detected by a filter; when thousands in a
/// row are known, they are compared with the stored sparks in the order of recording. The mode
/// changes as often as the content of the file requires.
final class BulkInsert {
  enum Mode {
    /// Each spark is searched for in the profile.
    case searching
    /// Sparks are new: `seen` contains all ids, approximately.
    case adding
    /// Sparks are known: each is expected behind the previous one.
    case matching(SparkReader)
  }

  var mode = Mode.searching
  var seen = SeenIDs(expecting: 0)
  /// The sparks added in bulk whose ids the filter took for known ones; nearly all of them are new.
  var possibleDuplicates: [PossibleDuplicate] = []
  /// The sequence numbers of the possible duplicates that existed already and were removed again.
  var removed: Set<Int64> = []
  /// The events that had a correction when matching of known sparks began.
  var corrected: Set<EventID> = []
  /// The sequence numbers of the profile's sparks, if the file is not in the order of recording.
  var rows: KnownRows?
  /// The number of sparks that were not in that order.
  var misses = 0
  /// The number of sparks in the profile, including those added one by one.
  var stored: Int64 = 0
  /// The expected number of sparks.
  let expected: Int
  /// The numbers of new and of known sparks in a row.
  var new: Int64 = 0
  var known: Int64 = 0

  init(expected: Int) { self.expected = expected }

  /// A spark that was added although its id may exist already.
  struct PossibleDuplicate {
    var position: FoldPosition
    var sequence: Int64
    /// The counted note about its time.
    var note: Zone.Note?
  }
}

/// The result of inserting a spark in bulk.
public struct BulkInsertResult: Sendable {
  /// The result, as far as it is known.
  public var recorded: Recorded
  /// The sequence number of a possible duplicate, which `endBulkInsert` may return; `nil` if the result
  /// is certain.
  public var possibleDuplicate: Int64?
}

extension Session {
  /// The number of new or known sparks in a row after which the mode changes.
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

  /// Begins a bulk insert of sparks with `take`.
  ///
  /// - Parameter count: the number of sparks, if it is known.
  public func beginBulkInsert(expecting count: Int?) throws(SessionError) {
    try begin()
    let rows = try storing { try access.sparks.rowCount() }
    let bulkInsert = BulkInsert(expected: min(max(0, count ?? 1_000_000), Int(Self.mostSeen)))
    bulkInsert.stored = rows
    self.bulkInsert = bulkInsert
    // Without stored sparks all are new.
    if rows == 0 { try beginAddingInBulk(rows) }
  }

  /// Records a spark like `add`.
  ///
  /// - Returns: the result. If the spark is a possible duplicate, the caller has to keep it, and to
  ///   record it with `add` if `endBulkInsert` returns its sequence number.
  public func insert(_ prepared: PreparedSpark) throws(SessionError) -> BulkInsertResult {
    try beginAdding()
    guard let bulkInsert else { return BulkInsertResult(recorded: try add(prepared)) }
    count(prepared.note)
    switch bulkInsert.mode {
    case .adding:
      if removedSparks.isEmpty { return try addInBulk(prepared, bulkInsert) }
      try flushBulkInsert()
    case .matching(let reader):
      if let recorded = try match(prepared, bulkInsert, reader) {
        return BulkInsertResult(recorded: recorded)
      }
    case .searching: break
    }
    let recorded = try addCounted(try known(prepared))
    try countForBulkInsert(recorded.status)
    return BulkInsertResult(recorded: recorded)
  }

  /// Records a prepared spark like `add`.
  public func add(_ prepared: PreparedSpark) throws(SessionError) -> Recorded {
    try beginAdding()
    count(prepared.note)
    return try addCounted(prepared)
  }

  /// Returns the variant of a spark with other line ends, if the profile had that variant before
  /// this source; otherwise the spark itself.
  private func known(_ prepared: PreparedSpark) throws(SessionError) -> PreparedSpark {
    guard let other = prepared.withAlternativeLineEndings else { return prepared }
    let isOther = try storing {
      guard let sequence = try access.sparks.sequence(of: other.id), !isOwn(sequence) else {
        return false
      }
      return try access.sparks.sequence(of: prepared.id) == nil
    }
    return isOther ? other : prepared
  }

  private func addCounted(_ prepared: PreparedSpark) throws(SessionError) -> Recorded {
    try add(prepared.spark, key: prepared.key, isTimed: true, prepared.note)
  }

  /// Returns the events that have a correction.
  public func correctedEvents() throws(SessionError) -> Set<EventID> {
    try begin()
    return try storing { try access.corrections.correctedEvents() }
  }

  /// Whether there are possible duplicates that are not resolved yet.
  public var hasPossibleDuplicates: Bool { !(bulkInsert?.possibleDuplicates.isEmpty ?? true) }

  /// Returns the sequence numbers of the possible duplicates that turned out to be duplicates and
  /// were removed, since the previous call. No possible duplicates may be pending.
  public func takeRemovedDuplicates() -> Set<Int64> {
    guard let bulkInsert else { return [] }
    defer { bulkInsert.removed = [] }
    return bulkInsert.removed
  }

  /// Ends matching of known sparks, because another process has written to the file.
  func endMatching() {
    guard let bulkInsert, case .matching(let reader) = bulkInsert.mode else { return }
    reader.pause()
    bulkInsert.mode = .searching
    bulkInsert.known = 0
    bulkInsert.rows = nil
  }

  /// Ends the bulk insert, so that the file can be queried again. Another one may follow.
  ///
  /// - Returns: the sequence numbers of the possible duplicates that existed already, which are
  ///   removed as if they had never been added.
  public func endBulkInsert() throws(SessionError) -> Set<Int64> {
    guard let bulkInsert else { return [] }
    try flushBulkInsert()
    self.bulkInsert = nil
    return bulkInsert.removed
  }

  /// Resolves possible duplicates, so that the file can be queried again.
  func flushBulkInsert() throws(SessionError) {
    guard let bulkInsert else { return }
    if case .matching(let reader) = bulkInsert.mode { reader.pause() }
    guard case .adding = bulkInsert.mode else { return }
    bulkInsert.mode = .searching
    bulkInsert.new = 0
    bulkInsert.seen = SeenIDs(expecting: 0)
    let possibleDuplicates = bulkInsert.possibleDuplicates
    bulkInsert.possibleDuplicates = []
    if !possibleDuplicates.isEmpty {
      let twice = try storing {
        try access.bulk.laterSparks(ofIDs: Set(possibleDuplicates.map(\.position.id)))
      }
      for duplicate in possibleDuplicates where twice.contains(duplicate.sequence) {
        try storing { try access.sparks.delete(duplicate.sequence) }
        removeFromSum(duplicate.position.id)
        tally.added -= 1
        switch duplicate.note {
        case .ambiguous?: tally.ambiguousTimes -= 1
        case .skipped?: tally.skippedTimes -= 1
        case nil: break
        }
        bulkInsert.removed.insert(duplicate.sequence)
        fold.invalidate(from: duplicate.position.at)
      }
    }
    try storing { try access.bulk.end() }
  }

  // MARK: Adding new sparks

  private func beginAddingInBulk(_ rows: Int64) throws(SessionError) {
    guard let bulkInsert, rows <= Self.mostSeen else { return }
    // No index can be dropped while rows are being read.
    if case .matching(let reader) = bulkInsert.mode { reader.pause() }
    bulkInsert.seen = SeenIDs(expecting: min(Int(rows) + bulkInsert.expected, Self.mostAtFirst))
    try storing {
      if rows > 0 { try access.bulk.forEachSparkID { _ = bulkInsert.seen.insert($0) } }
      try access.bulk.begin(inOrder: !fold.isStale)
    }
    bulkInsert.mode = .adding
  }

  private func addInBulk(
    _ prepared: PreparedSpark, _ bulkInsert: BulkInsert
  ) throws(SessionError) -> BulkInsertResult {
    let (spark, id) = (prepared.spark, prepared.id)
    let isNew = bulkInsert.seen.insert(id)
    let provenance = try provenance()
    access.bulk.insert(spark, id: id, key: prepared.key, provenance)
    count(id)
    tally.added += 1
    bulkInsert.stored += 1
    let event = spark.event(id: id)
    let outcome = try append(event)
    if outcome == nil, access.bulk.isTimeIndexed {
      // Not in the order of time: rebuilding the index of instants is faster as well.
      try storing { try access.bulk.dropTimeIndex() }
    }
    var taken = BulkInsertResult(
      recorded: Recorded(
        id: id, status: .added, event: event, outcome: outcome, note: prepared.note))
    if !isNew {
      taken.possibleDuplicate = provenance.sequence
      bulkInsert.possibleDuplicates.append(
        .init(position: event.foldPosition, sequence: provenance.sequence, note: prepared.note))
    }
    if Int64(bulkInsert.seen.count) >= Self.mostSeen
      || bulkInsert.possibleDuplicates.count >= Self.mostPossibleDuplicates
    {
      try flushBulkInsert()
    }
    return taken
  }

  // MARK: Matching known sparks

  private func beginMatching() throws(SessionError) {
    guard let bulkInsert else { return }
    let reader = try storing {
      bulkInsert.corrected = try access.corrections.correctedEvents()
      return try access.bulk.reader()
    }
    bulkInsert.mode = .matching(reader)
  }

  /// Finds a spark in the profile at its expected position: behind the previous one, because files
  /// mostly are in the order of recording; otherwise by the ids of all sparks.
  ///
  /// - Returns: `nil` when the spark has to be searched for in the profile.
  private func match(
    _ prepared: PreparedSpark, _ bulkInsert: BulkInsert, _ reader: SparkReader
  ) throws(SessionError) -> Recorded? {
    let id = prepared.id
    // A corrected spark may have changed or be removed; repeated content is searched for in the
    // file.
    if bulkInsert.corrected.contains(id) || (prepared.key == nil && occurrences[id] != nil) {
      return nil
    }
    let found = try storing { () -> Bool in
      if try reader.isNext(id) { return true }
      if bulkInsert.rows == nil {
        // Not in that order; if that happens often, it is worthwhile to load all ids.
        bulkInsert.misses += 1
        if bulkInsert.misses > 1000 { try learnRows(bulkInsert) }
      }
      guard let sequence = bulkInsert.rows?.sequence(of: id) else { return false }
      return try reader.isAt(sequence, id)
    }
    guard found else {
      if bulkInsert.rows == nil { try follow(prepared, reader) }
      return nil
    }
    // A spark that this source itself has added is not an older one.
    if isOwn(reader.sequence) { return nil }
    if prepared.key == nil {
      guard occurrences.markMatched(reader.sequence) else { return nil }
    } else {
      let isSame = try storing {
        try reader.isSame(prepared.spark)
      }
      guard isSame else { return nil }
    }
    tally.unchanged += 1
    return Recorded(
      id: id, status: .unchanged, event: prepared.spark.event(id: id), note: prepared.note)
  }

  /// Moves the reader behind a spark that was not at its expected position, if it exists.
  private func follow(
    _ prepared: PreparedSpark, _ reader: SparkReader
  ) throws(SessionError) {
    try storing {
      if let sequence = try access.sparks.sequence(of: prepared.id) {
        reader.continueReading(behind: sequence)
      }
    }
  }

  private func learnRows(_ bulkInsert: BulkInsert) throws {
    let count = try access.sparks.rowCount()
    guard count <= KnownRows.most else {
      // Too many to be loaded: each is searched for, in the order of the file.
      bulkInsert.misses = .min
      return
    }
    var rows = KnownRows(expecting: Int(count))
    try access.bulk.forEachSparkSequence { id, sequence in
      if let sequence = UInt32(exactly: sequence) { rows.insert(id, sequence: sequence) }
    }
    bulkInsert.rows = rows
  }

  // MARK: Changing the mode

  private func countForBulkInsert(_ status: Recorded.Status) throws(SessionError) {
    guard let bulkInsert else { return }
    switch status {
    case .added:
      bulkInsert.new += 1
      bulkInsert.stored += 1
      bulkInsert.known = 0
    case .unchanged, .restored:
      bulkInsert.known += 1
      bulkInsert.new = 0
    }
    if bulkInsert.new >= Self.leastRun, bulkInsert.new % Self.leastRun == 0 {
      // Rebuilding the indexes costs about as much as adding this number of sparks.
      if bulkInsert.new >= bulkInsert.stored / 4 { try beginAddingInBulk(bulkInsert.stored) }
    } else if bulkInsert.known == Self.leastRun {
      try beginMatching()
    }
  }
}
