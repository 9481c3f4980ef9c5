package import FlintSchema

extension SimulationResult: ResultRow {
  /// The fields of a simulation: the description of the plan, and the estimates under each rulebook.
  package static let schema = ResultSchema<SimulationResult>(
    "Simulation", "The result of a simulation.",
    [
      ResultField("plan", \.plan.name, "The name of the plan."),
      ResultField("version", \.plan.version, "The version of Flint."),
      ResultField("seed", \.plan.seed, "The seed, as it was written."),
      ResultField("players", \.players, "The number of players simulated."),
      ResultField("horizon", \.plan.horizon, "The horizon, such as 365 days.")
        .titled("each plays"),
      ResultField<SimulationResult>.finite(
        "precision",
        "The required precision: half the width of the 95 % interval of every mean over that mean."
      ) { $0.plan.precision }.omittedIfAbsent,
      ResultField(
        "precision_reached", .boolean,
        "Whether it was reached with at most as many players as the plan has.", isOptional: true
      ) { result in
        result.plan.precision.map { .boolean(result.isWithin($0)) } ?? .none
      }.omittedIfAbsent,
      ResultField("start", \.plan.start, "The first day.").titled("first day"),
      ResultField("method", \.plan.method, "The method of simulation."),
      ResultField("events", \.events, "The total number of events applied."),
      ResultField(
        "sweep", \.plan.sweep, "The name of the number in which the rulebooks differ, in a sweep."
      ).omittedIfAbsent,
      .rows("results", "The estimates under each rulebook.", RulebookEstimates.schema) { result in
        result.plan.rules.indices.map { variant in
          RulebookEstimates(
            rules: result.plan.rules[variant], estimates: result.estimates[variant],
            differences: variant > 0 ? result.differences[variant - 1] : nil)
        }
      },
      .rows(
        "assertions", "The verdicts on the assertions of the plan.", AssertionResult.schema,
        isOptional: true
      ) { $0.checks.isEmpty ? nil : $0.checks }.omittedIfAbsent,
    ])
}

/// The estimates under one of the rulebooks of a simulation.
private struct RulebookEstimates: ResultRow {
  let rules: PlanSummary.Rules
  let estimates: [Estimate]
  let differences: [Difference]?

  static let schema = ResultSchema<RulebookEstimates>(
    "RulebookEstimates", "The estimates under one of the rulebooks of a simulation.",
    [
      ResultField("rules", \.rules.name, "The name of the rulebook."),
      ResultField("rules_hash", \.rules.hash, "The hash of the rulebook."),
      .rows("measures", "The estimate of each measure.", Estimate.schema) { $0.estimates },
      .rows(
        "differences",
        "The difference of each measure from the first rulebook; absent for that one.",
        Difference.schema, isOptional: true
      ) { $0.differences }.omittedIfAbsent,
    ])
}

/// A measure under one of the rulebooks of a simulation: a record of CSV, and a row of tables.
package struct SimulationRow: ResultRow {
  /// The name of the rulebook.
  package let rules: String
  /// The estimate.
  package let estimate: Estimate
  /// The difference from the first rulebook; `nil` for that one.
  package let difference: Difference?
  /// Whether the mean has the required precision; `nil` where none is.
  let isPrecise: Bool?

  /// The fields: the name of the rulebook, the estimate, and the difference.
  package static let schema = ResultSchema<SimulationRow>(
    "SimulationRow", "A measure under one of the rulebooks of a simulation.",
    [ResultField("rules", \.rules, "The name of the rulebook.")]
      + Estimate.schema.fields.map { $0.within(\.estimate) }
      + [
        .optionalRow("difference", "The difference from the first rulebook.", Difference.schema) {
          $0.difference
        },
        ResultField(
          "precision_reached", .boolean,
          "Whether the mean has the precision that the plan requires; absent where it requires none.",
          isOptional: true
        ) { $0.isPrecise.map { .boolean($0) } ?? .none },
      ])
}

extension SimulationResult {
  /// The measures under the first rulebook, then those under the next ones.
  package var rows: [SimulationRow] {
    plan.rules.indices.flatMap { variant in
      plan.measures.indices.map { row(measure: $0, variant: variant) }
    }
  }

  /// Returns a measure under a rulebook, by their positions.
  package func row(measure: Int, variant: Int) -> SimulationRow {
    SimulationRow(
      rules: plan.rules[variant].name, estimate: estimates[variant][measure],
      difference: variant > 0 ? differences[variant - 1][measure] : nil,
      isPrecise: plan.precision.map { estimates[variant][measure].principal.precision <= $0 })
  }
}
