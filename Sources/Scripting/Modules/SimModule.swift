import Lua
import Simulation

/// `sim`: what is to hold of simulations.
struct SimModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "sim", "Simulations: plans of many players, and what is to hold of what they come to.",
      functions: [run, assert])
  }

  private var run: HostFunction {
    HostFunction(
      "run",
      "Plays a plan whose policy is data, and gives what came of it. A policy that is a function, "
        + "threads and shards are for `flint simulate`.",
      parameters: [
        HostParameter("plan", .any, "A table as `flint api plan` describes it, without functions.")
      ],
      returns: [
        HostResult(
          "result", "table", "What `flint simulate --format json` writes.",
          fields: [
            HostResult("players", "integer", "Players that were played."),
            HostResult("events", "integer", "Events applied in all."),
            HostResult("method", "string"), HostResult("horizon", "string"),
            HostResult(
              "results", "table[]",
              "Of each rulebook: rules, measures and differences; a measure has mean, standard_error, "
                + "interval, sd, quantiles, histogram, exact …; a goal within a horizon has "
                + "reached_share, reached_interval and restricted_mean, and no mean where a player "
                + "did not reach it."),
          ])
      ],
      example: """
        local r = sim.run{players = 500, goal = "first:epic", policy = {sparks = 2}}
        local m = r.results[1].measures[1]
        print(m.measure, m.exact.mean)
        """
    ) { [context] call throws(HostFailure) in
      var reader = PlanReader(name: "sim.run", directory: "", files: context.files)
      let (value, functions) = try call.valueKeepingFunctions(0)
      guard functions.isEmpty else {
        throw .message(
          "sim.run: a plan of a script has no functions; run it with flint simulate")
      }
      let plan = reader.plan(value, isScripted: false, digest: "")
      if let fault = reader.faults.first { throw .message("sim.run: \(fault)") }
      do throws(SimulationError) {
        let simulator = try Simulator(plan, threads: 1, version: context.version)
        let result = try simulator.run { _, _ in !call.isStopped }
        call.reply.json(result.json)
      } catch {
        try call.checkStop()
        throw .message("sim.run: \(error)")
      }
    }
  }

  private var assert: HostFunction {
    HostFunction(
      "assert",
      "In a plan: says what is to hold of the result. `flint simulate` ends with status 1 when it does "
        + "not, when the interval of the estimate leaves it open, and when it is refused.",
      parameters: [
        HostParameter(
          "assertion",
          .table([
            HostField("measure", .string, "What is measured, by its name in the plan."),
            HostField(
              "quantile", .number(0...1),
              "The quantile that is compared with the bounds, such as 0.95.", isOptional: true),
            HostField(
              "of", .choice(Assertion.Statistic.words),
              "Else: the mean, which it is if nothing is said; the restricted mean, in which players "
                + "who did not reach a goal within the horizon count with what they had played; the "
                + "mean of those alone who reached it; or the share that reached it. A mean is "
                + "refused where some players have no value.", isOptional: true),
            HostField("at_least", .number(), "The least it may be.", isOptional: true),
            HostField("at_most", .number(), "The most it may be.", isOptional: true),
            HostField(
              "rules", .string, "Under which rules, by name; under all if not given.",
              isOptional: true),
          ]), "What is to hold.")
      ],
      example: """
        -- in a plan that measures "sparks until first:legendary":
        -- sim.assert{measure = "sparks until first:legendary", quantile = 0.95, at_most = 300}
        """
    ) { [context] call throws(HostFailure) in
      guard let taken = context.planAssertions else {
        throw .message("sim.assert: belongs into a plan; run it with flint simulate")
      }
      let statistic: Assertion.Statistic =
        if call.isPresent(1) {
          .quantile(call.number(1))
        } else {
          call.choice(2).flatMap { Assertion.Statistic(word: Assertion.Statistic.words[$0]) }
            ?? .mean
        }
      if call.isPresent(1) && call.isPresent(2) {
        throw .message("sim.assert: give quantile or of, not both")
      }
      guard call.isPresent(3) || call.isPresent(4) else {
        throw .message("sim.assert: give at_least, at_most or both")
      }
      taken.all.append(
        Assertion(
          measure: try call.string(0), statistic,
          atLeast: call.isPresent(3) ? call.number(3) : nil,
          atMost: call.isPresent(4) ? call.number(4) : nil,
          rules: try call.optionalString(5)))
    }
  }
}

/// The assertions that a plan's file made.
final class PlanAssertions {
  var all: [Assertion] = []
}
