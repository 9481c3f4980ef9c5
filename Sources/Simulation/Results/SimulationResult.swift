/// What a simulation came to.
public struct SimulationResult: Sendable {
  /// What was simulated.
  public let plan: PlanSummary
  /// Players that were played.
  public let players: Int64
  /// Events applied in all.
  public let events: Int64
  /// By rulebook, then by measure.
  public let estimates: [[Estimate]]
  /// By rulebook but the first, then by measure: it less the first, on the same draws.
  public let differences: [[Difference]]
  /// What came of the plan's assertions.
  public let checks: [AssertionResult]
  /// What was tallied.
  public let tallies: TallySet

  /// Works the estimates out of what was tallied.
  ///
  /// - Throws: `PlanProblem` when an assertion speaks of what was not measured, or values are too large.
  public init(_ plan: PlanSummary, _ tallies: TallySet) throws(PlanProblem) {
    // Parts that each fit need not do so together.
    if let problem = tallies.problem(plan.measures) { throw problem }
    self.plan = plan
    self.tallies = tallies
    players = tallies.players
    events = tallies.events
    let estimates = plan.rules.indices.map { variant in
      plan.measures.indices.map { measure in
        Estimate(
          plan.measures[measure], tallies.tallies[variant][measure], bound: plan.bounds[measure],
          Adjustment(
            plan.rules[variant], tallies.moments[variant], measure: measure,
            name: plan.measures[measure]),
          exact: plan.rules[variant].exact[measure])
      }
    }
    self.estimates = estimates
    differences = tallies.differences.enumerated().map { place, row in
      row.enumerated().map { measure, pairs in
        Difference(
          estimates[0][measure], estimates[place + 1][measure], pairs,
          Adjustment(
            first: plan.rules[0], second: plan.rules[place + 1], tallies.differenceMoments[place],
            measure: measure, name: plan.measures[measure]))
      }
    }
    checks = try plan.check(plan.assertions, estimates)
  }

  private init(
    _ plan: PlanSummary, _ other: SimulationResult, estimates: [[Estimate]],
    differences: [[Difference]]
  ) {
    self.plan = plan
    self.estimates = estimates
    self.differences = differences
    (players, events) = (other.players, other.events)
    (checks, tallies) = (other.checks, other.tallies)
  }

  /// The result with the first so many measures only.
  public func prefix(measures count: Int) -> SimulationResult {
    var plan = plan
    plan.measures = Array(plan.measures.prefix(count))
    plan.bounds = Array(plan.bounds.prefix(count))
    return SimulationResult(
      plan, self, estimates: estimates.map { Array($0.prefix(count)) },
      differences: differences.map { Array($0.prefix(count)) })
  }

  /// Whether the mean of every measure under every rulebook is known as well as wanted: half of its
  /// 95 % interval is at most that share of it. Of a goal within a horizon it is the restricted mean.
  ///
  /// Of a measure without any value nothing is known.
  public func isWithin(_ precision: Double) -> Bool {
    estimates.joined().allSatisfy { $0.principal.precision <= precision }
  }
}
