package import FlintCalendar

/// The times at which quest nodes were completed, for a history in which no completion was undone.
/// In such a history these times alone decide whether a node can be completed at an instant,
/// however late the completion is recorded.
package struct NodeTimes: Sendable {
  private struct LoadedSet: Sendable {
    let plan: QuestPlan
    let loadedAt: Instant
    /// The earliest completion of each node, by position in the plan.
    var completedAt: [Instant?]
    /// The instant at which each gate was opened by hand, by position in the plan.
    var openedAt: [Instant?]

    init(_ plan: QuestPlan, loadedAt: Instant) {
      self.plan = plan
      self.loadedAt = loadedAt
      completedAt = Array(repeating: nil, count: plan.nodes.count)
      openedAt = Array(repeating: nil, count: plan.gates.count)
    }
  }

  /// The loaded sets, by key.
  private var sets: [String: LoadedSet] = [:]

  /// Reads the completion times from a history.
  ///
  /// - Parameter events: all quest events, in the order of the fold.
  /// - Returns: `nil` when completion times alone do not decide: a set was loaded again or has a
  ///   gate that requires a level, a completion was reset, or a recorded event has no effect.
  package init?(_ events: [ProfileEvent]) {
    var state = QuestsState()
    var waiting: [ProfileEvent] = []
    for event in events {
      guard case .quest(let action) = event.action else { continue }
      switch action {
      case .load(let set):
        guard state.position(of: set.id) == nil, !set.plan.waitsForLevels else { return nil }
      case .reset: return nil
      case .complete, .openGate, .setLevel: break
      }
      if let first = waiting.first, first.at != event.at {
        guard retry(&waiting, &state) else { return nil }
      }
      if !attempt(event, &state) { waiting.append(event) }
    }
    guard retry(&waiting, &state) else { return nil }
  }

  /// Applies events of one instant again that had no effect when they were first applied.
  ///
  /// - Returns: whether every event has had an effect in the end.
  private mutating func retry(_ waiting: inout [ProfileEvent], _ state: inout QuestsState) -> Bool {
    var isProgressing = true
    while isProgressing, !waiting.isEmpty {
      let left = waiting.filter { !attempt($0, &state) }
      isProgressing = left.count < waiting.count
      waiting = left
    }
    return waiting.isEmpty
  }

  /// - Returns: whether the event has an effect or is a repeated completion, which changes nothing.
  private mutating func attempt(_ event: ProfileEvent, _ state: inout QuestsState) -> Bool {
    guard case .quest(let action) = event.action else { return true }
    // No gate requires a level, and no effect depends on the day, so any of them give the same
    // result.
    let day = event.day(.midnight)
    let void = state.apply(action, id: event.id, at: event.at, day: day, level: 1).void
    if let void { return void == .nodeCompleted }
    switch action {
    case .load(let set): sets[QuestSet.key(set.id)] = LoadedSet(set.plan, loadedAt: event.at)
    case .complete(let node): complete(node, at: event.at)
    case .openGate(let gate):
      let key = QuestSet.key(gate.set)
      if let position = sets[key]?.plan.gatePositions[gate.id] {
        sets[key]?.openedAt[position] = event.at
      }
    case .reset, .setLevel: break
    }
    return true
  }

  private mutating func complete(_ reference: QuestReference, at instant: Instant) {
    let key = QuestSet.key(reference.set)
    guard let node = sets[key]?.plan.nodePositions[reference.id] else { return }
    let known = sets[key]?.completedAt[node]
    sets[key]?.completedAt[node] = known.map { min($0, instant) } ?? instant
  }

  /// - Returns: whether completion times still decide; if not, the history has to be read again.
  package mutating func add(_ event: ProfileEvent) -> Bool {
    switch event.action {
    case .quest(.complete(let node)):
      // The event may have been recorded without a check of `refusal(of:at:)`, and have no effect.
      guard refusal(of: node, at: event.at) == nil else { return false }
      complete(node, at: event.at)
      return true
    case .quest(.setLevel): return true
    case .quest: return false
    default: return true
    }
  }

  /// Returns the reason why a node cannot be completed at an instant, given all other events of
  /// that instant; `nil` when it can be completed.
  package func refusal(of reference: QuestReference, at instant: Instant) -> VoidReason? {
    guard let set = sets[QuestSet.key(reference.set)], set.loadedAt <= instant,
      let node = set.plan.nodePositions[reference.id]
    else { return .unknownQuest }
    func isDone(_ at: Instant?) -> Bool { at.map { $0 <= instant } ?? false }
    if isDone(set.completedAt[node]) { return .nodeCompleted }
    let isReady = set.plan.dependencies[node].allSatisfy { isDone(set.completedAt[$0]) }
    let gates = set.plan.missionGates[set.plan.nodes[node].mission]
    let areOpen = gates.allSatisfy { gate in
      if !set.plan.gates[gate].nodes.contains(node) || isDone(set.openedAt[gate]) { return true }
      switch set.plan.gates[gate].opening {
      case .hand, .level: return false
      case .node(let node): return isDone(set.completedAt[node])
      case .mission(let mission):
        return set.plan.missionNodes[mission].allSatisfy { isDone(set.completedAt[$0]) }
      case .set(let key):
        guard let opener = sets[key], !opener.completedAt.isEmpty else { return false }
        return opener.completedAt.allSatisfy(isDone)
      }
    }
    return isReady && areOpen ? nil : .nodeLocked
  }
}

extension QuestPlan {
  /// Whether a gate with nodes behind it requires a level.
  fileprivate var waitsForLevels: Bool {
    gates.contains { gate in
      if case .level = gate.opening { !gate.nodes.isEmpty } else { false }
    }
  }
}
