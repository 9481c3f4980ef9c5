import Rules
import Sessions

/// Records what drafts say, in a session.
final class DraftRecorder {
  /// What became of a draft.
  enum Outcome {
    case added
    /// It was removed and is back, or part of what its record says was there.
    case restored
    case updated
    case unchanged
    /// It says something else than the event of its key; nothing was done about it.
    case changed(RowProblem)
    /// It rates a day that somebody has rated by hand; nothing was done about it.
    case ratedByHand
  }

  let session: Session
  let isUpdating: Bool
  /// The zone of times without an offset, where it is not the profile's.
  private let zone: Zone?
  var references: References
  /// The events that were corrected before the import or in it, once that was asked.
  var corrected: Set<EventID>?
  /// The ratings that this import has recorded or met.
  private(set) var metRatings: Set<EventID> = []
  /// The moods as they were before the import.
  var moodsBefore = MoodsState()
  /// The days that the import has rated, and those whose rating by hand it left, with what it says.
  var ratedDays: Set<CivilDay> = []
  private(set) var ratedByHand: [CivilDay: MoodContent] = [:]
  /// The notes that ratings had before the import corrected them.
  var notesBefore: [EventID: String?] = [:]
  /// The trackers that entries were made in, and since when they are there.
  private var trackers: [TrackerDraft: (id: EventID, since: Instant)] = [:]
  /// Those of them that were made or moved since this was emptied last.
  var madeTrackers: Set<TrackerDraft> = []
  /// The earliest instants of the entries to come, by their trackers.
  var earliest: [TrackerDraft: Instant] = [:]
  private(set) var ambiguousTimes = 0
  private(set) var skippedTimes = 0

