public import Rules
import Storage

/// What is to be changed in a spark; what is `nil` stays. A nested `nil` takes a value away.
public struct SparkChange: Sendable {
  /// Another title.
  public var title: String?
  /// Another category.
  public var category: Category?
  /// Another intensity.
  public var intensity: Intensity?
  /// Another time.
  public var at: EventTime?
  /// Other notes, or none.
  public var notes: String??
  /// Other tags.
  public var tags: [String]?
  /// Another estimate, or none.
  public var estimatedMinutes: Int64??
  /// Another duration, or none.
  public var actualMinutes: Int64??

  /// Makes a change of nothing.
  public init() {}
}

extension Session {
  /// Records a spark.
  ///
  /// With a key, an event of that key is met again; without one, equal content is: as often as it
  /// is recorded within one session, so often it is in the profile afterwards.
  public func add(_ draft: SparkDraft) throws(SessionError) -> Recorded {
    if play != nil, draft.key == nil, removedSparks.isEmpty { return try addPlayed(draft) }
    try beginAdding()
    let (spark, note) = try spark(draft)
    return try add(spark, key: draft.key, isTimed: draft.at != nil, note)
  }

  /// The spark that a draft asks for.
  func spark(_ draft: SparkDraft) throws(SessionError) -> (Spark, Zone.Note?) {
    let (at, offset, note) = try place(draft.at)
    return (try draft.spark(at: at, offset: offset), note)
  }

  /// Records a spark that says what a draft asks for.
  func add(
    _ spark: Spark, key: String?, isTimed: Bool, _ note: Zone.Note?
  ) throws(SessionError) -> Recorded {
    if let key { return try add(spark, underKey: key, isTimed: isTimed, note) }
    if !removedSparks.isEmpty, let removed = try removedTwin(of: spark, isTimed: isTimed) {
      return try meetAgain(
        removed, isTimed ? spark : spark.moved(toTimeOf: removed.spark), note)
    }
    var occurrence: UInt32 = 0
    let first = spark.id(seed: profile.seed, key: .content(occurrence: 0))
    var id = first
    if let seen = occurrences[first] {
      occurrence = seen
      id = spark.id(seed: profile.seed, key: .content(occurrence: occurrence))
    }
    while true {
      if let recorded = try insert(spark, id: id, key: nil, note) {
        if occurrence > 0 { occurrences[first] = occurrence + 1 }
        return recorded
      }
      let event = spark.event(id: id)
      let standing = try storing { () throws(StoreError) in
        try access.standingSequence(of: event)
      }
      let stored = standing == nil ? try existing(id) : nil
      let sequence = standing ?? stored?.sequence ?? 0
      // Met before, by this very session or in what it reads: then this is one more of the same.
      let isOneMore =
        isOwn(sequence) ? occurrences[first] == nil : !occurrences.meet(sequence)
      if isOneMore {
        occurrence += 1
        id = spark.id(seed: profile.seed, key: .content(occurrence: occurrence))
        continue
      }
      if occurrence > 0 || isOwn(sequence) { occurrences[first] = occurrence + 1 }
      if let stored { return try meetAgain(stored, spark, note) }
      tally.unchanged += 1
      return Recorded(id: id, status: .unchanged, event: event, note: note)
    }
  }

  /// Where an event stands: at the time asked for, or now, one millisecond after the last event
  /// of this session that came without a time.
  func place(
    _ time: EventTime?
  ) throws(SessionError) -> Placed {
    guard let time else {
      let next = latestGivenInstant.map { Instant(milliseconds: $0.milliseconds + 1) } ?? now
      var at = max(now, next)
      // A simulated player's clock goes on with what happens.
      if play != nil, let newest = fold.current.newest {
        at = max(at, Instant(milliseconds: newest.at.milliseconds + 1))
      }
      try check(at)
      latestGivenInstant = at
      return (at, zone.offset(at: at), nil)
    }
    let placed = try zone.placed(time, until: latest)
    count(placed.note)
    return placed
  }

