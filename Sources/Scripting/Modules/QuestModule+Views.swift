import Lua
import Rules
import Sessions

/// Looking at quests: sets, missions, nodes, gates, and what depends on what.
extension QuestModule {
  private static let setFilter = HostField(
    "set", .string, "Only of the set of this id.", isOptional: true)
  private static let missionFilter = HostField(
    "mission", .string, "Only of the mission of this id.", isOptional: true)

  var sets: HostFunction {
    HostFunction(
      "sets", "Lists the quest sets that are loaded, and how far they are.",
      returns: [HostResult("sets", "table[]", "", fields: Self.setFields)],
      example: """
        for _, s in ipairs(quest.sets()) do print(s.name, s.done .. "/" .. s.nodes) end
        """
    ) { [context] call throws(HostFailure) in
      try context.viewing(call) { session throws(SessionError) in
        call.reply.json(.array(try session.folded().quests.sets.map(\.json)))
      }
    }
  }

  var missions: HostFunction {
    HostFunction(
      "missions", "Lists the missions of a set, or of all.",
      parameters: [
        HostParameter("set", .string, "The set's id; all sets if not given.", isOptional: true),
        HostParameter(
          "filter",
          .table([
            HostField(
              "status", .choice(QuestMissionView.Status.allCases.map(\.rawValue)),
              "Only missions of this status.", isOptional: true)
          ]), isOptional: true),
      ],
      returns: [
        HostResult(
          "missions", "table[]", "",
          fields: [
            HostResult("set", "string"), HostResult("id", "string"), HostResult("title", "string"),
            HostResult("number", "string?"), HostResult("done", "integer", "Nodes completed."),
            HostResult("nodes", "integer"),
            HostResult("status", "string", "empty, untouched, in_progress or complete."),
          ])
      ],
      example: """
        quest.load("examples/data/quests/harbour.json")
        for _, m in ipairs(quest.missions("harbour")) do print(m.title, m.status) end
        """
    ) { [context] call throws(HostFailure) in
      let set = try call.optionalString(0)
      let state = try context.quests(call, set: 0, mission: nil)
      let status = call.choice(1).map { QuestMissionView.Status.allCases[$0] }
      let found = state.quests.missions(set: set).filter { status == nil || $0.status == status }
      call.reply.json(.array(found.map(\.json)))
    }
  }

  private static let finding = HostParameter(
    "filter",
    .table([
      setFilter, missionFilter,
      HostField(
        "status", .choice(QuestStatus.allCases.map(\.rawValue)), isOptional: true),
      HostField("zone", .string, "In the zone's name.", isOptional: true),
      HostField("npc", .string, "In the name of whom one meets.", isOptional: true),
      HostField("text", .string, "In title or description.", isOptional: true),
      HostField("limit", .integer(0...Int64.max), "At most so many.", isOptional: true),
    ]), "Which nodes; upper and lower case alike; all if not given.", isOptional: true)

  private func nodeList(
    _ name: String, _ summary: String, status: QuestStatus? = nil, example: String
  ) -> HostFunction {
    HostFunction(
      name, summary, parameters: [Self.finding],
      returns: [HostResult("nodes", "table[]", "", fields: Self.nodeFields)], example: example
    ) { [context] call throws(HostFailure) in
      var query = QuestQuery(
        status ?? call.choice(2).map { QuestStatus.allCases[$0] },
        set: try call.optionalString(0), mission: try call.optionalString(1))
      query.zone = try call.optionalString(3)
      query.npc = try call.optionalString(4)
      query.text = try call.optionalString(5)
      query.limit = call.isPresent(6) ? Int(clamping: call.integer(6)) : nil
      let session = try context.session()
      let state = try context.quests(call, set: 0, mission: 1)
      call.reply.json(
        .array(state.quests.nodes(query, level: Int64(state.level)).map { $0.json(session) }))
    }
  }

  var nodes: HostFunction {
    nodeList(
      "nodes", "Lists nodes and how they stand: completed, available or locked, and why.",
      example: """
        quest.load("examples/data/quests/harbour.json")
        for _, n in ipairs(quest.nodes{set = "harbour", status = "locked"}) do
          print(n.title, n.waits_for)
        end
        """)
  }

  var available: HostFunction {
    nodeList(
      "available", "Lists the nodes that can be done now.", status: .available,
      example: """
        quest.load("examples/data/quests/harbour.json")
        for _, n in ipairs(quest.available()) do print(n.id, n.title) end
        """)
  }

  var find: HostFunction {
    nodeList(
      "find", "Finds nodes by zone, by whom one meets, by words or by how they stand.",
      example: """
        quest.load("examples/data/quests/lighthouse.json")
        print(#quest.find{text = "lamp"})
        """)
  }

  var gates: HostFunction {
    HostFunction(
      "gates", "Lists gates and whether they are open.",
      parameters: [
        HostParameter("filter", .table([Self.setFilter, Self.missionFilter]), isOptional: true)
      ],
      returns: [
        HostResult(
          "gates", "table[]", "",
          fields: [
            HostResult("set", "string"), HostResult("mission", "string"),
            HostResult("id", "string"), HostResult("type", "string"),
            HostResult("requirement", "string"), HostResult("description", "string?"),
            HostResult("open", "boolean"),
            HostResult("by_hand", "boolean", "Whether quest.open_gate opens it."),
            HostResult("after_node", "string?"), HostResult("nodes", "integer"),
          ])
      ],
      example: """
        quest.load("examples/data/quests/lighthouse.json")
        for _, g in ipairs(quest.gates()) do print(g.type, g.requirement, g.open) end
        """
    ) { [context] call throws(HostFailure) in
      let (set, mission) = (try call.optionalString(0), try call.optionalString(1))
      let state = try context.quests(call, set: 0, mission: 1)
      call.reply.json(
        .array(
          state.quests.gates(set: set, mission: mission, level: Int64(state.level)).map(\.json)))
    }
  }

  var graph: HostFunction {
    HostFunction(
      "graph", "Draws what depends on what, as DOT (for Graphviz) or Mermaid.",
      parameters: [
        HostParameter("id", .string, "A set, or set/mission."),
        HostParameter(
          "format", .choice(QuestGraphFormat.allCases.map(\.rawValue)), "dot if not given.",
          isOptional: true),
      ],
      returns: [HostResult("text", "string?", "nil and an error when there is no such thing.")],
      example: """
        quest.load("examples/data/quests/harbour.json")
        print(quest.graph("harbour", "mermaid"))
        """
    ) { [context] call throws(HostFailure) in
      let text = try call.string(0)
      let format = call.choice(1).map { QuestGraphFormat.allCases[$0] } ?? .dot
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
  /// The state, for a call that names a quest set, and perhaps a mission of it: what names nothing is
  /// refused, lest a slip look like an empty set.
  fileprivate func quests(
    _ call: borrowing HostCall, set: Int, mission: Int?
  ) throws(HostFailure) -> ProfileState {
    let session = try session()
    let state: ProfileState
    do throws(SessionError) {
      state = try session.state()
    } catch {
      throw HostFailure(error)
    }
    let name = try call.optionalString(set)
    if let name {
      guard state.quests.set(name) != nil else {
        let sets = state.quests.sets.map(\.set.id)
        throw .unknown(set, "the id of a quest set", name, among: sets)
      }
    }
    if let mission, let wanted = try call.optionalString(mission) {
      let missions = state.quests.missions(set: name).map(\.mission.id)
      if !missions.contains(wanted) {
        throw .unknown(mission, "the id of a quest mission", wanted, among: missions)
      }
    }
    return state
  }
}
