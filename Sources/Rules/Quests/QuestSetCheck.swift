extension QuestSet {
  /// The set with its nodes in order and its plan made, where nothing is wrong with it; `nil`
  /// otherwise.
  ///
  /// - Parameter faults: what was found wrong so far, in the file of which this is a draft; gains
  ///   ids that are not unique, references that lead nowhere and nodes that wait for themselves.
  func checked(adding faults: inout [QuestSetFault]) -> QuestSet? {
    let hadFaults = !faults.isEmpty
    var check = QuestSetCheck(self)
    let areUnique = check.checkIDs()
    check.checkReferences()
    faults += check.faults
    // Where an id means two things, what waits for what cannot be told.
    guard areUnique else { return nil }
    var set = self
    var orders: [[Int]] = []
    for position in missions.indices { orders.append(set.missions[position].putInOrder()) }
    set.plan = QuestPlan(set.missions)
    faults += QuestCycles(set).found().map { check.fault(cycle: $0, of: set, orders) }
    return faults.isEmpty && !hadFaults ? set : nil
  }
}

extension QuestMission {
  /// Orders the nodes by `orderIndex`, and lets each name a dependency once.
  ///
  /// - Returns: where each node stood before.
  fileprivate mutating func putInOrder() -> [Int] {
    let order = nodes.indices.sorted {
      (nodes[$0].orderIndex, $0) < (nodes[$1].orderIndex, $1)
    }
    if !order.elementsEqual(nodes.indices) { nodes = order.map { nodes[$0] } }
    for node in nodes.indices where nodes[node].dependencies.count > 1 {
      var seen: Set<String> = []
      nodes[node].dependencies.removeAll { !seen.insert($0).inserted }
    }
    return order
  }
}

/// Looks for what is wrong with a set whose parts were all read.
private struct QuestSetCheck {
  private let set: QuestSet
  private(set) var faults: [QuestSetFault] = []
  private var nodes: [String: QuestPlace] = [:]

  init(_ set: QuestSet) {
    self.set = set
  }

  private static func quoted(_ text: String) -> String { JSONValue.string(text).sort }

  private static func fault(
    _ path: String, _ kind: String, _ id: String, _ problem: String
  ) -> QuestSetFault {
    let owner = id.isEmpty ? nil : "\(kind) \(quoted(id))"
    return QuestSetFault(path: path, owner: owner, problem: problem)
  }

  /// Notes ids that stand more than once; those that could not be read are passed over.
  ///
  /// - Returns: whether each id means one thing.
  mutating func checkIDs() -> Bool {
    var missions = Places(kind: "mission")
    var nodes = Places(kind: "node", count: set.missions.reduce(0) { $0 + $1.nodes.count })
    var gates = Places(kind: "gate")
    for (position, mission) in set.missions.enumerated() {
      missions.add(mission.id, QuestPlace(mission: position), &faults)
      for (index, node) in mission.nodes.enumerated() {
        nodes.add(node.id, QuestPlace(mission: position, node: index), &faults)
      }
      for (index, gate) in mission.gates.enumerated() {
        gates.add(gate.id, QuestPlace(mission: position, gate: index), &faults)
      }
    }
    self.nodes = nodes.places
    return faults.isEmpty
  }

  /// Where each id of one kind stands first.
  private struct Places {
    var kind: String
    var places: [String: QuestPlace] = [:]

    init(kind: String, count: Int = 0) {
      self.kind = kind
      places.reserveCapacity(count)
    }

    mutating func add(_ id: String, _ place: QuestPlace, _ faults: inout [QuestSetFault]) {
      if id.isEmpty { return }
      guard let first = places[id] else {
        places[id] = place
        return
      }
      faults.append(
        QuestSetCheck.fault(
          place.path("id"), kind, id,
          "expected an id that no other \(kind) of the set has; \(first.path()) has it"))
    }
  }

  /// Notes dependencies and gates that lead nowhere.
  mutating func checkReferences() {
    for (position, mission) in set.missions.enumerated() {
      for (index, node) in mission.nodes.enumerated() {
        for (number, id) in node.dependencies.enumerated() where !id.isEmpty && nodes[id] == nil {
          faults.append(
            Self.fault(
              QuestPlace(mission: position, node: index).path("dependencies", number), "node",
              node.id, "expected the id of a node of the set, got \(Self.quoted(id))"))
        }
      }
      for (index, gate) in mission.gates.enumerated() {
        guard let id = gate.afterNodeID, !id.isEmpty, nodes[id]?.mission != position else {
          continue
        }
        faults.append(
          Self.fault(
            QuestPlace(mission: position, gate: index).path("afterNodeId"), "gate", gate.id,
            "expected the id of a node of the same mission, got \(Self.quoted(id))"))
      }
    }
  }

  /// The fault that a node waits for itself, told of the node that the cycle begins with.
  func fault(
    cycle: [QuestCycles.Step], of ordered: QuestSet, _ orders: [[Int]]
  ) -> QuestSetFault {
    let names = cycle.map { ordered.name(of: $0) }
    var place = QuestPlace()
    var owner: String?
    var dependency: Int?
    if case .node(let number)? = cycle.first {
      let node = ordered.plan.nodes[number]
      place.mission = node.mission
      place.node = orders[node.mission][node.index]
      owner = "node \(Self.quoted(ordered.node(number).id))"
      if cycle.count > 1, case .node(let next) = cycle[1] {
        let dependencies = place.node.map { set.missions[node.mission].nodes[$0].dependencies }
        dependency = dependencies?.firstIndex(of: ordered.node(next).id)
      }
    }
    return QuestSetFault(
      path: dependency.map { place.path("dependencies", $0) } ?? place.path(), owner: owner,
      problem: "it waits for itself: \(names.joined(separator: " → "))")
  }
}

extension QuestSet {
  /// The node at a position of the plan.
  func node(_ position: Int) -> QuestNode {
    let node = plan.nodes[position]
    return missions[node.mission].nodes[node.index]
  }

  /// The gate at a position of the plan.
  func gate(_ position: Int) -> QuestGate {
    let gate = plan.gates[position]
    return missions[gate.mission].gates[gate.index]
  }

  /// A step of a cycle, in words.
  fileprivate func name(of step: QuestCycles.Step) -> String {
    switch step {
    case .node(let position): node(position).id
    case .gate(let position): "gate \(gate(position).id)"
    case .mission(let position): "mission \(missions[position].id)"
    case .set: "set \(id)"
    }
  }
}