  /// Refuses an instant that a profile does not accept: there is no time after the last one.
  func check(_ at: Instant) throws(SessionError) {
    guard at.isAccepted else {
      throw .field(
        FieldError(
          field: "at", expected: "an instant up to \(Instant.latest)",
          found: "\(at.milliseconds) ms"))
    }
  }

  /// Counts what had to be decided about a local time.
  func count(_ note: Zone.Note?) {
    switch note {
    case .ambiguous?: tally.ambiguousTimes += 1
    case .skipped?: tally.skippedTimes += 1
    case nil: break
    }
  }

  private func add(
    _ spark: Spark, underKey key: String, isTimed: Bool, _ note: Zone.Note?
  ) throws(SessionError) -> Recorded {
    try check(key: key)
    let id = spark.id(seed: profile.seed, key: .given(key))
    if let recorded = try insert(spark, id: id, key: key, note) { return recorded }
    let stored = try existing(id)
    // A removed one comes back, saying what is said now.
    if stored.isRemoved { return try meetAgain(stored, spark, note) }
    // What comes without a time is the same whenever it comes.
    func says(_ other: Spark) -> Bool {
      other.isIdentical(to: isTimed ? spark : spark.moved(toTimeOf: other))
    }
    if !says(stored.spark) {
      let original = try storing { () throws(StoreError) in try access.originalSpark(id: id) }
      guard isMeetingOriginals, original.map(says) ?? false else {
        throw .conflict(key: key, existing: id)
      }
    }
    return try meetAgain(stored, spark, note)
  }

  /// Refuses a key that is empty or too long.
  func check(key: String) throws(SessionError) { try key.checkAsKey() }

  /// Refuses a text that SQLite would keep but not give back whole.
  func check(_ text: String, field: String) throws(SessionError) {
    try text.checkForNUL(field: field)
  }

  /// Adds a spark if its id is free; `nil` when it is taken.
  private func insert(
    _ spark: Spark, id: EventID, key: String?, _ note: Zone.Note?
  ) throws(SessionError) -> Recorded? {
    let provenance = try provenance()
    if try !insertInBulk(spark, id: id, key: key, provenance) {
      let isNew = try storing { () throws(StoreError) in
        try access.insert(spark, id: id, key: key, provenance)
      }
      guard isNew else {
        newInARow = 0
        return nil
      }
      try countTowardBulk()
    }
    count(id)
    tally.added += 1
    let event = spark.event(id: id)
    return Recorded(
      id: id, status: .added, event: event, outcome: try append(event), note: note)
  }

  /// Lets the fold see a new event.
  @inline(__always)
  func append(_ event: Event) throws(SessionError) -> Outcome? {
    noteInPart(event.at)
    if fold.isUnread {
      return try appendToUnread(event)
    }
    return fold.append(event)
  }

  private func appendToUnread(_ event: Event) throws(SessionError) -> Outcome? {
    try readState(before: event)
    return fold.append(event)
  }

  /// Reads the state as it was before an event that is in the file already.
  func readState(before event: Event) throws(SessionError) {
    var before = records
    before.remove(event.id)
    try storing { () throws(StoreError) in
      try fold.refold(
        access, records: before, through: now, isMending: options.isWriting, excluding: event.id)
    }
  }

  /// A spark of equal content that this session removed: adding it again brings that one back,
  /// with its id and its draw, rather than one more of the same.
  private func removedTwin(
    of spark: Spark, isTimed: Bool
  ) throws(SessionError) -> StoredSpark? {
    if !isTimed, let id = removedByContent[spark.contentID(seed: profile.seed)],
      removedSparks.contains(id)
    {
      try settle()
      return try existing(id)
    }
    let first = spark.id(seed: profile.seed, key: .content(occurrence: 0))
    for occurrence in 0...(occurrences[first] ?? 0) {
      let id = spark.id(seed: profile.seed, key: .content(occurrence: occurrence))
      if removedSparks.contains(id) {
        occurrences[first] = max(occurrences[first] ?? 0, occurrence + 1)
        try settle()
        return try existing(id)
      }
    }
    return nil
  }

