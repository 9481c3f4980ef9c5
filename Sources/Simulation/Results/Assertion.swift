/// Something that is to hold of a result: that a mean, a quantile or a share lies on one side of a
/// bound.
public struct Assertion: Hashable, Sendable {
  /// What is held against the bounds.
  public enum Statistic: Hashable, Sendable {
    /// The mean of those that have a value.
    case mean
    /// A quantile, by the share of players at most there.
    case quantile(Double)
    /// The share of players that have a value.
    case reached
  }

  /// What came of it.
  public enum Verdict: String, Sendable {
    /// The whole interval lies within the bounds.
    case holds
    /// The whole interval lies beyond one of them.
    case fails
    /// One of them lies in the interval.
    case undecided = "not decided at this precision"
  }

  /// The measure, by its name.
  public var measure: String
  /// What of it.
  public var statistic: Statistic
  /// The least it may be.
  public var atLeast: Double?
  /// The most it may be.
  public var atMost: Double?
  /// Of which rules, by name; of all where none are named.
  public var rules: String?

  /// Asserts something.
  public init(
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

/// What came of an assertion under one of the plan's rulebooks.
public struct AssertionResult: Sendable {
  /// The assertion.
  public var assertion: Assertion
  /// The rules.
  public var variant: String
  /// What came of it.
  public var verdict: Assertion.Verdict
  /// The estimate; `nil` where there is none.
  public var value: Double?
  /// Its 95 % interval; an end is `nil` where it cannot be told.
  public var low: Double?
  /// The upper end.
  public var high: Double?
}

extension PlanSummary {
  /// Holds assertions against what came out.
  ///
  /// - Parameter estimates: by rulebook, then by measure.
  /// - Throws: `PlanProblem` when one speaks of what was not measured.
  func check(
    _ assertions: [Assertion], _ estimates: [[Estimate]]
  ) throws(PlanProblem) -> [AssertionResult] {
    var results: [AssertionResult] = []
    for assertion in assertions {
      let measure = try place(of: assertion)
      for (variant, rules) in rules.enumerated()
      where assertion.rules == nil || assertion.rules == rules.name {
        results.append(assertion.check(estimates[variant][measure], rules.name))
      }
    }
    return results
  }

  /// Where the measure of an assertion stands.
  ///
  /// - Throws: `PlanProblem` when the plan does not measure it, or has no such rules.
  func place(of assertion: Assertion) throws(PlanProblem) -> Int {
    if let name = assertion.rules, !rules.contains(where: { $0.name == name }) {
      throw PlanProblem(
        "sim.assert",
        "the plan has no rules \"\(name)\"; it has "
          + rules.map(\.name).joined(separator: ", "))
    }
    guard let place = measures.firstIndex(of: assertion.measure) else {
      throw PlanProblem(
        "sim.assert",
        "the plan does not measure \"\(assertion.measure)\"; it measures "
          + measures.joined(separator: ", "))
    }
    return place
  }
}

extension Assertion {
  fileprivate func check(_ estimate: Estimate, _ variant: String) -> AssertionResult {
    var result = AssertionResult(assertion: self, variant: variant, verdict: .undecided)
    switch statistic {
    case .mean:
      if estimate.tally.count > 0 { result.value = estimate.mean }
      if estimate.tally.count > 1 {
        (result.low, result.high) = (estimate.interval.low, estimate.interval.high)
      }
    case .quantile(let share):
      let quantile = estimate.quantile(share)
      result.value = quantile.value.map { Double($0) }
      result.low = quantile.low.map { Double($0) }
      result.high = quantile.high.map { Double($0) }
      // Where more never come to it than the interval allows, it lies beyond every bound.
      if quantile.low == nil, isBeyond(estimate, share) { result.low = .infinity }
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
    if result.low == .infinity { result.low = nil }
    return result
  }

  /// Whether the lower end of a quantile's interval is the rank of a player without a value.
  private func isBeyond(_ estimate: Estimate, _ share: Double) -> Bool {
    OrderStatistic.ranks(quantile: share, count: estimate.tally.players, level: Estimate.level)
      .lowerBound > estimate.tally.count
  }
}
