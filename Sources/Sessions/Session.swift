public import Calendar
public import Rules
import Storage

/// The options of a session.
public struct SessionOptions: Sendable {
  /// The current time, read in the profile's zone if it has no offset; by default the system's
  /// clock when the session begins.
  public var now: Timestamp?
  /// Whether the session may write.
  public var isWriting: Bool
  /// The kind of the batch of the session's records.
  public var batchKind: String
  /// The origin of the session's records, such as the name of a script or file.
  public var batchSource: String
  /// A rulebook to fold with instead of the profile's own.
  public var rulebook: RulebookDefinition?

  /// Creates options.
  public init(
    now: Timestamp? = nil, isWriting: Bool = true, batchKind: String = "script",
    batchSource: String = "", rulebook: RulebookDefinition? = nil
  ) {
    self.now = now
    self.isWriting = isWriting
    self.batchKind = batchKind
    self.batchSource = batchSource
    self.rulebook = rulebook
  }
}

/// A unit of work on a profile: it is committed as a whole or not at all.
///
/// `Store.session` passes it to a closure, and it is valid only during that closure. It reads the
/// clock only at its beginning: the whole session has one *now*.
public final class Session {
  /// The current instant.
  public internal(set) var now: Instant
  /// The properties of the profile.
  public let profile: Profile
  /// The rules with which the session folds.
  public internal(set) var rulebook: Rulebook
  /// The time zone of the profile.
  public let zone: Zone

  let access: StoreAccess
  let options: SessionOptions
  /// The fold: the state, checkpoints and pending events.
  var fold: SessionFold
  var records = RecordSum()
  var recordsAtBegin = RecordSum()
  var nextSequence: Int64 = 1
  /// The file's change mark when the latest transaction began.
  private var changeMark: Int64 = 0
  var batch: Int64?
  /// The sum of the records when the batch was opened.
  var recordsAtBatch = RecordSum()
  /// The kind of the next batch and the batch that it undoes, if it is an undo or redo.
  private var reversal: (kind: String, undoes: Int64?)?
  /// The source whose batch is open; its records form one batch across commits.
  var source: SessionSource?
  /// The ordinary batches that this session has opened and not committed yet.
  var openBatches: Set<Int64> = []
  /// The open batch in which a setting of the profile was changed: it is kept even without records.
  var settingBatch: Int64?
  /// All batches that this session has opened and not committed yet, including undos and redos.
  private var uncommittedBatches: Set<Int64> = []
  /// The batches that this session has opened and committed, possibly including batches that were
  /// discarded because they were empty.
  public private(set) var committedBatches: Set<Int64> = []
  /// The number of occurrences of equal keyless content in this session or source, where it was
  /// repeated.
  var occurrences = OccurrenceCounts()
  /// The events that determine the effects of events that are recorded late.
  var related = RelatedEvents()
  /// The earliest instant at which the open savepoint has changed history.
  var earliestInSavepoint: Instant?
  /// The rolls that this session has matched or added.
  var rolled: Set<EventID> = []
  /// The first sequence number of the session's own records.
  var firstOwnSequence: Int64 = 1
  /// Earlier ranges of its own records, where other processes recorded something between its
  /// transactions.
  var earlierOwnSequences: [Range<Int64>] = []
  /// The sparks that this session removed and has not added again.
  var removedSparks: Set<EventID> = []
  /// The removed sparks by their content without the time.
  var removedByContent: [EventID: EventID] = [:]
  /// The other events that this session removed and has not recorded again.
  var removedEvents: Set<EventID> = []
  /// Whether the transaction is open.
  private var isStarted = false
  /// The error after which nothing more can be done: some of the work may be lost, so none of it
  /// may be committed.
  private var failure: StoreError?
  /// Whether the unit of work is over: a session that was retained cannot begin another one.
  private var isEnded = false
  /// The ids of all sparks in bulk mode; `nil` otherwise.
  var knownIDs: KnownIDs?
  /// The number of new sparks in a row.
  var newInARow: Int64 = 0
  /// Whether a repeated record may equal the original content of an event instead of its current
  /// content.
  public var matchesOriginals = true
  /// The number of events from which on undo and redo work in bulk, as far as possible.
  var leastInBulk = 1000
  /// The state of the bulk insert, if there is one.
  var bulkInsert: BulkInsert?
  /// The latest instant that events may have.
  var latest: Instant
  /// The latest instant given to an event of this session that had no time.
  var latestGivenInstant: Instant?
  /// The counts of the session's changes so far.
  public internal(set) var tally = SessionTally()
  /// The key of the draws: the profile's seed, except for a simulated player.
  let rollSeed: UInt64
  /// The state of a simulated player, if this is the session of one.
  var play: Play?

