import FlintJSON
import Lua
import FlintRules
import Sessions
import Views

/// Views of quests: sets, missions, nodes, gates, and their dependencies.
extension QuestModule {
  private static let setFilter = HostField.optional("set", .string, "Only the set with this id.")
  private static let missionFilter = HostField.optional(
    "mission", .string, "Only the mission with this id.")

  var each: [HostFunction] {
    .each(
      "sets", "Iterates over the loaded quest sets, one table each, with their progress.",
      named: EachNames(formerAll: ["sets"]), of: QuestSetView.self,
      example: """
        for s in quest.each() do print(s.name, s.done .. "/" .. s.nodes) end
        """,
      listing: """
        print(#quest.all())
        """
    ) { [context] call throws(HostFailure) in
      try context.viewing(call) { session throws(SessionError) in
        ViewIterator(try session.folded().quests.sets)
      }
    }
  }

  private static let missionStatus = HostField.optional(
    "status", .choice(of: QuestMissionView.Status.self), "Only missions of this status.")

  var eachMission: [HostFunction] {
    let both = [HostFunction].each(
      "missions", "Iterates over quest missions, one table each.",
      named: EachNames(each: "each_mission", all: "all_missions"),
      parameters: [
        .filter("The missions to include (default: all).", Self.setFilter, Self.missionStatus)
      ], of: QuestMissionView.self,
      example: """
        quest.add("examples/data/quests/harbour.json")
        for m in quest.each_mission{set = "harbour"} do print(m.title, m.status) end
        """,
      listing: """
        print(#quest.all_missions{status = "complete"})
        """
    ) { [context] call throws(HostFailure) in
      let set = try call.optionalString("set")
      let state = try context.quests(call, hasMission: false)
      let status = call.choice("status", of: QuestMissionView.Status.self)
      return ViewIterator(
        state.quests.missions(set: set).filter { status == nil || $0.status == status })
    }
    let former = HostFunction(
      "missions", both[1].summary,
      parameters: [
        .optional("set", .string),
        .filter("The missions to include (default: all).", Self.missionStatus),
      ], returns: both[1].returns[0], body: both[1].body)
    return [both[0], both[1].replacing([former], by: "all_missions{set = …, status = …}")]
  }

  private static let nodeFilter: [HostField] = [
    setFilter,
    missionFilter,
    .optional(
      "status", .choice(of: QuestStatus.self), "Only nodes of this status."),
    .optional("zone", .string, "Only nodes with this text in the zone."),
    .optional("npc", .string, "Only nodes with this text in the name of the character."),
    .optional("text", .string, "Only nodes with this text in the title or the description."),
    .limit("The maximum number of nodes."),
  ]

  private func nodes(
    _ call: borrowing HostCall, status: QuestStatus?
  ) throws(HostFailure) -> [SessionRow<QuestNodeView>] {
    var query = QuestQuery(
      status, set: try call.optionalString("set"), mission: try call.optionalString("mission"))
    query.zone = try call.optionalString("zone")
    query.npc = try call.optionalString("npc")
    query.text = try call.optionalString("text")
    query.limit = call.limit
    let session = try context.session()
    let state = try context.quests(call)
    return session.rows(state.quests.nodes(query, level: Int64(state.level)))
  }

  var eachNode: [HostFunction] {
    let filter = HostField.optional(
      "filter", .table(Self.nodeFilter),
      "The nodes to include (default: all). Texts are case-insensitive.")
    let both = [HostFunction].each(
      "nodes",
      "Iterates over nodes, one table each, with their status (completed, available or locked) and "
        + "what they wait for.",
      named: EachNames(each: "each_node", all: "all_nodes", formerAll: ["nodes", "find"]),
      parameters: [filter], of: SessionRow<QuestNodeView>.self,
      example: """
        quest.add("examples/data/quests/harbour.json")
        for n in quest.each_node{set = "harbour", status = "locked"} do
          print(n.title, n.waits_for)
        end
        """,
      listing: """
        quest.add("examples/data/quests/harbour.json")
        local available = quest.all_nodes{status = "available"}
        print(#available, available[1].id)
        """
    ) { [self] call throws(HostFailure) in
      ViewIterator(try nodes(call, status: call.choice("status", of: QuestStatus.self)))
    }
    let former = HostFunction(
      "available", "Returns the nodes that can be completed now.", parameters: [filter],
      returns: both[1].returns[0]
    ) { [self] call throws(HostFailure) in
      call.reply.rows(try nodes(call, status: .available))
    }
    return [both[0], both[1].replacing([former], by: "all_nodes{status = \"available\"}")]
  }

  var eachGate: [HostFunction] {
    .each(
      "gates", "Iterates over gates, one table each, with their state.",
      named: EachNames(each: "each_gate", all: "all_gates", formerAll: ["gates"]),
      parameters: [
        .filter("The gates to include (default: all).", Self.setFilter, Self.missionFilter)
      ], of: QuestGateView.self,
      example: """
        quest.add("examples/data/quests/lighthouse.json")
        for g in quest.each_gate() do print(g.type, g.requirement, g.open) end
        """,
      listing: """
        print(#quest.all_gates())
        """
    ) { [context] call throws(HostFailure) in
      let (set, mission) = (try call.optionalString("set"), try call.optionalString("mission"))
      let state = try context.quests(call)
      return ViewIterator(
        state.quests.gates(set: set, mission: mission, level: Int64(state.level)))
    }
  }

  var graph: HostFunction {
    HostFunction(
      "graph", "Returns the graph of dependencies as DOT (for Graphviz) or Mermaid.",
      parameters: [
        HostParameter("id", .string, "A set, or set/mission."),
        .optional(
          "format", .choice(of: QuestGraphFormat.self), "The format (default: dot)."
        ),
      ],
      returns: HostResult(
        "text", "string?",
        "The text of the graph; nil and an error if there is no such set or mission."),
      example: """
        quest.add("examples/data/quests/harbour.json")
        print(quest.graph("harbour", "mermaid"))
        """
    ) { [context] call throws(HostFailure) in
      let text = try call.string("id")
      let format = call.choice("format", of: QuestGraphFormat.self) ?? .dot
      try context.viewing(call) { session throws(SessionError) in
        let state = try session.state()
        do throws(QuestReferenceError) {
          call.reply.string(
            try state.quests.graph(of: text, format: format, level: Int64(state.level)))
        } catch {
          call.refuse(
            error.candidates.isEmpty ? "not_found" : "ambiguous", error.description)
        }
      }
    }
  }
}

extension ScriptContext {
  /// Returns the state for a call that names a quest set, and possibly a mission.
  ///
  /// - Throws: `HostFailure` if there is no such set or mission, so that a misspelt id does not look like
  ///   an empty set.
  fileprivate func quests(
    _ call: borrowing HostCall, hasMission: Bool = true
  ) throws(HostFailure) -> ProfileState {
    let session = try session()
    let state = try HostFailure.converting(session.state())
    let name = try call.optionalString("set")
    if let name {
      guard state.quests.set(name) != nil else {
        let sets = state.quests.sets.map(\.set.id)
        throw .unknown("set", "the id of a quest set", name, among: sets)
      }
    }
    if hasMission, let wanted = try call.optionalString("mission") {
      let missions = state.quests.missions(set: name).map(\.mission.id)
      if !missions.contains(wanted) {
        throw .unknown("mission", "the id of a quest mission", wanted, among: missions)
      }
    }
    return state
  }
}
