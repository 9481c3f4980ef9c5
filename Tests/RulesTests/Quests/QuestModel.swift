@testable import FlintRules

/// A reference model of quests: nothing is counted, everything is computed again from the
/// sets, the completions and the gates opened by hand.
struct QuestModel {
  struct Key: Hashable {
    var set: String
    var id: String
  }

  var sets: [QuestSet] = []
  var completed: [Key: Int32] = [:]
  /// Completions of nodes that were removed from their sets.
  var vanished: [Key: Int32] = [:]
  /// The days whose completions count again since the last load.
  var revived: [Int32] = []
  var opened: Set<Key> = []
  var level: Int64?

  func set(_ id: String) -> QuestSet? { sets.first { $0.id == id } }

  func nodes(of set: QuestSet) -> [QuestNode] { set.missions.flatMap(\.nodes) }

  func isDone(_ set: QuestSet, _ nodes: [QuestNode]) -> Bool {
    !nodes.isEmpty && nodes.allSatisfy { completed[Key(set: set.id, id: $0.id)] != nil }
  }

  /// The nodes that open a gate once all are completed; `nil` for a gate opened by hand.
  func openers(of gate: QuestGate, in set: QuestSet) -> (set: QuestSet, nodes: [QuestNode])? {
    let found: (set: QuestSet, nodes: [QuestNode])? =
      switch gate.type {
      case .node: (set, nodes(of: set).filter { $0.id == gate.requirement })
      case .mission: (set, set.missions.filter { $0.id == gate.requirement }.flatMap(\.nodes))
      case .missionSet: self.set(gate.requirement).map { ($0, nodes(of: $0)) }
      case .level, .item, .other: nil
      }
    return found.flatMap { $0.nodes.isEmpty ? nil : $0 }
  }

  func opensByHand(_ gate: QuestGate, in set: QuestSet) -> Bool {
    gate.level == nil && openers(of: gate, in: set) == nil
  }

  func isOpen(_ gate: QuestGate, in set: QuestSet, level: Int64) -> Bool {
    if let needed = gate.level { return (self.level ?? level) >= needed }
    if opened.contains(Key(set: set.id, id: gate.id)) { return true }
    return openers(of: gate, in: set).map { isDone($0.set, $0.nodes) } ?? false
  }

  func gates(before node: QuestNode, in mission: QuestMission) -> [QuestGate] {
    mission.gates.filter { gate in
      guard let after = mission.nodes.first(where: { $0.id == gate.afterNodeID }) else {
        return true
      }
      return node.orderIndex > after.orderIndex
    }
  }

  func status(
    of node: QuestNode, in mission: QuestMission, of set: QuestSet, level: Int64
  ) -> QuestStatus {
    if completed[Key(set: set.id, id: node.id)] != nil { return .completed }
    let isFree =
      node.dependencies.allSatisfy { completed[Key(set: set.id, id: $0)] != nil }
      && gates(before: node, in: mission).allSatisfy { isOpen($0, in: set, level: level) }
    return isFree ? .available : .locked
  }

  /// The direct requirements of each node: dependencies, and openers of gates not opened by hand.
  func needs() -> [Key: Set<Key>] {
    var needs: [Key: Set<Key>] = [:]
    for set in sets {
      for mission in set.missions {
        for node in mission.nodes {
          var found = Set(node.dependencies.map { Key(set: set.id, id: $0) })
          for gate in gates(before: node, in: mission)
          where !opened.contains(Key(set: set.id, id: gate.id)) {
            guard let openers = openers(of: gate, in: set) else { continue }
            found.formUnion(openers.nodes.map { Key(set: openers.set.id, id: $0.id) })
          }
          needs[Key(set: set.id, id: node.id)] = found
        }
      }
    }
    return needs
  }

  /// The transitive requirements of each node.
  func needsInTheEnd() -> [Key: Set<Key>] {
    var needs = needs()
    while true {
      var isChanged = false
      for (key, found) in needs {
        let more = found.reduce(into: found) { $0.formUnion(needs[$1] ?? []) }
        if more != found {
          needs[key] = more
          isChanged = true
        }
      }
      if !isChanged { return needs }
    }
  }

  // MARK: Actions

