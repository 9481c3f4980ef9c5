package struct SimulationResult: Sendable {
  package private(set) var plan: PlanSummary
  package let players: Int64
  package let events: Int64
  /// The estimates by rulebook, then by measure.
  package private(set) var estimates: [[Estimate]]
  /// The differences of each rulebook but the first from the first, on the same random numbers, by
  /// rulebook, then by measure.
  package private(set) var differences: [[Difference]]
  /// The results of the plan's assertions.
  package let checks: [AssertionResult]
  package let tallies: TallySet

  /// Computes the estimates from the tallies.
  ///
  /// - Throws: `SimulationError.plan` when an assertion concerns something that was not measured, or
  ///   values are too large.
  init(_ plan: PlanSummary, _ tallies: TallySet) throws(SimulationError) {
    // Shards that each fit need not do so together.
    if let problem = tallies.problem(plan.measures) { throw .plan([problem]) }
    if let problem = tallies.emptySegment(plan.measures) { throw .plan([problem]) }
    self.plan = plan
    self.tallies = tallies
    players = tallies.players
    events = tallies.events
    let estimates = plan.rules.indices.map { variant in
      plan.measures.indices.map { measure in
        Estimate(
          plan.measures[measure].name, tallies.tallies[variant][measure],
          bound: plan.measures[measure].bound,
          Adjustment(
            plan.rules[variant], tallies.moments[variant], measure: measure,
            name: plan.measures[measure].name),
          exact: plan.rules[variant].exact[measure], isShare: plan.measures[measure].isShare)
      }
    }
    self.estimates = estimates
    differences = tallies.differences.enumerated().map { index, row in
      row.enumerated().map { measure, pairs in
        Difference(
          estimates[0][measure], estimates[index + 1][measure], pairs,
          Adjustment(
            first: plan.rules[0], second: plan.rules[index + 1], tallies.differenceMoments[index],
            measure: measure, name: plan.measures[measure].name))
      }
    }
    checks = try plan.check(plan.assertions, estimates)
  }

  /// The reasons why nobody played for some of what is measured, each with the names of the measures.
  package var idleReasons: [(reason: String, measures: [String])] {
    var reasons = plan.closedPools.map { (reason: $0, measures: [String]()) }
    for estimates in estimates {
      for (measure, estimate) in zip(plan.measures, estimates) {
        guard let reason = measure.idleReason(in: estimate) else { continue }
        let index = reasons.firstIndex { $0.reason == reason } ?? reasons.count
        if index == reasons.count { reasons.append((reason, [])) }
        if !reasons[index].measures.contains(measure.name) {
          reasons[index].measures.append(measure.name)
        }
      }
    }
    return reasons
  }

  /// Returns the result with only the first measures.
  package func prefix(measures count: Int) -> SimulationResult {
    var result = self
    result.plan.measures = Array(plan.measures.prefix(count))
    result.plan.pictureMeasures = max(0, plan.pictureMeasures - (plan.measures.count - count))
    result.estimates = estimates.map { Array($0.prefix(count)) }
    result.differences = differences.map { Array($0.prefix(count)) }
    return result
  }

  /// Returns whether the mean of every measure under every rulebook has a precision: half of its 95 %
  /// interval is at most that share of it. For a goal within a horizon it is the restricted mean.
  ///
  /// A measure without any value has no precision. Those that only pictures show need none.
  package func isWithin(_ precision: Double) -> Bool {
    estimates.allSatisfy {
      $0.dropLast(plan.pictureMeasures).allSatisfy { $0.principal.precision <= precision }
    }
  }
}
