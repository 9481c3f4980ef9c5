import Design
import FlintJSON
import Lua
import FlintSchema

/// `tables`: loot tables, their exact odds and their openings.
struct TablesModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "tables", "Loot tables: what an opening gives, computed exactly or opened by chance.",
      functions: [read, odds, open])
  }

  private static let table = HostField(
    "table", .any,
    "The loot tables: the path of a Lua, JSON or CSV file or a folder of such files, which may be "
      + "read, or a table in the same form.")

  /// The arguments that say what is opened.
  private static let subject = [
    table,
    .optional("name", .string, "The table to open, if there are several."),
    .optional(
      "flags", .any,
      "The flags that are set: a text such as \"night,looting=3\", a list of names, or a table of levels."
    ),
    .optional("luck", .number(), "The luck, which changes weights by their quality (default: 0)."),
  ]

  private static let refusals =
    "nil and an error (unreachable, no_exact_method) if the goal can never be reached or there is no answer."

  private var read: HostFunction {
    HostFunction(
      "read", "Reads loot tables and returns what is in them.",
      parameter: .table("source", "The tables.", Self.table),
      returns: HostResult("summary", "table", "The summary.", of: LootTables.self),
      example: """
        local t = tables.read{table = {entries = {{item = "gem"}, {empty = true, weight = 9}}}}
        print(t.main, #t.tables)
        """
    ) { [context] call throws(HostFailure) in
      call.reply.row(try context.tables(call, "tables.read"))
    }
  }

  private var odds: HostFunction {
    HostFunction(
      "odds",
      "Computes what openings of a loot table give: chances and expected numbers of each item, the distribution "
        + "of the number of one, the chances of several together, and the number of openings until a goal.",
      parameter: .table(
        "question", "The tables and the question.",
        Self.subject + [
          .optional("open", .integer(), "The number of openings (default: 1)."),
          .optional(
            "item", .either(.string, .stringList),
            "Only this item, with the distribution of its number; or several, with their chances together."
          ),
          .optional("goal", .string, "The goal that openings go on for: \(LootGoal.forms)."),
          .optional(
            "at", .any,
            "A list of numbers: of openings, or with one item and no goal of that item, whose probabilities "
              + "are returned."),
          .optional(
            "simulate", .integer(), "How many times to simulate the openings beside the answer."),
          .optional("seed", .integer(), "The seed of simulations (default: 1)."),
        ] + OddsModule.estimateSize),
      returns: HostResult(
        "answer", "table?", "The answer; " + Self.refusals, of: LootAnswer.self),
      example: """
        local chest = {rolls = {2, 3}, entries = {{item = "gem", weight = 1}, {item = "bread", weight = 4}}}
        local o = tables.odds{table = chest, item = "gem", goal = "gem:5"}
        print(o.items[1].probability_fraction, o.distribution.mean, o.time.median)
        """
    ) { [context] call throws(HostFailure) in
      let name = "tables.odds"
      var question = try context.question(call, name)
      question.estimate = try OddsModule.estimateSize(of: call, name)
      if call.isPresent("open") { question.openings = call.integer("open") }
      if call.isPresent("item") {
        if case .string = try call.value("item") {
          question.things = [try call.string("item")]
        } else {
          question.things = call.isPresent("item") ? try call.strings("item") : []
        }
      }
      question.until = try call.optionalString("goal")
      question.at = try OddsModule.numbers(call, "at")
      question.simulated = call.optionalInteger("simulate")
      if let limit = question.simulated, limit > 1_000_000 {
        throw .argument("simulate", expected: "at most 1000000 openings", got: "\(limit)")
      }
      try TablesModule.answering(call, name) { () throws(LootError) in
        call.reply.row(try question.answer())
      }
    }
  }

  private var open: HostFunction {
    HostFunction(
      "open",
      "Opens a loot table by chance. The n-th opening gives the same in every run with the same seed.",
      parameter: .table(
        "opening", "The tables, the seed and the number of openings.",
        Self.subject + [
          .optional("seed", .integer(), "The seed (default: 1)."),
          .optional("count", .integer(), "The number of openings (default: 1, at most 10000)."),
        ]),
      returns: HostResult(
        "openings", "table<string, integer>[]?",
        "What each opening gave, as numbers by item; " + Self.refusals),
      example: """
        local chest = {rolls = 3, entries = {{item = "gem", weight = 1}, {item = "bread", weight = 4}}}
        for _, gift in ipairs(tables.open{table = chest, seed = 7, count = 2}) do
          print(gift.gem or 0, gift.bread or 0)
        end
        """
    ) { [context] call throws(HostFailure) in
      let name = "tables.open"
      let question = try context.question(call, name)
      let count = call.optionalInteger("count") ?? 1
      try TablesModule.answering(call, name) { () throws(LootError) in
        let openings = try LootOpenings(question, count: count).openings
        call.reply.json(
          .array(openings.map { .object($0.map { ($0.name, .integer($0.count)) }) }))
      }
    }
  }

  /// Calls a closure that replies an answer. An invalid question raises an error in the script; one without an answer
  /// returns an error value.
  private static func answering(
    _ call: borrowing HostCall, _ name: String, _ reply: () throws(LootError) -> Void
  ) throws(HostFailure) {
    do throws(LootError) {
      try reply()
    } catch {
      switch error.code {
      case .invalid, .broken, .unreadable: throw .message("\(name): \(error)")
      case .unreachable: call.refuse("unreachable", "\(name): \(error.problem)")
      case .noExactMethod: call.refuse("no_exact_method", "\(name): \(error.problem)")
      }
    }
  }
}

