import Players
import Views

extension SimulationResult {
  /// Returns lines about the methods of variance reduction of a rulebook's means, and their effect.
  ///
  /// - Parameter variant: The position of the rulebook.
  func savings(ofMeans variant: Int) -> [String] {
    savings(estimates[variant].map { ($0.measure, $0.principal) }, of: "means")
  }

  /// Returns lines about the methods of variance reduction of the differences of a rulebook from the
  /// first one.
  ///
  /// - Parameter variant: The position of the rulebook, from 1.
  func savings(ofDifferences variant: Int) -> [String] {
    savings(differences[variant - 1].map { ($0.measure, $0.principal) }, of: "differences")
  }

  private func savings(
    _ means: [(measure: String, mean: MeanEstimate)], of what: String
  ) -> [String] {
    func factors(_ means: [(measure: String, mean: MeanEstimate)]) -> String {
      func list(_ means: [(measure: String, mean: MeanEstimate)]) -> String {
        means.map { measure, mean in
          mean.varianceRatio.isFinite
            ? "\(measure) \(mean.varianceRatio.significantText(3)) ×" : "\(measure) all of it"
        }.joined(separator: ", ")
      }
      // A capped ratio is a bound, not an estimate.
      let capped = list(means.filter(\.mean.isRatioCapped))
      return [
        list(means.filter { !$0.mean.isRatioCapped }),
        capped.isEmpty ? "" : "as much as \(counted(players, "player")) can show: \(capped)",
      ].filter { !$0.isEmpty }.joined(separator: "; ")
    }
    var lines: [String] = []
    let adjusted = means.filter { !$0.mean.controls.isEmpty }
    if !adjusted.isEmpty {
      var controls: [String] = []
      for name in adjusted.flatMap(\.mean.controls) where !controls.contains(name) {
        controls.append(name)
      }
      lines.append(
        "\(what) adjusted by control variates (\(controls.joined(separator: ", "))), which saves "
          + "variance: \(factors(adjusted))")
    }
    let integrated = means.filter(\.mean.isIntegrated)
    if !integrated.isEmpty {
      lines.append(
        "chance integrated out of \(what == "means" ? "cards" : "differences of cards"), which saves "
          + "variance: \(factors(integrated))")
    }
    return lines
  }

  /// Lines about means that do not cover all players, or whose interval is unusual.
  var remarks: [String] {
    var lines = idleReasons.map { reason, measures in
      reason + (measures.isEmpty ? "" : " (\(measures.joined(separator: ", ")))")
    }
    if let precision = plan.precision, !isWithin(precision) {
      let reached = plan.measures.indices.map { measure in
        (plan.measures[measure].name, estimates.map { $0[measure].principal.precision }.max() ?? 0)
      }
      let missed = reached.filter { !($0.1 <= precision) }.map { name, reached in
        reached.isFinite ? "\(name) ± \((reached * 100).significantText(3)) %" : name
      }
      lines.append(
        "the precision of \((precision * 100).significantText(6)) % was not reached with "
          + "\(counted(players, "player")), as many as the plan has; give more players: "
          + missed.prefix(12).joined(separator: ", ")
          + (missed.count > 12 ? " and \(missed.count - 12) more" : ""))
    }
    let bounds = Set(plan.measures.compactMap(\.bound))
    if !bounds.isEmpty {
      lines.append(
        "restricted mean: players who did not reach the goal within the horizon "
          + "(\(bounds.sorted().joined(separator: ", "))) count with the value at its end")
    }
    let falling = plan.measures.filter { $0.fallsByLeaving && !$0.isPart }.map(\.name)
    if !falling.isEmpty {
      lines.append(
        "\(falling.joined(separator: ", ")): players who leave count with what they had by then, so that "
          + "the restricted mean falls as more leave: compare shares, quantiles or days")
    }
    for (rules, estimates) in zip(plan.rules, estimates) {
      for estimate in estimates where estimate.bound == nil && estimate.tally.absent > 0 {
        lines.append(
          "\(estimate.measure)\(plan.rules.count > 1 ? " (\(rules.name))" : ""): "
            + estimate.ofReached.line(of: estimate.tally.count, all: players))
      }
    }
    for (rules, differences) in zip(plan.rules.dropFirst(), differences) {
      for difference in differences {
        guard let mean = difference.ofBoth else { continue }
        lines.append(
          "\(difference.measure), \(rules.name) less \(plan.rules[0].name): "
            + mean.line(of: difference.pairs.difference.count, all: players) + " under both")
      }
    }
    var isConstant: [String] = []
    for measure in plan.measures.indices
    where estimates.contains(where: { $0[measure].principal.method == .ruleOfThree })
      || differences.contains(where: { $0[measure].principal.method == .ruleOfThree })
    {
      isConstant.append(plan.measures[measure].name)
    }
    if !isConstant.isEmpty {
      lines.append(
        "if all players have the same value, ± is 3/n (rule of three, as if up to 3 of n values "
          + "differed): \(isConstant.joined(separator: ", "))")
    }
    return lines
  }
}

extension MeanEstimate {
  /// Returns a line about the mean of a subset of the players.
  fileprivate func line(of count: Int64, all: Int64) -> String {
    let interval = reach.isFinite ? " ± \(reach.significantText(6))" : ""
    let mean = value.isFinite ? "mean \(value.significantText(6))\(interval)" : "no mean"
    return "\(mean) of the \(count) of \(counted(all, "player")) that have a value"
  }
}
