import Calendar
public import Rules
import Storage

/// Recording of events without a time in two sessions with the same *now*: events of the later
/// session may refer to those that the earlier one recorded a few milliseconds later.
extension Session {
  /// The resolved time of an event.
  typealias ResolvedTime = (at: Instant, offset: UTCOffset, note: Zone.Note?)

  /// Records an event at its time. If the rules refuse an event without a time there, it is
  /// recorded behind all events recorded so far.
  ///
  /// - Parameters:
  ///   - time: the time of the event, if it was given.
  ///   - isRefusal: returns whether an error means that existing events prevent this one.
  ///   - known: returns the same event if an earlier session recorded it between two instants; then
  ///     it is a duplicate.
  ///   - body: records the event at a time.
  func recording(
    at time: EventTime?, isRefusal: (SessionError) -> Bool,
    known: (_ since: Instant, _ before: Instant) throws(SessionError) -> Recorded?,
    _ body: (ResolvedTime) throws(SessionError) -> Recorded
  ) throws(SessionError) -> Recorded {
    let given = latestGivenInstant
    let resolved = try resolveTime(time)
    let refusal: SessionError
    do {
      return try body(resolved)
    } catch {
      // No event was recorded at that instant after all.
      latestGivenInstant = given
      guard time == nil, isRefusal(error) else { throw error }
      refusal = error
    }
    guard let newest = try folded().newest, newest.at >= resolved.at else { throw refusal }
    let later = Instant(milliseconds: newest.at.milliseconds + 1)
    try check(later)
    if let known = try known(resolved.at, later) { return known }
    let recorded = try body((later, zone.offset(at: later), nil))
    latestGivenInstant = later
    return recorded
  }

  /// Returns the event that another session recorded for an action within a half-open range of
  /// instants.
  func known(
    _ action: Event.Action, since: Instant, before: Instant
  ) throws(SessionError) -> Recorded? {
    var query = EventQuery(kinds: [action.kind])
    query.since = since
    query.before = before
    let content = action.content
    let stored = try events(query).first { stored in
      !isOwn(stored.sequence) && stored.event.action.content.utf8.elementsEqual(content.utf8)
    }
    guard let stored else { return nil }
    tally.unchanged += 1
    return Recorded(id: stored.event.id, status: .unchanged, event: stored.event)
  }

  /// Returns a better error where the rules refuse a reference to something that does not exist: if
  /// it was created later, that is reported.
  func explained(
    _ error: SessionError, _ action: Event.Action, at instant: Instant
  ) throws(SessionError) -> SessionError {
    guard case .refused(let reason) = error else { return error }
    let state = try folded()
    switch (reason, action) {
    case (.unknownTask, .task(let action)):
      if let task = action.task.flatMap({ state.tasks.task($0) }), instant < task.addedAt {
        return .tooEarly("task \"\(task.name)\" was added \(zone.text(task.addedAt))")
      }
    case (.unknownProject, .task(let action)):
      if let name = action.project, state.tasks.project(named: name.text) != nil {
        return .tooEarly("there was no project \"\(name.text)\" at that time yet")
      }
    case (.unknownQuest, .quest(let action)), (.unknownGate, .quest(let action)):
      if let set = action.set, let loaded = try loading(of: set), instant < loaded {
        return .tooEarly("quest set \"\(set)\" was loaded \(zone.text(loaded))")
      }
    case (.unknownTracker, .tracker(let action)):
      if let tracker = action.tracker.flatMap({ state.trackers.tracker($0) }),
        instant < tracker.createdAt
      {
        return .tooEarly(
          "tracker \"\(tracker.content.name)\" was created \(zone.text(tracker.createdAt))")
      }
    default: break
    }
    return error
  }

  /// Returns the events that loaded a quest set, in the order of their instants.
  public func loadings(of set: String) throws(SessionError) -> [StoredEvent] {
    try events(EventQuery(kinds: [.questLoad])).filter { stored in
      if case .quest(.load(let loaded)) = stored.event.action { loaded.isNamed(set) } else { false }
    }
  }

  /// Returns the instant at which a quest set was first loaded.
  private func loading(of set: String) throws(SessionError) -> Instant? {
    return try loadings(of: set).first?.event.at
  }
}
