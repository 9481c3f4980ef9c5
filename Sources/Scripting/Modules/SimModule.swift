import Lua
import Simulation

/// `sim`: what is to hold of simulations.
struct SimModule {
  let context: ScriptContext

  var module: HostModule {
    HostModule(
      "sim", "Simulations: plans of many players, and what is to hold of what they come to.",
      functions: [assert])
  }

  private var assert: HostFunction {
    HostFunction(
      "assert",
      "In a plan: says what is to hold of the result. `flint simulate` ends with status 1 when it does "
        + "not, or when the interval of the estimate leaves it open.",
      parameters: [
        HostParameter(
          "assertion",
          .table([
            HostField("measure", .string, "What is measured, by its name in the plan."),
            HostField(
              "quantile", .number(0...1),
              "The quantile that is held against the bounds, such as 0.95.", isOptional: true),
            HostField(
              "of", .choice(["mean", "reached"]),
              "Else: the mean, which it is if nothing is said, or the share of players that come to "
                + "it.", isOptional: true),
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
          call.choice(2) == 1 ? .reached : .mean
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
