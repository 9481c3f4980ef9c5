package import FlintCalendar
package import FlintRules
import FlintSchema
import Storage

package struct SessionOptions: Sendable {
  /// The current time, read in the profile's zone and against the system's clock; by default the
  /// system's clock when the session begins.
  package var now: DateExpression?
  package var isWriting: Bool
  package var batchKind: String
  /// The origin of the session's records, such as the name of a script or file.
  package var batchSource: String
  /// A rulebook to fold with instead of the profile's own.
  package var rulebook: RulebookDefinition?
  /// The number of events that may follow the cached state before a later one is stored; by default so many
  /// that folding them takes much less than reading the state.
  package var mostBehindCache: Int64?

  package init(
    now: DateExpression? = nil, isWriting: Bool = true, batchKind: String = "script",
    batchSource: String = "", rulebook: RulebookDefinition? = nil
  ) {
    self.now = now
    self.isWriting = isWriting
    self.batchKind = batchKind
    self.batchSource = batchSource
    self.rulebook = rulebook
  }

  package init(
    now: Timestamp?, isWriting: Bool = true, batchKind: String = "script",
    batchSource: String = "", rulebook: RulebookDefinition? = nil
  ) {
    self.init(
      now: now.map { DateExpression($0) }, isWriting: isWriting, batchKind: batchKind,
      batchSource: batchSource, rulebook: rulebook)
  }
}

/// A unit of work on a profile: it is committed as a whole or not at all.
///
/// `Store.session` passes it to a closure, and it is valid only during that closure. It reads the
/// clock only at its beginning: the whole session has one *now*.
///
/// Its public functions, and those of its `reader` and its `history`, are the border at which
/// errors become a `SessionError`: see `work`. Inside, errors of every kind pass as they are.
package class Session {
  // Final: a property that may be overridden is copied as a whole for each of its members.
  final let access: StoreAccess
  final let options: SessionOptions
  final var unit = UnitOfWork()
  /// The changes so far, which a savepoint copies.
  final var progress: SessionProgress
  /// The fold: the state, checkpoints and pending events.
  final var fold: SessionFold
  /// The events that determine the effects of events that are recorded late.
  final var related = RelatedEvents()
  /// The equal events that were recorded already.
  final var duplicates = DuplicateDetector()
  /// The insertion of many sparks.
  final var bulkState = BulkState()
  /// The ids of the profile in order, where many short ids are shown.
  final var shortIDs = ShortIDs()
  /// The keys of the events of the line that is being recorded, if any.
  final var lineKeys: LineKeys?
  /// The number of events from which on undo and redo work in bulk, as far as possible.
  final var leastInBulk = 1000

  init(access: StoreAccess, options: SessionOptions) throws(SessionError) {
    self.access = access
    self.options = options
    do {
      let profile = try access.profile.read()
      let zone = try CivilZone.named(profile.zone, dayStart: profile.dayStart)
      let present = Instant.present()
      let now = try options.now?.instant(DateContext(now: present, zone: zone)) ?? present
      progress = SessionProgress(profile: profile, clock: EventClock(zone: zone, now: now))
      let rulebook = try Rulebook.folding(profile, instead: options.rulebook, access)
      fold = SessionFold(rulebook: rulebook, seed: profile.seed)
    } catch let fault as DateFault {
      throw .field(
        FieldError(field: "now", expected: fault.expected, found: "\"\(fault.text)\""))
    } catch {
      throw SessionError(error, path: access.path)
    }
  }

  init(access: StoreAccess, profile: Profile, clock: EventClock, fold: SessionFold) {
    self.access = access
    self.fold = fold
    progress = SessionProgress(profile: profile, clock: clock)
    options = SessionOptions()
  }

  // MARK: What the session of a simulated player does in another way

  /// Records a spark.
  ///
  /// With a key, a spark with the same key is a duplicate; without one, a spark with equal content
  /// is. The profile then contains as many equal sparks as the session recorded.
  package func add(_ new: NewSpark) throws(SessionError) -> Recorded {
    try work {
      try beginAdding()
      let (spark, note) = try spark(new)
      return try SparkRecorder(session: self).add(
        spark, key: new.key ?? lineKeys?.next(), isTimed: new.at != nil, note)
    }
  }

  /// Records an event other than a spark or roll.
  ///
  /// With a key, an event with the same key is a duplicate; without one, an event with equal
  /// content is. The profile then contains as many equal events as the session recorded.
  ///
  /// - Parameters:
  ///   - time: the time of the event; by default now.
  ///   - key: the id that the source assigns to the event.
  ///   - isTimeKnown: whether the time comes from the source itself; a generated time does not make
  ///     a different event of one with the same key.
  /// - Throws: `SessionError.refused` when the rules do not permit the event at its time.
  package func record(
    _ action: ProfileEvent.Action, at time: EventTime? = nil, key: String? = nil,
    isTimeKnown: Bool = true
  ) throws(SessionError) -> Recorded {
    try work {
      let key = key ?? lineKeys?.next()
      if let key { try key.checkAsKey() }
      try beginAdding()
      return try EventRecorder(session: self).record(
        action, at: time, key: key, isTimeKnown: isTimeKnown)
    }
  }

  /// Commits all changes so far; the session continues with a new transaction.
  package func checkpoint() throws(SessionError) { try work { try commit() } }

  /// Begins the transaction, for work that does not query the sparks in the file.
  func beginAdding() throws {
    if !unit.isStarted { try beginTransaction() }
  }

  /// Whether the fold covers every event.
  var isUpToDate: Bool { unit.isStarted && !fold.isStale }

  /// Returns the time of an event that is recorded without one.
  func nextTime() throws -> ResolvedTime { try progress.clock.next(after: nil) }
}

