import Chance
import Lua
import Rules
import Schema

extension OddsModule {
  var pool: HostFunction {
    HostFunction(
      "pool",
      "Answers a question about pools of a rulebook, as flint odds pool does: the "
        + "exact distribution of the number of rolls to a goal, or an estimate where there is none.",
      parameter: .table(
        "question", "The pool, the goal and the conditions.",
        .optional("pool", .string, "The id of the pool."),
        .optional("goal", .string, "The goal: \(PoolTarget.forms) (default: featured)."),
        Self.copies("The number of copies of each card of the goal (default: 1)."),
        .optional(
          "order", .string,
          "In place of pool and goal: goals in an order of pools, such as "
            + "\"limited/featured*2, weapons/card:blade\"."),
        .optional(
          "rules", .string,
          "The rulebook: current (that of the profile) or the path of a Lua file that may be read "
            + "(default: current)."),
        .optional(
          "state", .any,
          "The state before the first roll: a text such as \"pity.legendary=63,guaranteed\", or a "
            + "table such as {[\"pity.legendary\"] = 63, guaranteed = true}."),
        .optional(
          "budget", .any,
          "What can be spent: a text such as \"gems=28800,money=100\", or a table."),
        .optional(
          "rolls", .any,
          "A list of numbers of rolls for which the number of cards of the goal is returned."),
        .optional(
          "at", .any,
          "A list of numbers of rolls for which the probability of having reached the goal is "
            + "returned."),
        .optional(
          "quantiles", .any,
          "A list of probabilities (default: 0.5, 0.9, 0.95 and 0.99)."),
        .optional(
          "distribution", .boolean,
          "Whether the probability of each number of rolls is returned (default: no)."),
        .optional("bundles", .boolean, "Whether rolls are bought in whole bundles (default: no)."),
        .optional(
          "players", .integer(1...Int64(PoolOdds.mostPlayers)),
          "The number of players of an estimate; with a precision, their maximum number (default: as "
            + "many as make the mean precise to 1 %, within reach)."),
        .optional(
          "precision", .either(.string, .number()),
          "The relative precision of an estimate, such as 0.005 or \"0.5%\": half the width of the "
            + "mean's 95 % interval."),
        .optional("seed", .integer(), "The seed of an estimate (default: 1).")),
      returns: HostResult(
        "answer", "table?",
        "The answer; nil and an error (unreachable, no_exact_method) if the goal can never be "
          + "reached, or what was asked has no answer.", of: PoolAnswer.self),
      example: """
        local o = odds.pool{rules = "examples/worlds/banner.lua", pool = "character", at = {90}}
        print(o.mean, o.quantiles[2].rolls, o.at[1].probability)
        """
    ) { [context] call throws(HostFailure) in
      let name = "odds.pool"
      let rulebook = try context.rulebook(
        named: try call.optionalString("rules") ?? OddsModule.ofProfile, for: name)
      let (pool, goal) = (try call.optionalString("pool"), try call.optionalString("goal"))
      let order = try call.optionalString("order")
      let state = try Self.terms(call, "state")
      let budget = try Self.terms(call, "budget")
      let (rolls, at) = (try Self.numbers(call, "rolls"), try Self.numbers(call, "at"))
      let levels = call.isPresent("quantiles") ? try call.value("quantiles") : .nil
      let copies = call.isPresent("copies") ? Int(clamping: call.integer("copies")) : 1
      let seed = call.optionalInteger("seed")
      let players = call.optionalInteger("players").map { Int(clamping: $0) }
      let precision = call.isPresent("precision") ? try call.value("precision").exactText : nil
      let listsRolls = call.isPresent("distribution") && call.boolean("distribution")
      let isBundled = call.isPresent("bundles") && call.boolean("bundles")
      try Self.replying(call, name) { () throws(OddsError) in
        var question = PoolQuestion(
          rulebook.definition,
          try PoolQuestion.stages(pool: pool, goal: goal, copies: copies, order: order))
        if let state { question.start = try PoolStartText(parsing: state) }
        if let budget { question.budget = try PoolQuestion.Budget(parsing: budget) }
        (question.rolls, question.at, question.buysBundles) = (rolls, at, isBundled)
        question.listsRolls = listsRolls
        switch levels {
        case .nil: break
        case .array(let items):
          question.levels = try PoolQuestion.levels(items.map(\.exactText))
        default:
          throw OddsError(
            .invalid, field: "quantiles",
            "expected a list of probabilities, got a \(levels.typeName)")
        }
        question.players = players
        question.precision = try precision.map { text throws(OddsError) in
          try Odds.chance(parsing: text, "precision").approximation
        }
        if let seed { question.seed = UInt64(bitPattern: seed) }
        return try question.answer().json
      }
    }
  }

  /// Returns terms separated by commas, as the command line has them: from a text, or from a table in the
  /// order of its keys, where `true` stands for a term without a value.
  private static func terms(
    _ call: borrowing HostCall, _ slot: HostSlot
  ) throws(HostFailure) -> String? {
    guard call.isPresent(slot) else { return nil }
    switch try call.value(slot) {
    case .table(let entries):
      let terms: [String] = entries.compactMap { entry in
        switch entry.value {
        case .boolean(false): nil
        case .boolean(true): entry.key.exactText
        default: "\(entry.key.exactText)=\(entry.value.exactText)"
        }
      }
      return terms.isEmpty ? nil : terms.joined(separator: ",")
    case let value:
      if let text = value.text { return text }
      throw .argument(slot, expected: "a text or a table by name", got: value.typeName)
    }
  }
}
