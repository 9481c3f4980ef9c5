import FlintCalendar
import FlintRules
import Sessions

/// Records in a session the events that files describe.
final class ImportRecorder {
  let session: Session
  let isUpdating: Bool
  /// The time zone of times without an offset, if it is not the profile's.
  private(set) var zone: CivilZone?
  var references: References
  /// The ratings of days before and during the import.
  var ratings = ImportedRatings()
  var trackers: EntryTrackers
  /// The events of the keys of the file that is being read.
  var named = NamedEvents()
  /// The former times of events for which a file states only a day.
  var days: FormerDays
  /// The tasks that completions had moved before the import, by their ids.
  var movedTasks: [EventID: MovedTask] = [:]
  /// The number of events that the profile has as earlier versions recorded them.
  private(set) var formerActions = 0
  /// The number of events of the source that one of its files has and another one declares absent.
  private var contradictions = 0
  /// Whether earlier versions may have recorded rows under other keys: see `withStoredKey`.
  let hasFormerKeys: Bool
  private var ambiguousTimes = 0
  private var skippedTimes = 0
  private let tallyBefore: SessionTally

  init(_ session: Session, _ options: ImportOptions) throws(SessionError) {
    self.session = session
    tallyBefore = session.tally
    isUpdating = options.isUpdating
    zone = try Self.zone(options.values.zone, session)
    trackers = EntryTrackers(session)
    days = try FormerDays(zone: zone?.name ?? session.zone.name, session)
    hasFormerKeys = options.mapping != nil && !days.starts.isEmpty
    let state = try session.definitions()
    references = References(seed: session.profile.seed) { kind, id in
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
    let namedBefore = named.count
    references.beginSavepoint()
    var isDone = false
    defer {
      references.endSavepoint(isKept: isDone)
      if !isDone {
        (ambiguousTimes, skippedTimes, ratings.seen) = before
        named.removeLast(to: namedBefore)
        trackers.forget()
      }
    }
    let result = try session.savepoint(isKept: isKept, body)
    isDone = isKept(result)
    return result
  }

  /// Notes that the profile has an event as an earlier version recorded it.
  func countFormerAction() { formerActions += 1 }

  /// Notes that a file has an event that another file of the source declares absent.
  func countContradiction() { contradictions += 1 }

  /// Returns the notes about the events of a source that earlier versions recorded, or about which its files
  /// disagree.
  func takeNotes() -> [String] {
    defer { (formerActions, contradictions) = (0, 0) }
    var notes = days.takeNotes()
    if contradictions > 0 {
      notes.append(
        "One of the files has what another one says did not happen: \(contradictions). It is recorded; "
          + "import the newest file by itself to find what it changes.")
    }
    if formerActions == 0 { return notes }
    return notes + [
      "Tasks that an earlier version recorded with tags, repeats and dependencies as text stay as "
        + "they are: \(formerActions); --update makes fields of them."
    ]
  }

  // MARK: Times

  var unusualTimes: (ambiguous: Int, skipped: Int) {
    (
      ambiguousTimes + session.tally.ambiguousTimes - tallyBefore.ambiguousTimes,
      skippedTimes + session.tally.skippedTimes - tallyBefore.skippedTimes
    )
  }

  private static func zone(
    _ name: String?, _ session: Session
  ) throws(SessionError) -> CivilZone? {
    guard let name, name != session.zone.name else { return nil }
    return try CivilZone.named(name, dayStart: session.dayStart)
  }

  /// Reads times without an offset in a zone from now on.
  ///
  /// - Parameter name: the name of the zone; `nil` for that of the profile.
  func adoptZone(_ name: String?) throws(SessionError) { zone = try Self.zone(name, session) }

  /// The time zone of times without an offset.
  var readingZone: CivilZone { zone ?? session.zone }

  /// Returns the instant of a time, to sort events.
  func instant(_ time: EventTime) -> Instant {
    switch time {
    case .instant(let instant): instant
    case .written(let timestamp): readingZone.resolveEvent(timestamp).instant
    }
  }

  /// Returns a time with its offset in the time zone of the import, if the import has its own.
  func zoned(_ time: EventTime) -> EventTime {
    guard let zone, case .written(let timestamp) = time, timestamp.offset == nil else {
      return time
    }
    let (instant, offset, note) = zone.resolveEvent(timestamp)
    switch note {
    case .ambiguous?: ambiguousTimes += 1
    case .skipped?: skippedTimes += 1
    case nil: break
    }
    return .written(Timestamp(instant, offset: offset))
  }

  // MARK: Events

  /// - Throws: `RowProblem` if the rules refuse the event; `SessionError` if nothing can be
  ///   recorded any more.
  func record(_ event: ImportedEvent) throws -> RowResult {
    do {
      switch event {
      case .spark(var spark):
        spark.at = spark.at.map(zoned)
        return result(of: try session.add(spark), key: spark.key)
      case .roll(let category, let at, let key):
        return RowResult(try session.roll(category, at: zoned(at), key: key).status)
      case .action(let action): return try recordAction(action)
      case .entry(let entry): return try recordAction(try action(of: entry))
      case .habit(let habit) where habit.isMoving: return try move(habit)
      case .habit(let habit): return try recordAction(try action(of: habit))
      case .known(let id, let content): return try recordKnown(content, as: id)
      }
    } catch let error as SessionError {
      return try result(ofRefusedEvent: event, after: error)
    }
  }

  /// Records a spark that was prepared on another thread.
  func recordPrepared(_ spark: PreparedSpark) throws -> RowResult {
    if let known = spark.known, try session.bulk.isCorrected(known) {
      return try record(.known(known, .spark(spark.newSpark)))
    }
    if hasFormerKeys, let key = spark.newSpark.key, RowKeyReader.formerKey(key) != nil {
      return try record(try withStoredKey(.spark(spark.newSpark)))
    }
    do {
      return result(of: try session.bulk.add(spark), key: spark.newSpark.key)
    } catch {
      return try result(ofRefusedEvent: .spark(spark.newSpark), after: error)
    }
  }

  /// Returns the result for an event that the session recorded, or had already.
  func result(of recorded: Recorded, key: @autoclosure () -> String?) -> RowResult {
    // An added event is known by its batch, and with corrections the last row counts.
    if !isUpdating, recorded.status != .added, key() != nil { named.insert(recorded.id) }
    return RowResult(recorded.status)
  }

  /// Returns the result for an event that the session refused, or throws the error.
  private func result(
    ofRefusedEvent event: ImportedEvent, after error: SessionError
  ) throws -> RowResult {
    switch error {
    case .field(let error): throw RowProblem(error)
    case .conflict(let key, let existing):
      return try correct(named: existing, by: event, key: key)
    default:
      if error.isRowError { throw RowProblem(reason: error.description) }
      throw error
    }
  }

  // MARK: Actions

  private func recordAction(_ imported: ImportedAction) throws -> RowResult {
    var imported = imported
    let action = try withStoredLineEnds(try imported.action(references), imported)
    // Only an event without a key may have got other line ends.
    if imported.key == nil { imported.action = { (_) throws(RowProblem) in action } }
    if imported.isRelease, try isFree(action) { return .unchanged }
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
      return try result(ofRefusedAction: action, imported, after: error)
    }
    if let name = imported.reference { references.note(name, action.kind, recorded.id) }
    if isUpdating, action.kind == .mood { ratings.seen.insert(recorded.id) }
    if case .mood(.record(let rating)) = action {
      ratings.days.insert(rating.day)
      if recorded.status == .added, isBeforeRatingByHand(imported, rating) {
        ratings.byHand[rating.day] = rating
      }
    }
    return result(of: recorded, key: imported.key)
  }

