import Chance
import Lua
import FlintRules
import FlintSchema

extension OddsModule {
  var sweep: HostFunction {
    HostFunction(
      "sweep",
      "Answers a question about pools for each value of a number of the rulebook, or for all combinations of two, "
        + "as flint odds pool --sweep does.",
      parameter: .table(
        "question", "The question, and the values.",
        Self.questionFields + [
          Self.rules,
          HostField(
            "values", .any,
            "The values: a text such as \"soft_step=2%,4%\" or \"hard=60..90/4\", a list of one or two of these, or a "
              + "table of lists such as {soft_step = {0.02, 0.04}}. A number is named by its path, of which what is "
              + "not needed can be left out; at most \(PoolComparison.mostVariants) combinations."),
        ]),
      returns: HostResult("comparison", "table", "The answers.", of: PoolComparison.self),
      example: """
        local o = odds.sweep{rules = "examples/worlds/banner.lua", pool = "weapons", goal = "card:blade",
          values = {share = {"50%", "75%"}}}
        for _, variant in ipairs(o.variants) do print(variant.name, variant.mean) end
        """
    ) { [context] call throws(HostFailure) in
      let name = "odds.sweep"
      let rules = try context.rules(
        call.isPresent("rules") ? try call.value("rules") : .nil, for: name)
      let arguments = try PoolArguments(call)
      let values = try call.value("values")
      try Self.replying(call, name) { () throws(OddsError) in
        let question = try arguments.question(rules)
        return try PoolComparison(question, sweeping: try Self.sweeps(values)).json
      }
    }
  }

  var solve: HostFunction {
    HostFunction(
      "solve",
      "Finds the value of a number of the rulebook that leads to an answer, as flint odds pool --solve does.",
      parameter: .table(
        "question", "The question, the number, and one of mean, quantile and chance.",
        Self.questionFields + [
          Self.rules,
          HostField(
            "number", .string,
            "The path of the number, of which what is not needed can be left out."),
          .optional("mean", .number(), "The mean number of rolls that is wanted."),
          .optional(
            "quantile", .string,
            "The number of rolls that is to be enough for a share of players, such as \"90%=120\"."),
          .optional(
            "chance", .string,
            "The chance of being done within a number of rolls, such as \"90=60%\", or with the budget: \"budget=60%\"."
          ),
        ]),
      returns: HostResult(
        "solution", "table?",
        "The value and the answer with it; nil and an error (unreachable) with the range of what can be reached if no "
          + "value leads to what is wanted.", of: PoolSolution.self),
      example: """
        local o = odds.solve{rules = "examples/worlds/banner.lua", pool = "character",
          number = "legendary.soft_step", mean = 94}
        print(o.value, o.answer.mean)
        """
    ) { [context] call throws(HostFailure) in
      let name = "odds.solve"
      let rules = try context.rules(
        call.isPresent("rules") ? try call.value("rules") : .nil, for: name)
      let arguments = try PoolArguments(call)
      let number = try call.string("number")
      let mean = call.isPresent("mean") ? call.number("mean") : nil
      let (quantile, chance) = (
        try call.optionalString("quantile"), try call.optionalString("chance")
      )
      try Self.replying(call, name) { () throws(OddsError) in
        let aim = try PoolSolution.Aim(mean: mean, quantile: quantile, chance: chance)
        return try PoolSolution(try arguments.question(rules), solving: number, for: aim).json
      }
    }
  }

  var compare: HostFunction {
    HostFunction(
      "compare",
      "Answers a question about pools under several rulebooks, with the differences from the first, as flint odds "
        + "pool does with several --rules.",
      parameter: .table(
        "question", "The question, and the rulebooks.",
        Self.questionFields + [
          HostField(
            "rules", .any,
            "A list of rulebooks: each a name, the path of a Lua file that may be read, or a table as rulebook files "
              + "return it.")
        ]),
      returns: HostResult("comparison", "table", "The answers.", of: PoolComparison.self),
      example: """
        local file = "examples/worlds/banner.lua"
        local o = odds.compare{rules = {file, file}, pool = "character"}
        print(o.variants[2].difference.mean)
        """
    ) { [context] call throws(HostFailure) in
      let name = "odds.compare"
      let value = try call.value("rules")
      guard let items = value.items else {
        throw .argument("rules", expected: "a list of rulebooks", got: value.typeName)
      }
      var rulebooks: [(name: String, rulebook: RulebookDefinition)] = []
      for item in items {
        let rules = try context.rules(item, for: name)
        rulebooks.append((rules.id, rules))
      }
      // Rulebooks of one id are told apart by their positions.
      if Set(rulebooks.map(\.name)).count < rulebooks.count {
        for index in rulebooks.indices { rulebooks[index].name += " \(index + 1)" }
      }
      let arguments = try PoolArguments(call)
      try Self.replying(call, name) { () throws(OddsError) in
        guard let first = rulebooks.first else {
          throw .invalid("rules", "expected at least two rulebooks, got none")
        }
        return try PoolComparison(try arguments.question(first.rulebook), under: rulebooks).json
      }
    }
  }

  /// Returns the values of a sweep: those of a text, of a list of texts, or of a table of lists.
  private static func sweeps(_ value: LuaValue) throws(OddsError) -> [Sweep] {
    do throws(RulebookNumberError) {
      let most = PoolComparison.mostVariants
      switch value {
      case .array(let items):
        return try items.map { item throws(RulebookNumberError) in
          try Sweep(parsing: item.exactText, most: most)
        }
      case .table(let entries):
        return try entries.map { entry throws(RulebookNumberError) in
          var texts = [entry.value.exactText]
          if case .array(let items) = entry.value { texts = items.map(\.exactText) }
          return try Sweep(
            parsing: entry.key.exactText + "=" + texts.joined(separator: ","), most: most)
        }
      default: return [try Sweep(parsing: value.exactText, most: most)]
      }
    } catch {
      throw .invalid("values", error.description)
    }
  }
}
