import Foundation
import FlintJSON
import Lua
import FlintRules
import Sessions
import Views

/// `quest`: loading quest sets, and completing their nodes.
struct QuestModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "quest", "Quests: sets of missions, which consist of nodes with dependencies and gates.",
      denial: "the quest module is read-only; complete nodes with quest.complete(id)",
      functions: [
        add, remove,
      ] + each + eachMission + eachNode + eachGate + [complete, reset, openGate, setLevel, graph])
  }

  /// The maximum size of the file of a quest set, in bytes.
  private static let maximumFileSize = 64 << 20

  private static let outcome = HostResult.outcome(
    "The outcome; nil and an error if the change is refused.")

  private var add: HostFunction {
    HostFunction(
      "add",
      "Loads a quest set from a JSON file. A set with the same id (case-insensitive) is replaced, "
        + "and completed nodes remain completed. A file with errors is refused as a whole; flint "
        + "api quests describes the format. A script may read files below its own directory, "
        + "files named in its arguments, and those that --allow-read allows.",
      parameters: [
        HostParameter(
          "path", .string,
          "The path of the file, absolute or relative to the current directory."),
        RecordingOptions.parameter,
      ],
      returns: HostResult(
        "set", "table?", "The set; nil and an error if the key is taken.", of: QuestSetView.self),
      HostResult("unknown_keys", "table", "The number of occurrences of each unknown key."),
      example: """
        local set = quest.add("examples/data/quests/harbour.json")
        print(set.name, set.nodes)
        """
    ) { [context] call throws(HostFailure) in
      let session = try context.session()
      let path = try call.string("path")
      let (file, size) = try read(path, call)
      let options = try RecordingOptions(call, try context.session())
      do throws(SessionError) {
        // An equal set is not loaded again, unless a time or a key is given.
        let isExplicit = options.at != nil || options.key != nil
        let isLoaded =
          isExplicit ? false : try session.folded().quests.set(file.set.id) == file.set
        if !isLoaded {
          _ = try session.record(.quest(.load(file.set)), at: options.at, key: options.key)
          call.chargePermanentMemory(ScriptContext.eventSize + Self.memoryFactor * size)
        }
        let views = try session.folded().quests.sets
        guard let view = views.first(where: { $0.set.isNamed(file.set.id) }) else {
          return call.reply.nil()
        }
        call.reply.row(view)
        call.reply.json(
          .object(file.unknownKeys.map { ($0.name, .integer(Int64($0.count))) }))
        if let notice = file.notice { context.messages.log(.warn, notice, nil) }
      } catch {
        if case .refused(.questCycle) = error {
          let cycle = (try? session.folded())?.quests.cycle(loading: file.set) ?? []
          throw context.failure(
            "quest.add",
            InputError(
              message: "\(path): \(error.description): "
                + cycle.map { "gate \($0.gate) requires set \"\($0.opener)\"" }
                .joined(separator: ", "), isMissing: false))
        }
        try call.answer(error)
      }
    }.formerly(["load"])
  }

  private var remove: HostFunction {
    HostFunction(
      "remove",
      "Removes all loads of a set, with all of their effects: its completed nodes have no effect "
        + "until it is loaded again. Nothing is deleted: flint undo restores it.",
      parameter: HostParameter("set", .string, "The id of the set."),
      returns: HostResult(
        "loads", "integer?",
        "The number of loads removed; nil and an error if there is no such set."),
      example: """
        quest.add("examples/data/quests/harbour.json")
        print(quest.remove("harbour"))
        """
    ) { [context] call throws(HostFailure) in
      let id = try call.string("set")
      try context.viewing(call) { session throws(SessionError) in
        let loads = try session.reader.loadings(of: id)
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

  /// The memory that reading a file takes, as a multiple of its size, and about that of a loaded set;
  /// measured with small nodes.
  private static let memoryFactor = 16

  private func read(
    _ path: String, _ call: borrowing HostCall
  ) throws(HostFailure) -> (QuestFile, size: Int) {
    let file = try context.opening(
      for: "quest.add", context.open(path, for: "quest.add"))
    guard let bytes = try? file.read(upToCount: Self.maximumFileSize + 1) ?? Data() else {
      throw context.failure(
        "quest.add", InputError(message: "\(path): cannot be read", isMissing: true))
    }
    guard bytes.count <= Self.maximumFileSize else {
      throw context.failure(
        "quest.add", InputError(message: "\(path): larger than 64 MiB", isMissing: false))
    }
    try call.chargeTemporaryMemory(Self.memoryFactor * bytes.count)
    do throws(QuestSetError) {
      return (try QuestFile(parsing: Array(bytes), file: path), bytes.count)
    } catch {
      throw context.failure(
        "quest.add", InputError(message: error.description, isMissing: false))
    }
  }

  /// Returns the action for an id among the loaded sets; if the id is unknown, answers the call with an
  /// error value.
  ///
  /// - Parameter earlier: the action for `set/id` at an earlier time, when other sets may have been
  ///   loaded; the fold decides whether it is valid.
  private func resolved(
    _ call: borrowing HostCall, earlier: ((QuestReference) -> QuestAction)? = nil,
    _ body: (QuestsState) throws(QuestReferenceError) -> QuestAction
  ) throws(HostFailure) -> QuestAction? {
    let session = try context.session()
    let quests = try HostFailure.converting(session.definitions().quests)
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
      "complete",
      "Completes a node and returns the outcome. A locked node is refused with an error that "
        + "names what it waits for.",
      parameters: [
        HostParameter("id", .string, "The node: set/node, or its id if only one set has it."),
        RecordingOptions.parameter,
      ],
      returns: Self.outcome,
      example: """
        quest.add("examples/data/quests/harbour.json")
        print(quest.complete(quest.all_nodes{status = "available"}[1].id).status)
        """
    ) { [context] call throws(HostFailure) in
      let text = try call.string("id")
      let options = try RecordingOptions(call, try context.session())
      let action = try resolved(call, earlier: options.at.map { _ in { .complete($0) } }) {
        quests throws(QuestReferenceError) in .complete(try quests.resolveNode(text))
      }
      guard let action, case .complete(let node) = action else { return }
      let session = try context.session()
      do throws(SessionError) {
        OutcomeReply(session).replySubject(
          try session.record(.quest(action), at: options.at, key: options.key), to: call.reply)
        call.chargePermanentMemory(ScriptContext.eventSize)
      } catch {
        guard case .refused(.nodeLocked) = error else {
          return try call.answer(error)
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
      "Resets a node, a mission, a set, or everything if no id is given: completed nodes become "
        + "uncompleted. A node on which completed nodes depend is refused unless cascade is "
        + "true; then those are reset too. Resetting a mission, a set or everything also closes "
        + "its gates that were opened by hand.",
      parameters: [
        .optional(
          "id", .string,
          "A set, set/mission, set/node, or the id of a mission or node if it is unique "
            + "(default: everything)."),
        .optional(
          "options",
          .table(
            [
              .optional("cascade", .boolean, "true: resets dependent nodes too.")
            ] + RecordingOptions.fields), "The options."),
      ],
      returns: Self.outcome,
      example: """
        quest.add("examples/data/quests/harbour.json")
        quest.complete(quest.all_nodes{status = "available"}[1].id)
        print(quest.reset("harbour").status)
        """
    ) { [context] call throws(HostFailure) in
      let text = try call.optionalString("id")
      let cascade = call.boolean("cascade")
      let action = try resolved(call) { quests throws(QuestReferenceError) in
        guard let text else { return .reset(.everything, cascade: cascade) }
        if let set = quests.set(text) { return .reset(.set(set.id), cascade: cascade) }
        // If a mission and a node have the same id, the node is reset, since that changes less.
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
      try context.record(.quest(action), call)
    }
  }

  private var openGate: HostFunction {
    HostFunction(
      "open_gate",
      "Opens a gate that opens only by hand. Its requirement is an item, a mission without nodes "
        + "(which is never complete), or anything else that is not a node, mission, set or level.",
      parameters: [
        HostParameter("id", .string, "The gate: set/gate, or its id if only one set has it."),
        RecordingOptions.parameter,
      ],
      returns: Self.outcome,
      example: """
        quest.add("examples/data/quests/lighthouse.json")
        for g in quest.each_gate() do
          if g.by_hand then print(g.requirement, quest.open_gate(g.id).status) end
        end
        """
    ) { [context] call throws(HostFailure) in
      let text = try call.string("id")
      let action = try resolved(call, earlier: call.isPresent("at") ? { .openGate($0) } : nil) {
        quests throws(QuestReferenceError) in .openGate(try quests.resolveGate(text))
      }
      guard let action else { return }
      try context.record(.quest(action), call)
    }
  }

  private var setLevel: HostFunction {
    HostFunction(
      "set_level",
      "Sets the level that is compared with the requirements of gates, instead of that of the "
        + "profile.",
      parameters: [
        .optional(
          "level", .integer(0...Int64.max),
          "The level; without it, the level of the profile is used again."),
        RecordingOptions.parameter,
      ],
      returns: Self.outcome,
      example: """
        quest.set_level(10)
        """
    ) { [context] call throws(HostFailure) in
      try context.record(
        .quest(.setLevel(call.optionalInteger("level"))), call)
    }
  }
}
