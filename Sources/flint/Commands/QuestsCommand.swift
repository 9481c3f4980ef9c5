import ArgumentParser
import Lua
import Rules
import Scripting
import Sessions

/// Lists quests.
struct QuestsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quests", _superCommandName: "flint",
    abstract: "List quest sets, their missions, nodes and gates; draw what depends on what.",
    discussion: """
      Without options: the sets and how far they are. Sets are loaded, and
      nodes completed, by scripts: quest.load, quest.complete.

      Examples:
        flint quests
        flint quests --missions --set lighthouse
        flint quests --missions --status in_progress
        flint quests --status available
        flint quests --zone harbour --text lamp --format json
        flint quests --graph lighthouse | dot -Tsvg > lighthouse.svg
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ListOptions
  @Flag(help: "List missions.") var missions = false
  @Flag(help: "List nodes; implied by the filters below.") var nodes = false
  @Flag(help: "List gates.") var gates = false
  @Option(help: "Only of the set of this id.") var set: String?
  @Option(help: "Only of the mission of this id, or set/mission.") var mission: String?
  @Option(
    help: ArgumentHelp(
      "Only nodes that are completed, available or locked; with --missions, only missions that are "
        + "empty, untouched, in_progress or complete.", valueName: "status"),
    completion: .list(QuestsCommand.statuses))
  var status: String?
  @Option(help: "Only nodes with this in their zone.") var zone: String?
  @Option(help: "Only nodes with this in the name of whom one meets.") var npc: String?
  @Option(help: "Only nodes with this in title or description.") var text: String?
  @Option(help: ArgumentHelp("Draw a set or set/mission instead.", valueName: "id"))
  var graph: String?
  @Option(help: ArgumentHelp("How to draw it.", valueName: "dot|mermaid"))
  var graphFormat: QuestGraphFormat?
  @Option(help: "At most so many; 0 for all.") var limit: Int?

  private static let statuses =
    QuestStatus.allCases.map(\.rawValue) + QuestMissionView.Status.allCases.map(\.rawValue)

  /// The options that choose among nodes, as far as they were given.
  private var choosingNodes: [String] {
    let options = [
      ("--status", status != nil && !missions), ("--zone", zone != nil), ("--npc", npc != nil),
      ("--text", text != nil),
    ]
    return options.filter(\.1).map(\.0)
  }

  func validate() throws {
    if [missions, nodes, gates, graph != nil].count(where: { $0 }) > 1 {
      throw ValidationError("--missions, --nodes, --gates and --graph exclude each other")
    }
    try checkLimit(limit)
    try checkStatus()
    if let option = choosingNodes.first, missions || gates {
      let other = missions ? "--missions lists missions" : "--gates lists gates"
      throw ValidationError("\(option) chooses nodes, but \(other)")
    }
    if graph == nil {
      if graphFormat != nil { throw ValidationError("--graph-format: expected a --graph with it") }
      return
    }
    let others =
      choosingNodes
      + [("--set", self.set != nil), ("--mission", mission != nil)].filter(\.1)
      .map(\.0) + (limit == nil ? [] : ["--limit"])
    if let option = others.first {
      throw ValidationError(
        "\(option) chooses what is listed, but --graph draws all of a set or set/mission")
    }
    if list.format != .table {
      throw ValidationError("--format: a graph is no list; --graph-format says how it is drawn")
    }
  }

  private func checkStatus() throws {
    guard let status else { return }
    if missions {
      if QuestMissionView.Status(rawValue: status) != nil { return }
      throw ValidationError(
        "--status: missions are empty, untouched, in_progress or complete, got \(status)")
    }
    if QuestStatus(rawValue: status) != nil { return }
    let isOfMissions = QuestMissionView.Status(rawValue: status) != nil
    throw ValidationError(
      "--status: nodes are completed, available or locked, got \(status)"
        + (isOfMissions
          ? "; --missions lists missions" : Suggestion.hint(for: status, among: Self.statuses)))
  }

  func run() throws {
    try profile.reading { session in
      let state = try session.state()
      let level = Int64(state.level)
      do throws(QuestReferenceError) {
        if let graph {
          StandardOutput.shared.write(
            try state.quests.graph(of: graph, format: graphFormat ?? .dot, level: level))
          return
        }
        let (set, mission) = try chosen(state.quests)
        if missions {
          let views = state.quests.missions(set: set)
          write(
            missions: views.filter {
              (mission == nil || $0.mission.id == mission)
                && (status == nil || $0.status.rawValue == status)
            })
        } else if gates {
          write(gates: state.quests.gates(set: set, mission: mission, level: level))
        } else if nodes || mission != nil || !choosingNodes.isEmpty {
          var query = QuestQuery(
            status.flatMap { QuestStatus(rawValue: $0) }, set: set, mission: mission)
          query.zone = zone
          query.npc = npc
          query.text = text
          write(nodes: state.quests.nodes(query, level: level), session)
        } else {
          write(sets: state.quests.sets.filter { set == nil || $0.set.id == set })
        }
      } catch {
        throw CommandFailure(status: .failure, message: "\(error)")
      }
    }
  }

  /// The set and the mission that are asked for.
  private func chosen(
    _ quests: QuestsState
  ) throws(QuestReferenceError) -> (set: String?, mission: String?) {
    var set: String?
    if let name = self.set { set = try quests.resolveSet(name) }
    guard let mission else { return (set, nil) }
    // An id that several sets have means the missions of all of them.
    if quests.missions(set: set).contains(where: { $0.mission.id == mission }) {
      return (set, mission)
    }
    let found = try quests.resolveMission(set.map { "\($0)/\(mission)" } ?? mission)
    return (found.set, found.id)
  }

  /// As many of some views as are wanted.
  private func limited<View>(_ views: [View]) -> ArraySlice<View> {
    views.prefix(limit.flatMap { $0 == 0 ? nil : $0 } ?? .max)
  }

  private func write(sets: [QuestSetView]) {
    var listing = Listing(
      list.format,
      columns: [
        "id", "name", "category", "done", "nodes", "missions", "missions_complete",
        "missions_empty",
      ])
    for view in limited(sets) {
      listing.append([
        .text(view.set.id), .text(view.set.name), Cell(view.set.category),
        .integer(Int64(view.completedNodes)), .integer(Int64(view.nodeCount)),
        .integer(Int64(view.missionCount)), .integer(Int64(view.completeMissions)),
        .integer(Int64(view.emptyMissions)),
      ])
    }
    listing.end(empty: "no quest sets; load one with quest.load(path)")
  }

  private func write(missions: [QuestMissionView]) {
    var listing = Listing(
      list.format, columns: ["set", "id", "number", "title", "done", "nodes", "status"])
    for view in limited(missions) {
      listing.append([
        .text(view.set), .text(view.mission.id), Cell(view.mission.number),
        .text(view.mission.title), .integer(Int64(view.completedNodes)),
        .integer(Int64(view.nodeCount)),
        .text(view.status.rawValue.replacing("_", with: list.format == .table ? " " : "_")),
      ])
    }
    listing.end(empty: "no missions")
  }

  private func write(gates: [QuestGateView]) {
    var listing = Listing(
      list.format,
      columns: ["set", "mission", "id", "type", "requirement", "open", "by_hand", "after_node"])
    for view in limited(gates) {
      listing.append([
        .text(view.set), .text(view.mission), .text(view.gate.id),
        .text(view.gate.type.rawValue), .text(view.gate.requirement), .flag(view.isOpen),
        .flag(view.opensByHand), Cell(view.gate.afterNodeID),
      ])
    }
    listing.end(empty: "no gates")
  }

  private func write(nodes: [QuestNodeView], _ session: Session) {
    let isTable = list.format == .table
    var listing = Listing(
      list.format,
      columns: ["set", "mission", "id", "status", "title", "zone", "npc", "coordinates"]
        + (isTable ? ["waits_for"] : ["description", "waits_for", "completed_at"]))
    for view in limited(nodes) {
      let location = view.node.location
      listing.append(
        [
          .text(view.set), .text(view.mission), .text(view.node.id), .text(view.status.rawValue),
          .text(view.node.title), Cell(location?.zone), Cell(location?.npc),
          Cell(location?.coordinates),
        ] + (isTable ? [] : [Cell(view.node.description)]) + [Cell(view.lock?.description)]
          + (isTable ? [] : [Cell(view.completion.map { session.zone.text($0.at) })]))
    }
    listing.end(empty: "no nodes")
  }
}
