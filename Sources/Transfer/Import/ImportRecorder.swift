import Calendar
import Rules
import Sessions

/// Records in a session the events that rows describe.
final class ImportRecorder {
  /// The result of recording a record.
  enum Outcome {
    case added
    /// The event was removed before and is restored, or the profile contained some of the record's
    /// events.
    case restored
    case updated
    case unchanged
    /// The record differs from the event of its key, which was not changed.
    case changed(RowProblem)
    /// The record rates a day that was rated by hand; the rating was not changed.
    case ratedByHand
  }

  let session: Session
  let isUpdating: Bool
  /// The time zone of times without an offset, if it is not the profile's.
  private let zone: Zone?
  var references: References
  /// The ratings of days before and during the import.
  var ratings = ImportedRatings()
  /// The trackers with entries, by record, and the instants of their creation.
  private var trackers: [ImportedTracker: (id: EventID, since: Instant)] = [:]
  /// The trackers that were created or moved earlier since this set was last cleared.
  var createdTrackers: Set<ImportedTracker> = []
  /// The earliest instant of the expected entries, by tracker.
  var earliest: [ImportedTracker: Instant] = [:]
  private var ambiguousTimes = 0
  private var skippedTimes = 0
  private let tallyBefore: SessionTally

  init(_ session: Session, _ options: ImportOptions) throws(SessionError) {
    self.session = session
    tallyBefore = session.tally
    isUpdating = options.isUpdating
    zone = try options.values.zone.flatMap { (name) throws(SessionError) -> Zone? in
      name == session.zone.name ? nil : try Zone.named(name)
    }
    let state = try session.definitions()
    references = References { kind, id in
      switch kind {
      case .taskAdd: state.tasks.task(id) != nil
      case .trackerCreate: state.trackers.tracker(id) != nil
      default: false
      }
    }
  }

  /// Performs work atomically: everything that it recorded is undone if it throws, or if its result
  /// says so.
  func atomically<Result>(
    isKept: (Result) -> Bool = { _ in true }, _ body: () throws -> Result
  ) throws -> Result {
    let before = (ambiguousTimes, skippedTimes, ratings.seen)
    references.beginSavepoint()
    var isDone = false
    defer {
      references.endSavepoint(isKept: isDone)
      if !isDone {
        (ambiguousTimes, skippedTimes, ratings.seen) = before
        // Trackers created in it do not exist any more; the others are looked up again.
        trackers = [:]
      }
    }
    let result = try session.savepoint(isKept: isKept, body)
    isDone = isKept(result)
    return result
  }

  /// The numbers of ambiguous and of skipped local times.
  var unusualTimes: (ambiguous: Int, skipped: Int) {
    (
      ambiguousTimes + session.tally.ambiguousTimes - tallyBefore.ambiguousTimes,
      skippedTimes + session.tally.skippedTimes - tallyBefore.skippedTimes
    )
  }

  /// The time zone of times without an offset.
  var readingZone: Zone { zone ?? session.zone }

  /// Returns the instant of a time, to sort records.
  func instant(_ time: EventTime) -> Instant {
    switch time {
    case .instant(let instant): instant
    case .written(let timestamp): readingZone.resolve(timestamp).instant
    }
  }

  /// Returns the id of an event with a key, which depends on the kind and the key only.
  func id(_ kind: EventKind, key: String) -> EventID {
    Event.id(
      ofKind: kind, content: "", at: Instant(milliseconds: 0), offset: .zero,
      seed: session.profile.seed, key: .given(key))
  }

  /// Returns the time at which an entry is recorded. An entry whose time is only a day, at the
  /// start of that day, is recorded one millisecond later, so that its id, which depends on the
  /// time, stays the same as in earlier versions.
  func time(of entry: ImportedEntry) -> EventTime {
    if entry.statesTime { return entry.at }
    let at = instant(entry.at)
    // Days begin at full quarters of an hour, which excludes most instants.
    guard at.milliseconds % 900_000 == 0,
      session.zone.resolve(CivilTime(day: session.zone.day(of: at))).instant == at
    else { return entry.at }
    switch entry.at {
    case .written(var timestamp):
      timestamp.local.milliseconds += 1
      return .written(timestamp)
    case .instant: return .instant(Instant(milliseconds: at.milliseconds + 1))
    }
  }

  /// The tracker of an entry, which may have to be created, and the instant of the entry.
  typealias ExpectedEntry = (tracker: ImportedTracker, at: Instant)

