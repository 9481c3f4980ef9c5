/// A dependency graph of the nodes and gates of a set or a mission, ready to be drawn.
package struct QuestGraph {
  package enum Look: String, Sendable, CaseIterable {
    /// A completed node, an open gate, a complete mission or set.
    case done
    /// A node that can be done now.
    case available
    /// A locked node or a closed gate.
    case locked
    /// A vertex outside the drawn missions that is not done.
    case outside
    /// A placeholder in a mission without nodes.
    case empty
  }

  /// A node, a gate, or what a drawn one depends on.
  package struct Vertex {
    /// The identifier in the output: letters and digits only, unlike ids.
    package var name: String
    package var lines: [String]
    package var isGate = false
    package var look: Look
  }

  /// An edge from a vertex to one that depends on it.
  package struct Edge {
    /// The identifier of the first vertex.
    package var from: String
    /// The identifier of the vertex that depends on it.
    package var to: String
  }

  /// A mission and the vertices drawn within it.
  package struct Group {
    /// The identifier in the output.
    package var name: String
    package var title: String
    package var vertices: [Vertex] = []
  }

  package private(set) var title: String
  package private(set) var groups: [Group] = []
  /// The vertices outside the drawn missions on which drawn ones depend.
  package private(set) var outside: [Vertex] = []
  package private(set) var edges: [Edge] = []

  private let state: QuestsState
  private let set: QuestProgress
  private let level: Int64
  private let drawn: Range<Int>
  private var outsideNames: Set<String> = []

  /// - Parameter level: the level that gates compare with.
  init(_ missions: Range<Int>, of set: QuestProgress, in state: QuestsState, level: Int64) {
    self.state = state
    self.set = set
    self.level = level
    drawn = missions
    title = set.definition.name
    for mission in missions { add(mission) }
  }

  private mutating func add(_ position: Int) {
    let mission = set.definition.missions[position]
    var group = Group(
      name: "m\(position + 1)",
      title: (mission.number.map { "\($0) " } ?? "") + mission.title)
    for node in set.plan.missionNodes[position] {
      group.vertices.append(vertex(ofNode: node))
      for needed in set.plan.dependencies[node] {
        addIfOutside(needed)
        edges.append(Edge(from: name(ofNode: needed), to: name(ofNode: node)))
      }
    }
    if group.vertices.isEmpty {
      group.vertices.append(
        Vertex(name: "e\(position + 1)", lines: ["no nodes"], look: .empty))
    }
    for gate in set.plan.missionGates[position] {
      group.vertices.append(vertex(ofGate: gate))
      addEdges(toGate: gate)
      // Nodes behind the gate that depend on another node behind it follow the gate indirectly.
      let behind = set.plan.gates[gate].nodes
      for node in behind where !set.plan.dependencies[node].contains(where: behind.contains) {
        edges.append(Edge(from: name(ofGate: gate), to: name(ofNode: node)))
      }
    }
    groups.append(group)
  }

  private mutating func addEdges(toGate gate: Int) {
    switch set.plan.gates[gate].opening {
    case .hand, .level: break
    case .node(let node):
      addIfOutside(node)
      edges.append(Edge(from: name(ofNode: node), to: name(ofGate: gate)))
    case .mission(let mission) where drawn.contains(mission):
      // Once the last of its nodes is completed, all of them are.
      for node in set.plan.missionNodes[mission] where isLast(node, of: mission) {
        edges.append(Edge(from: name(ofNode: node), to: name(ofGate: gate)))
      }
    case .mission(let mission):
      let name = "m\(mission + 1)"
      addOutside(
        Vertex(
          name: name, lines: [set.definition.missions[mission].title],
          look: set.isComplete(mission: mission) ? .done : .outside))
      edges.append(Edge(from: name, to: self.name(ofGate: gate)))
    case .set(let key):
      // Named after the first gate that requires the set, since the set may not be loaded.
      let first = set.plan.gates.firstIndex { $0.opening == .set(key) } ?? gate
      let name = "s\(first + 1)"
      let opener = state.positions[key].map { state.progress[$0] }
      addOutside(
        Vertex(
          name: name, lines: [opener?.definition.name ?? set.definition.gate(first).requirement],
          look: opener?.isComplete == true ? .done : .outside))
      edges.append(Edge(from: name, to: self.name(ofGate: gate)))
    }
  }

  private mutating func addIfOutside(_ node: Int) {
    let mission = set.plan.nodes[node].mission
    if drawn.contains(mission) { return }
    var vertex = vertex(ofNode: node)
    vertex.lines.append(set.definition.missions[mission].title)
    addOutside(vertex)
  }

  private mutating func addOutside(_ vertex: Vertex) {
    guard outsideNames.insert(vertex.name).inserted else { return }
    var vertex = vertex
    if vertex.look != .done { vertex.look = .outside }
    outside.append(vertex)
  }

  /// Whether no other node of its mission depends on a node.
  private func isLast(_ node: Int, of mission: Int) -> Bool {
    !set.plan.dependents[node].contains { set.plan.nodes[$0].mission == mission }
  }

  private func name(ofNode node: Int) -> String { "n\(node + 1)" }
  private func name(ofGate gate: Int) -> String { "g\(gate + 1)" }

  private func vertex(ofNode position: Int) -> Vertex {
    let node = set.definition.node(position)
    var lines = [node.title.isEmpty ? node.id : node.title]
    if let location = node.location {
      let parts = [location.zone, location.coordinates, location.npc].compactMap(\.self)
      lines.append(parts.joined(separator: ", "))
    }
    let look: Look =
      switch set.status(of: position, level: level) {
      case .completed: .done
      case .available: .available
      case .locked: .locked
      }
    return Vertex(name: name(ofNode: position), lines: lines, look: look)
  }

  private func vertex(ofGate position: Int) -> Vertex {
    let gate = set.definition.gate(position)
    return Vertex(
      name: name(ofGate: position), lines: [gate.type.rawValue, gate.requirement], isGate: true,
      look: state.isOpen(position, of: set, level: level) ? .done : .locked)
  }
}

extension QuestsState {
  /// Returns the dependency graph of a set or of one of its missions: nodes and gates, each with its
  /// status, and an edge from each to those that depend on it.
  ///
  /// - Parameter level: the profile's level, which applies unless another was set.
  /// - Returns: the graph; `nil` when no such set or mission is loaded.
  package func graph(set id: String, mission: String? = nil, level: Int64) -> QuestGraph? {
    guard let set = position(of: id).map({ progress[$0] }) else { return nil }
    var missions = set.definition.missions.indices
    if let mission {
      guard let position = set.plan.missionPositions[mission] else { return nil }
      missions = position..<position + 1
    }
    return QuestGraph(missions, of: set, in: self, level: self.level(ofProfile: level))
  }
}