  init(_ session: Session, _ options: ImportOptions) throws(SessionError) {
    self.session = session
    isUpdating = options.isUpdating
    zone = try options.zone.flatMap { (name) throws(SessionError) -> Zone? in
      name == session.zone.name ? nil : try Zone(name: name)
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

  /// Does work of which all is kept, or nothing when it throws.
  func part<Result>(_ body: () throws -> Result) throws -> Result {
    let before = (ambiguousTimes, skippedTimes, metRatings)
    references.beginPart()
    do {
      let result = try session.part(body)
      references.endPart(isKept: true)
      return result
    } catch {
      references.endPart(isKept: false)
      (ambiguousTimes, skippedTimes, metRatings) = before
      // What was made or moved for it never was; the others are found again.
      trackers = [:]
      throw error
    }
  }

  /// The zone in which times without an offset are read.
  var readingZone: Zone { zone ?? session.zone }

  /// The instant that a time means, for putting drafts in order.
  func instant(_ time: EventTime) -> Instant {
    switch time {
    case .instant(let instant): instant
    case .written(let timestamp): readingZone.resolve(timestamp).instant
    }
  }

  /// The id of an event of a key: it hangs on nothing else.
  func id(_ kind: EventKind, key: String) -> EventID {
    Event.id(
      ofKind: kind, content: "", at: Instant(milliseconds: 0), offset: .zero,
      seed: session.profile.seed, key: .given(key))
  }

  /// When an entry is recorded. One of which only the day is known, at the very beginning of that, is a
  /// millisecond later: its id, which is made of the time, has to stay what it always was.
  func time(of entry: EntryDraft) -> EventTime {
    if entry.statesTime { return entry.at }
    let at = instant(entry.at)
    // No day begins within a quarter of an hour: most are told by that alone.
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

  /// Takes notice of entries that are going to be recorded.
  ///
  /// - Parameter entries: in the order of time.
  /// - Returns: the trackers that may have to be made for them, each with the beginning of the day of
  ///   its first entry, in that order: made there before anything that comes later, they are in time.
  @discardableResult
  func expect(
    _ entries: some Sequence<(tracker: TrackerDraft, at: Instant)>
  ) -> [(tracker: TrackerDraft, entry: Instant, since: Instant)] {
    var first: [TrackerDraft: Instant] = [:]
    for (tracker, at) in entries where first[tracker] == nil { first[tracker] = at }
    return first.compactMap { tracker, at in
      let entry = min(earliest[tracker] ?? at, at)
      earliest[tracker] = entry
      if let known = trackers[tracker], known.since <= entry { return nil }
      return (tracker, entry, beginning(before: entry))
    }.sorted { ($0.since, $0.tracker.content.name) < ($1.since, $1.tracker.content.name) }
  }

  /// Makes a tracker, unless the profile has it.
  func make(_ tracker: TrackerDraft, before entry: Instant) throws {
    do {
      _ = try self.tracker(tracker, at: entry)
    } catch let error as SessionError {
      // Its first entry will be told why.
      if !error.isAboutRow { throw error }
    }
  }

  /// Whether the tracker of one of some drafts was made or moved for that.
  func hasMadeTracker(for drafts: [Draft]) -> Bool {
    drafts.lazy.compactMap(\.entry).contains {
      madeTrackers.contains($0.tracker) && earliest[$0.tracker] == instant(time(of: $0))
    }
  }

  /// Records what a draft says.
  ///
  /// - Throws: `RowProblem` when the rules refuse it; `SessionError` when nothing can be recorded any
  ///   more.
  func record(_ draft: Draft) throws -> Outcome {
    do {
      switch draft {
      case .spark(var spark):
        spark.at = spark.at.map(placed)
        return outcome(try session.add(spark).status)
      case .roll(let category, let at, let key):
        return outcome(try session.roll(category, at: placed(at), key: key).status)
      case .action(let action): return try record(action)
      case .entry(let entry): return try record(entry)
      case .restored(let restored):
        let before = session.tally.updated
        let recorded = try restored.record(in: session, references, isUpdating: isUpdating)
        if let name = restored.reference {
          references.note(name, recorded.event.action.kind, recorded.id)
        }
        if case .mood(.record(let rating)) = recorded.event.action { ratedDays.insert(rating.day) }
        return session.tally.updated > before ? .updated : outcome(recorded.status)
      case .known(let id, let draft): return try record(draft, knownAs: id)
      }
    } catch let error as SessionError {
      return try settled(error, draft)
    }
  }

  /// Records a spark; what is in doubt has to be kept, see `Session.take`.
  func take(_ prepared: PreparedSpark) throws -> (Outcome, doubt: Int64?) {
    if let known = prepared.known, try isCorrected(known) {
      return (try record(.known(known, .spark(prepared.draft))), nil)
    }
    do {
      let taken = try session.take(prepared)
      return (outcome(taken.recorded.status), taken.doubt)
    } catch {
      return (try settled(error, .spark(prepared.draft)), nil)
    }
  }

  /// Whether an event was corrected, so that what it says is not what its id is made of.
  private func isCorrected(_ id: EventID) throws -> Bool {
    let known = try corrected ?? session.correctedEvents()
    corrected = known
    return known.contains(id)
  }

  /// Records a spark after all that was in doubt.
  func record(_ prepared: PreparedSpark) throws -> Outcome {
    do {
      return outcome(try session.add(prepared).status)
    } catch {
      return try settled(error, .spark(prepared.draft))
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

  /// A time with the offset that the import's own zone gives it.
  func placed(_ time: EventTime) -> EventTime {
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

  private func record(_ draft: ActionDraft) throws -> Outcome {
    var draft = draft
    let action = try known(try draft.action(references), draft)
    draft.action = { (_) throws(RowProblem) in action }
    if let rating = try rating(correctedBy: draft, action) {
      metRatings.insert(rating)
      return try correct(rating, by: .action(draft), key: "")
    }
    if let rating = try ratingByHand(before: draft, action) {
      if try isSaid(rating) { return .unchanged }
      ratedByHand[rating.day] = rating
      return .ratedByHand
    }
    let recorded: Recorded
    do {
      recorded = try session.record(
        action, at: placed(draft.at), key: draft.key, isTimeKnown: draft.isTimeKnown)
    } catch {
      return try settled(error, draft, action)
    }
    if let name = draft.reference { references.note(name, action.kind, recorded.id) }
    if isUpdating, action.kind == .mood { metRatings.insert(recorded.id) }
    if case .mood(.record(let rating)) = action {
      ratedDays.insert(rating.day)
      if recorded.status == .added, isBeforeRatingByHand(draft, rating) {
        ratedByHand[rating.day] = rating
      }
    }
    return outcome(recorded.status)
  }

  /// What an error of the session means for a row about an action that the profile may know.
  private func settled(
    _ error: SessionError, _ draft: ActionDraft, _ action: Event.Action
  ) throws -> Outcome {
    switch error {
    case .conflict(let key, let existing):
      if let name = draft.reference { references.note(name, action.kind, existing) }
      return try correct(existing, by: .action(draft), key: key)
    case .refused(.taskCompleted):
      guard let completion = try completion(insteadOf: action) else { throw error }
      return try correct(completion, by: .action(draft), key: draft.key ?? completion.description)
    default: throw error
    }
  }

  // MARK: Entries

  private func record(_ draft: EntryDraft) throws -> Outcome {
    try record(try action(of: draft))
  }

  /// What an entry comes to, once its tracker is there.
  func action(of draft: EntryDraft) throws -> ActionDraft {
    let time = time(of: draft)
    let tracker = try tracker(draft.tracker, at: instant(time))
    let content: EntryContent
    do {
      content = try EntryContent(
        tracker: tracker, kind: draft.kind, minutes: draft.minutes, title: draft.title,
        notes: draft.notes, tags: draft.tags, values: draft.values)
    } catch {
      throw RowProblem(error)
    }
    var action = ActionDraft(at: time, key: draft.key, .tracker(.entry(content)))
    action.isTimeKnown = draft.isTimeKnown
    action.unsaid = draft.unsaid
    return action
  }

  /// The tracker of a draft, made if the profile has none, and there before its earliest entry.
  private func tracker(_ draft: TrackerDraft, at: Instant) throws -> EventID {
    if let known = trackers[draft], known.since <= at { return known.id }
    let state = try session.definitions()
    // By a key in any case: the event is the same wherever it stands.
    let key = draft.key ?? "tracker/\(draft.content.name.lowercased())"
    let action = Event.Action.tracker(.create(draft.content))
    let made = id(.trackerCreate, key: key)
    let start = beginning(before: min(earliest[draft] ?? at, at))
    let id: EventID
    var since = start
    if let existing = state.trackers.tracker(made)
      ?? state.trackers.tracker(named: draft.content.name)
    {
      id = existing.id
      if existing.createdAt > min(earliest[draft] ?? at, at) {
        _ = try session.edit(id, of: .trackerCreate, at: .instant(start)) { $0 }
        madeTrackers.insert(draft)
      } else {
        since = existing.createdAt
      }
    } else {
      id = try session.record(action, at: .instant(start), key: key, isTimeKnown: false).id
      madeTrackers.insert(draft)
    }
    trackers[draft] = (id, since)
    return id
  }

  /// The beginning of an instant's civil day, which may be the instant itself: within one instant a
  /// tracker comes before its entries.
  private func beginning(before instant: Instant) -> Instant {
    let zone = session.zone
    return min(zone.resolve(CivilTime(day: zone.day(of: instant))).instant, instant)
  }

  // MARK: What the rules say

  /// What an error of the session means for a row.
  private func settled(_ error: SessionError, _ draft: Draft) throws -> Outcome {
    switch error {
    case .field(let error): throw RowProblem(error)
    case .conflict(let key, let existing): return try correct(existing, by: draft, key: key)
    default:
      if error.isAboutRow { throw RowProblem(reason: error.description) }
      throw error
    }
  }
}

extension SessionError {
  /// Whether it is about what was to be recorded, so that something else can be.
  var isAboutRow: Bool {
    switch self {
    case .field, .conflict, .refused, .tooEarly, .noToken, .noTokenThen, .notFound, .noSuchEvent:
      true
    case .otherProfile, .noBatch, .unknownRulebook, .unfitRulebook, .unknownZone, .ended, .store:
      false
    }
  }
}