  private func existing(_ id: EventID) throws(SessionError) -> StoredSpark {
    guard let stored = try storing({ () throws(StoreError) in try access.spark(id: id) }) else {
      throw .notFound(kind: .spark, id: id)
    }
    return stored
  }

  private func meetAgain(
    _ stored: StoredSpark, _ spark: Spark, _ note: Zone.Note?
  ) throws(SessionError) -> Recorded {
    guard stored.isRemoved else {
      tally.unchanged += 1
      return Recorded(
        id: stored.id, status: .unchanged, event: stored.spark.event(id: stored.id), note: note)
    }
    try correct(stored, .edit, spark)
    removedSparks.remove(stored.id)
    tally.restored += 1
    return Recorded(
      id: stored.id, status: .restored, event: spark.event(id: stored.id), note: note)
  }

  /// The spark with an id; `nil` when there is none or it was removed.
  public func spark(id: EventID) throws(SessionError) -> StoredSpark? {
    try begin()
    let stored = try storing { () throws(StoreError) in try access.spark(id: id) }
    return stored.flatMap { $0.isRemoved ? nil : $0 }
  }

  /// The places in the order of recording of the sparks that a query finds, in its order.
  public func sparkSequences(_ query: SparkQuery) throws(SessionError) -> [Int64] {
    try begin()
    return try storing { () throws(StoreError) in try access.sparkSequences(query) }
  }

  /// The sparks at given places in the order of recording.
  public func sparks(sequences: ArraySlice<Int64>) throws(SessionError) -> [StoredSpark] {
    try begin()
    return try storing { () throws(StoreError) in try access.sparks(sequences: sequences) }
  }

  /// How many sparks a query finds.
  public func sparkCount(_ query: SparkQuery) throws(SessionError) -> Int {
    try begin()
    return try storing { () throws(StoreError) in try access.sparkCount(query) }
  }

  /// Takes a spark back, with every consequence.
  ///
  /// - Throws: `SessionError.notFound` when there is none.
  public func removeSpark(id: EventID) throws(SessionError) {
    guard let stored = try spark(id: id) else { throw .notFound(kind: .spark, id: id) }
    try correct(stored, .remove, nil)
    removedSparks.insert(id)
    removedByContent[stored.spark.contentID(seed: profile.seed)] = id
    tally.removed += 1
  }

  /// Changes what a spark says.
  ///
  /// - Returns: the spark as it is afterwards.
  /// - Throws: `SessionError.notFound` when there is none; `field` when a change is refused.
  public func updateSpark(id: EventID, _ change: SparkChange) throws(SessionError) -> StoredSpark {
    guard var stored = try spark(id: id) else { throw .notFound(kind: .spark, id: id) }
    let old = stored.spark
    var (at, offset) = (old.at, old.offset)
    if let time = change.at { (at, offset, _) = try place(time) }
    let spark: Spark
    do {
      spark = try Spark(
        at: at, offset: offset, category: change.category ?? old.category,
        intensity: change.intensity ?? old.intensity, title: change.title ?? old.title,
        notes: change.notes ?? old.notes, tags: change.tags ?? old.tags,
        estimatedMinutes: change.estimatedMinutes ?? old.estimatedMinutes.map { Int64($0) },
        actualMinutes: change.actualMinutes ?? old.actualMinutes.map { Int64($0) })
    } catch {
      throw .field(error)
    }
    try spark.checkTexts()
    if !spark.isIdentical(to: old) {
      try correct(stored, .edit, spark)
      stored.spark = spark
      tally.updated += 1
    }
    return stored
  }

  private func correct(
    _ stored: StoredSpark, _ cause: Correction.Cause, _ spark: Spark?
  ) throws(SessionError) {
    try correct(
      stored.id, cause, spark.map { .spark($0) }, from: stored.spark.at)
  }
}
