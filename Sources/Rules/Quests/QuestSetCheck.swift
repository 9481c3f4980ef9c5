import JSON

extension QuestSet {
  /// Returns the set with its nodes sorted and its plan compiled; `nil` when it is invalid.
  ///
  /// - Parameter faults: the errors found while reading the file; errors about ids that are not
  ///   unique, unknown references and nodes that depend on themselves are appended.
  func checked(adding faults: inout [QuestSetFault]) -> QuestSet? {
    let hadFaults = !faults.isEmpty
    var check = QuestSetCheck(self)
    let areUnique = check.checkIDs()
    check.checkReferences()
    faults += check.faults
    // Where ids are ambiguous, so are dependencies.
    guard areUnique else { return nil }
    var set = self
    var orders: [[Int]] = []
    for position in missions.indices { orders.append(set.missions[position].putInOrder()) }
    set.plan = QuestPlan(set.missions)
    faults += QuestCycles(set).shortestCycles().map { check.fault(cycle: $0, of: set, orders) }
    return faults.isEmpty && !hadFaults ? set : nil
  }
}

extension QuestMission {
  /// Sorts the nodes by `orderIndex`, and removes repeated dependencies.
  ///
  /// - Returns: the previous index of each node.
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

/// A validation of the ids and references of a set.
private struct QuestSetCheck {
  private let set: QuestSet
  private(set) var faults: [QuestSetFault] = []
  private var nodes: [String: QuestFilePath] = [:]

  init(_ set: QuestSet) {
    self.set = set
  }

  private static func quoted(_ text: String) -> String { JSONValue.string(text).summary }

  private static func fault(
    _ path: String, _ kind: String, _ id: String, _ problem: String
  ) -> QuestSetFault {
    let owner = id.isEmpty ? nil : "\(kind) \(quoted(id))"
    return QuestSetFault(path: path, owner: owner, problem: problem)
  }

  /// Records ids that occur more than once; ids that could not be read are ignored.
  ///
  /// - Returns: whether all ids are unique.
  mutating func checkIDs() -> Bool {
    var missions = FirstPaths(kind: "mission")
    var nodes = FirstPaths(kind: "node", count: set.missions.reduce(0) { $0 + $1.nodes.count })
    var gates = FirstPaths(kind: "gate")
    for (position, mission) in set.missions.enumerated() {
      missions.add(mission.id, QuestFilePath(mission: position), &faults)
      for (index, node) in mission.nodes.enumerated() {
        nodes.add(node.id, QuestFilePath(mission: position, node: index), &faults)
      }
      for (index, gate) in mission.gates.enumerated() {
        gates.add(gate.id, QuestFilePath(mission: position, gate: index), &faults)
      }
    }
    self.nodes = nodes.paths
    return faults.isEmpty
  }

  /// The path at which each id of one kind occurs first.
  private struct FirstPaths {
    var kind: String
    var paths: [String: QuestFilePath] = [:]

    init(kind: String, count: Int = 0) {
      self.kind = kind
      paths.reserveCapacity(count)
    }

    mutating func add(_ id: String, _ path: QuestFilePath, _ faults: inout [QuestSetFault]) {
      if id.isEmpty { return }
      guard let first = paths[id] else {
        paths[id] = path
        return
      }
      faults.append(
        QuestSetCheck.fault(
          path.text("id"), kind, id,
          "expected an id that no other \(kind) of the set has; \(first.text()) has it"))
    }
  }

  /// Records dependencies and gates that name no node.
  mutating func checkReferences() {
    for (position, mission) in set.missions.enumerated() {
      for (index, node) in mission.nodes.enumerated() {
        for (number, id) in node.dependencies.enumerated() where !id.isEmpty && nodes[id] == nil {
          faults.append(
            Self.fault(
              QuestFilePath(mission: position, node: index).text("dependencies", number), "node",
              node.id, "expected the id of a node of the set, got \(Self.quoted(id))"))
        }
      }
      for (index, gate) in mission.gates.enumerated() {
        guard let id = gate.afterNodeID, !id.isEmpty, nodes[id]?.mission != position else {
          continue
        }
        faults.append(
          Self.fault(
            QuestFilePath(mission: position, gate: index).text("afterNodeId"), "gate", gate.id,
            "expected the id of a node of the same mission, got \(Self.quoted(id))"))
      }
    }
  }

  /// Returns the error that a node depends on itself, reported for the node with which the cycle
  /// begins.
  func fault(
    cycle: [QuestCycles.Step], of ordered: QuestSet, _ orders: [[Int]]
  ) -> QuestSetFault {
    let names = cycle.map { ordered.name(of: $0) }
    var path = QuestFilePath()
    var owner: String?
    var dependency: Int?
    if case .node(let number)? = cycle.first {
      let node = ordered.plan.nodes[number]
      path.mission = node.mission
      path.node = orders[node.mission][node.index]
      owner = "node \(Self.quoted(ordered.node(number).id))"
      if cycle.count > 1, case .node(let next) = cycle[1] {
        let dependencies = path.node.map { set.missions[node.mission].nodes[$0].dependencies }
        dependency = dependencies?.firstIndex(of: ordered.node(next).id)
      }
    }
    return QuestSetFault(
      path: dependency.map { path.text("dependencies", $0) } ?? path.text(), owner: owner,
      problem: "dependency cycle: \(names.joined(separator: " → "))")
  }
}

extension QuestSet {
  /// Returns the node at a position of the plan.
  func node(_ position: Int) -> QuestNode {
    let node = plan.nodes[position]
    return missions[node.mission].nodes[node.index]
  }

  /// Returns the gate at a position of the plan.
  func gate(_ position: Int) -> QuestGate {
    let gate = plan.gates[position]
    return missions[gate.mission].gates[gate.index]
  }

  /// Returns the name of a step of a cycle, for messages.
  fileprivate func name(of step: QuestCycles.Step) -> String {
    switch step {
    case .node(let position): node(position).id
    case .gate(let position): "gate \(gate(position).id)"
    case .mission(let position): "mission \(missions[position].id)"
    case .set: "set \(id)"
    }
  }
}
