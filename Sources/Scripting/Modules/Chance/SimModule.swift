import Lua
import Players
import FlintRules
import Views

/// `sim`: simulations and assertions about their results.
struct SimModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "sim", "Simulations of many players, and assertions about their results.",
      functions: [run, assert])
  }

  private var run: HostFunction {
    HostFunction(
      "run",
      "Runs the simulation that a plan describes, and returns its results. The policy must be a "
        + "table; for functions, threads and shards use `flint simulate`.",
      parameter: HostParameter(
        "plan", .any, "The plan: a table as described by `flint api plan`, without functions."),
      returns: HostResult(
        "result", "table", "The results, as `flint simulate --format json` prints them.",
        of: SimulationResult.self),
      example: """
        local r = sim.run{players = 500, goal = "first:epic", policy = {sparks = 2}}
        local m = r.results[1].measures[1]
        print(m.measure, m.exact.mean)
        """
    ) { [context] call throws(HostFailure) in
      var reader = PlanReader(name: "sim.run", directory: "", files: context.files)
      let (value, functions) = try call.valueWithFunctions("plan")
      guard functions.isEmpty else {
        throw .message(
          "sim.run: the plan contains a function; run it with flint simulate")
      }
      let plan = reader.plan(value, isScripted: false, digest: "")
      if let fault = reader.faults.first { throw .message("sim.run: \(fault)") }
      do throws(SimulationError) {
        let simulator = try Simulator(plan, threads: 1, version: context.version)
        call.reply.row(try simulator.run { _, _ in !call.isStopped })
      } catch {
        try call.checkStop()
        throw .message("sim.run: \(error)")
      }
    }
  }

  private var assert: HostFunction {
    HostFunction(
      "assert",
      "Asserts a bound of a result, in a plan. `flint simulate` ends with status 1 if the bound "
        + "is violated, if it lies within the interval of the estimate, or if the assertion is "
        + "invalid.",
      parameter: .table(
        "assertion", "The assertion.",
        HostField("measure", .string, "The name of the measure in the plan."),
        .optional(
          "segment", .string,
          "The segment of players that it is about (default: all players)."),
        .optional(
          "quantile", .decimal,
          "The quantile to compare with the bounds, such as 0.95 or `\"95%\"`."),
        .optional(
          "of", .choice(Assertion.Statistic.words),
          "The statistic to compare, if no quantile is given (default: mean): the mean; the "
            + "restricted mean, in which players who did not reach a goal within the horizon "
            + "count with the sparks or days that they had played; the mean of those who "
            + "reached it; or the share of players who reached it. A mean is invalid if some "
            + "players have no value."),
        .optional(
          "at_least", .decimal,
          "The lower bound (inclusive); of a share, from 0 to 1 or such as `\"30%\"`."),
        .optional("at_most", .decimal, "The upper bound (inclusive)."),
        .optional(
          "rules", .string,
          "The name of the rules to which the assertion applies (default: all).")),
      example: """
        -- in a plan that measures "sparks until first:legendary":
        -- sim.assert{measure = "sparks until first:legendary", quantile = 0.95, at_most = 300}
        """
    ) { [context] call throws(HostFailure) in
      guard let assertions = context.planAssertions else {
        throw .message("sim.assert: can only be called in a plan; run the plan with flint simulate")
      }
      let statistic =
        try call.share("quantile").map { Assertion.Statistic.quantile($0) }
        ?? call.choice("of").flatMap { Assertion.Statistic(word: Assertion.Statistic.words[$0]) }
        ?? .mean
      if call.isPresent("quantile") && call.isPresent("of") {
        throw .message("sim.assert: expected quantile or of, got both")
      }
      guard call.isPresent("at_least") || call.isPresent("at_most") else {
        throw .message("sim.assert: expected at_least, at_most or both, got neither")
      }
      let measure = try call.string("measure")
      let isShare = statistic == .reached || (try? Measure(parsing: measure))?.isShare ?? false
      assertions.all.append(
        Assertion(
          measure: measure + (try call.optionalString("segment").map { "@\($0)" } ?? ""), statistic,
          atLeast: try isShare ? call.share("at_least") : call.bound("at_least"),
          atMost: try isShare ? call.share("at_most") : call.bound("at_most"),
          rules: try call.optionalString("rules")))
    }
  }
}

extension HostCall {
  /// Returns the number in a slot declared with `HostType.decimal`; `nil` if it is absent.
  fileprivate func bound(_ slot: HostSlot) throws(HostFailure) -> Double? {
    guard kind(slot) == .string else { return optionalNumber(slot) }
    throw .argument(
      slot, expected: "number", got: "\"\(try string(slot))\"",
      hint: "; only shares of players may be percentages")
  }

  /// Returns the share in such a slot, a number from 0 to 1 or a percentage; `nil` if it is absent.
  fileprivate func share(_ slot: HostSlot) throws(HostFailure) -> Double? {
    guard isPresent(slot) else { return nil }
    let isText = kind(slot) == .string
    let text = isText ? try string(slot) : number(slot).significantText(12)
    let share = isText ? Fraction(text)?.approximation : number(slot)
    if let share, (0...1).contains(share) { return share }
    let isPercentage = share.map { (1...100).contains($0) } ?? false
    throw .argument(
      slot, expected: "a share from 0 to 1, such as 0.3 or \"30%\"",
      got: isText ? "\"\(text)\"" : text,
      hint: isPercentage && !text.hasSuffix("%") ? Fraction.percentHint(text) : "")
  }
}

final class PlanAssertions {
  var all: [Assertion] = []
}
