import Calendar
public import Rules
import Schema
import Storage

/// A change of a spark. Fields that are `nil` are not changed; a nested `nil` removes the value.
public struct SparkChange: Sendable {
  /// The new title.
  public var title: String?
  /// The new category.
  public var category: Category?
  /// The new intensity.
  public var intensity: Intensity?
  /// The new time.
  public var at: EventTime?
  /// The new notes, if any.
  public var notes: String??
  /// The new tags.
  public var tags: [String]?
  /// The new estimate in minutes, if any.
  public var estimatedMinutes: Int64??
  /// The new duration in minutes, if any.
  public var actualMinutes: Int64??

  /// Creates a change of no fields.
  public init() {}
}

extension Session {
  /// Records a spark.
  ///
  /// With a key, a spark with the same key is a duplicate; without one, a spark with equal content
  /// is. The profile then contains as many equal sparks as the session recorded.
  public func add(_ new: NewSpark) throws(SessionError) -> Recorded {
    if play != nil, new.key == nil, removedSparks.isEmpty { return try addPlayed(new) }
    try beginAdding()
    let (spark, note) = try spark(new)
    return try add(spark, key: new.key, isTimed: new.at != nil, note)
  }

  /// Returns the spark for a request, with its time resolved.
  func spark(_ new: NewSpark) throws(SessionError) -> (Spark, Zone.Note?) {
    let (at, offset, note) = try resolveTime(new.at)
    return (try new.spark(at: at, offset: offset), note)
  }

  /// Records a spark.
  func add(
    _ spark: Spark, key: String?, isTimed: Bool, _ note: Zone.Note?
  ) throws(SessionError) -> Recorded {
    if let key { return try add(spark, underKey: key, isTimed: isTimed, note) }
    if !removedSparks.isEmpty, let removed = try removedTwin(of: spark, isTimed: isTimed) {
      return try resolveDuplicate(
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
      let existing = try storing {
        try access.sparks.existingSequence(of: event)
      }
      let stored = existing == nil ? try storedSpark(id) : nil
      let sequence = existing ?? stored?.sequence ?? 0
      // Matched before by this session, or added by it: then this is another spark with equal
      // content.
      let isOneMore =
        isOwn(sequence) ? occurrences[first] == nil : !occurrences.markMatched(sequence)
      if isOneMore {
        occurrence += 1
        id = spark.id(seed: profile.seed, key: .content(occurrence: occurrence))
        continue
      }
      if occurrence > 0 || isOwn(sequence) { occurrences[first] = occurrence + 1 }
      if let stored { return try resolveDuplicate(stored, spark, note) }
      tally.unchanged += 1
      return Recorded(id: id, status: .unchanged, event: event, note: note)
    }
  }

  /// Resolves the time of an event: the given time or, by default, now, but at least one
  /// millisecond after the last event of this session without a time.
  func resolveTime(
    _ time: EventTime?
  ) throws(SessionError) -> ResolvedTime {
    guard let time else {
      let next = latestGivenInstant.map { Instant(milliseconds: $0.milliseconds + 1) } ?? now
      var at = max(now, next)
      // A simulated player's clock advances with the events.
      if play != nil, let newest = fold.current.newest {
        at = max(at, Instant(milliseconds: newest.at.milliseconds + 1))
      }
      try check(at)
      latestGivenInstant = at
      return (at, zone.offset(at: at), nil)
    }
    let resolved = try zone.resolve(time, until: latest)
    count(resolved.note)
    return resolved
  }

  /// Throws if an instant is later than the last one that a profile accepts.
  func check(_ at: Instant) throws(SessionError) {
    guard at.isAccepted else {
      throw .field(
        FieldError(
          field: "at", expected: "an instant up to \(Instant.latest)",
          found: "\(at.milliseconds) ms"))
    }
  }

  /// Counts an ambiguous or skipped local time.
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
    let stored = try storedSpark(id)
    // A removed spark is restored with the given content.
    if stored.isRemoved { return try resolveDuplicate(stored, spark, note) }
    // Without a given time, sparks are compared without their times.
    func isEqual(to other: Spark) -> Bool {
      other.isIdentical(to: isTimed ? spark : spark.moved(toTimeOf: other))
    }
    if !isEqual(to: stored.spark) {
      let original = try storing { try access.sparks.original(id: id) }
      guard matchesOriginals, original.map(isEqual(to:)) ?? false else {
        throw .conflict(key: key, existing: id)
      }
    }
    return try resolveDuplicate(stored, spark, note)
  }

