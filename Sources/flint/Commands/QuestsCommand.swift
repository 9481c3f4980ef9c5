import ArgumentParser
import Rules
import Scripting
import Sessions

/// Lists quests.
struct QuestsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quests",
    abstract: "List quest sets, their missions, nodes and gates; draw what depends on what.",
    discussion: """
      Without options: the sets and how far they are. Sets are loaded, and nodes completed, by
      scripts: quest.load, quest.complete.

      Examples:
        flint quests
        flint quests --missions --set lighthouse
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
  @Option(help: "Only of the mission of this id.") var mission: String?
  @Option(help: "Only nodes that are completed, available or locked.") var status: QuestStatus?
  @Option(help: "Only nodes with this in their zone.") var zone: String?
  @Option(help: "Only nodes with this in the name of whom one meets.") var npc: String?
  @Option(help: "Only nodes with this in title or description.") var text: String?
  @Option(help: ArgumentHelp("Draw a set or set/mission instead.", valueName: "id"))
  var graph: String?
  @Option(help: ArgumentHelp("How to draw it.", valueName: "dot|mermaid"))
  var graphFormat = QuestGraphFormat.dot

  func validate() throws {
    if [missions, nodes, gates, graph != nil].count(where: { $0 }) > 1 {
      throw ValidationError("--missions, --nodes, --gates and --graph exclude each other")
    }
  }

  func run() throws {
    try profile.reading { session in
      let state = try session.state()
      let level = Int64(state.level)
      if let graph {
        do {
          StandardOutput.shared.write(
            try state.quests.graph(of: graph, format: graphFormat, level: level))
        } catch {
          throw CommandFailure(status: .failure, message: "\(error)")
        }
      } else if missions {
        listMissions(state.quests)
      } else if gates {
        listGates(state.quests, level)
      } else if nodes || mission != nil || status != nil || zone != nil || npc != nil
        || text != nil
      {
        listNodes(state.quests, level, session)
      } else {
        listSets(state.quests)
      }
    }
  }

  private func listSets(_ quests: QuestsState) {
    var listing = Listing(
      list.format,
      columns: [
        "id", "name", "category", "done", "nodes", "missions", "missions_complete",
        "missions_empty",
      ])
    for view in quests.sets where self.set == nil || view.set.id == self.set {
      listing.append([
        .text(view.set.id), .text(view.set.name), Cell(view.set.category),
        .integer(Int64(view.completedNodes)), .integer(Int64(view.nodeCount)),
        .integer(Int64(view.missionCount)), .integer(Int64(view.completeMissions)),
        .integer(Int64(view.emptyMissions)),
      ])
    }
    listing.end(empty: "no quest sets; load one with quest.load(path)")
  }

  private func listMissions(_ quests: QuestsState) {
    var listing = Listing(
      list.format, columns: ["set", "id", "number", "title", "done", "nodes", "status"])
    for view in quests.missions(set: self.set) {
      listing.append([
        .text(view.set), .text(view.mission.id), Cell(view.mission.number),
        .text(view.mission.title), .integer(Int64(view.completedNodes)),
        .integer(Int64(view.nodeCount)),
        .text(view.status.rawValue.replacing("_", with: list.format == .table ? " " : "_")),
      ])
    }
    listing.end(empty: "no missions")
  }

  private func listGates(_ quests: QuestsState, _ level: Int64) {
    var listing = Listing(
      list.format,
      columns: ["set", "mission", "id", "type", "requirement", "open", "by_hand", "after_node"])
    for view in quests.gates(set: self.set, mission: mission, level: level) {
      listing.append([
        .text(view.set), .text(view.mission), .text(view.gate.id),
        .text(view.gate.type.rawValue), .text(view.gate.requirement), .flag(view.isOpen),
        .flag(view.opensByHand), Cell(view.gate.afterNodeID),
      ])
    }
    listing.end(empty: "no gates")
  }

  private func listNodes(_ quests: QuestsState, _ level: Int64, _ session: Session) {
    var query = QuestQuery(status, set: self.set, mission: mission)
    query.zone = zone
    query.npc = npc
    query.text = text
    let isTable = list.format == .table
    var listing = Listing(
      list.format,
      columns: ["set", "mission", "id", "status", "title", "zone", "npc", "coordinates"]
        + (isTable ? ["waits_for"] : ["description", "waits_for", "completed_at"]))
    for view in quests.nodes(query, level: level) {
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
