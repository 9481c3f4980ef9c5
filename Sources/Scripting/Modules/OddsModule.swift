import Lua
import Rules
import Sessions
import Simulation

/// `odds`: exactly how long a goal takes.
struct OddsModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "odds",
      "Exact odds: how many sparks a goal takes by the rules, worked out and not tried out.",
      denial: "odds cannot be written: they follow from the rules",
      functions: [goal, weights, prize])
  }

  private static let at = HostField(
    "at", .any, "A list of numbers of sparks at which the chance of being done is wanted.",
    isOptional: true)
  private static let perDay = HostField(
    "per_day", .integer(), "Sparks a day; then days are told too.", isOptional: true)
  private static func copies(_ summary: String) -> HostField {
    HostField("copies", .integer(), summary, isOptional: true)
  }

  private static let quantileFields = [
    HostResult("median", "integer", "The least number that does with a chance of 0.5."),
    HostResult("p90", "integer", "With a chance of 0.9."),
    HostResult("p95", "integer"), HostResult("p99", "integer"),
  ]

  /// What every answer has, whatever was asked.
  private static func fields(hasDistinct: Bool) -> [HostResult] {
    [
      HostResult("mean", "number", "The expected number of sparks."),
      HostResult("mean_fraction", "string?", "The same as a/b, where that is short."),
      HostResult("sd", "number", "The standard deviation."),
      HostResult(
        "mean_error", "number?",
        "A bound of the mean's relative error, as a power of ten; nil when no digit is certain."),
      HostResult("sd_error", "number?", "The same of the standard deviation."),
    ] + quantileFields + [
      HostResult(
        "at", "table[]", "For each number asked for.",
        fields: [
          HostResult("n", "integer", "The number of sparks."),
          HostResult("probability", "number", "The chance of being done within them."),
          HostResult("error", "number?", "A bound of its relative error."),
        ]
          + (hasDistinct
            ? [
              HostResult(
                "distinct", "number?", "How many different cards are to be expected then.")
            ] : [])),
      HostResult(
        "days", "table?", "The same in days, where per_day was given.",
        fields: [
          HostResult("per_day", "integer"), HostResult("mean", "number"),
          HostResult("sd", "number"), HostResult("mean_error", "number?"),
          HostResult("sd_error", "number?"),
        ] + quantileFields.map { HostResult($0.name, $0.type) }),
      HostResult("method", "string", "How it was worked out."),
    ]
  }

  private static let refusals =
    "nil and an error (unreachable, no_exact_method) when the goal can never be reached, or has no "
    + "exact method."

  private var goal: HostFunction {
    HostFunction(
      "goal",
      "How many sparks a goal takes under a rulebook, with its drop chance, empty cells and pity.",
      parameters: [
        HostParameter(
          "question",
          .table([
            HostField("goal", .string, "\(Goal.forms)."),
            HostField(
              "rules", .string,
              "ignition, ignition-shipped, current (the profile's own) or a Lua file that may be "
                + "read; ignition if not given.", isOptional: true),
            HostField(
              "mix", .any,
              "How often sparks are of each category: \"uniform\", a text such as "
                + "\"decision=3,idea=1\" or a table of weights; uniform if not given.",
              isOptional: true),
            Self.copies(
              "So many copies of each card of the goal, 1 if not given; with first, so many cards."),
            HostField(
              "day", .day,
              "The day whose cards can be drawn; the time before every season if not "
                + "given.", isOptional: true),
            Self.at, Self.perDay,
          ]), "What is waited for.")
      ],
      returns: [
        HostResult(
          "answer", "table?", Self.refusals,
          fields: [
            HostResult("goal", "string"), HostResult("rules", "string", "The rulebook's id."),
            HostResult("mix", "string"), HostResult("day", "string?"),
            HostResult("copies", "integer"),
          ] + Self.fields(hasDistinct: true) + [
            HostResult(
              "rates", "table[]", "Rates of the rarities, commonest first, without pity.",
              fields: [
                HostResult("rarity", "string"), HostResult("nominal", "number", "As written."),
                HostResult("effective", "number", "As sparks of this mix bring them."),
              ])
          ])
      ],
      example: """
        local o = odds.goal{goal = "first:legendary", rules = "ignition",
          mix = {idea = 2, challenge = 1}, at = {100}, per_day = 3}
        print(o.mean, o.median, o.p95, o.at[1].probability, o.days.median)
        """
    ) { [context] call throws(HostFailure) in
      let name = "odds.goal"
      let goalText = try call.string(0)
      let rules = try call.optionalString(1) ?? RulebookDefinition.ignition.id
      let mixValue = try call.value(2)
      let day = try call.day(4)
      let rulebook = try context.rulebook(named: rules, for: name)
      var copies: Int64 = 1
      if call.isPresent(3) { copies = call.integer(3) }
      let at = try OddsModule.numbers(call, 5, name)
      let perDay = call.isPresent(6) ? call.integer(6) : nil
      try OddsModule.answer(call, name, copies: copies, at: at, perDay: perDay) {
        () throws(OddsError) in
        .cards(
          try Goal(parsing: goalText), rulebook, try OddsModule.mix(mixValue), day: day)
      }
    }
  }

  private var weights: HostFunction {
    HostFunction(
      "weights", "How many rolls it takes until all of some things, or so many, were drawn.",
      parameters: [
        HostParameter(
          "question",
          .table([
            HostField(
              "weights", .any,
              "A list of chances that sum to 1, as texts (\"1/3\", \"12.5%\") or numbers."),
            HostField(
              "goal", .string, "complete or distinct:K; complete if not given.",
              isOptional: true),
            Self.copies("So many of each, 1 if not given."), Self.at, Self.perDay,
          ]), "What is drawn, and what is waited for.")
      ],
      returns: [
        HostResult(
          "answer", "table?", Self.refusals,
          fields: [
            HostResult("goal", "string"), HostResult("weights", "string[]"),
            HostResult("copies", "integer"),
          ] + Self.fields(hasDistinct: true))
      ],
      example: """
        local o = odds.weights{weights = {"1/2", "1/3", "1/6"}, goal = "complete"}
        print(o.mean, o.mean_fraction, o.p90)
        """
    ) { call throws(HostFailure) in
      let name = "odds.weights"
      let list = try call.value(0)
      let goalText = try call.optionalString(1) ?? "complete"
      var copies: Int64 = 1
      if call.isPresent(2) { copies = call.integer(2) }
      let at = try OddsModule.numbers(call, 3, name)
      let perDay = call.isPresent(4) ? call.integer(4) : nil
      guard case .array(let items) = list else {
        throw .argument(0, expected: "a list of chances", got: list.typeName)
      }
      try OddsModule.answer(call, name, copies: copies, at: at, perDay: perDay) {
        () throws(OddsError) in
        var weights: [Fraction] = []
        for item in items {
          weights.append(try Odds.chance(parsing: item.exactText, "weights"))
        }
        return .weights(try Goal(parsing: goalText), weights)
      }
    }
  }

  private var prize: HostFunction {
    HostFunction(
      "prize", "How many rolls a single prize takes, with or without pity.",
      parameters: [
        HostParameter(
          "question",
          .table([
            HostField("rate", .either(.string, .number()), "The chance of a roll."),
            HostField(
              "soft_start", .integer(), "The first roll without the prize whose chance is raised.",
              isOptional: true),
            HostField(
              "soft_step", .either(.string, .number()), "How much it rises from roll to roll.",
              isOptional: true),
            HostField("hard", .integer(), "The roll that is certain.", isOptional: true),
            HostField("wins", .integer(), "So many prizes, 1 if not given.", isOptional: true),
            Self.at, Self.perDay,
          ]), "The prize.")
      ],
      returns: [
        HostResult(
          "answer", "table?", Self.refusals,
          fields: [
            HostResult("rate", "string"), HostResult("soft_start", "integer?"),
            HostResult("soft_step", "string?"), HostResult("hard", "integer?"),
            HostResult("wins", "integer"),
          ] + Self.fields(hasDistinct: false))
      ],
      example: """
        local o = odds.prize{rate = 0.006, soft_start = 74, soft_step = 0.06, hard = 90, wins = 2}
        print(o.mean, o.sd, o.p99)
        """
    ) { call throws(HostFailure) in
      let name = "odds.prize"
      let rate = try call.value(0).exactText
      let softStart = call.isPresent(1) ? call.integer(1) : nil
      let softStep = call.isPresent(2) ? try call.value(2).exactText : nil
      let hard = call.isPresent(3) ? call.integer(3) : nil
      var wins: Int64 = 1
      if call.isPresent(4) { wins = call.integer(4) }
      let at = try OddsModule.numbers(call, 5, name)
      let perDay = call.isPresent(6) ? call.integer(6) : nil
      try OddsModule.answer(call, name, copies: wins, at: at, perDay: perDay) {
        () throws(OddsError) in
        var step: Fraction?
        if let softStep { step = try Odds.chance(parsing: softStep, "soft_step") }
        return .prize(
          try Prize(
            rate: try Odds.chance(parsing: rate, "rate"), softStart: softStart, softStep: step,
            hard: hard))
      }
    }
  }

  /// Answers a call, or says why there is no answer: what is asked wrongly is a fault of the
  /// script's, what cannot be answered is refused.
  private static func answer(
    _ call: borrowing HostCall, _ name: String, copies: Int64, at: [Int64], perDay: Int64?,
    _ subject: () throws(OddsError) -> OddsQuestion.Subject
  ) throws(HostFailure) {
    do throws(OddsError) {
      var question = OddsQuestion(try subject())
      question.copies = Int(clamping: copies)
      question.at = at
      question.sparksPerDay = perDay
      call.reply.json(try question.answer().json)
    } catch {
      switch error.code {
      case .invalid: throw .message("\(name): \(error)")
      case .unreachable: call.refuse("unreachable", "\(name): \(error.problem)")
      case .noExactMethod: call.refuse("no_exact_method", "\(name): \(error.problem)")
      }
    }
  }

  private static func numbers(
    _ call: borrowing HostCall, _ slot: Int, _ name: String
  ) throws(HostFailure) -> [Int64] {
    guard call.isPresent(slot) else { return [] }
    let value = try call.value(slot)
    var numbers: [Int64] = []
    guard case .array(let items) = value else {
      // An empty table is no list by itself.
      if case .table(let entries) = value, entries.isEmpty { return [] }
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

  private static func mix(_ value: LuaValue) throws(OddsError) -> CategoryMix {
    switch value {
    case .nil: return .uniform
    case .string: return try CategoryMix(parsing: value.text ?? "")
    case .table(let entries):
      var weights: [Category: Fraction] = [:]
      for entry in entries {
        guard let category = Category(name: entry.key.exactText) else {
          throw CategoryMix.unknown(entry.key.exactText)
        }
        weights[category] = try CategoryMix.weight(entry.value.exactText, of: category)
      }
      return try CategoryMix(weights)
    default:
      throw OddsError(
        .invalid, field: "mix", "expected a text or a table of weights, got a \(value.typeName)")
    }
  }
}

extension ScriptContext {
  /// A rulebook by its name: a bundled one, the profile's own, or a file that may be read.
  fileprivate func rulebook(named name: String, for function: String) throws(HostFailure)
    -> Rulebook
  {
    if name == "current" { return try session().rulebook }
    let definition: RulebookDefinition
    if let bundled = RulebookDefinition.bundled.first(where: { $0.id == name }) {
      definition = bundled
    } else {
      guard name.hasSuffix(".lua") else {
        throw .unknown(
          1, "a rulebook or a Lua file", name,
          among: RulebookDefinition.bundled.map(\.id) + ["current"])
      }
      do throws(FileGrants.Refusal) {
        try files.checkReading(name)
      } catch {
        throw .message("\(function): \(error.message)")
      }
      do throws(LuaFileError) {
        definition = try RulebookFile.definition(at: name)
      } catch {
        throw .message("\(function): \(error)")
      }
    }
    do throws(RulebookError) {
      return try Rulebook(definition)
    } catch {
      throw .message("\(function): \(error)")
    }
  }
}

extension LuaValue {
  /// A text or number as a decimal without an exponent, the shortest that is the same number.
  fileprivate var exactText: String {
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
