/// A search for nodes that depend on themselves, through dependencies or through gates that are
/// opened only by nodes, missions or completion of the same set.
///
/// The search runs on a graph of nodes, missions, gates and the set. Each node has an entry vertex
/// between it and the gates before it: an entry depends on the gates that begin at its node and on
/// the entry of the previous node, so that a mission of many nodes and many gates does not need an
/// edge for each pair.
struct QuestCycles {
  /// A step of a cycle, by position in the plan.
  enum Step: Equatable {
    case node(Int)
    case gate(Int)
    case mission(Int)
    case set
  }

  private let plan: QuestPlan
  private let key: String
  /// The gates that begin at each node.
  private let gatesAt: QuestLinks

  init(_ set: QuestSet) {
    let plan = set.plan
    self.plan = plan
    key = QuestSet.key(set.id)
    gatesAt = QuestLinks(
      plan.gates.indices.filter { !plan.gates[$0].nodes.isEmpty }
        .map { (from: plan.gates[$0].nodes.lowerBound, to: $0) },
      count: plan.nodes.count)
  }

  /// Returns, for each group of nodes that depend on each other, one of the shortest cycles through
  /// the group's first node. It begins and ends with that node; each step depends on the next.
  func shortestCycles() -> [[Step]] {
    let count = vertexCount
    let targets = QuestLinks(edges, count: count)
    var cycles: [[Step]] = []
    for group in Self.groups(targets, count: count) {
      // Every cycle passes a node: entries lead only to earlier entries and to gates, and gates,
      // missions and the set lead to nodes in the end.
      guard let start = group.min(), start < plan.nodes.count else { continue }
      let cycle = Self.shortestCycle(from: start, within: Set(group), targets)
      cycles.append(cycle.compactMap(step))
    }
    return cycles.sorted { Self.start(of: $0) < Self.start(of: $1) }
  }

  private static func start(of cycle: [Step]) -> Int {
    if case .node(let position)? = cycle.first { position } else { .max }
  }

  // MARK: The graph. Vertices are numbered in the order nodes, entries, gates, missions, set.

  private var vertexCount: Int {
    2 * plan.nodes.count + plan.gates.count + plan.missionNodes.count + 1
  }

  private func entry(_ node: Int) -> Int { plan.nodes.count + node }
  private func gate(_ gate: Int) -> Int { 2 * plan.nodes.count + gate }
  private func mission(_ mission: Int) -> Int { gate(plan.gates.count) + mission }
  private var set: Int { vertexCount - 1 }

  private func step(_ vertex: Int) -> Step? {
    if vertex < entry(0) { return .node(vertex) }
    if vertex < gate(0) { return nil }
    if vertex < mission(0) { return .gate(vertex - gate(0)) }
    return vertex < set ? .mission(vertex - mission(0)) : .set
  }

  private var edges: [(from: Int, to: Int)] {
    var edges: [(from: Int, to: Int)] = []
    for node in plan.nodes.indices {
      for needed in plan.dependencies[node] { edges.append((node, needed)) }
      edges.append((node, entry(node)))
      if plan.nodes[node].index > 0 { edges.append((entry(node), entry(node - 1))) }
      for begins in gatesAt[node] { edges.append((entry(node), gate(begins))) }
      edges.append((mission(plan.nodes[node].mission), node))
    }
    for (position, found) in plan.gates.enumerated() {
      switch found.opening {
      case .node(let node): edges.append((gate(position), node))
      case .mission(let opener): edges.append((gate(position), mission(opener)))
      case .set(let opener) where opener == key: edges.append((gate(position), set))
      case .set, .level, .hand: break
      }
    }
    for position in plan.missionNodes.indices { edges.append((set, mission(position))) }
    return edges
  }

  // MARK: Cycles

  /// Returns the strongly connected components of the graph (Tarjan, "Depth-first search and linear
  /// graph algorithms", 1972); those of one vertex only where it has an edge to itself. Iterative,
  /// since a chain may be as long as the set has nodes.
  private static func groups(_ targets: QuestLinks, count: Int) -> [[Int]] {
    var groups: [[Int]] = []
    var order = [Int](repeating: -1, count: count)
    var low = [Int](repeating: 0, count: count)
    var isOpen = [Bool](repeating: false, count: count)
    var open: [Int] = []
    var path: [(vertex: Int, next: Int)] = []
    var visited = 0
    for root in 0..<count where order[root] < 0 {
      path.append((root, -1))
      while let (vertex, next) = path.last {
        let list = targets[vertex]
        if next < 0 {
          order[vertex] = visited
          low[vertex] = visited
          visited += 1
          open.append(vertex)
          isOpen[vertex] = true
          path[path.count - 1].next = list.startIndex
          continue
        }
        if next < list.endIndex {
          path[path.count - 1].next = next + 1
          let target = list[next]
          if order[target] < 0 {
            path.append((target, -1))
          } else if isOpen[target] {
            low[vertex] = min(low[vertex], order[target])
          }
          continue
        }
        path.removeLast()
        if let parent = path.last?.vertex { low[parent] = min(low[parent], low[vertex]) }
        guard low[vertex] == order[vertex] else { continue }
        var group: [Int] = []
        while let member = open.popLast() {
          isOpen[member] = false
          group.append(member)
          if member == vertex { break }
        }
        if group.count > 1 || list.contains(vertex) { groups.append(group) }
      }
    }
    return groups
  }

  /// Returns a shortest path within a group from a vertex back to itself.
  private static func shortestCycle(
    from start: Int, within group: Set<Int>, _ targets: QuestLinks
  ) -> [Int] {
    var reachedFrom: [Int: Int] = [:]
    var queue = [start]
    var position = 0
    search: while position < queue.count {
      let vertex = queue[position]
      position += 1
      for target in targets[vertex] where group.contains(target) && reachedFrom[target] == nil {
        reachedFrom[target] = vertex
        if target == start { break search }
        queue.append(target)
      }
    }
    var cycle = [start]
    var vertex = start
    while let before = reachedFrom[vertex] {
      cycle.append(before)
      vertex = before
      if vertex == start { break }
    }
    return cycle.reversed()
  }
}
