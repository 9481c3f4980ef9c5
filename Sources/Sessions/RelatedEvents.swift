import Rules

/// The events that decide whether another one has an effect, where those are few: of a task what
/// happened to it, of a tracker's entry what trackers there were, of a quest node when others were
/// completed. So that an event that is recorded late costs no fold of everything before it.
struct RelatedEvents {
  /// What happened to each task.
  private var tasks: [EventID: [Event]]?
  /// What trackers were created and changed.
  private var trackers: [Event]?
  /// When quest nodes were completed; `nil` when that was not read.
  private var nodes: NodeTimes?
  /// How many events were recorded in a row at one instant, among or before others of that.
  private var row: (at: Instant?, count: Int) = (nil, 0)
  /// Whether that would not do: nodes were un-completed, say.
  private var areNodesUnfit = false

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

  /// What is known of quest nodes, where that alone decides about an event that was just recorded;
  /// `nil` where all of history may have a say.
  mutating func nodes(
    for event: Event, _ events: (EventQuery) throws(SessionError) -> [StoredEvent]
  ) throws(SessionError) -> NodeTimes? {
    guard case .quest(.complete) = event.action, !areNodesUnfit else { return nil }
    if nodes == nil {
      let stored = try events(
        EventQuery(kinds: [.questLoad, .questComplete, .questReset, .questGate, .questLevel]))
      nodes = NodeTimes(RelatedEvents.ordered(stored.map(\.event), without: event.id))
      areNodesUnfit = nodes == nil
    }
    return nodes
  }

  /// Whether so many events were recorded in a row at an instant that folding all of it for one more
  /// would take long: that costs as much as there are, where related events cost nothing.
  func areMany(at instant: Instant) -> Bool { row.at == instant && row.count >= 64 }

  /// Notes that an event is recorded at an instant, among or before others of that instant.
  mutating func noteRecording(at instant: Instant) {
    row = (instant, row.at == instant ? row.count + 1 : 1)
  }

  /// Takes notice of a new event.
  mutating func add(_ event: Event) {
    if case .quest = event.action, !(nodes?.add(event) ?? true) { nodes = nil }
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
