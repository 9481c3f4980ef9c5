import Foundation
import Lua
import Rules
import Sessions

/// `quest`: loading quest sets, and doing their nodes.
struct QuestModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "quest", "Quests: sets of missions, made of nodes that wait for each other and for gates.",
      denial: "the quest module is read-only; complete nodes with quest.complete(id)",
      functions: [
        load, sets, missions, nodes, gates, available, find, complete, reset, openGate, setLevel,
        graph,
      ])
  }

  /// A quest set's file may be so large, in bytes.
  private static let largest = 64 << 20

  private static let outcome = HostResult(
    "outcome", "table?", "nil and an error when it cannot be.",
    fields: OutcomeReply.subjectFields)

  private static let nodeFields = [
    HostResult("set", "string"), HostResult("mission", "string"), HostResult("id", "string"),
    HostResult("title", "string"), HostResult("description", "string?"),
    HostResult("zone", "string?"), HostResult("npc", "string?"),
    HostResult("coordinates", "string?"),
    HostResult("status", "string", "completed, available or locked."),
    HostResult("waits_for", "string?", "What a locked node waits for."),
    HostResult("dependencies", "string[]"),
    HostResult("completed_at", "string?"),
  ]

  private static let setFields = [
    HostResult("id", "string"), HostResult("name", "string"), HostResult("category", "string?"),
    HostResult("done", "integer", "Nodes completed."), HostResult("nodes", "integer"),
    HostResult("missions", "integer"), HostResult("missions_complete", "integer"),
    HostResult("missions_empty", "integer", "Missions without nodes."),
    HostResult("complete", "boolean"),
  ]

  private var load: HostFunction {
    HostFunction(
      "load",
      "Loads a quest set from a JSON file; one of the same id is replaced, and what is completed in "
        + "it stays. A file with a fault is refused as a whole. A script may read beneath its own "
        + "directory, files named in its arguments, and what --allow-read grants.",
      parameters: [
        HostParameter("path", .string, "The file; from the current directory if relative."),
        RecordingOptions.parameter,
      ],
      returns: [
        HostResult("set", "table", "", fields: Self.setFields),
        HostResult("unknown_keys", "table", "Keys that mean nothing here, and how often."),
      ],
      example: """
        local set = quest.load("examples/data/quests/harbour.json")
        print(set.name, set.nodes)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let path = try call.string(0)
      let file = try read(path)
      let options = try RecordingOptions(call, from: 1)
      do throws(SessionError) {
        // What is loaded as it stands is not loaded again.
        if try session.state().quests.set(file.set.id) != file.set {
          _ = try session.record(.quest(.load(file.set)), at: options.at, key: options.key)
        }
        let views = try session.state().quests.sets
        guard let view = views.first(where: { $0.set.id == file.set.id }) else {
          return call.reply.nil()
        }
        call.reply.json(view.json)
        call.reply.json(
          .object(file.unknownKeys.map { ($0.name, .integer(Int64($0.count))) }))
      } catch {
        try call.answer(error, slots: ["at": 1, "key": 2])
      }
    }
  }

  private func read(_ path: String) throws(HostFailure) -> QuestFile {
    let bytes: [UInt8]
    do throws(FileGrants.Refusal) {
      let file = try context.files.open(path)
      guard let found = try? file.read(upToCount: Self.largest + 1) else {
        throw FileGrants.Refusal(message: "\(path): cannot be read")
      }
      bytes = Array(found)
    } catch {
      throw context.failure("quest.load", InputError(message: error.message, isMissing: true))
    }
    guard bytes.count <= Self.largest else {
      throw context.failure(
        "quest.load", InputError(message: "\(path): larger than 64 MiB", isMissing: false))
    }
    do throws(QuestSetError) {
      return try QuestFile(parsing: bytes, file: path)
    } catch {
      throw context.failure(
        "quest.load", InputError(message: error.description, isMissing: false))
    }
  }

  private static let setFilter = HostField(
    "set", .string, "Only of the set of this id.", isOptional: true)
  private static let missionFilter = HostField(
    "mission", .string, "Only of the mission of this id.", isOptional: true)

  private var sets: HostFunction {
    HostFunction(
      "sets", "Lists the quest sets that are loaded, and how far they are.",
      returns: [HostResult("sets", "table[]", "", fields: Self.setFields)],
      example: """
        for _, s in ipairs(quest.sets()) do print(s.name, s.done .. "/" .. s.nodes) end
        """
    ) { [context] call throws(HostFailure) in
      try context.viewing(call) { session throws(SessionError) in
        call.reply.json(.array(try session.state().quests.sets.map(\.json)))
      }
    }
  }

  private var missions: HostFunction {
    HostFunction(
      "missions", "Lists the missions of a set, or of all.",
      parameters: [
        HostParameter("set", .string, "The set's id; all sets if not given.", isOptional: true)
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
      try context.viewing(call) { session throws(SessionError) in
        call.reply.json(.array(try session.state().quests.missions(set: set).map(\.json)))
      }
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
      try context.viewing(call) { session throws(SessionError) in
        let state = try session.state()
        call.reply.json(
          .array(
            state.quests.nodes(query, level: Int64(state.level)).map { $0.json(session) }))
      }
    }
  }

  private var nodes: HostFunction {
    nodeList(
      "nodes", "Lists nodes and how they stand: completed, available or locked, and why.",
      example: """
        quest.load("examples/data/quests/harbour.json")
        for _, n in ipairs(quest.nodes{set = "harbour", status = "locked"}) do
          print(n.title, n.waits_for)
        end
        """)
  }

  private var available: HostFunction {
    nodeList(
      "available", "Lists the nodes that can be done now.", status: .available,
      example: """
        quest.load("examples/data/quests/harbour.json")
        for _, n in ipairs(quest.available()) do print(n.id, n.title) end
        """)
  }

  private var find: HostFunction {
    nodeList(
      "find", "Finds nodes by zone, by whom one meets, by words or by how they stand.",
      example: """
        quest.load("examples/data/quests/lighthouse.json")
        print(#quest.find{text = "lamp"})
        """)
  }

  private var gates: HostFunction {
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
      try context.viewing(call) { session throws(SessionError) in
        let state = try session.state()
        call.reply.json(
          .array(
            state.quests.gates(set: set, mission: mission, level: Int64(state.level)).map(\.json)))
      }
    }
  }

  /// Finds what an id means among the loaded sets, and answers the call where it means nothing.
  private func resolved(
    _ call: borrowing HostCall, _ body: (QuestsState) throws(QuestReferenceError) -> QuestAction
  ) throws(HostFailure) -> QuestAction? {
    let session = try context.session()
    let quests: QuestsState
    do throws(SessionError) {
      quests = try session.state().quests
    } catch {
      throw HostFailure(error)
    }
    do throws(QuestReferenceError) {
      return try body(quests)
    } catch {
      call.refuse(error.candidates.isEmpty ? "not_found" : "ambiguous", error.description)
      return nil
    }
  }

  private var complete: HostFunction {
    HostFunction(
      "complete", "Completes a node. One that is locked is refused, with what it waits for.",
      parameters: [
        HostParameter("id", .string, "set/node, or the node's id where only one set has it."),
        RecordingOptions.parameter,
      ],
      returns: [Self.outcome],
      example: """
        quest.load("examples/data/quests/harbour.json")
        print(quest.complete(quest.available()[1].id).status)
        """
    ) { [context] call throws(HostFailure) in
      let text = try call.string(0)
      let action = try resolved(call) { quests throws(QuestReferenceError) in
        .complete(try quests.resolveNode(text))
      }
      guard let action, case .complete(let node) = action else { return }
      let options = try RecordingOptions(call, from: 1)
      let session = try context.session()
      do throws(SessionError) {
        OutcomeReply(session).replySubject(
          try session.record(.quest(action), at: options.at, key: options.key), to: call.reply)
      } catch {
        guard case .refused(.nodeLocked) = error else {
          return try call.answer(error, slots: ["at": 1, "key": 2])
        }
        try context.viewing(call) { session throws(SessionError) in
          let state = try session.state()
          let lock = state.quests.node(node, level: Int64(state.level))?.lock
          call.refuse(
            "locked", "node \(node) is locked: " + (lock?.description ?? "it was locked then"))
        }
      }
    }
  }

  private var reset: HostFunction {
    HostFunction(
      "reset",
      "Un-completes a node, a mission, a set, or everything without an id. What completed nodes "
        + "rest on is refused unless cascade is true; then those are un-completed too.",
      parameters: [
        HostParameter(
          "id", .string, "A set, set/mission, set/node, or an id that only one thing has.",
          isOptional: true),
        HostParameter(
          "options",
          .table([HostField("cascade", .boolean, isOptional: true)] + RecordingOptions.fields),
          isOptional: true),
      ],
      returns: [Self.outcome],
      example: """
        quest.load("examples/data/quests/harbour.json")
        quest.complete(quest.available()[1].id)
        print(quest.reset("harbour").status)
        """
    ) { [context] call throws(HostFailure) in
      let text = try call.optionalString(0)
      let cascade = call.boolean(1)
      let action = try resolved(call) { quests throws(QuestReferenceError) in
        guard let text else { return .reset(.everything, cascade: cascade) }
        if quests.set(text) != nil { return .reset(.set(text), cascade: cascade) }
        // A mission's id may also be a node's; the node is the smaller thing to take back.
        do throws(QuestReferenceError) {
          return .reset(.node(try quests.resolveNode(text)), cascade: cascade)
        } catch {
          guard error.candidates.isEmpty else { throw error }
          do throws(QuestReferenceError) {
            return .reset(.mission(try quests.resolveMission(text)), cascade: cascade)
          } catch let other {
            throw other.candidates.isEmpty ? error : other
          }
        }
      }
      guard let action else { return }
      try context.record(.quest(action), call, optionsFrom: 2, slots: ["at": 2, "key": 3])
    }
  }

  private var openGate: HostFunction {
    HostFunction(
      "open_gate",
      "Opens a gate that nothing else can open: one that asks for a thing to have, or for anything "
        + "that is no node, mission, set or level.",
      parameters: [
        HostParameter("id", .string, "set/gate, or the gate's id where only one set has it."),
        RecordingOptions.parameter,
      ],
      returns: [Self.outcome],
      example: """
        quest.load("examples/data/quests/lighthouse.json")
        for _, g in ipairs(quest.gates()) do
          if g.by_hand then print(g.requirement, quest.open_gate(g.id).status) end
        end
        """
    ) { [context] call throws(HostFailure) in
      let text = try call.string(0)
      let action = try resolved(call) { quests throws(QuestReferenceError) in
        .openGate(try quests.resolveGate(text))
      }
      guard let action else { return }
      try context.record(.quest(action), call, optionsFrom: 1, slots: ["at": 1, "key": 2])
    }
  }

  private var setLevel: HostFunction {
    HostFunction(
      "set_level",
      "Sets the level that gates are held against from now on, instead of the profile's.",
      parameters: [
        HostParameter("level", .integer(0...Int64.max), "The level."), RecordingOptions.parameter,
      ],
      returns: [Self.outcome],
      example: """
        quest.set_level(10)
        """
    ) { [context] call throws(HostFailure) in
      try context.record(
        .quest(.setLevel(call.integer(0))), call, optionsFrom: 1, slots: ["at": 1, "key": 2])
    }
  }

  private var graph: HostFunction {
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
