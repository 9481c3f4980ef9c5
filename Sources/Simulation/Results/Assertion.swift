/// Something that is to hold of a result: that a mean, a quantile or a share lies on one side of a
/// bound.
public struct Assertion: Hashable, Sendable {
  /// What is compared with the bounds.
  public enum Statistic: Hashable, Sendable {
    /// The mean of all players.
    case mean
    /// The mean in which players who did not reach a goal within the horizon count with how long they
    /// were played.
    case restrictedMean
    /// The mean of the players that have a value, whatever the others.
    case meanOfReached
    /// A quantile, by the share of players at most there.
    case quantile(Double)
    /// The share of players that have a value.
    case reached

    /// The words for all but quantiles, as plans write them after `of`.
    public static let words = ["mean", "restricted_mean", "mean_of_reached", "reached"]
    private static let named: [Statistic] = [.mean, .restrictedMean, .meanOfReached, .reached]

    /// Reads one of the words; `nil` when it is none.
    public init?(word: String) {
      guard let place = Self.words.firstIndex(of: word) else { return nil }
      self = Self.named[place]
    }

    /// The word for it; `quantile` for any of these.
    var word: String { Self.named.firstIndex(of: self).map { Self.words[$0] } ?? "quantile" }
  }

  /// What came of it.
  public enum Verdict: String, Sendable {
    /// The whole interval lies within the bounds.
    case holds
    /// The whole interval lies beyond one of them.
    case fails
    /// One of them lies in the interval.
    case undecided = "not decided at this precision"
    /// Some players have no value, so that there is no mean of all.
    case refused
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
  /// The estimate; `nil` where there is none, infinite for a quantile that is never reached.
  public var value: Double?
  /// Its 95 % interval; an end is `nil` where it cannot be told, infinite where it is never reached.
  public var low: Double?
  /// The upper end.
  public var high: Double?
}

extension PlanSummary {
  /// Compares assertions with what came out.
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
    if assertion.statistic == .restrictedMean, bounds[place] == nil {
      throw PlanProblem(
        "sim.assert",
        "\(assertion.measure) is no goal that a player may miss within the horizon, and has no "
          + "restricted mean; leave of = \"restricted_mean\" out")
    }
    return place
  }
}

extension Assertion {
  fileprivate func check(_ estimate: Estimate, _ variant: String) -> AssertionResult {
    var result = AssertionResult(assertion: self, variant: variant, verdict: .undecided)
    switch statistic {
    case .mean:
      guard let mean = estimate.ofAll else {
        result.verdict = .refused
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
  /// Where it lies: infinitely far where that is never; `nil` where nobody knows.
  fileprivate var position: Double? {
    switch self {
    case .value(let value): Double(value)
    case .never: .infinity
    case .unknown: nil
    }
  }
}
