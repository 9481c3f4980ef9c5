import FlintJSON
import FlintSchema

extension QuestSet {
  /// Returns the set with its nodes sorted and its plan compiled; `nil` when it is invalid.
  ///
  /// - Parameter faults: the errors found while reading the file; errors about ids that are not
  ///   unique, unknown references and nodes that depend on themselves are appended.
  func checked(adding faults: inout [TableFault]) -> QuestSet? {
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
  /// The position of an entry of a mission's list, or of the mission itself.
  private struct Position {
    var mission: Int
    var list: String?
    var index = 0

    var path: TablePath {
      let mission = TablePath()["missions"][mission + 1]
      return list.map { mission[$0][index + 1] } ?? mission
    }
  }

  private let set: QuestSet
  private(set) var faults: [TableFault] = []
  private var nodes: [String: Position] = [:]

  init(_ set: QuestSet) {
    self.set = set
  }

  private static func quoted(_ text: String) -> String { JSONValue.string(text).summary }

  private mutating func fault(_ path: TablePath, _ kind: String, _ id: String, _ problem: String) {
    let owner = id.isEmpty ? nil : "\(kind) \(Self.quoted(id))"
    faults.append(TableFault(path: path, owner: owner, problem: problem))
  }

  /// Records ids that occur more than once; ids that could not be read are ignored.
  ///
  /// - Returns: whether all ids are unique.
  mutating func checkIDs() -> Bool {
    var missions: [String: Position] = [:]
    var nodes: [String: Position] = [:]
    var gates: [String: Position] = [:]
    for (position, mission) in set.missions.enumerated() {
      note("mission", mission.id, Position(mission: position), &missions)
      for (index, node) in mission.nodes.enumerated() {
        note("node", node.id, Position(mission: position, list: "nodes", index: index), &nodes)
      }
      for (index, gate) in mission.gates.enumerated() {
        note("gate", gate.id, Position(mission: position, list: "gates", index: index), &gates)
      }
    }
    self.nodes = nodes
    return faults.isEmpty
  }

  /// Notes the position of an id, or records the error that another entry has it.
  private mutating func note(
    _ kind: String, _ id: String, _ position: Position, _ known: inout [String: Position]
  ) {
    if id.isEmpty { return }
    guard let first = known[id] else {
      known[id] = position
      return
    }
    fault(
      position.path["id"], kind, id,
      "expected an id that no other \(kind) of the set has; \(first.path) has it")
  }

  /// Records dependencies and gates that name no node.
  mutating func checkReferences() {
    for (position, mission) in set.missions.enumerated() {
      for (index, node) in mission.nodes.enumerated() {
        for (number, id) in node.dependencies.enumerated() where !id.isEmpty && nodes[id] == nil {
          let own = Position(mission: position, list: "nodes", index: index)
          fault(
            own.path["dependencies"][number + 1], "node", node.id,
            "expected the id of a node of the set, got \(Self.quoted(id))")
        }
      }
      for (index, gate) in mission.gates.enumerated() {
        guard let id = gate.afterNodeID, !id.isEmpty, nodes[id]?.mission != position else {
          continue
        }
        fault(
          Position(mission: position, list: "gates", index: index).path["afterNodeId"], "gate",
          gate.id, "expected the id of a node of the same mission, got \(Self.quoted(id))")
      }
    }
  }

  /// Returns the error that a node depends on itself, reported for the cycle's first node.
  func fault(
    cycle: [QuestCycles.Step], of ordered: QuestSet, _ orders: [[Int]]
  ) -> TableFault {
    let names = cycle.map { ordered.name(of: $0) }
    var path = TablePath()
    var owner: String?
    if case .node(let number)? = cycle.first {
      let node = ordered.plan.nodes[number]
      let index = orders[node.mission][node.index]
      path = Position(mission: node.mission, list: "nodes", index: index).path
      owner = "node \(Self.quoted(ordered.node(number).id))"
      if cycle.count > 1, case .node(let next) = cycle[1],
        let dependency = set.missions[node.mission].nodes[index].dependencies.firstIndex(
          of: ordered.node(next).id)
      {
        path = path["dependencies"][dependency + 1]
      }
    }
    return TableFault(
      path: path, owner: owner, problem: "dependency cycle: \(names.joined(separator: " → "))")
  }
}

extension QuestSet {
  func node(_ position: Int) -> QuestNode {
    let node = plan.nodes[position]
    return missions[node.mission].nodes[node.index]
  }

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