  init(access: StoreAccess, options: SessionOptions) throws(SessionError) {
    self.access = access
    self.options = options
    do {
      profile = try access.profile.read()
    } catch {
      throw .store(StoreError(error, path: access.path))
    }
    zone = try Zone.named(profile.zone)
    now = options.now.map { [zone] in zone.resolve($0).instant } ?? .present()
    latest = now
    rulebook = try Session.rulebook(of: profile, instead: options.rulebook, access)
    rollSeed = profile.seed
    fold = SessionFold(rulebook: rulebook, seed: profile.seed)
  }

  init(
    access: StoreAccess, profile: Profile, rulebook: Rulebook, zone: Zone, now: Instant,
    rollSeed: UInt64
  ) {
    self.access = access
    self.profile = profile
    self.rulebook = rulebook
    self.zone = zone
    self.now = now
    self.rollSeed = rollSeed
    options = SessionOptions()
    latest = now
    fold = SessionFold(rulebook: rulebook, seed: rollSeed)
  }

  /// Returns the profile's rulebook: the bundled one if its hash is the same, else the definition
  /// stored in the profile.
  private static func rulebook(
    of profile: Profile, instead: RulebookDefinition?, _ access: StoreAccess
  ) throws(SessionError) -> Rulebook {
    if let instead {
      guard let rulebook = try? Rulebook(instead) else { throw .unknownRulebook(instead.id) }
      return rulebook
    }
    let bundled = RulebookDefinition.bundled.first { $0.id == profile.rulebook }
      .flatMap { try? Rulebook($0) }
    if let bundled, bundled.hash == profile.rulebookHash { return bundled }
    let kept: String?
    do {
      kept = try access.rulebooks.definition(hash: profile.rulebookHash)
    } catch {
      throw .store(StoreError(error, path: access.path))
    }
    // The profile was written by a version that did not store definitions.
    if kept == nil, let bundled { return bundled }
    // Folding with different rules would change the results of the profile.
    guard let kept, let rulebook = Rulebook(kept: kept) else {
      throw .unknownRulebook(profile.rulebook)
    }
    return rulebook
  }

  /// The current civil day, in the profile's zone.
  public var today: CivilDay { zone.day(of: now) }

  /// Whether pending events need a new fold.
  public var isPending: Bool { fold.isStale }

  /// Returns whether this session wrote the record with a sequence number.
  func isOwn(_ sequence: Int64) -> Bool {
    sequence >= firstOwnSequence || earlierOwnSequences.contains { $0.contains(sequence) }
  }

  /// Begins the transaction at the first use, and detects changes by other processes since the last
  /// one.
  func begin() throws(SessionError) {
    try beginAdding()
    if newInARow > 0 { try flush() }
    if bulkInsert != nil { try flushBulkInsert() }
  }

  /// Begins the transaction, for work that does not query the sparks in the file.
  @inline(__always)
  func beginAdding() throws(SessionError) {
    if !isStarted { try beginTransaction() }
    if play != nil { try writePlayed() }
  }

  private func beginTransaction() throws(SessionError) {
    if let failure { throw .store(failure) }
    if isEnded { throw .ended }
    try storing {
      try access.begin(writing: options.isWriting)
      let found = try access.profile.recordSum()
      let next = try access.records.lastSequence() + 1
      // A merge that only replaces original contents does not change the sum.
      let mark = try access.changeMark()
      if play == nil && (found != records || mark != changeMark || fold.isUnread) {
        fold.forget()
        related = RelatedEvents()
        endMatching()
        earlierOwnSequences.append(firstOwnSequence..<nextSequence)
        firstOwnSequence = next
      }
      nextSequence = next
      changeMark = mark
      records = found
      recordsAtBegin = found
    }
    isStarted = true
  }

  /// Commits all changes so far; the session continues with a new transaction.
  public func checkpoint() throws(SessionError) {
    try commit()
  }

  func commit() throws(SessionError) {
    if let failure { throw .store(failure) }
    // The events of a simulated player are not stored.
    if play != nil { return }
    guard isStarted else { return }
    try flush()
    if source == nil { try closeBatch() }
    // Within a source a stale fold is not refreshed, which would have to be repeated again and
    // again.
    let isMidway = source != nil && fold.isStale
    if records != recordsAtBegin {
      if !isMidway { try refreshState() }
      try storing { try access.profile.setRecordSum(records) }
    }
    // A newly folded state is worth storing even if nothing was recorded.
    if options.isWriting && !access.isReadOnly && !isMidway { try cacheIfWorthwhile() }
    try storing { try access.commit() }
    isStarted = false
    recordsAtBegin = records
    openBatches = []
    committedBatches.formUnion(uncommittedBatches)
    uncommittedBatches = []
  }

