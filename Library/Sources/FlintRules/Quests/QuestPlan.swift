/// The missions of a quest set compiled into flat arrays for the fold.
///
/// Nodes are numbered through all missions in order, so that the nodes behind a gate are a range
/// that ends with the gate's mission. A class, since all states share one immutable instance.
final class QuestPlan: Sendable {
  /// The condition that opens a gate.
  enum Opening: Equatable {
    case hand
    case level(Int64)
    case node(Int)
    /// The mission at this position is complete; it has nodes.
    case mission(Int)
    /// The set of this key is complete, if it is loaded.
    case set(String)
  }

  struct Node {
    var mission: Int
    /// The index within the mission, from 0.
    var index: Int
    /// The highest level that a gate before the node requires.
    var level = Int64.min
  }

  struct Gate {
    var mission: Int
    /// The index within the mission, from 0.
    var index: Int
    var opening: Opening
    var nodes: Range<Int>
  }

  let nodes: [Node]
  let gates: [Gate]
  /// The nodes of each mission, by the mission's position.
  let missionNodes: [Range<Int>]
  /// The gates of each mission, by the mission's position.
  let missionGates: [Range<Int>]
  let nodePositions: [String: Int]
  let missionPositions: [String: Int]
  let gatePositions: [String: Int]
  let dependencies: QuestLinks
  /// The nodes that depend on each node.
  let dependents: QuestLinks
  let gatesOfNode: QuestLinks
  let gatesOfMission: QuestLinks

  static let empty = QuestPlan([])

  /// Creates the plan of missions whose nodes are in order. The missions may have validation
  /// errors: of equal ids the first counts, empty ids and unknown dependencies are ignored, and a
  /// gate after an unknown node has no nodes behind it.
  init(_ missions: [QuestMission]) {
    let counted = Counted(missions)
    var nodes = counted.nodes
    var gates: [Gate] = []
    var dependencies: [(from: Int, to: Int)] = []
    var gatesOfNode: [(from: Int, to: Int)] = []
    var gatesOfMission: [(from: Int, to: Int)] = []
    gates.reserveCapacity(counted.gatePositions.count)
    dependencies.reserveCapacity(nodes.count)
    for (position, mission) in missions.enumerated() {
      let range = counted.missionNodes[position]
      for (node, number) in zip(mission.nodes, range) {
        for id in node.dependencies {
          if let needed = counted.nodePositions[id] { dependencies.append((number, needed)) }
        }
      }
      for (index, gate) in mission.gates.enumerated() {
        let opening = counted.opening(of: gate)
        let behind = mission.start(of: gate) + range.lowerBound..<range.upperBound
        switch opening {
        case .level(let level):
          for node in behind { nodes[node].level = max(nodes[node].level, level) }
        case .node(let node): gatesOfNode.append((node, gates.count))
        case .mission(let mission): gatesOfMission.append((mission, gates.count))
        case .hand, .set: break
        }
        gates.append(Gate(mission: position, index: index, opening: opening, nodes: behind))
      }
    }
    self.nodes = nodes
    self.gates = gates
    missionNodes = counted.missionNodes
    missionGates = counted.missionGates
    nodePositions = counted.nodePositions
    missionPositions = counted.missionPositions
    gatePositions = counted.gatePositions
    self.dependencies = QuestLinks(dependencies, count: nodes.count)
    dependents = QuestLinks(dependencies.map { ($0.to, $0.from) }, count: nodes.count)
    self.gatesOfNode = QuestLinks(gatesOfNode, count: nodes.count)
    self.gatesOfMission = QuestLinks(gatesOfMission, count: missions.count)
  }

  /// The positions of everything that has an id.
  private struct Counted {
    var nodes: [Node] = []
    var missionNodes: [Range<Int>] = []
    var missionGates: [Range<Int>] = []
    var nodePositions: [String: Int] = [:]
    var missionPositions: [String: Int] = [:]
    var gatePositions: [String: Int] = [:]

    init(_ missions: [QuestMission]) {
      let count = missions.reduce(0) { $0 + $1.nodes.count }
      nodes.reserveCapacity(count)
      nodePositions.reserveCapacity(count)
      missionPositions.reserveCapacity(missions.count)
      var gateCount = 0
      for (position, mission) in missions.enumerated() {
        if !mission.id.isEmpty && missionPositions[mission.id] == nil {
          missionPositions[mission.id] = position
        }
        let first = nodes.count
        for (index, node) in mission.nodes.enumerated() {
          if !node.id.isEmpty && nodePositions[node.id] == nil {
            nodePositions[node.id] = nodes.count
          }
          nodes.append(Node(mission: position, index: index))
        }
        missionNodes.append(first..<nodes.count)
        for (index, gate) in mission.gates.enumerated() where gatePositions[gate.id] == nil {
          gatePositions[gate.id] = gateCount + index
        }
        missionGates.append(gateCount..<gateCount + mission.gates.count)
        gateCount += mission.gates.count
      }
    }

    /// Returns the condition that opens a gate. A requirement that is no id of the set is free
    /// text, and a mission without nodes is never complete: such gates are opened by hand.
    func opening(of gate: QuestGate) -> Opening {
      switch gate.type {
      case .level: gate.level.map { .level($0) } ?? .hand
      case .node: nodePositions[gate.requirement].map { .node($0) } ?? .hand
      case .mission:
        missionPositions[gate.requirement]
          .flatMap { missionNodes[$0].isEmpty ? nil : .mission($0) } ?? .hand
      case .missionSet: .set(QuestSet.key(gate.requirement))
      case .item, .other: .hand
      }
    }
  }

  var missionsWithNodes: Int { missionNodes.count { !$0.isEmpty } }
}

extension QuestMission {
  /// Returns the index in the mission of the first node behind a gate.
  fileprivate func start(of gate: QuestGate) -> Int {
    guard let id = gate.afterNodeID else { return 0 }
    guard let after = nodes.first(where: { $0.id == id }) else { return nodes.count }
    return nodes.firstIndex { $0.orderIndex > after.orderIndex } ?? nodes.count
  }
}

/// The edges of a directed graph, as adjacency lists in one array.
struct QuestLinks: Equatable, Sendable {
  private var ends: [Int] = []
  private var targets: [Int] = []

  /// Creates the lists from pairs; the targets of each vertex stay in the order given.
  init(_ pairs: [(from: Int, to: Int)], count: Int) {
    ends = [Int](repeating: 0, count: count + 1)
    for pair in pairs { ends[pair.from + 1] += 1 }
    for position in 0..<count { ends[position + 1] += ends[position] }
    targets = [Int](repeating: 0, count: pairs.count)
    var next = ends
    for pair in pairs {
      targets[next[pair.from]] = pair.to
      next[pair.from] += 1
    }
  }

  subscript(position: Int) -> ArraySlice<Int> { targets[ends[position]..<ends[position + 1]] }
}
