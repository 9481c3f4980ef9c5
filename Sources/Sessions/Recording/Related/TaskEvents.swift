import FlintRules

/// The events that added, completed, reopened or changed tasks, by task. Tasks depend on each other only where
/// one has to be completed before another.
struct TaskEvents {
  static let kinds: [EventKind] = [.taskAdd, .taskComplete, .taskReopen, .taskUpdate]

  private var events: [EventID: [ProfileEvent]] = [:]
  /// The tasks that an event ever put before or after a task. What a removed event named stays: more events
  /// than necessary are then related.
  private var neighbors: [EventID: Set<EventID>] = [:]

  /// Groups events, in any order.
  init(_ events: [ProfileEvent]) {
    for event in events { add(event) }
  }

  /// Adds an event; one of another kind is ignored.
  mutating func add(_ event: ProfileEvent) {
    guard let (task, action) = Self.task(of: event) else { return }
    events[task, default: []].append(event)
    for other in action.tasksBefore {
      neighbors[task, default: []].insert(other)
      neighbors[other, default: []].insert(task)
    }
  }

  mutating func remove(_ event: ProfileEvent) {
    guard let (task, _) = Self.task(of: event) else { return }
    events[task]?.removeAll { $0.id == event.id }
  }

  /// Returns the events on which the effect of an event about a task may depend, in any order; `nil` where the
  /// events of other kinds decide, too.
  func related(to event: ProfileEvent) -> [ProfileEvent]? {
    guard let (task, action) = Self.task(of: event) else { return nil }
    // A task that none names closes no cycle unless it names itself.
    if case .taskAdd = action, neighbors[task] == nil, !action.tasksBefore.contains(task) {
      return []
    }
    var found = Set(action.tasksBefore).union([task])
    var waiting = Array(found)
    var related: [ProfileEvent] = []
    while let task = waiting.popLast() {
      related += events[task] ?? []
      for other in neighbors[task] ?? [] where found.insert(other).inserted {
        waiting.append(other)
      }
    }
    return related
  }

  private static func task(of event: ProfileEvent) -> (task: EventID, action: TaskAction)? {
    guard kinds.contains(event.action.kind), case .task(let action) = event.action else {
      return nil
    }
    return (action.task ?? event.id, action)
  }
}
