import FlintRules

/// The events that created or changed trackers, their schedules and pauses, by tracker. Trackers
/// depend on each other by their names only: later creations of a name change its tracker, and no
/// tracker can take the name of another.
struct TrackerEvents {
  static let kinds: [EventKind] = [
    .trackerCreate, .trackerUpdate, .habit, .habitPause, .habitResume,
  ]

  private var events: [EventID: [ProfileEvent]] = [:]
  /// The trackers that an event gave a name, by its key.
  private var named: [String: Set<EventID>] = [:]

  /// Groups events, in any order.
  init(_ events: [ProfileEvent]) {
    for event in events { add(event) }
  }

  /// Adds an event; one of another kind is ignored.
  mutating func add(_ event: ProfileEvent) {
    guard let tracker = Self.tracker(of: event) else { return }
    events[tracker, default: []].append(event)
    if let name = event.action.trackerKey { named[name, default: []].insert(tracker) }
  }

  mutating func remove(_ event: ProfileEvent) {
    guard let tracker = Self.tracker(of: event) else { return }
    events[tracker]?.removeAll { $0.id == event.id }
  }

  /// Returns the events on which the effect of an action about a tracker may depend, in any order.
  func related(to action: ProfileEvent.Action) -> [ProfileEvent] {
    let others = action.trackerKey.flatMap { named[$0] } ?? []
    return events(of: others.union(action.tracker.map { [$0] } ?? []))
  }

  /// Returns the events on which it may depend which tracker has a name, in any order.
  func related(toName name: String) -> [ProfileEvent] { events(of: named[name.lowercased()] ?? []) }

  /// Returns the events of trackers, and of those that ever shared a name with one of them.
  private func events(of trackers: Set<EventID>) -> [ProfileEvent] {
    var (found, waiting) = (trackers, Array(trackers))
    var related: [ProfileEvent] = []
    while let tracker = waiting.popLast() {
      for event in events[tracker] ?? [] {
        related.append(event)
        for other in event.action.trackerKey.flatMap({ named[$0] }) ?? []
        where found.insert(other).inserted { waiting.append(other) }
      }
    }
    return related
  }

  private static func tracker(of event: ProfileEvent) -> EventID? {
    kinds.contains(event.action.kind) ? event.action.tracker ?? event.id : nil
  }
}

extension ProfileEvent.Action {
  /// The key of the name that the action gives to a tracker, if any.
  fileprivate var trackerKey: String? {
    switch self {
    case .tracker(.create(let content)): content.name.lowercased()
    case .tracker(.update(_, let change)): change.name?.lowercased()
    default: nil
    }
  }
}
