import FlintJSON
import FlintSchema

package enum QuestStatus: String, Sendable, CaseIterable {
  case completed
  /// The node can be completed now.
  case available
  /// The node depends on nodes that are not completed, or is behind a closed gate.
  case locked
}

/// The unmet requirements of a locked node.
package struct QuestLock: Hashable, Sendable, CustomStringConvertible {
  /// The ids of the dependencies that are not completed, in the node's order.
  package internal(set) var nodes: [String]
  package internal(set) var gates: [QuestGate]

  private static let maximumNamed = 8

  /// `waits for node "a" and gate "b" (level 10)`; beyond 8 entries, only the number of the others.
  package var description: String {
    let nodes = nodes.map { "node \(JSONValue.string($0).summary)" }
    let gates = gates.map {
      "gate \(JSONValue.string($0.id).summary) (\($0.type.rawValue) \($0.requirement))"
    }
    let all = nodes + gates
    let more = all.count - Self.maximumNamed
    return "waits for "
      + (all.prefix(Self.maximumNamed) + (more > 0 ? ["\(more) more"] : [])).listed("and")
  }
}

package struct QuestNodeView: Hashable, Sendable {
  package internal(set) var set: String
  package internal(set) var mission: String
  package internal(set) var node: QuestNode
  package internal(set) var status: QuestStatus
  /// The unmet requirements, when the node is locked.
  package internal(set) var lock: QuestLock?
  package internal(set) var completion: QuestCompletion?

  package var reference: QuestReference { QuestReference(set: set, id: node.id) }
}

/// A gate, and whether it is open.
package struct QuestGateView: Hashable, Sendable {
  package internal(set) var set: String
  package internal(set) var mission: String
  package internal(set) var gate: QuestGate
  package internal(set) var isOpen: Bool
  package internal(set) var isOpenedByHand: Bool
  /// Whether the gate can only be opened by hand, as the loaded sets cannot decide.
  package internal(set) var opensByHand: Bool
  package internal(set) var nodeCount: Int

  package var reference: QuestReference { QuestReference(set: set, id: gate.id) }
}

package struct QuestMissionView: Hashable, Sendable {
  package enum Status: String, Sendable, CaseIterable {
    /// The mission has no nodes, and is never complete.
    case empty
    case untouched
    case inProgress = "in_progress"
    case complete
  }

  package internal(set) var set: String
  package internal(set) var mission: QuestMission
  package internal(set) var completedNodes: Int
  package var nodeCount: Int { mission.nodes.count }

  package var status: Status {
    if nodeCount == 0 { return .empty }
    if completedNodes == 0 { return .untouched }
    return completedNodes == nodeCount ? .complete : .inProgress
  }

  package var reference: QuestReference { QuestReference(set: set, id: mission.id) }
}

package struct QuestSetView: Hashable, Sendable {
  package internal(set) var set: QuestSet
  package internal(set) var completedNodes: Int
  package internal(set) var completeMissions: Int
  /// The number of missions without nodes.
  package internal(set) var emptyMissions: Int
  package var nodeCount: Int { self.set.nodeCount }
  /// The number of missions, including empty ones.
  package var missionCount: Int { self.set.missions.count }
  package var isComplete: Bool { nodeCount > 0 && completedNodes == nodeCount }
}

extension QuestsState {
  /// The loaded sets, in the order in which their ids were first loaded.
  package var sets: [QuestSetView] {
    progress.map { set in
      QuestSetView(
        set: set.definition, completedNodes: set.completedCount,
        completeMissions: set.plan.missionsWithNodes - set.openMissions,
        emptyMissions: set.definition.missions.count - set.plan.missionsWithNodes)
    }
  }

  /// Returns the missions of a set, or of all loaded sets; none when the set is not loaded.
  package func missions(set id: String? = nil) -> [QuestMissionView] {
    selected(id).flatMap { set in
      set.definition.missions.enumerated().map { position, mission in
        QuestMissionView(
          set: set.definition.id, mission: mission,
          completedNodes: mission.nodes.count - set.open[position])
      }
    }
  }

  /// Returns the node of a reference; `nil` when no such node is loaded.
  ///
  /// - Parameter level: the profile's level, which applies unless another was set.
  package func node(_ reference: QuestReference, level: Int64) -> QuestNodeView? {
    guard let set = position(of: reference.set).map({ progress[$0] }),
      let node = set.plan.nodePositions[reference.id]
    else { return nil }
    return view(of: node, in: set, level: self.level(ofProfile: level))
  }

  /// Returns the gates of a mission, of a set or of all loaded sets.
  ///
  /// - Parameter level: the profile's level, which applies unless another was set.
  package func gates(
    set id: String? = nil, mission: String? = nil, level: Int64
  ) -> [QuestGateView] {
    let level = self.level(ofProfile: level)
    return selected(id).flatMap { set in
      set.plan.gates.indices.lazy
        .map { view(ofGate: $0, in: set, level: level) }
        .filter { mission == nil || $0.mission == mission }
    }
  }

  func selected(_ id: String?) -> [QuestProgress] {
    guard let id else { return progress }
    return position(of: id).map { [progress[$0]] } ?? []
  }

  /// Returns a node with its status, given the level that gates compare with.
  func view(of node: Int, in set: QuestProgress, level: Int64) -> QuestNodeView {
    let status = set.status(of: node, level: level)
    return QuestNodeView(
      set: set.definition.id, mission: set.definition.missions[set.plan.nodes[node].mission].id,
      node: set.definition.node(node), status: status,
      lock: status == .locked ? lock(of: node, in: set, level: level) : nil,
      completion: set.completions[node])
  }

  private func lock(of node: Int, in set: QuestProgress, level: Int64) -> QuestLock {
    let plan = set.plan
    let waits = plan.dependencies[node].filter { set.completions[$0] == nil }
    let gates = plan.missionGates[plan.nodes[node].mission].filter {
      plan.gates[$0].nodes.contains(node) && !isOpen($0, of: set, level: level)
    }
    return QuestLock(
      nodes: waits.map { set.definition.node($0).id }, gates: gates.map(set.definition.gate))
  }

  private func view(ofGate gate: Int, in set: QuestProgress, level: Int64) -> QuestGateView {
    let plan = set.plan.gates[gate]
    return QuestGateView(
      set: set.definition.id, mission: set.definition.missions[plan.mission].id,
      gate: set.definition.gate(gate), isOpen: isOpen(gate, of: set, level: level),
      isOpenedByHand: set.openedByHand[gate], opensByHand: opensByHand(gate, of: set),
      nodeCount: plan.nodes.count)
  }
}

extension QuestProgress {
  /// Returns the status of a node, given the level that gates compare with.
  func status(of node: Int, level: Int64) -> QuestStatus {
    if completions[node] != nil { return .completed }
    return isAvailable(node, level: level) ? .available : .locked
  }
}
