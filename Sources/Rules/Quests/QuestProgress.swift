/// What of one loaded set is done, and what follows from that for each of its nodes.
///
/// How many things each node waits for is counted, so that a completion touches only the nodes that
/// depend on it and those behind gates that it opens. Levels are not counted: which level a node
/// needs never changes, and is held against the level of the moment.
struct QuestProgress: Sendable {
  let definition: QuestSet
  private(set) var completions: [QuestCompletion?]
  /// What was completed of nodes that the set has no longer, by their ids: it counts for nothing
  /// until a set with such a node is loaded.
  var vanished: [String: QuestCompletion] = [:]
  /// Whether each gate was opened by hand.
  private(set) var openedByHand: [Bool]

  // What follows from the above, and from other sets.

  /// Whether each gate is open; of one that asks for a level this says nothing.
  private(set) var isOpen: [Bool]
  /// For each node, how many nodes and closed gates it waits for; levels aside.
  private(set) var waits: [Int]
  /// The nodes that are not completed and wait for nothing, levels aside.
  private(set) var ready: QuestBits
  /// For each mission, how many nodes are not completed.
  private(set) var open: [Int]
  /// How many nodes are completed.
  private(set) var completedCount = 0
  /// How many missions with nodes are not complete.
  private(set) var openMissions: Int

  var plan: QuestPlan { definition.plan }

  /// Whether there is a mission with nodes, and all of those are complete.
  var isComplete: Bool { openMissions == 0 && canBeComplete }

  /// Whether there is anything to complete.
  var canBeComplete: Bool { !plan.nodes.isEmpty }

  /// Begins a set with nothing completed and all gates closed.
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
    ready = QuestBits(count: plan.nodes.count)
    for (node, count) in waits.enumerated() where count == 0 { ready.insert(node) }
    open = plan.missionNodes.map(\.count)
    openMissions = plan.missionsWithNodes
  }

  func isComplete(mission: Int) -> Bool {
    open[mission] == 0 && !plan.missionNodes[mission].isEmpty
  }

  /// Whether a node is not completed and waits for nothing, at a level.
  func isAvailable(_ node: Int, level: Int64) -> Bool {
    ready.contains(node) && plan.nodes[node].level <= level
  }

  // MARK: Nodes

  mutating func complete(_ node: Int, _ completion: QuestCompletion) {
    guard completions[node] == nil else { return }
    completions[node] = completion
    completedCount += 1
    ready.remove(node)
    let plan = plan
    for dependent in plan.dependents[node] { letGo(dependent) }
    for gate in plan.gatesOfNode[node] { setGate(gate, isOpen: true) }
    let mission = plan.nodes[node].mission
    open[mission] -= 1
    guard open[mission] == 0 else { return }
    openMissions -= 1
    for gate in plan.gatesOfMission[mission] { setGate(gate, isOpen: true) }
  }

  /// - Returns: the completion that was taken back, if there was one.
  mutating func uncomplete(_ node: Int) -> QuestCompletion? {
    guard let completion = completions[node] else { return nil }
    completions[node] = nil
    completedCount -= 1
    if waits[node] == 0 { ready.insert(node) }
    let plan = plan
    for dependent in plan.dependents[node] { hold(dependent) }
    for gate in plan.gatesOfNode[node] { setGate(gate, isOpen: openedByHand[gate]) }
    let mission = plan.nodes[node].mission
    open[mission] += 1
    if open[mission] == 1 {
      openMissions += 1
      for gate in plan.gatesOfMission[mission] { setGate(gate, isOpen: openedByHand[gate]) }
    }
    return completion
  }

  private mutating func letGo(_ node: Int) {
    waits[node] -= 1
    if waits[node] == 0 && completions[node] == nil { ready.insert(node) }
  }

  private mutating func hold(_ node: Int) {
    waits[node] += 1
    if waits[node] == 1 { ready.remove(node) }
  }

  // MARK: Gates

  mutating func setGate(_ gate: Int, isOpen: Bool) {
    guard self.isOpen[gate] != isOpen else { return }
    self.isOpen[gate] = isOpen
    for node in plan.gates[gate].nodes {
      if isOpen { letGo(node) } else { hold(node) }
    }
  }

  mutating func openByHand(_ gate: Int) {
    openedByHand[gate] = true
    setGate(gate, isOpen: true)
  }

  /// Takes back that a gate was opened by hand.
  ///
  /// - Parameter isOpenAnyway: whether something else keeps it open.
  mutating func closeByHand(_ gate: Int, isOpenAnyway: Bool) {
    openedByHand[gate] = false
    setGate(gate, isOpen: isOpenAnyway)
  }
}

/// A node's completion.
public struct QuestCompletion: Hashable, Sendable {
  /// The event that completed it.
  public internal(set) var event: EventID
  /// When it was completed.
  public internal(set) var at: Instant
  /// On which civil day.
  public internal(set) var day: CivilDay
}

/// A set of positions below a count, one bit each, read in ascending order.
struct QuestBits: Equatable, Sendable {
  private var words: [UInt64]

  init(count: Int) {
    words = Array(repeating: 0, count: (count + 63) / 64)
  }

  func contains(_ position: Int) -> Bool { words[position >> 6] >> UInt64(position & 63) & 1 == 1 }

  /// - Returns: whether it was not there before.
  @discardableResult
  mutating func insert(_ position: Int) -> Bool {
    let isNew = !contains(position)
    words[position >> 6] |= 1 << UInt64(position & 63)
    return isNew
  }

  mutating func remove(_ position: Int) { words[position >> 6] &= ~(1 << UInt64(position & 63)) }

  /// The positions within a range, in ascending order.
  func positions(in range: Range<Int>) -> [Int] {
    guard !range.isEmpty else { return [] }
    var positions: [Int] = []
    for index in range.lowerBound >> 6...(range.upperBound - 1) >> 6 {
      var rest = words[index]
      while rest != 0 {
        let position = index << 6 + rest.trailingZeroBitCount
        if range.contains(position) { positions.append(position) }
        rest &= rest &- 1
      }
    }
    return positions
  }
}
