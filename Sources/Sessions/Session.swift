public import Rules
import Storage

/// How a session is to be run.
public struct SessionOptions: Sendable {
  /// The time that counts as now, read in the profile's zone if it has no offset; the system's
  /// clock when the session begins if not given.
  public var now: Timestamp?
  /// Whether the session may write.
  public var isWriting: Bool
  /// What sort of batch the session's records belong to.
  public var batchKind: String
  /// Where the session's records come from: a script's name, a file.
  public var batchSource: String
  /// A rulebook to fold with instead of the profile's own.
  public var rulebook: RulebookDefinition?

  /// Makes options.
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

/// One unit of work over a profile: it is committed as a whole, or leaves no trace.
///
/// Lent to a closure by `Store.session`; not to be kept beyond it. Nothing in it reads a clock
/// after its beginning: the whole session has one *now*.
public final class Session {
  /// The instant that counts as now.
  public internal(set) var now: Instant
  /// What the profile is.
  public let profile: Profile
  /// The rules the session folds with.
  public internal(set) var rulebook: Rulebook
  /// The profile's zone.
  public let zone: Zone

  let access: StoreAccess
  let options: SessionOptions
  /// Everything about the fold: state, checkpoints, what is pending.
  var fold: SessionFold
  var records = RecordSum()
  var recordsAtBegin = RecordSum()
  var nextSequence: Int64 = 1
  /// The file's mark when the latest transaction was opened.
  private var changeMark: Int64 = 0
  var batch: Int64?
  /// The sum of the records when that batch was opened.
  var recordsAtBatch = RecordSum()
  /// What the next batch is, where it is not an ordinary one of the session's.
  private var reversal: (kind: String, undoes: Int64?)?
  /// The source whose batch is open; its records make one batch, whatever is committed between.
  var source: SessionSource?
  /// The ordinary batches that this session has opened and not yet committed.
  var openBatches: Set<Int64> = []
  /// The batch, if it is open, in which a setting of the profile was changed: it is kept without records.
  var settingBatch: Int64?
  /// The batches that this session has opened and not yet committed, those that undo or redo included.
  private var uncommittedBatches: Set<Int64> = []
  /// The batches that this session has opened and committed; those of which nothing was kept may be
  /// among them.
  public private(set) var committedBatches: Set<Int64> = []
  /// How often equal keyless content was met in this session or source, where it was met again.
  var occurrences = Occurrences()
  /// What decides about events that are recorded late.
  var related = RelatedEvents()
  /// The earliest instant at which the part that is open has changed history.
  var earliestInPart: Instant?
  /// The rolls that this session has met.
  var rolled: Set<EventID> = []
  /// The sequence from which records are this session's own.
  var firstOwnSequence: Int64 = 1
  /// Its own before that, where others recorded something between its transactions.
  var earlierOwnSequences: [Range<Int64>] = []
  /// The sparks that this session removed and has not added again.
  var removedSparks: Set<EventID> = []
  /// Those of them that say the same but for the time, by what they say.
  var removedByContent: [EventID: EventID] = [:]
  /// The other events that this session removed and has not recorded again.
  var removedEvents: Set<EventID> = []
  /// Whether the transaction is open.
  private var isBegun = false
  /// Why nothing more can be done: part of the work may be lost, so that none of it is to last.
  private var failure: StoreError?
  /// Whether the unit of work is over: whoever kept the session cannot begin another with it.
  private var isEnded = false
  /// The ids of all sparks, while sparks are added in bulk.
  var knownIDs: KnownIDs?
  /// How many sparks in a row were new.
  var newInARow: Int64 = 0
  /// Whether what an event said when it was recorded is the same as the event, whatever it says now:
  /// else what is recorded again has to say what the event says now.
  public var isMeetingOriginals = true
  /// With so many events, what is undone or done again is so in bulk, as far as it can be.
  var leastInBulk = 1000
  /// How sparks are taken, while they are.
  var intake: SparkIntake?
  /// The latest instant that records may say something happened.
  var latest: Instant
  /// The latest instant given to an event of this session that came without one.
  var latestGivenInstant: Instant?
  /// What the session has done so far.
  public internal(set) var tally = SessionTally()
  /// The key of the draws: the profile's seed, but for a simulated player's.
  let rollSeed: UInt64
  /// What makes this the session of a simulated player, if it is one.
  var play: Play?

  init(access: StoreAccess, options: SessionOptions) throws(SessionError) {
    self.access = access
    self.options = options
    do {
      profile = try access.profile()
    } catch {
      throw .store(error)
    }
    zone = try Zone(name: profile.zone)
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

  /// The rulebook that the profile records: the bundled one if it is still the same, else the
  /// definition kept in the profile itself.
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
      kept = try access.rulebookDefinition(hash: profile.rulebookHash)
    } catch {
      throw .store(error)
    }
    // A profile of a version that kept no definitions.
    if kept == nil, let bundled { return bundled }
    // Other rules than those it records would make another profile of it.
    guard let kept, let rulebook = Rulebook(kept: kept) else {
      throw .unknownRulebook(profile.rulebook)
    }
    return rulebook
  }

  /// The civil day of now, in the profile's zone.
  public var today: CivilDay { zone.day(of: now) }

  /// Whether something depends on a fold that has not been made yet.
  public var isPending: Bool { fold.isStale }

  /// Whether this session recorded what stands at a place in the order of recording.
  func isOwn(_ sequence: Int64) -> Bool {
    sequence >= firstOwnSequence || earlierOwnSequences.contains { $0.contains(sequence) }
  }