extension ScriptContext {
  /// Returns the tables of a call: of a file that may be read, or written in the script.
  fileprivate func tables(
    _ call: borrowing HostCall, _ function: String
  ) throws(HostFailure) -> LootTables {
    let value = try call.value("table")
    switch value {
    case .string:
      let path = try call.string("table")
      do throws(FileGrants.Refusal) {
        try files.checkReading(path)
      } catch {
        throw .message("\(function): \(error.message)")
      }
      do throws(LuaFileError) {
        return try LootTableFile.tables(at: path)
      } catch {
        throw .message("\(function): \(error)")
      }
    case .array, .table:
      do throws(LootError) {
        return try LootTables(reading: value.tree, name: "table", notation: .lua)
      } catch {
        throw .message("\(function): \(error)")
      }
    default: throw .argument("table", expected: "a path or a table", got: value.typeName)
    }
  }

  /// Returns the question about the tables of a call, in its circumstances.
  fileprivate func question(
    _ call: borrowing HostCall, _ function: String
  ) throws(HostFailure) -> LootQuestion {
    var question = LootQuestion(try tables(call, function))
    question.name = try call.optionalString("name")
    let flags = try call.value("flags")
    let luck = call.optionalNumber("luck")
    do throws(LootError) {
      switch flags {
      case .nil: break
      case .string: try question.circumstances.add(parsing: flags.text ?? "")
      case .array(let names):
        for name in names { try question.circumstances.add(parsing: name.text ?? "") }
      case .table(let entries):
        for entry in entries {
          guard let name = entry.key.text else { continue }
          switch entry.value {
          case .boolean(let flag): try question.circumstances.set(name, flag ? 1 : 0)
          case .integer(let level): try question.circumstances.set(name, level)
          default:
            throw LootError(.invalid, field: "flags", "\(name): expected true, false or a level")
          }
        }
      default:
        throw LootError(.invalid, field: "flags", "expected a text, a list or a table of flags")
      }
      if let luck { try question.circumstances.setLuck(parsing: "\(luck)") }
    } catch {
      throw .message("\(function): \(error)")
    }
    if let seed = call.optionalInteger("seed") { question.seed = UInt64(bitPattern: seed) }
    return question
  }
}
