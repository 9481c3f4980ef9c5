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

  var sets: HostFunction {
    HostFunction(
      "sets", "Lists the loaded quest sets with their progress.",
      returns: HostResult("sets", "table[]", "The sets.", of: QuestSetView.self),
      example: """
        for _, s in ipairs(quest.sets()) do print(s.name, s.done .. "/" .. s.nodes) end
        """
    ) { [context] call throws(HostFailure) in
      try context.viewing(call) { session throws(SessionError) in
        call.reply.rows(try session.folded().quests.sets)
      }
    }
  }

  var missions: HostFunction {
    HostFunction(
      "missions", "Lists the missions of one set or of all sets.",
      parameters: [
        .optional("set", .string, "The id of the set (default: all sets)."),
        .filter(
          "The missions to include (default: all).",
          .optional(
            "status", .choice(of: QuestMissionView.Status.self),
            "Only missions of this status.")),
      ],
      returns: HostResult(
        "missions", "table[]", "The missions.", of: QuestMissionView.self),
      example: """
        quest.load("examples/data/quests/harbour.json")
        for _, m in ipairs(quest.missions("harbour")) do print(m.title, m.status) end
        """
    ) { [context] call throws(HostFailure) in
      let set = try call.optionalString("set")
      let state = try context.quests(call, hasMission: false)
      let status = call.choice("status", of: QuestMissionView.Status.self)
      call.reply.rows(
        state.quests.missions(set: set).filter { status == nil || $0.status == status })
    }
  }

  private static let finding = HostField.filter(
    "The nodes to include (default: all). Texts are case-insensitive.",
    setFilter,
    missionFilter,
    .optional(
      "status", .choice(of: QuestStatus.self), "Only nodes of this status."),
    .optional("zone", .string, "Only nodes with this text in the zone."),
    .optional("npc", .string, "Only nodes with this text in the name of the character."),
    .optional("text", .string, "Only nodes with this text in the title or the description."),
    .limit("The maximum number of nodes."))

  private func nodeList(
    _ name: String, _ summary: String, status: QuestStatus? = nil, example: String
  ) -> HostFunction {
    HostFunction(
      name, summary, parameter: Self.finding,
      returns: HostResult("nodes", "table[]", "The nodes.", of: SessionRow<QuestNodeView>.self),
      example: example
    ) { [context] call throws(HostFailure) in
      var query = QuestQuery(
        status ?? call.choice("status", of: QuestStatus.self),
        set: try call.optionalString("set"), mission: try call.optionalString("mission"))
      query.zone = try call.optionalString("zone")
      query.npc = try call.optionalString("npc")
      query.text = try call.optionalString("text")
      query.limit = call.limit
      let session = try context.session()
      let state = try context.quests(call)
      call.reply.rows(session.rows(state.quests.nodes(query, level: Int64(state.level))))
    }
  }

  var nodes: HostFunction {
    nodeList(
      "nodes",
      "Lists nodes with their status (completed, available or locked) and what they wait for.",
      example: """
        quest.load("examples/data/quests/harbour.json")
        for _, n in ipairs(quest.nodes{set = "harbour", status = "locked"}) do
          print(n.title, n.waits_for)
        end
        """)
  }

  var available: HostFunction {
    nodeList(
      "available", "Lists the nodes that can be completed now.", status: .available,
      example: """
        quest.load("examples/data/quests/harbour.json")
        for _, n in ipairs(quest.available()) do print(n.id, n.title) end
        """)
  }

  var find: HostFunction {
    nodeList(
      "find", "Finds nodes by zone, character, text or status.",
      example: """
        quest.load("examples/data/quests/lighthouse.json")
        print(#quest.find{text = "lamp"})
        """)
  }

  var gates: HostFunction {
    HostFunction(
      "gates", "Lists gates with their state.",
      parameter: .filter(
        "The gates to include (default: all).",
        Self.setFilter,
        Self.missionFilter),
      returns: HostResult(
        "gates", "table[]", "The gates.", of: QuestGateView.self),
      example: """
        quest.load("examples/data/quests/lighthouse.json")
        for _, g in ipairs(quest.gates()) do print(g.type, g.requirement, g.open) end
        """
    ) { [context] call throws(HostFailure) in
      let (set, mission) = (try call.optionalString("set"), try call.optionalString("mission"))
      let state = try context.quests(call)
      call.reply.rows(
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
        quest.load("examples/data/quests/harbour.json")
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