  /// Opens the transaction at the first use, and takes notice of what other processes wrote since
  /// the last one.
  func begin() throws(SessionError) {
    try beginAdding()
    if newInARow > 0 { try settle() }
    if intake != nil { try settleIntake() }
  }

  /// Opens the transaction, for work that asks nothing of the sparks in the file.
  @inline(__always)
  func beginAdding() throws(SessionError) {
    if !isBegun { try beginTransaction() }
    if play != nil { try writePlayed() }
  }

  private func beginTransaction() throws(SessionError) {
    if let failure { throw .store(failure) }
    if isEnded { throw .ended }
    try storing { () throws(StoreError) in
      try access.begin(writing: options.isWriting)
      let found = try access.recordSum()
      let next = try access.lastSequence() + 1
      // A merge that only settles what an event said when it was recorded leaves the sum as it is.
      let mark = try access.changeMark()
      if play == nil && (found != records || mark != changeMark || fold.isUnread) {
        fold.forget()
        related = RelatedEvents()
        forgetMeeting()
        earlierOwnSequences.append(firstOwnSequence..<nextSequence)
        firstOwnSequence = next
      }
      nextSequence = next
      changeMark = mark
      records = found
      recordsAtBegin = found
    }
    isBegun = true
  }

  /// Makes everything so far last; the session goes on with a new transaction.
  public func checkpoint() throws(SessionError) {
    try commit()
  }

  func commit() throws(SessionError) {
    if let failure { throw .store(failure) }
    // Of a simulated player nothing is kept.
    if play != nil { return }
    guard isBegun else { return }
    try settle()
    if source == nil { try closeBatch() }
    // Midway in a source a fold that waits may go on waiting: it would have to be made again and again.
    let isMidway = source != nil && fold.isStale
    if records != recordsAtBegin {
      if !isMidway { try refreshState() }
      try storing { () throws(StoreError) in try access.setRecordSum(records) }
    }
    // Even where nothing was recorded, a state that had to be folded anew is worth keeping.
    if options.isWriting && !access.isReadOnly && !isMidway { try cacheIfWorthwhile() }
    try storing { () throws(StoreError) in try access.commit() }
    isBegun = false
    recordsAtBegin = records
    openBatches = []
    committedBatches.formUnion(uncommittedBatches)
    uncommittedBatches = []
  }

  /// Ends the batch, if one is open: what is recorded next belongs to another.
  func closeBatch() throws(SessionError) {
    guard let batch else { return }
    if records == recordsAtBatch && settingBatch != batch {
      // Nothing recorded: a batch of nothing is not kept.
      try storing { () throws(StoreError) in try access.withdrawBatch(batch) }
      openBatches.remove(batch)
    }
    self.batch = nil
  }

  /// Runs work whose records make a batch of their own, which undoes another or does it again, so
  /// that it can be told, and undone, apart from what else the session records.
  ///
  /// - Parameters:
  ///   - kind: `undo` or `redo`.
  ///   - batch: the batch that is undone or done again, if it is a whole one.
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
      // A script may go on after this, and what it records is no part of the reversal.
      try? closeBatch()
      throw error
    }
    try closeBatch()
    return result
  }

  /// Ends the unit of work, whatever became of it.
  func end() {
    isEnded = true
    isBegun = false
  }

  private func cacheIfWorthwhile() throws(SessionError) {
    // A part that was taken back may have left a state that no longer is the profile's.
    guard fold.isComplete, !fold.isStale, fold.cachedFor != records else { return }
    let state = fold.current
    try storing { () throws(StoreError) in
      try access.cache(state, records: records, rulebook: rulebook)
    }
    fold.cachedFor = records
  }

  /// The provenance of the next record.
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
      number = try storing { () throws(StoreError) in
        try access.insertBatch(kind: kind, source: name, at: now, undoes: reversal?.undoes)
      }
      batch = number
      recordsAtBatch = records
      uncommittedBatches.insert(number)
      if reversal == nil { openBatches.insert(number) }
    }
    return Provenance(sequence: nextSequence, recordedAt: now, batch: number)
  }

  /// Takes notice of records that were written past this session.
  func adopt() throws(SessionError) {
    (records, nextSequence) = try storing { () throws(StoreError) in
      (try access.countedRecordSum(), try access.lastSequence() + 1)
    }
    fold.forget()
    related = RelatedEvents()
    play?.isMended = true
  }

  /// Takes a record that was counted out again: it never was.
  func uncount(_ hash: EventID) {
    records.remove(hash)
  }

  /// Counts a record that was written.
  @inline(__always)
  func count(_ hash: EventID) {
    nextSequence += 1
    records.add(hash)
    if play != nil { play?.isMended = true }
  }

  @inline(__always)
  func storing<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(SessionError) -> Result {
    do {
      return try body()
    } catch {
      // Once a transaction is open, the database may have taken back part of it by itself.
      if isBegun || access.isInTransaction {
        failure = error
        isBegun = false
      }
      throw .store(error)
    }
  }
}

/// What a session has done so far.
public struct SessionTally: Equatable, Sendable {
  /// Events added.
  public var added = 0
  /// Events that were there already.
  public var unchanged = 0
  /// Events that had been removed and were added again.
  public var restored = 0
  /// Events changed.
  public var updated = 0
  /// Events removed.
  public var removed = 0
  /// Local times that clocks showed twice.
  public var ambiguousTimes = 0
  /// Local times that clocks skipped.
  public var skippedTimes = 0
}
