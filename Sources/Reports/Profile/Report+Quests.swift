import Charts
import FlintRules
import Views

extension ReportSource {
  /// The greatest number of nodes that a graph shows.
  private static let mostNodes = 40
  /// The greatest number of graphs.
  private static let mostGraphs = 24

  /// Returns the progress of quest sets, and the graphs of missions with what is available and locked.
  func quests() -> ReportPage.Section? {
    let sets = state.quests.sets
    guard !sets.isEmpty else { return nil }
    var blocks: [ReportPage.Block] = [
      .table(
        language[.questSets],
        DataTable(
          columns: [language[.questSet], language[.nodesDone], language[.missionsComplete]],
          rows: sets.map { view in
            [
              view.set.name, "\(text(view.completedNodes)) / \(text(view.nodeCount))",
              "\(text(view.completeMissions)) / \(text(view.missionCount - view.emptyMissions))",
            ]
          }))
    ]
    let missions = state.quests.missions().filter { $0.nodeCount > 0 }
    // What is under way comes first, then what is untouched, then what is complete.
    let order: [QuestMissionView.Status] = [.inProgress, .untouched, .complete]
    let drawn = order.flatMap { status in
      missions.filter { $0.status == status && $0.nodeCount <= Self.mostNodes && $0.nodeCount > 1 }
    }.prefix(Self.mostGraphs)
    let titles = AwaitedTitles(sets.map(\.set))
    for mission in drawn { blocks.append(graph(of: mission, titles)) }
    if drawn.count < missions.count {
      blocks.append(
        .text(language.text(.graphsNote, text(drawn.count), text(missions.count))))
    }
    return ReportPage.Section(id: "quests", language[.quests], blocks)
  }

  private func graph(
    of mission: QuestMissionView, _ titles: AwaitedTitles
  ) -> ReportPage.Block {
    let nodes = mission.mission.nodes
    let views = nodes.map { node in
      state.quests.node(QuestReference(set: mission.set, id: node.id), level: Int64(state.level))
    }
    let positions = Dictionary(
      nodes.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first }
    )
    let edges = nodes.enumerated().flatMap { index, node in
      node.dependencies.compactMap { id in positions[id].map { (from: $0, to: index) } }
    }
    func node(_ index: Int) -> LayeredGraph.Node {
      let status = views[index]?.status ?? .locked
      let tip = "\(nodes[index].title): \(language.name(of: status))"
      return switch status {
      case .completed: LayeredGraph.Node(nodes[index].title, .positive, symbol: "✓", tip: tip)
      case .available: LayeredGraph.Node(nodes[index].title, .caution, symbol: "›", tip: tip)
      case .locked:
        LayeredGraph.Node(nodes[index].title, .muted, symbol: "×", tip: tip, isOutline: true)
      }
    }
    return .chart(
      LayeredGraph(
        mission.mission.title,
        summary: language.text(
          .graphSummary, text(mission.completedNodes), text(mission.nodeCount)),
        table: DataTable(
          columns: [language[.node], language[.status], language[.missing]],
          rows: nodes.indices.map { index in
            [
              nodes[index].title, language.name(of: views[index]?.status ?? .locked),
              views[index]?.lock.map { titles.missing($0, in: mission.set, language) } ?? "",
            ]
          }, textColumns: [2]),
        nodes: nodes.indices.map { node($0) }, edges: edges,
        legend: [
          LegendEntry(.positive, language.name(of: QuestStatus.completed), symbol: "✓"),
          LegendEntry(.caution, language.name(of: QuestStatus.available), symbol: "›"),
          LegendEntry(.muted, language.name(of: QuestStatus.locked), symbol: "×", isOutline: true),
        ]))
  }
}

/// The titles of what quests wait for, by id.
private struct AwaitedTitles {
  private var sets: [String: String] = [:]
  /// The titles of missions by id; the first set decides where several have the id.
  private var missions: [String: String] = [:]
  /// The titles of nodes by id, likewise.
  private var nodes: [String: String] = [:]
  /// The titles of the nodes of each set, by id.
  private var own: [String: [String: String]] = [:]

  init(_ sets: [QuestSet]) {
    for set in sets {
      self.sets[set.id] = set.name
      for mission in set.missions {
        missions[mission.id] = missions[mission.id] ?? mission.title
        for node in mission.nodes {
          nodes[node.id] = nodes[node.id] ?? node.title
          own[set.id, default: [:]][node.id] = node.title
        }
      }
    }
  }

  /// Returns what a node of a set waits for.
  func missing(_ lock: QuestLock, in set: String, _ language: Language) -> String {
    // An id is looked for in the set itself first.
    func title(ofNode id: String) -> String { own[set]?[id] ?? nodes[id] ?? id }
    let gates = lock.gates.map { gate in
      let required = gate.requirement
      return switch gate.type {
      case .missionSet: sets[required] ?? required
      case .mission: missions[required] ?? required
      case .node: title(ofNode: required)
      case .level: "\(language[.level]) \(required)"
      case .item, .other: required
      }
    }
    return (lock.nodes.map { title(ofNode: $0) } + gates).joined(separator: ", ")
  }
}