  /// Registers entries that will be recorded.
  ///
  /// - Parameter entries: The trackers and instants of the entries, in the order of time.
  /// - Returns: The trackers that may have to be created, each with its first entry and the start
  ///   of the day of that entry, sorted by the latter. Trackers created at that time precede all
  ///   their entries.
  @discardableResult
  func expect(
    _ entries: some Sequence<ExpectedEntry>
  ) -> [(tracker: ImportedTracker, entry: Instant, since: Instant)] {
    var first: [ImportedTracker: Instant] = [:]
    for (tracker, at) in entries where first[tracker] == nil { first[tracker] = at }
    return first.compactMap { tracker, at in
      let entry = min(earliest[tracker] ?? at, at)
      earliest[tracker] = entry
      if let known = trackers[tracker], known.since <= entry { return nil }
      return (tracker, entry, beginning(before: entry))
    }.sorted { ($0.since, $0.tracker.content.name) < ($1.since, $1.tracker.content.name) }
  }

  /// Creates a tracker, unless the profile contains it.
  func create(_ tracker: ImportedTracker, before entry: Instant) throws {
    do {
      _ = try self.tracker(tracker, at: entry)
    } catch let error as SessionError {
      // The error is reported with the tracker's first entry.
      if !error.isRowError { throw error }
    }
  }

  /// Whether the tracker of any of some records was created or moved for that record.
  func hasCreatedTracker(for records: [ImportedEvent]) -> Bool {
    records.lazy.compactMap(\.entry).contains {
      createdTrackers.contains($0.tracker) && earliest[$0.tracker] == instant(time(of: $0))
    }
  }

  /// Records a record.
  ///
  /// - Throws: `RowProblem` if the rules reject the record; `SessionError` if nothing can be
  ///   recorded any more.
  func record(_ imported: ImportedEvent) throws -> Outcome {
    do {
      switch imported {
      case .spark(var spark):
        spark.at = spark.at.map(zoned)
        return outcome(try session.add(spark).status)
      case .roll(let category, let at, let key):
        return outcome(try session.roll(category, at: zoned(at), key: key).status)
      case .action(let action): return try record(action)
      case .entry(let entry): return try record(entry)
      case .restored(let restored):
        let before = session.tally.updated
        let recorded = try restored.record(in: session, references, isUpdating: isUpdating)
        if let name = restored.reference {
          references.note(name, recorded.event.action.kind, recorded.id)
        }
        if case .mood(.record(let rating)) = recorded.event.action {
          ratings.days.insert(rating.day)
        }
        return session.tally.updated > before ? .updated : outcome(recorded.status)
      case .known(let id, let imported): return try record(imported, knownAs: id)
      }
    } catch let error as SessionError {
      return try outcome(after: error, imported)
    }
  }

  /// Records a spark that was prepared on another thread.
  func record(_ prepared: PreparedSpark) throws -> Outcome {
    if let known = prepared.known, try session.bulk.isCorrected(known) {
      return try record(.known(known, .spark(prepared.newSpark)))
    }
    do {
      return outcome(try session.bulk.add(prepared).status)
    } catch {
      return try outcome(after: error, .spark(prepared.newSpark))
    }
  }

  @inline(__always)
  private func outcome(_ status: Recorded.Status) -> Outcome {
    switch status {
    case .added: .added
    case .restored: .restored
    case .unchanged: .unchanged
    }
  }

  /// Returns a time with its offset in the time zone of the import, if the import has its own.
  func zoned(_ time: EventTime) -> EventTime {
    guard let zone, case .written(let timestamp) = time, timestamp.offset == nil else {
      return time
    }
    let (instant, offset, note) = zone.resolve(timestamp)
    switch note {
    case .ambiguous?: ambiguousTimes += 1
    case .skipped?: skippedTimes += 1
    case nil: break
    }
    return .written(Timestamp(instant, offset: offset))
  }

  // MARK: Actions