extension Session {
  package var profile: Profile { progress.profile }

  package var rulebook: Rulebook { fold.rulebook }

  /// The kinds of sparks of the rules. What is read for every spark of a script is read here: a copy of the
  /// rulebook retains each of its tables.
  package var kinds: SparkKinds { fold.kinds }

  /// The time zone of the profile, with the start of its days.
  package var zone: CivilZone { progress.clock.zone }

  /// The local time at which civil days start.
  package var dayStart: DayStart { zone.dayStart }

  package var now: Instant { progress.clock.now }

  /// The current civil day, in the profile's zone.
  package var today: CivilDay { zone.day(of: now) }

  /// Returns the civil day of an event that is recorded at a time, at the offset of the time if it has
  /// one; today for an event without a time.
  package func day(of time: EventTime?) -> CivilDay {
    switch time {
    case nil: today
    case .written(let timestamp)?: timestamp.day(dayStart)
    case .instant(let instant)?: zone.day(of: instant)
    }
  }

  /// The present that everyday words such as `yesterday` are read against.
  package var dates: DateContext { DateContext(now: now, zone: zone) }

  /// The counts of the session's changes so far.
  package var tally: SessionTally { progress.tally }

  /// The batches that this session has opened and committed, possibly including batches that were
  /// discarded because they were empty.
  package var committedBatches: Set<Int64> { progress.batches.committed }

  /// Whether a repeated record may equal the original content of an event instead of its current
  /// content.
  package var matchesOriginals: Bool {
    get { duplicates.matchesOriginals }
    set { duplicates.matchesOriginals = newValue }
  }

  /// Whether an event without a key that equals an existing one is always one more. Scripts and files
  /// run again, so for them it is the same event; what people type, they mean each time.
  package var recordsEqualAgain: Bool {
    get { duplicates.recordsEqualAgain }
    set { duplicates.recordsEqualAgain = newValue }
  }

  package var reader: ProfileReader { ProfileReader(session: self) }

  /// The log, undo and redo, and records from elsewhere.
  package var history: History { History(session: self) }

  package var bulk: BulkInserter { BulkInserter(session: self) }

  /// A function that interrupts the database's current work, and its argument. It may be called in
  /// a signal handler, as long as the session exists.
  package var interruption:
    (call: @convention(c) (UnsafeMutableRawPointer?) -> Void, argument: UnsafeMutableRawPointer?)
  { access.interruption }

  /// - Parameter end: the latest instant that an event may have.
  package func setClock(to instant: Instant, until end: Instant) {
    progress.clock.now = instant
    progress.clock.present = instant
    progress.clock.latest = max(instant, end)
  }

  /// Allows events up to an instant, even if it is later than now: a session gives consecutive
  /// milliseconds to events without a time, so that the last of them are ahead of the clock for a
  /// while.
  package func acceptTimes(until instant: Instant) {
    progress.clock.latest = max(progress.clock.latest, instant)
  }

  /// Checks that an event may have an instant: neither before the first one of profiles nor later
  /// than now.
  package func checkTime(_ instant: Instant) throws(SessionError) {
    _ = try zone.resolve(.instant(instant), until: progress.clock.latest)
  }

  /// Returns the instant of an event at a time; for a day without a time, its noon.
  package func eventInstant(of time: EventTime) -> Instant {
    switch time {
    case .instant(let instant): instant
    case .written(let timestamp): zone.resolveEvent(timestamp).instant
    }
  }

  /// Returns the instant of a time within an event's content, such as a task's reminder; for a day
  /// without a time, its noon. Ambiguous and skipped times are counted as for the times of events.
  package func instant(of time: EventTime) -> (instant: Instant, note: CivilZone.Note?) {
    switch time {
    case .instant(let instant): return (instant, nil)
    case .written(let timestamp):
      let resolved = zone.resolveEvent(timestamp)
      progress.tally.count(resolved.note)
      return (resolved.instant, resolved.note)
    }
  }
}

extension Session {
  /// The properties of a session that another thread needs to do some of its work.
  package struct Terms: Sendable {
    let seed: UInt64
    package let zone: String
    /// The local time at which civil days start.
    package let dayStart: DayStart
    package let now: Instant
    let latest: Instant
    package let rulebook: Rulebook
    /// The day starts under which earlier versions recorded events of a day, if they did.
    package var formerDayStarts: [DayStart] = []
  }

  /// The properties of this session that another thread needs.
  package var terms: Terms {
    Terms(
      seed: profile.seed, zone: zone.name, dayStart: zone.dayStart, now: now,
      latest: progress.clock.latest, rulebook: rulebook)
  }
}

/// What a savepoint copies, and restores when it is rolled back.
struct SessionProgress {
  var profile: Profile
  var clock: EventClock
  var records = RecordSum()
  var nextSequence: Int64 = 1
  var batches = BatchLog()
  var tally = SessionTally()
  var removed = RemovedEvents()
  /// The rolls that this session has matched or added.
  var rolled: Set<EventID> = []
}

/// The counts of a session's changes.
package struct SessionTally: Equatable, Sendable {
  package var added = 0
  /// The number of events that existed already.
  package var unchanged = 0
  /// The number of removed events that were restored.
  package var restored = 0
  /// The number of changed events.
  package var updated = 0
  package var removed = 0
  /// The number of ambiguous local times, which clocks showed twice.
  package var ambiguousTimes = 0
  /// The number of local times that clocks skipped.
  package var skippedTimes = 0

  /// Counts an ambiguous or skipped local time.
  mutating func count(_ note: CivilZone.Note?, _ number: Int = 1) {
    switch note {
    case .ambiguous?: ambiguousTimes += number
    case .skipped?: skippedTimes += number
    case nil: break
    }
  }
}
