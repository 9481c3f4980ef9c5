import Rules

/// The events that decide whether another one has an effect, where those are few: of a task what
/// happened to it, of a tracker's entry what trackers there were. So that an event that is recorded
/// late costs no fold of everything before it.
struct RelatedEvents {
  /// What happened to each task.
  private var tasks: [EventID: [Event]]?
  /// What trackers were created and changed.
  private var trackers: [Event]?

  /// The events of a session that decide about an event, in the order of the fold and without that
  /// event itself; `nil` where all of history may have a say.
  mutating func related(
    to event: Event, _ events: (EventQuery) throws(SessionError) -> [StoredEvent]
  ) throws(SessionError) -> [Event]? {
    switch event.action {
    case .task(let action):
      guard let task = action.task else { return nil }
      if tasks == nil {
        let stored = try events(
          EventQuery(kinds: [.taskAdd, .taskComplete, .taskReopen, .taskUpdate]))
        tasks = Dictionary(
          grouping: stored.map(\.event), by: { RelatedEvents.task(of: $0) ?? $0.id })
      }
      return RelatedEvents.ordered(tasks?[task] ?? [], without: event.id)
    case .tracker(.entry), .tracker(.update):
      if trackers == nil {
        trackers = try events(EventQuery(kinds: [.trackerCreate, .trackerUpdate])).map(\.event)
      }
      return RelatedEvents.ordered(trackers ?? [], without: event.id)
    default: return nil
    }
  }

  /// Takes notice of a new event.
  mutating func add(_ event: Event) {
    // It may have been read with the others.
    remove(event)
    if let task = RelatedEvents.task(of: event) { tasks?[task, default: []].append(event) }
    if RelatedEvents.isAboutTrackers(event) { trackers?.append(event) }
  }

  /// Takes notice that an event that was just recorded was refused.
  mutating func remove(_ event: Event) {
    if let task = RelatedEvents.task(of: event) { tasks?[task]?.removeAll { $0.id == event.id } }
    if RelatedEvents.isAboutTrackers(event) { trackers?.removeAll { $0.id == event.id } }
  }

  private static func isAboutTrackers(_ event: Event) -> Bool {
    switch event.action {
    case .tracker(.create), .tracker(.update): true
    default: false
    }
  }

  /// The task that an event adds or is about.
  private static func task(of event: Event) -> EventID? {
    guard case .task(let action) = event.action else { return nil }
    return action.kind == .taskAdd ? event.id : action.task
  }

  private static func ordered(_ events: [Event], without id: EventID) -> [Event] {
    events.filter { $0.id != id }.sorted { $0.place < $1.place }
  }
}