  /// Returns the result for an action that the session refused, or throws the error.
  private func result(
    ofRefusedAction action: ProfileEvent.Action, _ imported: ImportedAction,
    after error: SessionError
  ) throws -> RowResult {
    switch error {
    case .conflict(let key, let existing):
      if let name = imported.reference { references.note(name, action.kind, existing) }
      return try correct(named: existing, by: .action(imported), key: key)
    case .refused(.taskCompleted):
      guard let (completion, at) = try completion(of: action) else { throw error }
      if imported.key == nil && at == instant(imported.at) {
        // Another row of the instant may reopen the task in between.
        var problem = RowProblem(reason: error.description)
        problem.isRepetition = true
        throw problem
      }
      return try correct(
        completion, by: .action(imported), key: imported.key ?? completion.description)
    default: throw error
    }
  }

  /// Returns the action that records an entry, after creating its tracker if necessary.
  func action(of entry: ImportedEntry) throws -> ImportedAction {
    let tracker = try trackers.id(of: entry.tracker, at: instant(entry.at))
    let content: EntryContent
    do {
      content = try EntryContent(
        tracker: tracker, kind: entry.kind, minutes: entry.minutes, title: entry.title,
        notes: entry.notes, tags: entry.tags, values: entry.values)
    } catch {
      throw RowProblem(error)
    }
    var action = ImportedAction(at: entry.at, key: entry.key, .tracker(.entry(content)))
    action.isTimeKnown = entry.isTimeKnown
    action.absentFields = entry.absentFields
    action.optionalTags = entry.optionalTags
    return action
  }

  /// Moves an event about a habit to an earlier time, after its tracker if necessary.
  private func move(_ habit: ImportedHabitAction) throws -> RowResult {
    _ = try trackers.id(of: habit.tracker, at: instant(habit.at))
    let kind = habit.action.kind
    _ = try session.edit(session.id(ofKind: kind, key: habit.key), of: kind, at: habit.at) { $0 }
    return .updated
  }

  /// Returns the action that records an event about a habit, after creating its tracker if necessary.
  func action(of habit: ImportedHabitAction) throws -> ImportedAction {
    let tracker = try trackers.id(of: habit.tracker, at: instant(habit.at))
    var action = ImportedAction(
      at: habit.at, key: habit.key,
      .habit(habit.action.mapping { $0 == habit.action.tracker ? tracker : $0 }))
    action.isTimeKnown = false
    return action
  }
}

extension Session {
  /// Returns the id of an event with a key, which depends on the kind and the key only.
  func id(ofKind kind: EventKind, key: String) -> EventID {
    ProfileEvent.id(ofKind: kind, key: key, seed: profile.seed)
  }
}

extension ProfileEvent {
  static func id(ofKind kind: EventKind, key: String, seed: UInt64) -> EventID {
    id(
      ofKind: kind, content: "", at: Instant(milliseconds: 0), offset: .zero, seed: seed,
      key: .given(key))
  }
}

extension SessionError {
  /// Whether the error concerns the recorded content only, so that other rows can still be
  /// recorded.
  var isRowError: Bool {
    switch self {
    case .field, .conflict, .refused, .refusedInDetail, .tooEarly, .spentLater, .noToken,
      .noTokenThen,
      .notFound, .noSuchEvent, .reference:
      true
    case .otherProfile, .noBatch, .unknownRulebook, .unfitRulebook, .unknownZone, .ended, .store:
      false
    }
  }
}