  /// Throws if a key is empty or too long.
  func check(key: String) throws(SessionError) { try key.checkAsKey() }

  /// Throws if a text contains U+0000, at which SQLite would truncate it.
  func check(_ text: String, field: String) throws(SessionError) {
    try text.checkForNUL(field: field)
  }

  /// Adds a spark if its id is free; `nil` when the id exists.
  private func insert(
    _ spark: Spark, id: EventID, key: String?, _ note: Zone.Note?
  ) throws(SessionError) -> Recorded? {
    let provenance = try provenance()
    if try !insertInBulk(spark, id: id, key: key, provenance) {
      let isNew = try storing {
        try access.sparks.insert(spark, id: id, key: key, provenance)
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

  /// Applies a new event to the fold.
  @inline(__always)
  func append(_ event: Event) throws(SessionError) -> Outcome? {
    noteChange(at: event.at)
    if fold.isUnread {
      return try appendToUnread(event)
    }
    return fold.append(event)
  }

  private func appendToUnread(_ event: Event) throws(SessionError) -> Outcome? {
    try readState(before: event)
    return fold.append(event)
  }

  /// Reads the state before an event that is in the file already.
  func readState(before event: Event) throws(SessionError) {
    var before = records
    before.remove(event.id)
    try storing {
      try fold.refold(
        access, records: before, through: now, keepsCheckpoints: options.isWriting,
        excluding: event.id)
    }
  }

  /// Returns a spark of equal content that this session removed: adding it again restores that one,
  /// with its id and its draw, instead of adding another.
  private func removedTwin(
    of spark: Spark, isTimed: Bool
  ) throws(SessionError) -> StoredSpark? {
    if !isTimed, let id = removedByContent[spark.contentID(seed: profile.seed)],
      removedSparks.contains(id)
    {
      try flush()
      return try storedSpark(id)
    }
    let first = spark.id(seed: profile.seed, key: .content(occurrence: 0))
    for occurrence in 0...(occurrences[first] ?? 0) {
      let id = spark.id(seed: profile.seed, key: .content(occurrence: occurrence))
      if removedSparks.contains(id) {
        occurrences[first] = max(occurrences[first] ?? 0, occurrence + 1)
        try flush()
        return try storedSpark(id)
      }
    }
    return nil
  }

  private func storedSpark(_ id: EventID) throws(SessionError) -> StoredSpark {
    guard let stored = try storing({ try access.sparks.spark(id: id) }) else {
      throw .notFound(kind: .spark, id: id)
    }
    return stored
  }

  private func resolveDuplicate(
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

  /// Returns the spark with an id; `nil` if there is none or it was removed.
  public func spark(id: EventID) throws(SessionError) -> StoredSpark? {
    try begin()
    let stored = try storing { try access.sparks.spark(id: id) }
    return stored.flatMap { $0.isRemoved ? nil : $0 }
  }

  /// Returns the sequence numbers of the sparks that a query finds, in its order.
  public func sparkSequences(_ query: SparkQuery) throws(SessionError) -> [Int64] {
    try begin()
    return try storing { try access.sparks.sequences(query) }
  }

  /// Returns the sparks with some sequence numbers.
  public func sparks(sequences: ArraySlice<Int64>) throws(SessionError) -> [StoredSpark] {
    try begin()
    return try storing { try access.sparks.sparks(sequences: sequences) }
  }

  /// Returns the number of sparks that a query finds.
  public func sparkCount(_ query: SparkQuery) throws(SessionError) -> Int {
    try begin()
    return try storing { try access.sparks.count(query) }
  }

  /// Removes a spark, with all its consequences.
  ///
  /// - Throws: `SessionError.notFound` when there is no such spark.
  public func removeSpark(id: EventID) throws(SessionError) {
    guard let stored = try spark(id: id) else { throw .notFound(kind: .spark, id: id) }
    try correct(stored, .remove, nil)
    removedSparks.insert(id)
    removedByContent[stored.spark.contentID(seed: profile.seed)] = id
    tally.removed += 1
  }

  /// Changes a spark.
  ///
  /// - Returns: the changed spark.
  /// - Throws: `SessionError.notFound` when there is no such spark; `field` when a value is
  ///   invalid.
  public func updateSpark(id: EventID, _ change: SparkChange) throws(SessionError) -> StoredSpark {
    guard var stored = try spark(id: id) else { throw .notFound(kind: .spark, id: id) }
    let old = stored.spark
    var (at, offset) = (old.at, old.offset)
    if let time = change.at { (at, offset, _) = try resolveTime(time) }
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
