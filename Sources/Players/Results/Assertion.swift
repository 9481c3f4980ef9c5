import Chance

/// A condition on a result: that a mean, a quantile or a share lies on one side of a bound.
package struct Assertion: Hashable, Sendable {
  /// A statistic that is compared with the bounds.
  package enum Statistic: Hashable, Sendable {
    case mean
    /// The mean in which players who did not reach a goal within the horizon count with the time that
    /// they were played.
    case restrictedMean
    /// The mean of the players who have a value.
    case meanOfReached
    /// A quantile, by the share of players at or below it.
    case quantile(Double)
    /// The share of players that have a value.
    case reached

    /// The keywords for all statistics but quantiles, as plans write them after `of`.
    package static let words = ["mean", "restricted_mean", "mean_of_reached", "reached"]
    private static let named: [Statistic] = [.mean, .restrictedMean, .meanOfReached, .reached]

    /// Parses a keyword; `nil` when it is unknown.
    package init?(word: String) {
      guard let index = Self.words.firstIndex(of: word) else { return nil }
      self = Self.named[index]
    }

    /// The keyword of the statistic; `quantile` for all quantiles.
    var word: String { Self.named.firstIndex(of: self).map { Self.words[$0] } ?? "quantile" }
  }

  package enum Verdict: String, Sendable {
    /// The whole interval lies within the bounds.
    case holds
    /// The whole interval lies beyond a bound.
    case fails
    /// A bound lies in the interval.
    case undecided = "not decided at this precision"
    /// It means nothing: some players have no value, so that there is no mean of all; or nobody tried to reach the goal.
    case refused
  }

  package var measure: String
  package var statistic: Statistic
  /// The lower bound; `nil` if there is none.
  package var atLeast: Double?
  /// The upper bound; `nil` if there is none.
  package var atMost: Double?
  /// The name of the rulebook; `nil` for all rulebooks.
  package var rules: String?

  package init(
    measure: String, _ statistic: Statistic, atLeast: Double? = nil, atMost: Double? = nil,
    rules: String? = nil
  ) {
    self.measure = measure
    self.statistic = statistic
    self.atLeast = atLeast
    self.atMost = atMost
    self.rules = rules
  }
}

/// The result of an assertion under one of the plan's rulebooks.
package struct AssertionResult: Sendable {
  package var assertion: Assertion
  package var variant: String
  package var verdict: Assertion.Verdict
  /// Why it is refused; `nil` where it is not.
  package var reason: String?
  /// The estimate; `nil` where there is none, infinite for a quantile that is never reached.
  package var value: Double?
  /// The lower end of the 95 % interval; `nil` where it is unknown, infinite where it is never reached.
  package var low: Double?
  /// The upper end of the 95 % interval.
  package var high: Double?
}

extension PlanSummary {
  /// - Parameter estimates: the estimates by rulebook, then by measure.
  /// - Throws: `SimulationError.plan` when an assertion concerns something that was not measured.
  func check(
    _ assertions: [Assertion], _ estimates: [[Estimate]]
  ) throws(SimulationError) -> [AssertionResult] {
    var results: [AssertionResult] = []
    for assertion in assertions {
      let measure = try measureIndex(of: assertion)
      for (variant, rules) in rules.enumerated()
      where assertion.rules == nil || assertion.rules == rules.name {
        let estimate = estimates[variant][measure]
        var result = assertion.check(estimate, rules.name)
        // Of a number of rolls, 0 is an answer; of a goal, it is none.
        if estimate.tally.count == 0, let reason = measures[measure].idleReason(in: estimate) {
          (result.verdict, result.reason) = (.refused, reason)
        }
        results.append(result)
      }
    }
    return results
  }

  /// - Throws: `SimulationError.plan` when the plan does not measure it, or has no such rules.
  func measureIndex(of assertion: Assertion) throws(SimulationError) -> Int {
    func fault(_ problem: String) -> SimulationError {
      .plan([PlanProblem("sim.assert", problem)])
    }
    if let name = assertion.rules, !rules.contains(where: { $0.name == name }) {
      throw fault(
        "the plan has no rules \"\(name)\"; it has "
          + rules.map(\.name).joined(separator: ", "))
    }
    guard let index = measures.firstIndex(where: { $0.name == assertion.measure }) else {
      throw fault(
        "the plan does not measure \"\(assertion.measure)\"; it measures "
          + measures.map(\.name).joined(separator: ", "))
    }
    if assertion.statistic == .restrictedMean, measures[index].bound == nil {
      throw fault(
        "\(assertion.measure) is not a goal within a horizon, and has no "
          + "restricted mean; leave of = \"restricted_mean\" out")
    }
    if assertion.statistic == .restrictedMean, measures[index].fallsByLeaving {
      throw fault(
        "the restricted mean of \(assertion.measure) falls as more players leave, who count with what "
          + "they had by then; assert of = \"reached\", a quantile, or days until the goal")
    }
    return index
  }
}

extension PlanSummary.Measure {
  /// Returns why nobody played for the measure; `nil` where somebody did.
  func idleReason(in estimate: Estimate) -> String? {
    let tally = estimate.tally
    let isIdle =
      tally.count == 0 ? tally.isUntried : bound == nil && tally.least == 0 && tally.greatest == 0
    return isIdle ? idleReason : nil
  }
}

extension Assertion {
  fileprivate func check(_ estimate: Estimate, _ variant: String) -> AssertionResult {
    var result = AssertionResult(assertion: self, variant: variant, verdict: .undecided)
    switch statistic {
    case .mean:
      guard let mean = estimate.ofAll else {
        result.verdict = .refused
        result.reason =
          "some players have no value, so that the mean would cover only the others; use a quantile, of = "
          + "\"reached\" or of = \"restricted_mean\", or of = \"mean_of_reached\" if only the others are meant"
        return result
      }
      result.set(mean)
    case .restrictedMean: estimate.restricted.map { result.set($0) }
    case .meanOfReached: result.set(estimate.ofReached)
    case .quantile(let share):
      let quantile = estimate.quantile(share)
      (result.value, result.low, result.high) = (
        quantile.value.position, quantile.low.position, quantile.high.position
      )
    case .reached:
      result.value = estimate.reached
      (result.low, result.high) = (estimate.reachedInterval.low, estimate.reachedInterval.high)
    }
    let low = result.low ?? -.infinity
    let high = result.high ?? .infinity
    if atMost.map({ low > $0 }) ?? false || atLeast.map({ high < $0 }) ?? false {
      result.verdict = .fails
    } else if atMost.map({ high <= $0 }) ?? true, atLeast.map({ low >= $0 }) ?? true {
      result.verdict = .holds
    }
    return result
  }
}

extension AssertionResult {
  fileprivate mutating func set(_ mean: MeanEstimate) {
    if mean.value.isFinite { value = mean.value }
    if mean.interval.low.isFinite { (low, high) = (mean.interval.low, mean.interval.high) }
  }
}

extension Estimate.Level {
  /// The value of the level: infinite where it is never reached; `nil` where it is unknown.
  fileprivate var position: Double? {
    switch self {
    case .value(let value): Double(value)
    case .never: .infinity
    case .unknown: nil
    }
  }
}
