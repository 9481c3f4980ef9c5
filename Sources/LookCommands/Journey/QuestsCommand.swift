import ArgumentParser
import FlintCalendar
import Commands
import Lua
import FlintRules
import Sessions
import Views

/// Lists quest sets with their missions, nodes and gates, or draws their dependencies.
struct QuestsCommand: Subcommand, PagedCommand {
  static let name = "quests"
  static let configuration = CommandConfiguration.command(
    name, abstract: "List quest sets, missions, nodes and gates, or draw their dependencies.",
    discussion: """
      Without options, lists the quest sets with their progress. Scripts load sets
      with quest.add; flint done and quest.complete complete nodes.

      Examples:
        flint quests
        flint quests --missions --set lighthouse
        flint quests --missions --status in_progress
        flint quests --status available
        flint quests --zone harbour --text lamp --format json
        flint quests --graph lighthouse | dot -Tsvg > lighthouse.svg
      """)

  @OptionGroup var profile: ProfileOptions
  @OptionGroup var list: ResultOptions
  @Flag(help: "List missions.") var missions = false
  @Flag(help: "List nodes; the filters for nodes imply this option.") var nodes = false
  @Flag(help: "List gates.") var gates = false
  @OptionGroup var filter: QuestFilterOptions
  @Option(
    help: ArgumentHelp("Print this set, or set/mission, as a graph.", valueName: "id"),
    completion: .profile(.questSets, .questMissions))
  var graph: String?
  @Option(help: ArgumentHelp("The format of the graph (default: dot).", valueName: "dot|mermaid"))
  var graphFormat: QuestGraphFormat?

  /// The name of the first given option that selects nodes.
  private var choosingNodes: String? { filter.choosingNodes(missions: missions) }

  func validate() throws {
    if [missions, nodes, gates, graph != nil].count(where: { $0 }) > 1 {
      throw ValidationError("--missions, --nodes, --gates and --graph cannot be combined")
    }
    try filter.checkStatus(missions: missions)
    if let option = choosingNodes, missions || gates {
      let other = missions ? "--missions" : "--gates"
      throw ValidationError("\(option) selects nodes and cannot be combined with \(other)")
    }
    if graph == nil {
      if graphFormat != nil { throw ValidationError("--graph-format requires --graph") }
      return
    }
    let others = firstGiven([
      "--set": filter.set != nil, "--mission": filter.mission != nil,
    ])
    if let option = choosingNodes ?? others ?? list.given {
      throw ValidationError(
        "\(option) and --graph cannot be combined: a graph shows a whole set or set/mission")
    }
    if list.format != .table {
      throw ValidationError("--format and --graph cannot be combined: a graph has --graph-format")
    }
  }

  func run() throws {
    try profile.reading { session in
      let state = try session.state()
      let level = Int64(state.level)
      if let graph {
        return StandardOutput.shared.write(
          try Self.known { () throws(QuestReferenceError) in
            try state.quests.graph(of: graph, format: graphFormat ?? .dot, level: level)
          })
      }
      let (set, mission) = try Self.known { () throws(QuestReferenceError) in
        try filter.chosen(state.quests)
      }
      if missions {
        let views = state.quests.missions(set: set).filter {
          (mission == nil || $0.mission.id == mission)
            && (filter.status == nil || $0.status.rawValue == filter.status)
        }
        try ResultList.write(
          views, QuestMissionView.schema, list, session: session, empty: "no missions")
      } else if gates {
        try ResultList.write(
          state.quests.gates(set: set, mission: mission, level: level), QuestGateView.schema,
          list, session: session, empty: "no gates")
      } else if nodes || mission != nil || choosingNodes != nil {
        let views = state.quests.nodes(filter.query(set: set, mission: mission), level: level)
        try ResultList.write(
          session.rows(views), QuestNodeView.schema, list, session: session, empty: "no nodes")
      } else {
        try ResultList.write(
          state.quests.sets.filter { set == nil || $0.set.id == set }, QuestSetView.schema, list,
          session: session, empty: "no quest sets; load one with quest.add(path)")
      }
    }
  }

  /// Returns a result; the error of a reference becomes that of a command.
  private static func known<Value>(
    _ value: () throws(QuestReferenceError) -> Value
  ) throws -> Value {
    do throws(QuestReferenceError) {
      return try value()
    } catch {
      throw CommandFailure(.failure, "\(error)")
    }
  }
}

/// The options that select the missions, nodes or gates to list.
struct QuestFilterOptions: ParsableArguments {
  @Option(
    help: "List only what belongs to the set with this id.", completion: .profile(.questSets))
  var set: String?
  @Option(
    help: "List only what belongs to this mission, given as its id or as set/mission.",
    completion: .profile(.questMissions))
  var mission: String?
  @Option(
    help: ArgumentHelp(
      "List only nodes with this status: completed, available or locked; with --missions, only "
        + "missions that are empty, untouched, in_progress or complete.", valueName: "status"),
    completion: .list(QuestFilterOptions.statuses))
  var status: String?
  @Option(help: "List only nodes with this text in their zone.") var zone: String?
  @Option(help: "List only nodes with this text in the name of their NPC.") var npc: String?
  @Option(help: "List only nodes with this text in title or description.") var text: String?

  private static let statuses =
    QuestStatus.allCases.map(\.rawValue) + QuestMissionView.Status.allCases.map(\.rawValue)

  /// Returns the name of the first given option that selects nodes.
  ///
  /// - Parameter missions: Whether missions are listed, which `--status` selects as well.
  func choosingNodes(missions: Bool) -> String? {
    firstGiven([
      "--status": status != nil && !missions, "--zone": zone != nil, "--npc": npc != nil,
      "--text": text != nil,
    ])
  }

  /// Throws if what is listed has no such status.
  func checkStatus(missions: Bool) throws {
    guard let status else { return }
    if missions {
      if QuestMissionView.Status(rawValue: status) != nil { return }
      throw ValidationError(
        "--status: expected empty, untouched, in_progress or complete for missions, got \(status)")
    }
    if QuestStatus(rawValue: status) != nil { return }
    let isOfMissions = QuestMissionView.Status(rawValue: status) != nil
    throw ValidationError(
      "--status: expected completed, available or locked for nodes, got \(status)"
        + (isOfMissions
          ? "; --missions lists missions" : Suggestion.hint(for: status, among: Self.statuses)))
  }

  /// Returns the set and the mission that the options select.
  func chosen(
    _ quests: QuestsState
  ) throws(QuestReferenceError) -> (set: String?, mission: String?) {
    var set: String?
    if let name = self.set { set = try quests.resolveSet(name) }
    guard let mission else { return (set, nil) }
    // An id that occurs in several sets selects the missions of all of them.
    if quests.missions(set: set).contains(where: { $0.mission.id == mission }) {
      return (set, mission)
    }
    let found = try quests.resolveMission(set.map { "\($0)/\(mission)" } ?? mission)
    return (found.set, found.id)
  }

  /// Returns the query for nodes of a set and a mission.
  func query(set: String?, mission: String?) -> QuestQuery {
    var query = QuestQuery(
      status.flatMap { QuestStatus(rawValue: $0) }, set: set, mission: mission)
    query.zone = zone
    query.npc = npc
    query.text = text
    return query
  }
}
