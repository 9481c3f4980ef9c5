extension QuestsState {
  /// A node of any set, by position.
  struct Place: Hashable, Comparable {
    var set: Int
    var node: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.set, left.node) < (right.set, right.node)
    }
  }

  /// Un-completes the completed nodes of a scope, and closes its gates that were opened by hand
  /// unless the scope is one node.
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
        .map { Place(set: range.set, node: $0) }
    }
    let needing =
      scope == .everything
      ? []
      : completedNodes(thatNeed: completed).filter { place in
        !ranges.contains { $0.set == place.set && $0.nodes.contains(place.node) }
      }
    if !needing.isEmpty && !cascade { return .void(.nodeNeeded) }
    for range in ranges {
      // What is gone is not to come back with a set that has it again.
      if isWhole { progress[range.set].vanished = [:] }
      for gate in range.gates where progress[range.set].openedByHand[gate] {
        let isOpen = opensByItself(gate, of: progress[range.set])
        progress[range.set].closeByHand(gate, isOpenAnyway: isOpen)
      }
    }
    return uncomplete(completed + needing)
  }

  private mutating func uncomplete(_ places: [Place]) -> SubjectEffect {
    var effect = SubjectEffect()
    for place in places.sorted() {
      let wasComplete = progress[place.set].isComplete
      guard let completion = progress[place.set].uncomplete(place.node) else { continue }
      if wasComplete { updateWatchers(of: place.set) }
      effect.takenBack.append(SubjectEffect.TakenBack(day: completion.day, steps: 1))
    }
    return effect
  }

  /// The completed nodes that need one of some nodes, those themselves left out, by set and
  /// position.
  ///
  /// A node needs those that it depends on, and behind a gate that asks for a node, mission or set
  /// that node, or every node of that mission or set; and what those need, completed or not. A gate
  /// that was opened by hand needs nothing.
  func completedNodes(thatNeed places: [Place]) -> [Place] {
    var seen = Set(places)
    var queue = places
    var missions: Set<Place> = []
    var sets: Set<Int> = []
    var position = 0
    while position < queue.count {
      let place = queue[position]
      position += 1
      let set = progress[place.set]
      func add(_ node: Int, of set: Int) {
        let place = Place(set: set, node: node)
        if seen.insert(place).inserted { queue.append(place) }
      }
      func addNodes(behind gate: Int, of position: Int) {
        if progress[position].openedByHand[gate] { return }
        for node in progress[position].plan.gates[gate].nodes { add(node, of: position) }
      }
      for dependent in set.plan.dependents[place.node] { add(dependent, of: place.set) }
      for gate in set.plan.gatesOfNode[place.node] { addNodes(behind: gate, of: place.set) }
      let mission = set.plan.nodes[place.node].mission
      if missions.insert(Place(set: place.set, node: mission)).inserted {
        for gate in set.plan.gatesOfMission[mission] { addNodes(behind: gate, of: place.set) }
      }
      if sets.insert(place.set).inserted {
        for watcher in watchers[QuestSet.key(set.definition.id)] ?? [] {
          addNodes(behind: watcher.gate, of: watcher.set)
        }
      }
    }
    return queue[places.count...].filter { progress[$0.set].completions[$0.node] != nil }.sorted()
  }
}
