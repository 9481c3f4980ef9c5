import Calendar
public import Rules
import Storage

/// Things that are identified by name: one per name, ignoring case. The earliest creation in the
/// order of the fold defines the thing, later ones change it.
extension Session {
  /// Throws if something with the same name exists already at a time, unless exactly the same
  /// creation is recorded. This is for people and scripts, who would not notice that they change
  /// something; creations from copies and files are always recorded.
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
    let resolved = try time.map { (time) throws(SessionError) in
      try zone.resolve(time, until: latest)
    }
    if try isRecorded(action, at: resolved.map { ($0.at, $0.offset) }, key: key) { return }
    if resolved == nil, !fold.isStale || action.isDefinition {
      // All existing events precede the new one.
      return try check(action, in: try definitions())
    }
    var state = rulebook.initialState()
    let earlier = try events(EventQuery(kinds: kinds)).map(\.event)
      .filter { event in resolved.map { event.at <= $0.at } ?? true }
    _ = rulebook.apply(
      earlier.sorted { $0.foldPosition < $1.foldPosition }, to: &state, seed: rollSeed)
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

  /// Returns whether the same creation is recorded, under the same key or, without a key, at the
  /// same time. A time of `nil` matches any time.
  private func isRecorded(
    _ action: Event.Action, at time: (at: Instant, offset: UTCOffset)?, key: String?
  ) throws(SessionError) -> Bool {
    let natural = key.map { NaturalKey.given($0) }
    guard natural != nil || time != nil else { return false }
    let id = Event.id(
      of: action, at: time?.at ?? now, offset: time?.offset ?? .zero, seed: profile.seed,
      key: natural ?? .content(occurrence: 0))
    guard let stored = try event(id: id) else { return false }
    return stored.event.action.content.utf8.elementsEqual(action.content.utf8)
      && (time.map { $0.at == stored.event.at } ?? true)
  }
}
