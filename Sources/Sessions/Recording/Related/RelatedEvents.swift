import FlintCalendar
import FlintRules
import FlintSchema

/// The events that determine whether another event has an effect, where they are few: for a task
/// those of the tasks with which it depends on each other, for a tracker's entry or a habit the definitions of the
/// tracker, its schedules and pauses, for a quest node the completions of nodes. With them, recording a late event
/// does not need a fold of everything before it.
struct RelatedEvents {
  /// `nil` when they were not read.
  private var tasks: TaskEvents?
  /// Whether the work on any task was ever started; `nil` when that was not read.
  var hasStarts: Bool?
  /// The events that created or changed trackers, their schedules and pauses.
  private var trackers: TrackerEvents?
  /// The instants at which quest nodes were completed; `nil` when they were not read.
  private var nodes: NodeTimes?
  /// The number of events recorded in a row at one instant, among or before others of that instant.
  private var consecutive: (at: Instant?, count: Int) = (nil, 0)
  /// Whether `nodes` cannot be used, for example because nodes were reset.
  private var areNodesUnfit = false

  /// Returns the events of a session that determine the effect of an event, in the order of the
  /// fold and without the event itself; `nil` where all of history may matter.
  mutating func related(
    to event: ProfileEvent, _ events: (EventQuery) throws(SessionError) -> [StoredEvent]
  ) throws(SessionError) -> [ProfileEvent]? {
    switch event.action {
    case .task:
      return try tasks(events).related(to: event).map {
        RelatedEvents.ordered($0, without: event.id)
      }
    case .tracker(.entry), .tracker(.update), .habit:
      return RelatedEvents.ordered(
        try trackers(events).related(to: event.action), without: event.id)
    default: return nil
    }
  }

  /// Returns the events that determine which tracker has the name of a creation, in the order of
  /// the fold.
  mutating func related(
    toName name: String, _ events: (EventQuery) throws(SessionError) -> [StoredEvent]
  ) throws(SessionError) -> [ProfileEvent] {
    RelatedEvents.ordered(try trackers(events).related(toName: name))
  }

  private mutating func tasks(
    _ events: (EventQuery) throws(SessionError) -> [StoredEvent]
  ) throws(SessionError) -> TaskEvents {
    if let tasks { return tasks }
    let read = TaskEvents(try events(EventQuery(kinds: TaskEvents.kinds)).map(\.event))
    tasks = read
    return read
  }

  private mutating func trackers(
    _ events: (EventQuery) throws(SessionError) -> [StoredEvent]
  ) throws(SessionError) -> TrackerEvents {
    if let trackers { return trackers }
    let stored = try events(EventQuery(kinds: TrackerEvents.kinds))
    let read = TrackerEvents(stored.map(\.event))
    trackers = read
    return read
  }

  /// Returns the completions of quest nodes, where they alone determine the effect of an event that
  /// was just recorded; `nil` where all of history may matter.
  mutating func nodes(
    for event: ProfileEvent, _ events: (EventQuery) throws(SessionError) -> [StoredEvent]
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

  /// Returns whether so many events were recorded in a row at an instant that folding all of them
  /// for another one would take long: the cost of that grows with their number, while related
  /// events cost nothing.
  func areMany(at instant: Instant) -> Bool {
    consecutive.at == instant && consecutive.count >= 64
  }

  /// Records that an event is added at an instant, among or before others of that instant.
  mutating func noteRecording(at instant: Instant) {
    consecutive = (instant, consecutive.at == instant ? consecutive.count + 1 : 1)
  }

  mutating func add(_ event: ProfileEvent) {
    if case .quest = event.action, !(nodes?.add(event) ?? true) { nodes = nil }
    // The event may have been read with the others already.
    remove(event)
    tasks?.add(event)
    if event.action.kind == .taskStart { hasStarts = true }
    trackers?.add(event)
  }

  /// Removes an event that was just recorded and refused.
  mutating func remove(_ event: ProfileEvent) {
    tasks?.remove(event)
    trackers?.remove(event)
  }

  private static func ordered(_ events: [ProfileEvent], without id: EventID? = nil)
    -> [ProfileEvent]
  {
    events.filter { $0.id != id }.sorted { $0.foldPosition < $1.foldPosition }
  }
}
