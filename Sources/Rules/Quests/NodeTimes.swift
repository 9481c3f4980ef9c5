/// When each quest node was completed, in a history in which nothing of quests was taken back: there
/// it alone decides whether a node can be completed at some place, however late that is recorded.
public struct NodeTimes: Sendable {
  private struct LoadedSet: Sendable {
    let plan: QuestPlan
    let loadedAt: Instant
    /// When each node was first completed.
    var completedAt: [Instant?]
    /// When each gate was opened by hand.
    var openedAt: [Instant?]

    init(_ plan: QuestPlan, loadedAt: Instant) {
      self.plan = plan
      self.loadedAt = loadedAt
      completedAt = Array(repeating: nil, count: plan.nodes.count)
      openedAt = Array(repeating: nil, count: plan.gates.count)
    }
  }

  /// The loaded sets, by their keys.
  private var sets: [String: LoadedSet] = [:]

  /// Reads what happened to quests.
  ///
  /// - Parameter events: all events about quests, in the order of the fold.
  /// - Returns: `nil` when completions alone do not decide: a set was loaded again or waits for a
  ///   level, something was un-completed, or what was recorded has no effect.
  public init?(_ events: [Event]) {
    var state = QuestsState()
    var waiting: [Event] = []
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

  /// Tries those of one instant again that had no effect before others.
  ///
  /// - Returns: whether each has one in the end.
  private mutating func retry(_ waiting: inout [Event], _ state: inout QuestsState) -> Bool {
    var isProgressing = true
    while isProgressing, !waiting.isEmpty {
      let left = waiting.filter { !attempt($0, &state) }
      isProgressing = left.count < waiting.count
      waiting = left
    }
    return waiting.isEmpty
  }

  /// - Returns: whether the event has an effect, or is one more completion of a node, which has none.
  private mutating func attempt(_ event: Event, _ state: inout QuestsState) -> Bool {
    guard case .quest(let action) = event.action else { return true }
    // No gate waits for a level, so that it does not matter which there is.
    let void = state.apply(action, id: event.id, at: event.at, day: event.day, level: 1).void
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

  /// Takes notice of a new event about quests.
  ///
  /// - Returns: whether times still decide; otherwise they have to be read anew.
  public mutating func add(_ event: Event) -> Bool {
    switch event.action {
    case .quest(.complete(let node)):
      // One that was recorded without being asked for here may have no effect.
      guard refusal(of: node, at: event.at) == nil else { return false }
      complete(node, at: event.at)
      return true
    case .quest(.setLevel): return true
    case .quest: return false
    default: return true
    }
  }

  /// Why a node cannot be completed at an instant, together with what else happens then; `nil` when it
  /// can.
  public func refusal(of reference: QuestReference, at instant: Instant) -> VoidReason? {
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
  /// Whether anything waits for a level.
  fileprivate var waitsForLevels: Bool {
    gates.contains { gate in
      if case .level = gate.opening { !gate.nodes.isEmpty } else { false }
    }
  }
}
