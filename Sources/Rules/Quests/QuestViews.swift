/// How a node stands.
public enum QuestStatus: String, Sendable, CaseIterable {
  /// It is done.
  case completed
  /// It can be done now.
  case available
  /// It waits for other nodes, or for gates.
  case locked
}

/// What a locked node waits for.
public struct QuestLock: Hashable, Sendable, CustomStringConvertible {
  /// The nodes that it depends on and that are not completed, as the node names them.
  public internal(set) var nodes: [String]
  /// The closed gates before it.
  public internal(set) var gates: [QuestGate]

  private static let mostNamed = 8

  /// `waits for node "a" and gate "b" (level 10)`; of many the first few, and how many more.
  public var description: String {
    let nodes = nodes.map { "node \(JSONValue.string($0).sort)" }
    let gates = gates.map {
      "gate \(JSONValue.string($0.id).sort) (\($0.type.rawValue) \($0.requirement))"
    }
    let all = nodes + gates
    let more = all.count - Self.mostNamed
    return "waits for "
      + NearestName.alternatives(
        all.prefix(Self.mostNamed) + (more > 0 ? ["\(more) more"] : []), "and")
  }
}

/// A node, and how it stands.
public struct QuestNodeView: Hashable, Sendable {
  /// The id of its set.
  public internal(set) var set: String
  /// The id of its mission.
  public internal(set) var mission: String
  /// What it is.
  public internal(set) var node: QuestNode
  /// How it stands.
  public internal(set) var status: QuestStatus
  /// What it waits for, when it is locked.
  public internal(set) var lock: QuestLock?
  /// When it was completed, if it was.
  public internal(set) var completion: QuestCompletion?

  /// What the node is known by.
  public var reference: QuestReference { QuestReference(set: set, id: node.id) }
}

/// A gate, and whether it is open.
public struct QuestGateView: Hashable, Sendable {
  /// The id of its set.
  public internal(set) var set: String
  /// The id of its mission.
  public internal(set) var mission: String
  /// What it is.
  public internal(set) var gate: QuestGate
  /// Whether it is open.
  public internal(set) var isOpen: Bool
  /// Whether a person opened it.
  public internal(set) var isOpenedByHand: Bool
  /// Whether only a person can open it: it asks for something of which the loaded sets know
  /// nothing.
  public internal(set) var opensByHand: Bool
  /// How many nodes it stands before.
  public internal(set) var nodeCount: Int

  /// What the gate is known by.
  public var reference: QuestReference { QuestReference(set: set, id: gate.id) }
}

/// A mission, and how far it is.
public struct QuestMissionView: Hashable, Sendable {
  /// How a mission stands.
  public enum Status: String, Sendable, CaseIterable {
    /// It has no nodes, and is never complete.
    case empty
    /// None of its nodes is completed.
    case untouched
    /// Some of its nodes are completed.
    case inProgress = "in_progress"
    /// All of its nodes are completed.
    case complete
  }

  /// The id of its set.
  public internal(set) var set: String
  /// What it is.
  public internal(set) var mission: QuestMission
  /// How many of its nodes are completed.
  public internal(set) var completedNodes: Int
  /// How many nodes it has.
  public var nodeCount: Int { mission.nodes.count }

  /// How it stands.
  public var status: Status {
    if nodeCount == 0 { return .empty }
    if completedNodes == 0 { return .untouched }
    return completedNodes == nodeCount ? .complete : .inProgress
  }

  /// What the mission is known by.
  public var reference: QuestReference { QuestReference(set: set, id: mission.id) }
}

/// A set, and how far it is.
public struct QuestSetView: Hashable, Sendable {
  /// What it is.
  public internal(set) var set: QuestSet
  /// How many of its nodes are completed.
  public internal(set) var completedNodes: Int
  /// How many of its missions are complete.
  public internal(set) var completeMissions: Int
  /// How many of its missions have no nodes.
  public internal(set) var emptyMissions: Int
  /// How many nodes it has.
  public var nodeCount: Int { self.set.nodeCount }
  /// How many missions it has, empty ones included.
  public var missionCount: Int { self.set.missions.count }
  /// Whether it has nodes, and all are completed.
  public var isComplete: Bool { nodeCount > 0 && completedNodes == nodeCount }
}

extension QuestsState {
  /// The loaded sets, in the order in which their ids were first loaded.
  public var sets: [QuestSetView] {
    progress.map { set in
      QuestSetView(
        set: set.definition, completedNodes: set.completedCount,
        completeMissions: set.plan.missionsWithNodes - set.openMissions,
        emptyMissions: set.definition.missions.count - set.plan.missionsWithNodes)
    }
  }

  /// The missions of a set, or of all loaded sets; none when there is no such set.
  public func missions(set id: String? = nil) -> [QuestMissionView] {
    selected(id).flatMap { set in
      set.definition.missions.enumerated().map { position, mission in
        QuestMissionView(
          set: set.definition.id, mission: mission,
          completedNodes: mission.nodes.count - set.open[position])
      }
    }
  }

  /// The node that a reference means; `nil` when there is none.
  ///
  /// - Parameter level: the profile's level, which counts unless another was set.
  public func node(_ reference: QuestReference, level: Int64) -> QuestNodeView? {
    guard let set = position(of: reference.set).map({ progress[$0] }),
      let node = set.plan.nodePositions[reference.id]
    else { return nil }
    return view(of: node, in: set, level: self.level(ofProfile: level))
  }

  /// The gates of a mission, of a set or of all loaded sets.
  ///
  /// - Parameters:
  ///   - set: the id of the set; all unless given.
  ///   - mission: the id of the mission; all of the set unless given.
  ///   - level: the profile's level, which counts unless another was set.
  public func gates(
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

  /// A node and how it stands, at a level that gates are held against.
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
  /// How a node stands, at a level that gates are held against.
  func status(of node: Int, level: Int64) -> QuestStatus {
    if completions[node] != nil { return .completed }
    return isAvailable(node, level: level) ? .available : .locked
  }
}
