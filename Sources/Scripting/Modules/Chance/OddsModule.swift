import Chance
import FlintJSON
import Lua
import FlintRules
import FlintSchema
import Sessions

/// `odds`: the exact distribution of the number of sparks or rolls to a goal.
struct OddsModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "odds",
      "Exact odds: the number of sparks or rolls to a goal, computed without simulation.",
      denial: "odds cannot be written: they are computed from the rules",
      functions: [goal, weights, prize, pool, sweep, solve, compare, disclose])
  }

  /// The name of the profile's own rulebook.
  static let ofProfile = "current"

  private static let at = HostField.optional(
    "at", .any,
    "A list of numbers of sparks for which the probability of having reached the goal is "
      + "returned.")
  private static let perDay = HostField.optional(
    "per_day", .integer(), "The number of sparks per day; if given, the result has days too.")
  static func copies(_ summary: String) -> HostField {
    HostField.optional("copies", .integer(), summary)
  }

  private static let reply = HostResult(
    "answer", "table?",
    "The answer; nil and an error (unreachable, no_exact_method) if the goal can never be reached "
      + "or no exact method exists for it.", of: OddsAnswer.self)

  private var goal: HostFunction {
    HostFunction(
      "goal",
      "Computes the distribution of the number of sparks to a goal under a rulebook, with its "
        + "drop chance, empty cells and pity.",
      parameter: .table(
        "question", "The goal and the conditions.",
        [
          HostField("goal", .string, "The goal: \(Goal.forms)."),
          .optional(
            "rules", .string,
            "The rulebook: ignition, ignition-shipped, everyday, current (that of the profile) or the "
              + "path of a Lua file that may be read (default: current)."),
          .optional(
            "mix", .any,
            "The shares of the categories among sparks: \"uniform\", a text such as "
              + "\"decision=3,idea=1\" or a table of weights (default: uniform)."),
          Self.copies(
            "The number of copies of each card of the goal; with first, the number of cards "
              + "(default: 1)."),
          .optional(
            "day", .day, "The day whose cards can be drawn (default: a day before all seasons)."),
          Self.at,
          Self.perDay,
          .optional("seed", .integer(), "The seed of an estimate (default: 1)."),
        ] + Self.estimateSize),
      returns: Self.reply,
      example: """
        local o = odds.goal{goal = "first:legendary", rules = "ignition",
          mix = {idea = 2, challenge = 1}, at = {100}, per_day = 3}
        print(o.mean, o.median, o.p95, o.at[1].probability, o.days.median)
        """
    ) { [context] call throws(HostFailure) in
      let name = "odds.goal"
      let goalText = try call.string("goal")
      let rules = try call.optionalString("rules") ?? OddsModule.ofProfile
      let mixValue = try call.value("mix")
      let day = try call.day("day", try context.session())
      let rulebook = try context.rulebook(named: rules, for: name)
      var size = try OddsModule.estimateSize(of: call, name)
      if let seed = call.optionalInteger("seed") { size.seed = UInt64(bitPattern: seed) }
      try OddsModule.answer(call, name, size) { () throws(OddsError) in
        .cards(
          try Goal(parsing: goalText), rulebook,
          try OddsModule.mix(mixValue, of: rulebook.definition.categories), day: day)
      }
    }
  }

  private var weights: HostFunction {
    HostFunction(
      "weights",
      "Computes the distribution of the number of rolls until all of several outcomes, or a "
        + "given number of them, have been drawn.",
      parameter: .table(
        "question", "The outcomes and the goal.",
        HostField(
          "weights", .any,
          "The probabilities of the outcomes: a list of texts (\"1/3\", \"12.5%\") or numbers "
            + "that sum to 1."),
        .optional(
          "rest", .boolean,
          "Whether they may sum to less than 1; in the remaining cases a roll gives nothing."),
        .optional("goal", .string, "The goal: complete or distinct:K (default: complete)."),
        Self.copies("The number of copies of each outcome (default: 1)."),
        Self.at,
        Self.perDay),
      returns: Self.reply,
      example: """
        local o = odds.weights{weights = {"1/2", "1/3", "1/6"}, goal = "complete"}
        print(o.mean, o.mean_fraction, o.p90)
        """
    ) { call throws(HostFailure) in
      let name = "odds.weights"
      let list = try call.value("weights")
      let rest = call.boolean("rest")
      let goalText = try call.optionalString("goal") ?? "complete"
      guard let items = list.items else {
        throw .argument("weights", expected: "a list of chances", got: list.typeName)
      }
      try OddsModule.answer(call, name) { () throws(OddsError) in
        var weights: [Fraction] = []
        for item in items {
          weights.append(try Odds.chance(parsing: item.exactText, "weights"))
        }
        return .weights(try Goal(parsing: goalText), weights, rest: rest)
      }
    }
  }

  private var prize: HostFunction {
    HostFunction(
      "prize",
      "Computes the distribution of the number of rolls to a single prize, with or without pity.",
      parameter: .table(
        "question", "The prize.",
        HostField(
          "rate", .either(.string, .number()),
          "The probability of the prize in one roll."),
        .optional(
          "soft_start", .integer(),
          "The first roll without the prize at which the probability is raised."),
        .optional(
          "soft_step", .either(.string, .number()),
          "The increase of the probability from roll to roll."),
        .optional("hard", .integer(), "The roll at which the prize is certain."),
        .optional("wins", .integer(), "The number of prizes (default: 1)."),
        Self.at,
        Self.perDay),
      returns: Self.reply,
      example: """
        local o = odds.prize{rate = 0.006, soft_start = 74, soft_step = 0.06, hard = 90, wins = 2}
        print(o.mean, o.sd, o.p99)
        """
    ) { call throws(HostFailure) in
      let name = "odds.prize"
      let rate = try call.value("rate").exactText
      let softStart = call.optionalInteger("soft_start")
      let softStep = call.isPresent("soft_step") ? try call.value("soft_step").exactText : nil
      let hard = call.optionalInteger("hard")
      try OddsModule.answer(call, name, count: "wins") { () throws(OddsError) in
        var step: Fraction?
        if let softStep { step = try Odds.chance(parsing: softStep, "soft_step") }
        return .prize(
          try Prize(
            rate: try Odds.chance(parsing: rate, "rate"), softStart: softStart, softStep: step,
            hard: hard))
      }
    }
  }

  /// - Parameter count: the argument with the number of copies or prizes.
  private static func answer(
    _ call: borrowing HostCall, _ name: String, _ size: EstimateSize = EstimateSize(),
    count: HostSlot = "copies", _ subject: () throws(OddsError) -> OddsQuestion.Subject
  ) throws(HostFailure) {
    let numbers = try numbers(call, "at")
    let copies = call.isPresent(count) ? Int(clamping: call.integer(count)) : nil
    let perDay = call.isPresent("per_day") ? call.integer("per_day") : nil
    try replying(call, name) { () throws(OddsError) in
      var question = OddsQuestion(try subject())
      if let copies { question.copies = copies }
      question.at = numbers
      question.estimate = size
      if let perDay { question.sparksPerDay = perDay }
      return try question.answer().json
    }
  }

  /// Replies with an answer. An invalid question raises an error in the script; a question without an
  /// answer returns an error value.
  static func replying(
    _ call: borrowing HostCall, _ name: String, _ answer: () throws(OddsError) -> JSONValue
  ) throws(HostFailure) {
    do throws(OddsError) {
      call.reply.json(try answer())
    } catch {
      switch error.code {
      case .invalid: throw .message("\(name): \(error)")
      case .unreachable: call.refuse("unreachable", "\(name): \(error.problem)")
      case .noExactMethod: call.refuse("no_exact_method", "\(name): \(error.problem)")
      }
    }
  }

  static func numbers(
    _ call: borrowing HostCall, _ slot: HostSlot
  ) throws(HostFailure) -> [Int64] {
    guard call.isPresent(slot) else { return [] }
    let value = try call.value(slot)
    var numbers: [Int64] = []
    guard let items = value.items else {
      throw .argument(slot, expected: "a list of whole numbers", got: value.typeName)
    }
    for item in items {
      switch item {
      case .integer(let number): numbers.append(number)
      case .number(let number):
        guard let whole = Int64(exactly: number) else { fallthrough }
        numbers.append(whole)
      default:
        throw .argument(slot, expected: "a list of whole numbers", got: item.exactText)
      }
    }
    return numbers
  }

  private static func mix(
    _ value: LuaValue, of categories: [SparkCategory]
  ) throws(OddsError) -> CategoryMix {
    switch value {
    case .nil: return CategoryMix(uniform: categories)
    case .string: return try CategoryMix(parsing: value.text ?? "", of: categories)
    case .table(let entries):
      var weights: [SparkCategory: Fraction] = [:]
      for entry in entries {
        guard let category = categories.named(entry.key.exactText) else {
          throw CategoryMix.unknown(entry.key.exactText, categories)
        }
        weights[category] = try CategoryMix.weight(entry.value.exactText, of: category)
      }
      return try CategoryMix(weights, of: categories)
    default:
      throw OddsError(
        .invalid, field: "mix", "expected a text or a table of weights, got a \(value.typeName)")
    }
  }
}

extension LuaValue {
  /// The value as text: a number as the shortest decimal without an exponent that has the same value.
  var exactText: String {
    switch self {
    case .integer(let number): return String(number)
    case .number(let number): return Self.decimal(number)
    case .string: return text ?? "text that is not UTF-8"
    default: return typeName
    }
  }

  private static func decimal(_ number: Double) -> String {
    if number.isNaN { return "nan" }
    if let whole = Int64(exactly: number) { return String(whole) }
    let text = "\(number)"
    guard let mark = text.firstIndex(of: "e"), number > 0,
      let exponent = Int(text[text.index(after: mark)...]), (-20..<0).contains(exponent)
    else { return text }
    let digits = text[..<mark].filter { $0 != "." }
    let trimmed = digits.hasSuffix("0") && digits.count == 2 ? digits.dropLast() : digits[...]
    return "0." + String(repeating: "0", count: -exponent - 1) + trimmed
  }
}
