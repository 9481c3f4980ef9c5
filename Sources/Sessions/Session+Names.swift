public import Rules
import Storage

/// What goes by a name: one thing per name, compared without case. The earliest creation in the order
/// of the fold defines it, a later one changes it.
extension Session {
  /// Refuses to create what there is already under its name at that time, unless the very same
  /// creation is recorded. For people and scripts, who would not notice that they change something;
  /// what copies and files say is recorded all the same.
  ///
  /// - Throws: `SessionError.refused`.
  public func checkNameIsFree(
    _ action: Event.Action, at time: EventTime?, key: String?
  ) throws(SessionError) {
    let kinds: [EventKind]
    switch action {
    case .tracker(.create): kinds = [.trackerCreate, .trackerUpdate]
    case .task(.projectAdd): kinds = [.projectAdd, .projectRename, .projectRemove]
    default: return
    }
    let placed = try time.map { (time) throws(SessionError) in
      try zone.placed(time, until: latest)
    }
    if try isRecorded(action, at: placed.map { ($0.at, $0.offset) }, key: key) { return }
    if placed == nil, !fold.isStale || action.isDefinition {
      // Everything there is comes before it.
      return try check(action, in: try definitions())
    }
    var state = rulebook.initialState()
    let earlier = try events(EventQuery(kinds: kinds)).map(\.event)
      .filter { event in placed.map { event.at <= $0.at } ?? true }
    _ = rulebook.apply(
      earlier.sorted { $0.place < $1.place }, to: &state, seed: rollSeed)
    try check(action, in: state)
  }

  private func check(_ action: Event.Action, in state: ProfileState) throws(SessionError) {
    switch action {
    case .tracker(.create(let content)) where state.trackers.tracker(named: content.name) != nil:
      throw .refused(.trackerExists)
    case .task(.projectAdd(let content))
    where state.tasks.project(named: content.name.text)?.isExplicit ?? false:
      throw .refused(.projectExists)
    default: return
    }
  }

  /// Whether an event says the same under the same key, or without one; a time that is not given is
  /// any.
  private func isRecorded(
    _ action: Event.Action, at placed: (at: Instant, offset: UTCOffset)?, key: String?
  ) throws(SessionError) -> Bool {
    let natural = key.map { NaturalKey.given($0) }
    guard natural != nil || placed != nil else { return false }
    let id = Event.id(
      of: action, at: placed?.at ?? now, offset: placed?.offset ?? .zero, seed: profile.seed,
      key: natural ?? .content(occurrence: 0))
    guard let stored = try event(id: id) else { return false }
    return stored.event.action.content.utf8.elementsEqual(action.content.utf8)
      && (placed.map { $0.at == stored.event.at } ?? true)
  }
}
