import Chance
import Design
import Lua
import FlintRules
import FlintSchema

extension OddsModule {
  var pool: HostFunction {
    HostFunction(
      "pool",
      "Answers a question about pools of a rulebook, as flint odds pool does: the "
        + "exact distribution of the number of rolls to a goal, or an estimate where there is none.",
      parameter: .table(
        "question", "The pool, the goal and the conditions.",
        Self.questionFields + [
          Self.rules,
          .optional(
            "rolls", .any,
            "A list of numbers of rolls for which the number of cards of the goal is returned."),
          .optional(
            "distribution", .boolean,
            "Whether the probability of each number of rolls is returned (default: no)."),
        ]),
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
      let rules = try context.rules(
        call.isPresent("rules") ? try call.value("rules") : .nil, for: name)
      let arguments = try PoolArguments(call)
      let rolls = try Self.numbers(call, "rolls")
      let listsRolls = call.isPresent("distribution") && call.boolean("distribution")
      try Self.replying(call, name) { () throws(OddsError) in
        var question = try arguments.question(rules)
        question.rolls = rolls
        question.listsRolls = listsRolls
        return try question.answer().json
      }
    }
  }

  static let rules = HostField.optional(
    "rules", .any,
    "The rulebook: current (that of the profile), the path of a Lua file that may be read, or a table as "
      + "rulebook files return it (default: current).")

  /// What all questions about pools have.
  static let questionFields: [HostField] = [
    .optional("pool", .string, "The id of the pool."),
    .optional("goal", .string, "The goal: \(PoolTarget.forms) (default: featured)."),
    Self.copies("The number of copies of each card of the goal (default: 1)."),
    .optional(
      "order", .string,
      "In place of pool and goal: goals in an order of pools, such as "
        + "\"limited/featured*2, weapons/card:blade\"."),
    .optional(
      "state", .any,
      "The state before the first roll: a text such as \"pity.legendary=63,guaranteed\", or a "
        + "table such as {[\"pity.legendary\"] = 63, guaranteed = true}."),
    .optional(
      "state_log", .any,
      "A player's draws, from which the state before the first roll follows, beside state: a list as audit.draws "
        + "takes it."),
    .optional("player", .string, "The player of a state_log of several."),
    .optional(
      "budget", .any,
      "What can be spent: a text such as \"gems=28800,money=100\", or a table."),
    .optional(
      "at", .any,
      "A list of numbers of rolls for which the probability of having reached the goal is "
        + "returned."),
    .optional(
      "quantiles", .any,
      "A list of probabilities (default: 0.5, 0.9, 0.95 and 0.99)."),
    .optional("bundles", .boolean, "Whether rolls are bought in whole bundles (default: no)."),
    .optional(
      "players", .integer(1...Int64(PoolOdds.mostPlayers)),
      "The number of players of an estimate; with a precision, their maximum number (default: as "
        + "many as make the mean precise to 1 %, within reach)."),
    .optional(
      "precision", .either(.string, .number()),
      "The relative precision of an estimate, such as 0.005 or \"0.5%\": half the width of the "
        + "mean's 95 % interval."),
    .optional("seed", .integer(), "The seed of an estimate (default: 1)."),
  ]
}

/// The arguments that all questions about pools have.
struct PoolArguments {
  private let pool: String?
  private let goal: String?
  private let order: String?
  private let state: String?
  private let log: [DrawLog.Entry]?
  private let player: String?
  private let budget: String?
  private let at: [Int64]
  private let levels: LuaValue
  private let copies: Int
  private let seed: Int64?
  private let players: Int?
  private let precision: String?
  private let buysBundles: Bool

  init(_ call: borrowing HostCall) throws(HostFailure) {
    (pool, goal) = (try call.optionalString("pool"), try call.optionalString("goal"))
    order = try call.optionalString("order")
    state = try Self.terms(call, "state")
    log =
      call.isPresent("state_log")
      ? try AuditModule.entries(try call.value("state_log"), "state_log") : nil
    player = try call.optionalString("player")
    budget = try Self.terms(call, "budget")
    at = try OddsModule.numbers(call, "at")
    levels = call.isPresent("quantiles") ? try call.value("quantiles") : .nil
    copies = call.isPresent("copies") ? Int(clamping: call.integer("copies")) : 1
    seed = call.optionalInteger("seed")
    players = call.optionalInteger("players").map { Int(clamping: $0) }
    precision = call.isPresent("precision") ? try call.value("precision").exactText : nil
    buysBundles = call.isPresent("bundles") && call.boolean("bundles")
  }

  func question(_ rules: RulebookDefinition) throws(OddsError) -> PoolQuestion {
    var question = PoolQuestion(
      rules, try PoolQuestion.stages(pool: pool, goal: goal, copies: copies, order: order))
    if let state { question.start = try PoolStartText(parsing: state) }
    if let log { try begin(&question, after: log) }
    if log == nil, player != nil { throw .invalid("player", "requires state_log") }
    if let budget { question.budget = try PoolQuestion.Budget(parsing: budget) }
    (question.at, question.buysBundles) = (at, buysBundles)
    if levels != .nil {
      guard let items = levels.items else {
        throw OddsError(
          .invalid, field: "quantiles",
          "expected a list of probabilities, got a \(levels.typeName)")
      }
      question.levels = try PoolQuestion.levels(items.map(\.exactText))
    }
    question.players = players
    if let precision {
      question.precision = try Odds.chance(parsing: precision, "precision").approximation
    }
    if let seed { question.seed = UInt64(bitPattern: seed) }
    return question
  }

  /// Lets a question begin in the state that the player's draws lead to.
  private func begin(
    _ question: inout PoolQuestion, after log: [DrawLog.Entry]
  ) throws(OddsError) {
    let rulebook: Rulebook
    do throws(RulebookError) {
      rulebook = try Rulebook(question.rulebook)
    } catch {
      throw .invalid("rules", "\(error)")
    }
    for stage in question.stages { _ = try question.pool(stage.pool) }
    let read = try PoolStartLog(
      log, of: rulebook, asked: question.stages.map(\.pool), player: player, given: question.start,
      isOfOnePool: false,
      includesCards: question.stages.contains { !$0.target.isOfComingCards }, unit: "draw",
      hints: .fields)
    (question.start, question.remarks) = (read.start, read.notes)
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
