import FlintRules

/// The facts about a plan that a result contains: enough to print it, and to recognise whether shards
/// belong to the same plan.
package struct PlanSummary: Equatable, Sendable {
  /// A number computed for each player whose expected value is known.
  package struct Control: Equatable, Sendable {
    package var name = ""
    /// The expected value of the control.
    package var mean = 0.0
    /// The position of the measure that the control integrates out, in units of
    /// `1 / IntegratedCards.unit`; `nil` for other controls.
    package var integrates: Int?
  }

  package struct Rules: Equatable, Sendable {
    package var name = ""
    package var hash = ""
    /// The controls under the rulebook.
    package var controls: [Control] = []
    /// The exact value of each measure; `nil` where it is not known.
    package var exact: [ExactValue?] = []
  }

  package struct Measure: Equatable, Sendable {
    package var name = ""
    /// Where the measure is a goal, a description of the horizon that may end before a player reaches it.
    package var bound: String?
    /// Whether it is one of the players of a segment only.
    package var isPart = false
    /// Whether its mean is a share of the players.
    package var isShare = false
    /// Whether the restricted mean falls as more players leave for good, who count with the sparks or rolls that they
    /// had by then.
    package var fallsByLeaving = false
    /// Why nobody played for it, if nobody did; `nil` where that is not told apart.
    var idleReason: String?
  }

  package var name = ""
  /// The version of Flint that runs the plan.
  package var version = ""
  /// The key of all random numbers, as it was written.
  package var seed = ""
  /// The number of players; with a precision, the maximum number.
  package var players: Int64 = 0
  /// The required precision of the means; `nil` where all players are played, as those of shards are.
  package var precision: Double?
  /// The number of the last measures of which no precision is required.
  var pictureMeasures = 0
  package var start = ""
  package var horizon = ""
  /// A description of the method of simulation.
  package var method = ""
  /// A text of everything that determines the result.
  package var canonical = ""
  package var measures: [Measure] = []
  package var rules: [Rules] = []
  /// The name of the number in which the rulebooks differ, where they are the values of a sweep.
  package var sweep: String?
  /// The assertions about the result.
  package var assertions: [Assertion] = []
  /// The pools of the policies that are never open in the days of the plan, with the reason.
  package var closedPools: [String] = []

  var emptyTallies: TallySet {
    TallySet(measures: measures.count, controls: rules.map(\.controls.count))
  }
}

extension Plan {
  /// Returns the facts about the plan that a result contains.
  func summary(
    _ controls: [Controls], _ distributions: inout DistributionCache, version: String,
    assertions: [Assertion]
  ) -> PlanSummary {
    let columns = columns
    let exact = variants.indices.map { variant in
      let plan = playing(variant)
      return columns.map { plan.exactValue(of: $0, variant: variant, &distributions) }
    }
    return PlanSummary(
      name: name, version: version, seed: writtenSeed, players: players, precision: precision,
      pictureMeasures: pictureMeasures * columnsPerMeasure, start: "\(start)",
      horizon: "\(horizon)", method: method, canonical: canonical,
      measures: columns.map {
        PlanSummary.Measure(
          name: name(of: $0), bound: bound(of: measures[$0.measure]), isPart: $0.segment != nil,
          isShare: measures[$0.measure].isShare,
          fallsByLeaving: fallsByLeaving(measures[$0.measure]), idleReason: idleReason(of: $0))
      },
      rules: zip(zip(variants, controls), exact).map { rules, exact in
        let (variant, controls) = rules
        return PlanSummary.Rules(
          name: variant.name, hash: variant.rulebook.hash,
          controls: controls.summary, exact: exact)
      }, sweep: sweep, assertions: assertions, closedPools: closedPools)
  }

  /// Returns whether the restricted mean of a measure falls as more players leave for good: days go on for them until
  /// the end of the horizon, sparks and rolls do not.
  private func fallsByLeaving(_ measure: Measure) -> Bool {
    guard case .until(let unit, _) = measure.kind, unit != .days, bound(of: measure) != nil else {
      return false
    }
    return playedPolicies.contains(where: \.policy.isLeaving)
  }

  /// Returns a description of the horizon that may end before a player reaches the goal that a measure
  /// is; `nil` for other measures, and where players are played until they reach it.
  private func bound(of measure: Measure) -> String? {
    guard case .until(_, let milestone) = measure.kind else { return nil }
    guard case .until(let goal, let days) = horizon else { return "\(horizon)" }
    if days == Horizon.mostDays { return goal == milestone ? nil : "\(horizon)" }
    return (goal == milestone ? "" : "\(horizon), at most ") + "\(Horizon.days(days))"
  }
}