  private func record(_ imported: ImportedAction) throws -> Outcome {
    var imported = imported
    let action = try withStoredLineEnds(try imported.action(references), imported)
    // Only a record without a key may have got other line ends.
    if imported.key == nil { imported.action = { (_) throws(RowProblem) in action } }
    if let rating = try rating(correctedBy: imported, action) {
      ratings.seen.insert(rating)
      return try correct(rating, by: .action(imported), key: "")
    }
    if let rating = try ratingByHand(before: imported, action) {
      if try matchesRatingByHand(rating) { return .unchanged }
      ratings.byHand[rating.day] = rating
      return .ratedByHand
    }
    let recorded: Recorded
    do {
      recorded = try session.record(
        action, at: zoned(imported.at), key: imported.key, isTimeKnown: imported.isTimeKnown)
    } catch {
      return try outcome(after: error, imported, action)
    }
    if let name = imported.reference { references.note(name, action.kind, recorded.id) }
    if isUpdating, action.kind == .mood { ratings.seen.insert(recorded.id) }
    if case .mood(.record(let rating)) = action {
      ratings.days.insert(rating.day)
      if recorded.status == .added, isBeforeRatingByHand(imported, rating) {
        ratings.byHand[rating.day] = rating
      }
    }
    return outcome(recorded.status)
  }

  /// Returns the result for an action that the session rejected, or throws the error.
  private func outcome(
    after error: SessionError, _ imported: ImportedAction, _ action: Event.Action
  ) throws -> Outcome {
    switch error {
    case .conflict(let key, let existing):
      if let name = imported.reference { references.note(name, action.kind, existing) }
      return try correct(existing, by: .action(imported), key: key)
    case .refused(.taskCompleted):
      guard let completion = try completion(insteadOf: action) else { throw error }
      return try correct(
        completion, by: .action(imported), key: imported.key ?? completion.description)
    default: throw error
    }
  }

  // MARK: Entries

  private func record(_ imported: ImportedEntry) throws -> Outcome {
    try record(try action(of: imported))
  }

  /// Returns the action that records an entry, after creating its tracker if necessary.
  func action(of imported: ImportedEntry) throws -> ImportedAction {
    let time = time(of: imported)
    let tracker = try tracker(imported.tracker, at: instant(time))
    let content: EntryContent
    do {
      content = try EntryContent(
        tracker: tracker, kind: imported.kind, minutes: imported.minutes, title: imported.title,
        notes: imported.notes, tags: imported.tags, values: imported.values)
    } catch {
      throw RowProblem(error)
    }
    var action = ImportedAction(at: time, key: imported.key, .tracker(.entry(content)))
    action.isTimeKnown = imported.isTimeKnown
    action.absentFields = imported.absentFields
    return action
  }

  /// Returns the tracker of a record, created if necessary, and not later than its earliest entry.
  private func tracker(_ imported: ImportedTracker, at: Instant) throws -> EventID {
    if let known = trackers[imported], known.since <= at { return known.id }
    let state = try session.definitions()
    // Always with a key, so that the event is the same at any time.
    let key = imported.key ?? "tracker/\(imported.content.name.lowercased())"
    let action = Event.Action.tracker(.create(imported.content))
    let ownID = id(.trackerCreate, key: key)
    let start = beginning(before: min(earliest[imported] ?? at, at))
    let id: EventID
    var since = start
    if let existing = state.trackers.tracker(ownID)
      ?? state.trackers.tracker(named: imported.content.name)
    {
      id = existing.id
      if existing.createdAt > min(earliest[imported] ?? at, at) {
        _ = try session.edit(id, of: .trackerCreate, at: .instant(start)) { $0 }
        createdTrackers.insert(imported)
      } else {
        since = existing.createdAt
      }
    } else {
      id = try session.record(action, at: .instant(start), key: key, isTimeKnown: false).id
      createdTrackers.insert(imported)
    }
    trackers[imported] = (id, since)
    return id
  }

  /// Returns the start of the civil day of an instant, which may be the instant itself: at one
  /// instant, a tracker precedes its entries.
  private func beginning(before instant: Instant) -> Instant {
    let zone = session.zone
    return min(zone.resolve(CivilTime(day: zone.day(of: instant))).instant, instant)
  }

  // MARK: Errors of the rules

  /// Returns the result for a record that the session rejected, or throws the error.
  private func outcome(after error: SessionError, _ imported: ImportedEvent) throws -> Outcome {
    switch error {
    case .field(let error): throw RowProblem(error)
    case .conflict(let key, let existing): return try correct(existing, by: imported, key: key)
    default:
      if error.isRowError { throw RowProblem(reason: error.description) }
      throw error
    }
  }
}

extension SessionError {
  /// Whether the error concerns the recorded content only, so that other rows can still be
  /// recorded.
  var isRowError: Bool {
    switch self {
    case .field, .conflict, .refused, .tooEarly, .noToken, .noTokenThen, .notFound, .noSuchEvent:
      true
    case .otherProfile, .noBatch, .unknownRulebook, .unfitRulebook, .unknownZone, .ended, .store:
      false
    }
  }
}
