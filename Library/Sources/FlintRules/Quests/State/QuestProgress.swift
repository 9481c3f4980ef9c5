package import FlintCalendar

/// The progress in one loaded set, and the status of each of its nodes.
///
/// The number of unmet requirements of each node is counted, so that a completion touches only the
/// nodes that depend on it and those behind gates that it opens. Levels are not counted: the level
/// that a node requires never changes, and is compared with the current level.
struct QuestProgress: Sendable {
  let definition: QuestSet
  private(set) var completions: [QuestCompletion?]
  /// The completions of nodes that the set no longer has, by node id, for when it has them again.
  var vanished: [String: QuestCompletion] = [:]
  private(set) var openedByHand: [Bool]

  // Derived from the properties above and from other sets.

  /// Whether each gate is open; undefined for gates that require a level.
  private(set) var isOpen: [Bool]
  /// The number of incomplete dependencies and closed gates of each node, but those of levels.
  private(set) var waits: [Int]
  /// The number of nodes of each mission that are not completed.
  private(set) var open: [Int]
  private(set) var completedCount = 0
  /// The number of missions with nodes that are not complete.
  private(set) var openMissions: Int

  var plan: QuestPlan { definition.plan }

  /// Whether the set has nodes and all of its missions with nodes are complete.
  var isComplete: Bool { openMissions == 0 && canBeComplete }

  var canBeComplete: Bool { !plan.nodes.isEmpty }

  /// Creates the progress of a set with nothing completed and all gates closed.
  init(_ set: QuestSet) {
    definition = set
    let plan = set.plan
    completions = Array(repeating: nil, count: plan.nodes.count)
    openedByHand = Array(repeating: false, count: plan.gates.count)
    isOpen = openedByHand
    waits = plan.nodes.indices.map { plan.dependencies[$0].count }
    for gate in plan.gates {
      if case .level = gate.opening { continue }
      for node in gate.nodes { waits[node] += 1 }
    }
    open = plan.missionNodes.map(\.count)
    openMissions = plan.missionsWithNodes
  }

  func isComplete(mission: Int) -> Bool {
    open[mission] == 0 && !plan.missionNodes[mission].isEmpty
  }

  /// Whether a node is not completed and has no unmet requirement except possibly a level.
  func isReady(_ node: Int) -> Bool { waits[node] == 0 && completions[node] == nil }

  /// Whether a node is not completed and has no unmet requirement at a level.
  func isAvailable(_ node: Int, level: Int64) -> Bool {
    isReady(node) && plan.nodes[node].level <= level
  }

  // MARK: Nodes

  mutating func complete(_ node: Int, _ completion: QuestCompletion) {
    guard completions[node] == nil else { return }
    completions[node] = completion
    completedCount += 1
    let plan = plan
    for dependent in plan.dependents[node] { waits[dependent] -= 1 }
    for gate in plan.gatesOfNode[node] { setGate(gate, isOpen: true) }
    let mission = plan.nodes[node].mission
    open[mission] -= 1
    guard open[mission] == 0 else { return }
    openMissions -= 1
    for gate in plan.gatesOfMission[mission] { setGate(gate, isOpen: true) }
  }

  /// Returns the reversal of a completion, or its revival.
  static func reversal(
    _ completion: QuestCompletion, isRevived: Bool = false
  ) -> SubjectEffect.Reversal {
    SubjectEffect.Reversal(
      day: completion.day, steps: isRevived ? -1 : 1, payment: completion.payment,
      undone: SubjectEffect.Undone(
        occurrence: .questNode, at: completion.at, offset: completion.offset))
  }

  mutating func note(_ payment: Payment, for node: Int) { completions[node]?.payment = payment }

  /// - Returns: the completion that was removed, if the node was completed.
  mutating func uncomplete(_ node: Int) -> QuestCompletion? {
    guard let completion = completions[node] else { return nil }
    completions[node] = nil
    completedCount -= 1
    let plan = plan
    for dependent in plan.dependents[node] { waits[dependent] += 1 }
    for gate in plan.gatesOfNode[node] { setGate(gate, isOpen: openedByHand[gate]) }
    let mission = plan.nodes[node].mission
    open[mission] += 1
    if open[mission] == 1 {
      openMissions += 1
      for gate in plan.gatesOfMission[mission] { setGate(gate, isOpen: openedByHand[gate]) }
    }
    return completion
  }

  // MARK: Gates

  mutating func setGate(_ gate: Int, isOpen: Bool) {
    guard self.isOpen[gate] != isOpen else { return }
    self.isOpen[gate] = isOpen
    for node in plan.gates[gate].nodes { waits[node] += isOpen ? -1 : 1 }
  }

  mutating func openByHand(_ gate: Int) {
    openedByHand[gate] = true
    setGate(gate, isOpen: true)
  }

  /// Closes a gate that was opened by hand.
  ///
  /// - Parameter isOpenAnyway: whether the gate is still open for another reason.
  mutating func closeByHand(_ gate: Int, isOpenAnyway: Bool) {
    openedByHand[gate] = false
    setGate(gate, isOpen: isOpenAnyway)
  }
}

package struct QuestCompletion: Hashable, Sendable {
  package internal(set) var event: EventID
  package internal(set) var at: Instant
  package internal(set) var day: CivilDay
  /// The offset of the local clock from UTC at completion.
  var offset = UTCOffset.zero
  /// What the completion earned, if the rulebook pays for it.
  package internal(set) var payment: Payment?
}