  /// - Returns: the reason why the event is void, and the days whose completions were reset, in order.
  mutating func apply(
    _ action: QuestAction, day: Int32, level: Int64
  ) -> (void: VoidReason?, back: [Int32]) {
    revived = []
    switch action {
    case .load(let set): return load(set)
    case .setLevel(let level): self.level = level
    case .complete(let reference):
      guard let set = set(reference.set),
        let mission = set.missions.first(where: { $0.nodes.contains { $0.id == reference.id } }),
        let node = mission.nodes.first(where: { $0.id == reference.id })
      else { return (.unknownQuest, []) }
      switch status(of: node, in: mission, of: set, level: level) {
      case .completed: return (.nodeCompleted, [])
      case .locked: return (.nodeLocked, [])
      case .available: completed[Key(set: set.id, id: node.id)] = day
      }
    case .openGate(let reference):
      guard let set = set(reference.set),
        let gate = set.missions.flatMap(\.gates).first(where: { $0.id == reference.id })
      else { return (.unknownGate, []) }
      guard opensByHand(gate, in: set), !isOpen(gate, in: set, level: level) else {
        return (.gateNotClosed, [])
      }
      opened.insert(Key(set: set.id, id: gate.id))
    case .reset(let scope, let cascade): return reset(scope, cascade: cascade)
    }
    return (nil, [])
  }

  private mutating func load(_ set: QuestSet) -> (void: VoidReason?, back: [Int32]) {
    var next = self
    next.opened = []
    next.put(set)
    if next.needsInTheEnd().contains(where: { $0.value.contains($0.key) }) {
      return (.questCycle, [])
    }
    put(set)
    let nodes = Set(nodes(of: set).map(\.id))
    let gone = completed.filter { $0.key.set == set.id && !nodes.contains($0.key.id) }
    let returned = vanished.filter { $0.key.set == set.id && nodes.contains($0.key.id) }
    for (key, day) in gone {
      completed[key] = nil
      vanished[key] = day
    }
    for (key, day) in returned {
      vanished[key] = nil
      completed[key] = day
    }
    revived = returned.values.sorted()
    let kept = Set(
      set.missions.flatMap(\.gates)
        .filter { $0.type == .missionSet || opensByHand($0, in: set) }.map(\.id))
    opened = opened.filter { $0.set != set.id || kept.contains($0.id) }
    return (nil, gone.values.sorted())
  }

  private mutating func put(_ set: QuestSet) {
    if let position = sets.firstIndex(where: { $0.id == set.id }) {
      sets[position] = set
    } else {
      sets.append(set)
    }
  }

  private mutating func reset(
    _ scope: QuestScope, cascade: Bool
  ) -> (void: VoidReason?, back: [Int32]) {
    var scoped: Set<Key> = []
    var gates: Set<Key> = []
    switch scope {
    case .node(let reference):
      let key = Key(set: reference.set, id: reference.id)
      guard let set = set(reference.set), nodes(of: set).contains(where: { $0.id == key.id }) else {
        return (.unknownQuest, [])
      }
      if completed[key] == nil { return (.nodeOpen, []) }
      scoped = [key]
    case .mission(let reference):
      guard let mission = set(reference.set)?.missions.first(where: { $0.id == reference.id })
      else {
        return (.unknownQuest, [])
      }
      scoped = Set(mission.nodes.map { Key(set: reference.set, id: $0.id) })
      gates = Set(mission.gates.map { Key(set: reference.set, id: $0.id) })
    case .set(let id):
      guard let set = set(id) else { return (.unknownQuest, []) }
      scoped = Set(nodes(of: set).map { Key(set: id, id: $0.id) })
      gates = Set(set.missions.flatMap(\.gates).map { Key(set: id, id: $0.id) })
    case .everything:
      scoped = Set(completed.keys)
      gates = opened
    }
    let taken = scoped.filter { completed[$0] != nil }
    let needs = needsInTheEnd()
    let others = completed.keys.filter {
      !scoped.contains($0) && !(needs[$0] ?? []).isDisjoint(with: taken)
    }
    if !others.isEmpty && !cascade { return (.nodeNeeded, []) }
    let all = taken.union(others)
    let back = all.compactMap { completed[$0] }.sorted()
    for key in all { completed[key] = nil }
    switch scope {
    case .set(let id): vanished = vanished.filter { $0.key.set != id }
    case .everything: vanished = [:]
    case .node, .mission: break
    }
    opened.subtract(gates)
    return (nil, back)
  }
}
