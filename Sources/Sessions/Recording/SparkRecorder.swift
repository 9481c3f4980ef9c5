import FlintCalendar
import FlintRules
import FlintSchema
import Storage

struct SparkRecorder {
  let session: Session

  private var access: StoreAccess { session.access }
  private var seed: UInt64 { session.profile.seed }

  /// - Parameter id: the id by its key, or as the first spark with its content, if it is known.
  @inline(__always)
  func add(
    _ spark: Spark, key: String?, isTimed: Bool, id known: EventID? = nil, _ note: CivilZone.Note?
  ) throws -> Recorded {
    if let key { return try add(spark, underKey: key, id: known, isTimed: isTimed, note) }
    if !session.progress.removed.sparks.isEmpty,
      let removed = try removedTwin(of: spark, isTimed: isTimed)
    {
      return try resolveDuplicate(
        removed, isTimed ? spark : spark.moved(toTimeOf: removed.spark), note)
    }
    var occurrence: UInt32 = 0
    let first = known ?? spark.id(seed: seed, key: .first)
    var id = first
    if let seen = session.duplicates.occurrences[first] {
      occurrence = seen
      id = spark.id(seed: seed, key: .content(occurrence: occurrence))
    }
    while true {
      if let recorded = try insert(spark, id: id, key: nil, note) {
        if occurrence > 0 { session.duplicates.occurrences[first] = occurrence + 1 }
        return recorded
      }
      let event = spark.event(id: id)
      let existing = try existingSequence(of: event)
      let stored = existing == nil ? try storedSpark(id) : nil
      let sequence = existing ?? stored?.sequence ?? 0
      let isOwn = session.duplicates.isOwn(sequence)
      // Matched before by this session, or added by it or by hand: then this is another spark with
      // equal content.
      let isOneMore =
        session.duplicates.recordsEqualAgain
        ? !(stored?.isRemoved ?? false)
        : isOwn
          ? session.duplicates.occurrences[first] == nil
          : !session.duplicates.occurrences.markMatched(sequence)
      if isOneMore {
        occurrence += 1
        id = spark.id(seed: seed, key: .content(occurrence: occurrence))
        continue
      }
      if occurrence > 0 || isOwn { session.duplicates.occurrences[first] = occurrence + 1 }
      if let stored { return try resolveDuplicate(stored, spark, note) }
      return session.unchanged(event, note)
    }
  }

  /// Returns the sequence number of the spark with an event's id, if its current content is the one
  /// that the id was made of.
  private func existingSequence(of event: ProfileEvent) throws -> Int64? {
    if let sequence = try session.bulk.uncorrectedSequence(of: event.id) { return sequence }
    try session.bulk.flush()
    return try access.sparks.existingSequence(of: event)
  }

  private func add(
    _ spark: Spark, underKey key: String, id known: EventID?, isTimed: Bool, _ note: CivilZone.Note?
  ) throws -> Recorded {
    try key.checkAsKey()
    let id = known ?? spark.id(seed: seed, key: .given(key))
    if let recorded = try insert(spark, id: id, key: key, note) { return recorded }
    if isTimed, try session.bulk.isUnchanged(spark, id: id) {
      return session.unchanged(spark.event(id: id), note)
    }
    let stored = try storedSpark(id)
    // A removed spark is restored with the given content.
    if stored.isRemoved { return try resolveDuplicate(stored, spark, note) }
    // Without a given time, sparks are compared without their times.
    func isEqual(to other: Spark) -> Bool {
      other.isIdentical(to: isTimed ? spark : spark.moved(toTimeOf: other))
    }
    if !isEqual(to: stored.spark) {
      let original = try access.sparks.original(id: id)
      guard session.matchesOriginals, original.map(isEqual(to:)) ?? false else {
        throw SessionError.conflict(key: key, existing: id)
      }
    }
    return try resolveDuplicate(stored, spark, note)
  }

  /// Adds a spark if its id is free; `nil` when the id exists.
  @inline(__always)
  private func insert(
    _ spark: Spark, id: EventID, key: String?, _ note: CivilZone.Note?
  ) throws -> Recorded? {
    let provenance = try session.provenance()
    guard try session.bulk.insert(spark, id: id, key: key, provenance) else { return nil }
    session.count(id)
    session.progress.tally.added += 1
    let event = spark.event(id: id)
    let outcome = try session.append(event)
    if outcome == nil { try session.bulk.noteLateSpark() }
    return Recorded(id: id, status: .added, event: event, outcome: outcome, note: note)
  }

  /// Returns a spark of equal content that this session removed: adding it again restores that one,
  /// with its id and its draw, instead of adding another.
  private func removedTwin(of spark: Spark, isTimed: Bool) throws -> StoredSpark? {
    let removed = session.progress.removed
    if !isTimed, let id = removed.spark(like: spark, seed: seed) {
      return try storedSpark(id)
    }
    let first = spark.id(seed: seed, key: .first)
    for occurrence in 0...(session.duplicates.occurrences[first] ?? 0) {
      let id = spark.id(seed: seed, key: .content(occurrence: occurrence))
      if removed.sparks.contains(id) {
        session.duplicates.occurrences[first] = max(
          session.duplicates.occurrences[first] ?? 0, occurrence + 1)
        return try storedSpark(id)
      }
    }
    return nil
  }

  private func storedSpark(_ id: EventID) throws -> StoredSpark {
    try session.bulk.flush()
    guard let stored = try access.sparks.find(id) else {
      throw SessionError.notFound(kind: .spark, id: id)
    }
    return stored
  }

  private func resolveDuplicate(
    _ stored: StoredSpark, _ spark: Spark, _ note: CivilZone.Note?
  ) throws -> Recorded {
    guard stored.isRemoved else {
      return session.unchanged(stored.spark.event(id: stored.id), note)
    }
    try correct(stored, .edit, spark)
    session.progress.removed.restore(stored.id)
    session.progress.tally.restored += 1
    return Recorded(
      id: stored.id, status: .restored, event: spark.event(id: stored.id), note: note)
  }

  func remove(_ stored: StoredSpark) throws {
    try correct(stored, .remove, nil)
    session.progress.removed.insert(stored.spark, id: stored.id, seed: seed)
    session.progress.tally.removed += 1
  }

  /// Changes a spark, and returns the changed one.
  func update(
    _ stored: StoredSpark, _ change: SparkChange, at time: EventTime?
  ) throws -> StoredSpark {
    var stored = stored
    var spark = stored.spark
    if let time {
      let (at, offset, _) = try session.resolveTime(time)
      spark = try spark.moved(to: at, offset: offset)
    }
    spark = try change.applied(to: spark)
    try spark.checkTexts()
    if !spark.isIdentical(to: stored.spark) { try spark.checkLengths() }
    // A spark that became void under another rulebook can still be edited.
    if spark.category != stored.spark.category || spark.intensity != stored.spark.intensity {
      try session.rulebook.check(spark.category, spark.intensity)
    }
    if !spark.isIdentical(to: stored.spark) {
      try correct(stored, .edit, spark)
      stored.spark = spark
      session.progress.tally.updated += 1
    }
    return stored
  }

  private func correct(
    _ stored: StoredSpark, _ cause: Correction.Cause, _ spark: Spark?
  ) throws {
    try session.correct(stored.id, cause, spark.map { .spark($0) }, from: stored.spark.at)
  }
}
