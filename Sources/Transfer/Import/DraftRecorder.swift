import Rules
import Sessions

/// Records what drafts say, in a session.
final class DraftRecorder {
  /// What became of a draft.
  enum Outcome {
    case added
    case updated
    case unchanged
    /// It says something else than the event of its key; nothing was done about it.
    case changed(RowProblem)
  }

  private let session: Session
  private let isUpdating: Bool
  /// The zone of times without an offset, where it is not the profile's.
  private let zone: Zone?
  private var references: References
  /// The trackers that entries were made in, and since when they are there.
  private var trackers: [TrackerDraft: (id: EventID, since: Instant)] = [:]
  /// The earliest instants of the entries to come, by their trackers.
  private var earliest: [TrackerDraft: Instant] = [:]
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
    let times = (ambiguousTimes, skippedTimes)
    references.beginPart()
    do {
      let result = try session.part(body)
      references.endPart(isKept: true)
      return result
    } catch {
      references.endPart(isKept: false)
      (ambiguousTimes, skippedTimes) = times
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

  /// Takes notice of drafts that are going to be recorded.
  func expect(_ drafts: [Draft]) {
    for case .entry(let entry) in drafts {
      let at = instant(entry.at)
      earliest[entry.tracker] = min(earliest[entry.tracker] ?? at, at)
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
        return session.tally.updated > before ? .updated : outcome(recorded.status)
      }
    } catch let error as SessionError {
      return try settled(error, draft)
    }
  }

  /// Records a spark; what is in doubt has to be kept, see `Session.take`.
  func take(
    _ prepared: PreparedSpark, _ draft: SparkDraft
  ) throws -> (Outcome, doubt: Int64?) {
    do {
      let taken = try session.take(prepared)
      return (outcome(taken.recorded.status), taken.doubt)
    } catch {
      return (try settled(error, .spark(draft)), nil)
    }
  }

  @inline(__always)
  private func outcome(_ status: Recorded.Status) -> Outcome {
    status == .unchanged ? .unchanged : .added
  }

  /// A time with the offset that the import's own zone gives it.
  private func placed(_ time: EventTime) -> EventTime {
    guard let zone, case .written(let timestamp) = time, timestamp.offset == nil else {
      return time
    }
    let (instant, offset, note) = zone.resolve(timestamp)
    switch note {
    case .ambiguous?: ambiguousTimes += 1
    case .skipped?: skippedTimes += 1
    case nil: break
    }
    return .written(Timestamp(local: CivilTime(instant, offset: offset), offset: offset))
  }

  // MARK: Actions

  private func record(_ draft: ActionDraft) throws -> Outcome {
    let action = try draft.action(references)
    let recorded: Recorded
    do {
      recorded = try session.record(
        action, at: placed(draft.at), key: draft.key, isTimeKnown: draft.isTimeKnown)
    } catch SessionError.conflict(let key, let existing) {
      if let name = draft.reference { references.note(name, action.kind, existing) }
      guard isUpdating else { return .changed(Self.changedProblem(key)) }
      let before = session.tally.updated
      _ = try session.edit(
        existing, of: action.kind, at: draft.isTimeKnown ? placed(draft.at) : nil
      ) { _ in action }
      return session.tally.updated > before ? .updated : .unchanged
    }
    if let name = draft.reference { references.note(name, action.kind, recorded.id) }
    return outcome(recorded.status)
  }

  // MARK: Entries

  private func record(_ draft: EntryDraft) throws -> Outcome {
    let tracker = try tracker(draft.tracker, for: draft)
    let content: EntryContent
    do {
      content = try EntryContent(
        tracker: tracker, kind: draft.kind, title: draft.title, notes: draft.notes,
        tags: draft.tags, values: draft.values)
    } catch {
      throw RowProblem(error)
    }
    var action = ActionDraft(at: draft.at, key: draft.key, .tracker(.entry(content)))
    action.isTimeKnown = draft.isTimeKnown
    return try record(action)
  }

  /// The tracker of a draft, made if the profile has none, and there before its earliest entry.
  private func tracker(_ draft: TrackerDraft, for entry: EntryDraft) throws -> EventID {
    let at = instant(entry.at)
    if let known = trackers[draft], known.since < at { return known.id }
    let state = try session.definitions()
    // By a key in any case: the event is the same wherever it stands.
    let key = draft.key ?? "tracker/\(draft.content.name.lowercased())"
    let action = Event.Action.tracker(.create(draft.content))
    let made = Event.id(
      of: action, at: Instant(milliseconds: 0), offset: .zero, seed: session.profile.seed,
      key: .given(key))
    let start = beginning(before: min(earliest[draft] ?? at, at))
    let id: EventID
    var since = start
    if let existing = state.trackers.tracker(made)
      ?? state.trackers.tracker(named: draft.content.name)
    {
      id = existing.id
      if existing.createdAt > start && existing.createdAt >= min(earliest[draft] ?? at, at) {
        _ = try session.edit(id, of: .trackerCreate, at: .instant(start)) { $0 }
      } else {
        since = existing.createdAt
      }
    } else {
      id = try session.record(action, at: .instant(start), key: key, isTimeKnown: false).id
    }
    trackers[draft] = (id, since)
    return id
  }

  /// The beginning of an instant's civil day, or the instant's eve where it is that itself.
  private func beginning(before instant: Instant) -> Instant {
    let zone = session.zone
    let day = zone.day(of: instant)
    let start = zone.resolve(CivilTime(day: day)).instant
    return start < instant ? start : Instant(milliseconds: instant.milliseconds - 1)
  }

  // MARK: What the rules say

  private static func changedProblem(_ key: String) -> RowProblem {
    RowProblem(value: key, reason: "the profile has this with other content")
  }

  /// What an error of the session means for a row.
  private func settled(_ error: SessionError, _ draft: Draft) throws -> Outcome {
    switch error {
    case .field(let error): throw RowProblem(error)
    case .conflict(let key, let existing):
      guard isUpdating, case .spark(let spark) = draft else {
        return .changed(Self.changedProblem(key))
      }
      return try update(existing, to: spark)
    case .refused, .tooEarly, .noToken, .notFound, .noSuchEvent:
      throw RowProblem(reason: error.description)
    case .otherProfile, .noBatch, .unknownRulebook, .unknownZone, .store: throw error
    }
  }

  /// Makes a spark say what a draft says.
  private func update(_ id: EventID, to draft: SparkDraft) throws -> Outcome {
    var spark = draft
    spark.at = spark.at.map(placed)
    let before = session.tally.updated
    do {
      _ = try session.updateSpark(id: id, SparkChange(to: spark))
    } catch {
      if case .field(let problem) = error { throw RowProblem(problem) }
      throw error
    }
    return session.tally.updated > before ? .updated : .unchanged
  }
}

extension SparkChange {
  /// A change of everything into what a draft says.
  init(to draft: SparkDraft) {
    self.init()
    title = draft.title
    category = draft.category
    intensity = draft.intensity
    at = draft.at
    notes = .some(draft.notes)
    tags = draft.tags
    estimatedMinutes = .some(draft.estimatedMinutes)
    actualMinutes = .some(draft.actualMinutes)
  }
}
