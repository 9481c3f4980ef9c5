import FlintCalendar
import FlintRules
import FlintSchema
import Storage

/// The events that an event refers to by an id or by a name.
extension EventRecorder {
  /// Returns the event that another session recorded for an action within a half-open range of
  /// instants.
  func known(_ action: ProfileEvent.Action, since: Instant, before: Instant) throws -> Recorded? {
    var query = EventQuery(kinds: [action.kind])
    query.since = since
    query.before = before
    let content = action.content
    let stored = try session.reader.events(query).first { stored in
      !session.duplicates.isOwn(stored.sequence)
        && stored.event.action.content.utf8.elementsEqual(content.utf8)
    }
    return stored.map { session.unchanged($0.event) }
  }

  /// Returns a better error where the rules refuse a reference to something that does not exist: if
  /// it was created later, that is reported.
  func explained(
    _ error: any Error, _ action: ProfileEvent.Action, at instant: Instant
  ) throws -> any Error {
    guard let refusal = error as? SessionError, case .refused(let reason) = refusal else {
      return error
    }
    let zone = session.zone
    let state = try session.folded()
    switch (reason, action) {
    case (.unknownTask, .task(let action)):
      if let task = action.task.flatMap({ state.tasks.task($0) }), instant < task.addedAt {
        return SessionError.tooEarly("task \"\(task.name)\" was added \(zone.text(task.addedAt))")
      }
    case (.taskBlocked, .task(.taskComplete(let id))):
      return BlockedTask(id, in: state.tasks).map { SessionError.refusedInDetail(reason, $0.text) }
        ?? error
    case (.taskCycle, .task(.taskUpdate(let id, let change))):
      var content = state.tasks.task(id)?.content ?? .blank
      change.apply(to: &content)
      return BlockedTask.cycle(id, after: content.after, in: state.tasks).map {
        SessionError.refusedInDetail(reason, $0)
      } ?? error
    case (.unknownProject, .task(let action)):
      if let name = action.project, state.tasks.project(named: name.text) != nil {
        return SessionError.tooEarly("there was no project \"\(name.text)\" at that time yet")
      }
    case (.unknownQuest, .quest(let action)), (.unknownGate, .quest(let action)):
      if let set = action.set, let loaded = try session.reader.loadings(of: set).first?.event.at,
        instant < loaded
      {
        return SessionError.tooEarly("quest set \"\(set)\" was loaded \(zone.text(loaded))")
      }
    case (.unknownTracker, .tracker(.update)), (.unknownTracker, .tracker(.entry)),
      (.unknownTracker, .habit):
      if let tracker = action.tracker.flatMap({ state.trackers.tracker($0) }),
        instant < tracker.createdAt
      {
        return SessionError.tooEarly(
          "tracker \"\(tracker.content.name)\" was created \(zone.text(tracker.createdAt))")
      }
    case (.notHabit, .habit(let action)):
      if let tracker = state.trackers.tracker(action.tracker), let day = tracker.habit?.firstDay {
        return SessionError.tooEarly("\"\(tracker.content.name)\" is a habit from \(day) on")
      }
    case (.habitGroup, .tracker(.entry(let entry))):
      if let tracker = state.trackers.tracker(entry.tracker),
        let group = tracker.habit?.plan(on: session.today)?.members
      {
        let names = state.trackers.members(of: group).map { "\"\($0.content.name)\"" }
        return SessionError.refusedInDetail(
          reason,
          "\"\(tracker.content.name)\" is a group, whose days follow from those of its members"
            + (names.isEmpty ? "" : ": record " + names.listed("or")))
      }
    default: break
    }
    return error
  }

  /// Throws if something with the same name exists already at a time: there is one thing per name,
  /// ignoring case. The earliest creation in the order of the fold defines the thing, later ones
  /// change it.
  func checkNameIsFree(_ action: ProfileEvent.Action, at time: EventTime?, key: String?) throws {
    switch action {
    case .tracker(.create), .task(.projectAdd): break
    default: return
    }
    if try isRecorded(action, at: time, key: key) { return }
    if time == nil, !session.fold.isStale || action.isDefinition {
      // All existing events precede the new one.
      return try check(action, in: try session.definitions())
    }
    let events =
      if case .tracker(.create(let content)) = action {
        try session.related.related(toName: content.name, session.reader.events)
      } else {
        try events(of: [.projectAdd, .projectRename, .projectRemove])
      }
    try check(action, in: try state(at: time, of: events))
  }

  /// Returns the trackers as of a time, with the habits that they were then.
  func trackers(at time: EventTime) throws -> TrackersState {
    let kinds: [EventKind] = [
      .trackerCreate, .trackerUpdate, .habit, .habitPause, .habitResume, .habitSkip,
    ]
    return try state(at: time, of: try events(of: kinds)).trackers
  }

  private func events(of kinds: [EventKind]) throws -> [ProfileEvent] {
    try session.reader.events(EventQuery(kinds: kinds)).map(\.event)
  }

  /// Returns the state of some events as of a time; of all of them without one.
  private func state(at time: EventTime?, of events: [ProfileEvent]) throws -> ProfileState {
    let end = try time.map {
      try session.zone.resolve($0, until: session.progress.clock.latest).at
    }
    let rulebook = session.rulebook
    var state = rulebook.initialState()
    let earlier = events.filter { event in end.map { event.at <= $0 } ?? true }
    _ = rulebook.apply(
      earlier.sorted { $0.foldPosition < $1.foldPosition }, to: &state, seed: session.fold.seed)
    return state
  }

  private func check(_ action: ProfileEvent.Action, in state: ProfileState) throws {
    switch action {
    case .tracker(.create(let content)) where state.trackers.tracker(named: content.name) != nil:
      throw SessionError.refused(.trackerExists)
    case .task(.projectAdd(let content))
    where state.tasks.project(named: content.name.text)?.isExplicit ?? false:
      throw SessionError.refused(.projectExists)
    default: return
    }
  }

  /// Returns whether the same creation is recorded, under the same key or, without a key, at the
  /// same time. A time of `nil` matches any time.
  func isRecorded(_ action: ProfileEvent.Action, at time: EventTime?, key: String?) throws -> Bool {
    let time = try time.map {
      try session.zone.resolve($0, until: session.progress.clock.latest)
    }
    let natural = key.map { NaturalKey.given($0) }
    guard natural != nil || time != nil else { return false }
    let id = ProfileEvent.id(
      of: action, at: time?.at ?? session.now, offset: time?.offset ?? .zero,
      seed: session.profile.seed, key: natural ?? .first)
    guard let stored = try session.reader.event(id: id) else { return false }
    return stored.event.action.content.utf8.elementsEqual(action.content.utf8)
      && (time.map { $0.at == stored.event.at } ?? true)
  }
}
