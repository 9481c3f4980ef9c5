extension QuestsState {
  /// The position of a node: its set, and its index in the set's plan.
  struct NodePosition: Hashable, Comparable {
    var set: Int
    var node: Int

    static func < (left: NodePosition, right: NodePosition) -> Bool {
      (left.set, left.node) < (right.set, right.node)
    }
  }

  /// Resets the nodes of a scope and, unless it is one node, closes its gates opened by hand.
  mutating func reset(_ scope: QuestScope, cascade: Bool) -> SubjectEffect {
    let ranges: [(set: Int, nodes: Range<Int>, gates: Range<Int>)]
    var isWhole = false
    switch scope {
    case .node(let reference):
      guard let set = position(of: reference.set),
        let node = progress[set].plan.nodePositions[reference.id]
      else { return .void(.unknownQuest) }
      if progress[set].completions[node] == nil { return .void(.nodeOpen) }
      ranges = [(set, node..<node + 1, 0..<0)]
    case .mission(let reference):
      guard let set = position(of: reference.set),
        let mission = progress[set].plan.missionPositions[reference.id]
      else { return .void(.unknownQuest) }
      let plan = progress[set].plan
      ranges = [(set, plan.missionNodes[mission], plan.missionGates[mission])]
    case .set(let id):
      guard let set = position(of: id) else { return .void(.unknownQuest) }
      ranges = [(set, progress[set].plan.nodes.indices, progress[set].plan.gates.indices)]
      isWhole = true
    case .everything:
      ranges = progress.indices.map {
        ($0, progress[$0].plan.nodes.indices, progress[$0].plan.gates.indices)
      }
      isWhole = true
    }
    let completed = ranges.flatMap { range in
      range.nodes.filter { progress[range.set].completions[$0] != nil }
        .map { NodePosition(set: range.set, node: $0) }
    }
    let needing =
      scope == .everything
      ? []
      : completedNodes(requiring: completed).filter { position in
        !ranges.contains { $0.set == position.set && $0.nodes.contains(position.node) }
      }
    if !needing.isEmpty && !cascade { return .void(.nodeNeeded) }
    for range in ranges {
      // Completions of removed nodes must not reappear with a set that has these nodes again.
      if isWhole { progress[range.set].vanished = [:] }
      for gate in range.gates where progress[range.set].openedByHand[gate] {
        let isOpen = opensByItself(gate, of: progress[range.set])
        progress[range.set].closeByHand(gate, isOpenAnyway: isOpen)
      }
    }
    return uncomplete(completed + needing)
  }

  private mutating func uncomplete(_ nodes: [NodePosition]) -> SubjectEffect {
    var effect = SubjectEffect()
    for position in nodes.sorted() {
      let wasComplete = progress[position.set].isComplete
      guard let completion = progress[position.set].uncomplete(position.node) else { continue }
      if wasComplete { updateWatchers(of: position.set) }
      effect.reversals.append(
        QuestProgress.reversal(completion))
    }
    return effect
  }

  /// Returns the other completed nodes that require one of some nodes, by set and position.
  ///
  /// A node requires its dependencies. Behind a gate that is opened by a node, mission or set, it
  /// also requires that node, or every node of that mission or set. Requirements are transitive,
  /// whatever the nodes between. A gate that was opened by hand requires nothing.
  func completedNodes(requiring nodes: [NodePosition]) -> [NodePosition] {
    var seen = Set(nodes)
    var queue = nodes
    var missions: Set<NodePosition> = []
    var sets: Set<Int> = []
    var next = 0
    while next < queue.count {
      let position = queue[next]
      next += 1
      let set = progress[position.set]
      func add(_ node: Int, of set: Int) {
        let position = NodePosition(set: set, node: node)
        if seen.insert(position).inserted { queue.append(position) }
      }
      func addNodes(behind gate: Int, of set: Int) {
        if progress[set].openedByHand[gate] { return }
        for node in progress[set].plan.gates[gate].nodes { add(node, of: set) }
      }
      for dependent in set.plan.dependents[position.node] { add(dependent, of: position.set) }
      for gate in set.plan.gatesOfNode[position.node] { addNodes(behind: gate, of: position.set) }
      let mission = set.plan.nodes[position.node].mission
      if missions.insert(NodePosition(set: position.set, node: mission)).inserted {
        for gate in set.plan.gatesOfMission[mission] { addNodes(behind: gate, of: position.set) }
      }
      if sets.insert(position.set).inserted {
        for watcher in watchers[QuestSet.key(set.definition.id)] ?? [] {
          addNodes(behind: watcher.gate, of: watcher.set)
        }
      }
    }
    return queue[nodes.count...].filter { progress[$0.set].completions[$0.node] != nil }.sorted()
  }
}
