public import Rules
import Storage

/// Two sessions may have one *now*: then what the later one records without a time may refer to what
/// the earlier one recorded a few milliseconds later.
extension Session {
  /// Where something stands.
  typealias Placed = (at: Instant, offset: UTCOffset, note: Zone.Note?)

  /// Records something at its place; where the rules refuse it there and it came without a time,
  /// behind everything that was recorded by now.
  ///
  /// - Parameters:
  ///   - time: when it happened, if that was said.
  ///   - isRefusal: whether an error means that what is already there stands against it.
  ///   - known: what an earlier session recorded from the one instant until the other, if it is the
  ///     same thing: that is met again, rather than happening twice.
  ///   - body: records it at a place.
  func recording(
    at time: EventTime?, isRefusal: (SessionError) -> Bool,
    known: (_ since: Instant, _ until: Instant) throws(SessionError) -> Recorded?,
    _ body: (Placed) throws(SessionError) -> Recorded
  ) throws(SessionError) -> Recorded {
    let given = latestGivenInstant
    let placed = try place(time)
    let refusal: SessionError
    do {
      return try body(placed)
    } catch {
      // Nothing came at that instant after all.
      latestGivenInstant = given
      guard time == nil, isRefusal(error) else { throw error }
      refusal = error
    }
    guard let newest = try folded().newest, newest.at >= placed.at else { throw refusal }
    let later = Instant(milliseconds: newest.at.milliseconds + 1)
    try check(later)
    if let known = try known(placed.at, later) { return known }
    let recorded = try body((later, zone.offset(at: later), nil))
    latestGivenInstant = later
    return recorded
  }

  /// What another session recorded of an action within a half-open range of instants.
  func known(
    _ action: Event.Action, since: Instant, until: Instant
  ) throws(SessionError) -> Recorded? {
    var query = EventQuery(kinds: [action.kind])
    query.since = since
    query.until = until
    let content = action.content
    let stored = try events(query).first { stored in
      !isOwn(stored.sequence) && stored.event.action.content.utf8.elementsEqual(content.utf8)
    }
    guard let stored else { return nil }
    tally.unchanged += 1
    return Recorded(id: stored.event.id, status: .unchanged, event: stored.event)
  }

  /// What to say where the rules refuse something about a thing that does not exist: where it came
  /// to be later, that.
  func explained(
    _ error: SessionError, _ action: Event.Action, at place: Instant
  ) throws(SessionError) -> SessionError {
    guard case .refused(let reason) = error else { return error }
    let state = try folded()
    switch (reason, action) {
    case (.unknownTask, .task(let action)):
      if let task = action.task.flatMap({ state.tasks.task($0) }), place < task.addedAt {
        return .tooEarly("task \"\(task.name)\" was added \(zone.text(task.addedAt))")
      }
    case (.unknownProject, .task(let action)):
      if let name = action.project, state.tasks.project(named: name.text) != nil {
        return .tooEarly("there was no project \"\(name.text)\" at that time yet")
      }
    case (.unknownQuest, .quest(let action)), (.unknownGate, .quest(let action)):
      if let set = action.set, let loaded = try loading(of: set), place < loaded {
        return .tooEarly("quest set \"\(set)\" was loaded \(zone.text(loaded))")
      }
    case (.unknownTracker, .tracker(let action)):
      if let tracker = action.tracker.flatMap({ state.trackers.tracker($0) }),
        place < tracker.createdAt
      {
        return .tooEarly(
          "tracker \"\(tracker.content.name)\" was created \(zone.text(tracker.createdAt))")
      }
    default: break
    }
    return error
  }

  /// The events that loaded a quest set, in the order of their instants.
  public func loadings(of set: String) throws(SessionError) -> [StoredEvent] {
    try events(EventQuery(kinds: [.questLoad])).filter { stored in
      if case .quest(.load(let loaded)) = stored.event.action { loaded.isNamed(set) } else { false }
    }
  }

  /// When a quest set was first loaded.
  private func loading(of set: String) throws(SessionError) -> Instant? {
    return try loadings(of: set).first?.event.at
  }
}
