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
        load, remove, sets, missions, nodes, gates, available, find, complete, reset, openGate,
        setLevel, graph,
      ])
  }

  /// A quest set's file may be so large, in bytes.
  private static let largest = 64 << 20

  private static let outcome = HostResult(
    "outcome", "table?", "nil and an error when it cannot be.",
    fields: OutcomeReply.subjectFields)

  static let nodeFields = [
    HostResult("set", "string"), HostResult("mission", "string"), HostResult("id", "string"),
    HostResult("title", "string"), HostResult("description", "string?"),
    HostResult("zone", "string?"), HostResult("npc", "string?"),
    HostResult("coordinates", "string?"),
    HostResult("status", "string", "completed, available or locked."),
    HostResult("waits_for", "string?", "What a locked node waits for."),
    HostResult("dependencies", "string[]"),
    HostResult("completed_at", "string?"),
  ]

  static let setFields = [
    HostResult("id", "string"), HostResult("name", "string"), HostResult("category", "string?"),
    HostResult("done", "integer", "Nodes completed."), HostResult("nodes", "integer"),
    HostResult("missions", "integer"), HostResult("missions_complete", "integer"),
    HostResult("missions_empty", "integer", "Missions without nodes."),
    HostResult("complete", "boolean"),
  ]

  private var load: HostFunction {
    HostFunction(
      "load",
      "Loads a quest set from a JSON file; one of the same id, upper and lower case aside, is replaced, "
        + "and what is completed in it stays. A file with a fault is refused as a whole; flint api quests tells what it may say. A "
        + "script may read beneath its own directory, files named in its arguments, and what "
        + "--allow-read grants.",
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
      let (file, size) = try read(path, call)
      let options = try RecordingOptions(call, from: 1)
      do throws(SessionError) {
        // What is loaded as it stands is not loaded again, unless a time or a key asks for that.
        let isAsked = options.at != nil || options.key != nil
        let isLoaded =
          isAsked ? false : try session.folded().quests.set(file.set.id) == file.set
        if !isLoaded {
          _ = try session.record(.quest(.load(file.set)), at: options.at, key: options.key)
          call.keepMemory(ScriptContext.eventSize + Self.memory * size)
        }
        let views = try session.folded().quests.sets
        guard let view = views.first(where: { $0.set.isNamed(file.set.id) }) else {
          return call.reply.nil()
        }
        call.reply.json(view.json)
        call.reply.json(
          .object(file.unknownKeys.map { ($0.name, .integer(Int64($0.count))) }))
        if let notice = file.notice { context.messages.log(.warn, notice, nil) }
      } catch {
        if case .refused(.questCycle) = error {
          let cycle = (try? session.folded())?.quests.cycle(loading: file.set) ?? []
          throw context.failure(
            "quest.load",
            InputError(
              message: "\(path): \(error.description): "
                + cycle.map { "gate \($0.gate) asks for set \"\($0.opener)\"" }
                .joined(separator: ", "), isMissing: false))
        }
        try call.answer(error, slots: ["at": 1, "key": 2])
      }
    }
  }

  private var remove: HostFunction {
    HostFunction(
      "remove",
      "Takes every loading of a set back, with everything that followed from it: what was completed "
        + "of it is without effect until it is loaded again. Nothing is deleted: flint undo brings "
        + "it back.",
      parameters: [HostParameter("set", .string, "The set's id.")],
      returns: [
        HostResult("loads", "integer?", "How many there were; nil and an error when there is none.")
      ],
      example: """
        quest.load("examples/data/quests/harbour.json")
        print(quest.remove("harbour"))
        """
    ) { [context] call throws(HostFailure) in
      let id = try call.string(0)
      try context.viewing(call) { session throws(SessionError) in
        let loads = try session.loadings(of: id)
        guard !loads.isEmpty else {
          let quests = try session.folded().quests
          do throws(QuestReferenceError) {
            _ = try quests.resolveSet(id)
          } catch {
            call.refuse("not_found", error.description)
          }
          return
        }
        for load in loads { try session.remove(load.event.id, of: .questLoad) }
        call.reply.integer(loads.count)
      }
    }
  }

  /// So many times its size a file takes while it is read, and about as much a set that is loaded:
  /// measured with small nodes.
  private static let memory = 16

  private func read(
    _ path: String, _ call: borrowing HostCall
  ) throws(HostFailure) -> (QuestFile, size: Int) {
    let bytes: [UInt8]
    do throws(FileGrants.Refusal) {
      let file = try context.files.open(path)
      guard let found = try? file.read(upToCount: Self.largest + 1) else {
        throw FileGrants.Refusal(message: "\(path): cannot be read")
      }
      bytes = Array(found)
    } catch {
      throw context.failure("quest.load", error)
    }
    guard bytes.count <= Self.largest else {
      throw context.failure(
        "quest.load", InputError(message: "\(path): larger than 64 MiB", isMissing: false))
    }
    try call.holdMemory(Self.memory * bytes.count)
    do throws(QuestSetError) {
      return (try QuestFile(parsing: bytes, file: path), bytes.count)
    } catch {
      throw context.failure(
        "quest.load", InputError(message: error.description, isMissing: false))
    }
  }

  /// Finds what an id means among the loaded sets, and answers the call where it means nothing.
  ///
  /// - Parameter earlier: what `set/id` would mean at a time of its own, when other sets may have
  ///   been loaded; the fold decides.
  private func resolved(
    _ call: borrowing HostCall, earlier: ((QuestReference) -> QuestAction)? = nil,
    _ body: (QuestsState) throws(QuestReferenceError) -> QuestAction
  ) throws(HostFailure) -> QuestAction? {
    let session = try context.session()
    let quests: QuestsState
    do throws(SessionError) {
      quests = try session.definitions().quests
    } catch {
      throw HostFailure(error)
    }
    do throws(QuestReferenceError) {
      return try body(quests)
    } catch {
      if let earlier, error.candidates.isEmpty,
        let reference = QuestReference(description: error.text)
      {
        return earlier(reference)
      }
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
      let options = try RecordingOptions(call, from: 1)
      let action = try resolved(call, earlier: options.at.map { _ in { .complete($0) } }) {
        quests throws(QuestReferenceError) in .complete(try quests.resolveNode(text))
      }
      guard let action, case .complete(let node) = action else { return }
      let session = try context.session()
      do throws(SessionError) {
        OutcomeReply(session).replySubject(
          try session.record(.quest(action), at: options.at, key: options.key), to: call.reply)
        call.keepMemory(ScriptContext.eventSize)
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
        + "depend on is refused unless cascade is true; then those are un-completed too. Resetting a "
        + "mission, a set or everything also closes the gates in it that were opened by hand.",
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
        if let set = quests.set(text) { return .reset(.set(set.id), cascade: cascade) }
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
      "Opens a gate that nothing else can open: one that asks for an item, for a mission without nodes, "
        + "which is never complete, or for anything that is no node, mission, set or level.",
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
      let action = try resolved(call, earlier: call.isPresent(1) ? { .openGate($0) } : nil) {
        quests throws(QuestReferenceError) in .openGate(try quests.resolveGate(text))
      }
      guard let action else { return }
      try context.record(.quest(action), call, optionsFrom: 1, slots: ["at": 1, "key": 2])
    }
  }

  private var setLevel: HostFunction {
    HostFunction(
      "set_level",
      "Sets the level that gates are held against from now on, instead of the profile's; without "
        + "one, it is the profile's again.",
      parameters: [
        HostParameter("level", .integer(0...Int64.max), "The level.", isOptional: true),
        RecordingOptions.parameter,
      ],
      returns: [Self.outcome],
      example: """
        quest.set_level(10)
        """
    ) { [context] call throws(HostFailure) in
      try context.record(
        .quest(.setLevel(call.isPresent(0) ? call.integer(0) : nil)), call, optionsFrom: 1,
        slots: ["at": 1, "key": 2])
    }
  }
}