  /// Closes the open batch, if any: the next records belong to another one.
  func closeBatch() throws(SessionError) {
    guard let batch else { return }
    if records == recordsAtBatch && settingBatch != batch {
      // An empty batch is not stored.
      try storing { try access.batches.delete(batch) }
      openBatches.remove(batch)
    }
    self.batch = nil
  }

  /// Runs work whose records form a batch of their own, which undoes or redoes another one, so that
  /// it can be listed and undone separately from the session's other records.
  ///
  /// - Parameters:
  ///   - kind: `undo` or `redo`.
  ///   - batch: the batch that is undone or redone, if it is a whole one.
  ///   - body: records something, or nothing; then there is no batch.
  func reversing<Result>(
    _ kind: String, _ batch: Int64?, _ body: () throws(SessionError) -> Result
  ) throws(SessionError) -> Result {
    try closeBatch()
    reversal = (kind, batch)
    defer { reversal = nil }
    let result: Result
    do {
      result = try body()
    } catch {
      // A script may continue after the error, and its further records do not belong to the
      // reversal.
      try? closeBatch()
      throw error
    }
    try closeBatch()
    return result
  }

  /// Ends the unit of work, successful or not.
  func end() {
    isEnded = true
    isStarted = false
  }

  private func cacheIfWorthwhile() throws(SessionError) {
    // After a savepoint was rolled back, the state may no longer be that of the profile.
    guard fold.isComplete, !fold.isStale, fold.cachedFor != records else { return }
    let state = fold.current
    try storing {
      try access.stateCache.store(state, records: records, rulebook: rulebook)
    }
    fold.cachedFor = records
  }

  /// Returns the provenance of the next record.
  func provenance() throws(SessionError) -> Provenance {
    let number: Int64
    if let batch {
      number = batch
    } else {
      guard options.isWriting else {
        throw .store(StoreError(.readOnly, path: access.path))
      }
      let kind = reversal?.kind ?? source?.kind ?? options.batchKind
      let name = source?.name ?? options.batchSource
      number = try storing {
        try access.batches.insert(kind: kind, source: name, at: now, undoes: reversal?.undoes)
      }
      batch = number
      recordsAtBatch = records
      uncommittedBatches.insert(number)
      if reversal == nil { openBatches.insert(number) }
    }
    return Provenance(sequence: nextSequence, recordedAt: now, batch: number)
  }

  /// Reads the sums again after records were written without this session.
  func reloadSums() throws(SessionError) {
    (records, nextSequence) = try storing {
      (try access.records.sum(), try access.records.lastSequence() + 1)
    }
    fold.forget()
    related = RelatedEvents()
    play?.historyChanged = true
  }

  /// Removes a deleted record from the sum.
  func removeFromSum(_ hash: EventID) {
    records.remove(hash)
  }

  /// Adds a written record to the sum.
  @inline(__always)
  func count(_ hash: EventID) {
    nextSequence += 1
    records.add(hash)
    if play != nil { play?.historyChanged = true }
  }

  @inline(__always)
  func storing<Result>(_ body: () throws -> Result) throws(SessionError) -> Result {
    do {
      return try body()
    } catch {
      throw converted(error)
    }
  }

  /// Returns the error of a session for any error of its work. After one of the file, nothing more
  /// can be done: the database may have rolled back some of an open transaction by itself.
  private func converted(_ error: any Error) -> SessionError {
    if let error = error as? SessionError { return error }
    let error = StoreError(error, path: access.path)
    if isStarted || access.isInTransaction {
      failure = error
      isStarted = false
    }
    return .store(error)
  }
}

/// The counts of a session's changes.
public struct SessionTally: Equatable, Sendable {
  /// The number of added events.
  public var added = 0
  /// The number of events that existed already.
  public var unchanged = 0
  /// The number of removed events that were restored.
  public var restored = 0
  /// The number of changed events.
  public var updated = 0
  /// The number of removed events.
  public var removed = 0
  /// The number of ambiguous local times, which clocks showed twice.
  public var ambiguousTimes = 0
  /// The number of local times that clocks skipped.
  public var skippedTimes = 0
}
