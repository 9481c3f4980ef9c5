import Foundation
import Lua
import Rules
import Scripting
import Simulation

/// The result of a simulation as text, JSON or CSV.
struct SimulationPage {
  let result: SimulationResult

  var plan: PlanSummary { result.plan }

  /// Writes it all.
  ///
  /// - Throws: `CommandFailure` where an assertion does not hold, or is left open.
  func write(_ format: ListFormat) throws {
    switch format {
    case .json: StandardOutput.shared.write(result.json.text(indented: true) + "\n")
    case .csv: writeCSV()
    case .table: StandardOutput.shared.write(text)
    }
    let open = result.checks.filter { $0.verdict != .holds }
    guard open.isEmpty else {
      throw CommandFailure(
        status: .failure, message: open.map(\.line).joined(separator: "\nflint: "))
    }
  }

  var text: String {
    var text = headline + "\n"
    if let sweep = plan.sweep { return text + sweepText(sweep) + notes + resultLines }
    for (variant, estimates) in result.estimates.enumerated() {
      if plan.rules.count > 1 { text += "\n\(plan.rules[variant].name)\n" }
      text +=
        EstimateTables(
          label: "measure", rows: estimates.map { ($0.measure, $0) }
        ).text
      text += savings(estimates.map { ($0.measure, $0.principal) }, of: "means")
      if variant > 0 {
        let differences = result.differences[variant - 1]
        text +=
          "\n\(plan.rules[variant].name) less \(plan.rules[0].name), on the same draws\n"
          + DifferenceTables(label: "measure", rows: differences.map { ($0.measure, $0) }).text
        text += savings(differences.map { ($0.measure, $0.principal) }, of: "differences")
      }
    }
    return text + notes + resultLines
  }

  /// Of each measure a line for each value that was swept.
  private func sweepText(_ sweep: String) -> String {
    var text = ""
    if sweep.hasPrefix("rates.") {
      text += "the other rates keep their proportions, so that all sum to 1\n"
    }
    let values = plan.rules.map { String($0.name.dropFirst(sweep.utf8.count + 1)) }
    for (place, measure) in plan.measures.enumerated() {
      let estimates = result.estimates.map { $0[place] }
      let differences = result.differences.map { $0[place] }
      text += "\n\(TerminalText.printable(measure))\n"
      text += EstimateTables(label: sweep, rows: Array(zip(values, estimates))).text
      text += "\nless that of \(values[0]), on the same draws\n"
      text +=
        DifferenceTables(label: sweep, rows: Array(zip(values.dropFirst(), differences))).text
    }
    return text
  }

  private var headline: String {
    var parts = [
      "\(plan.name): \(counted(result.players, "player")), \(plan.horizon) from \(plan.start)",
      "seed \(plan.seed)",
    ]
    if let variant = plan.rules.first, plan.rules.count == 1 {
      parts.append("rulebook \(variant.name)")
    }
    parts.append(plan.method)
    // Plans and measures are named by who wrote them: nothing of that moves the cursor.
    return TerminalText.printable(parts.joined(separator: ", "))
  }

  private var resultLines: String {
    result.checks.isEmpty ? "" : "\n" + result.checks.map { $0.line + "\n" }.joined()
  }

  /// How means were made better than plain ones.
  private func savings(_ means: [(measure: String, mean: MeanEstimate)], of what: String) -> String
  {
    func factors(_ means: [(measure: String, mean: MeanEstimate)]) -> String {
      func list(_ means: [(measure: String, mean: MeanEstimate)]) -> String {
        means.map { measure, mean in
          mean.varianceRatio.isFinite
            ? "\(measure) \(mean.varianceRatio.significantText(3)) ×" : "\(measure) all of it"
        }.joined(separator: ", ")
      }
      // A bound is no estimate.
      let capped = list(means.filter(\.mean.isRatioCapped))
      return [
        list(means.filter { !$0.mean.isRatioCapped }),
        capped.isEmpty ? "" : "as much as \(counted(result.players, "player")) can show: \(capped)",
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
    return lines.map { TerminalText.printable($0) + "\n" }.joined()
  }

  /// What has to be said of means that are not those of all players, or whose interval is no usual one.
  private var notes: String {
    var lines: [String] = []
    let bounds = Set(plan.bounds.compactMap(\.self))
    if !bounds.isEmpty {
      lines.append(
        "restricted mean: players who did not reach the goal within the horizon "
          + "(\(bounds.sorted().joined(separator: ", "))) count with what they had played by then")
    }
    for (rules, estimates) in zip(plan.rules, result.estimates) {
      for estimate in estimates where estimate.bound == nil && estimate.tally.absent > 0 {
        lines.append(
          "\(estimate.measure)\(plan.rules.count > 1 ? " (\(rules.name))" : ""): "
            + estimate.ofReached.line(of: estimate.tally.count, all: result.players))
      }
    }
    for (rules, differences) in zip(plan.rules.dropFirst(), result.differences) {
      for difference in differences {
        guard let mean = difference.ofBoth else { continue }
        lines.append(
          "\(difference.measure), \(rules.name) less \(plan.rules[0].name): "
            + mean.line(of: difference.pairs.difference.count, all: result.players) + " under both")
      }
    }
    var isConstant: [String] = []
    for measure in plan.measures.indices
    where result.estimates.contains(where: { $0[measure].principal.method == .ruleOfThree })
      || result.differences.contains(where: { $0[measure].principal.method == .ruleOfThree })
    {
      isConstant.append(plan.measures[measure])
    }
    if !isConstant.isEmpty {
      lines.append(
        "where all players have the same value, ± is 3/n (rule of three: as if up to 3 in n were one "
          + "off): \(isConstant.joined(separator: ", "))")
    }
    return lines.isEmpty ? "" : "\n" + lines.map { TerminalText.printable($0) + "\n" }.joined()
  }
}

extension MeanEstimate {
  /// The mean of some of the players.
  fileprivate func line(of count: Int64, all: Int64) -> String {
    let interval = reach.isFinite ? " ± \(reach.significantText(6))" : ""
    let mean = value.isFinite ? "mean \(value.significantText(6))\(interval)" : "no mean"
    return "\(mean) of the \(count) of \(counted(all, "player")) that have a value"
  }
}

extension AssertionResult {
  /// The assertion and what came of it, with the numbers.
  var line: String {
    func shown(_ number: Double?) -> String {
      number.map { $0 == .infinity ? "never" : $0.significantText(6) } ?? "unknown"
    }
    if verdict == .refused {
      return TerminalText.printable(
        "refused: \(claim) (\(variant)): some players have no value, and a mean of the others is not "
          + "one of all; assert a quantile, of = \"reached\" or of = \"restricted_mean\", or say of = "
          + "\"mean_of_reached\" if the others alone are meant")
    }
    let word =
      switch verdict {
      case .holds: "holds"
      case .fails: "FAILS"
      case .undecided, .refused: verdict.rawValue
      }
    return TerminalText.printable(
      "\(word): \(claim) (\(variant)): \(shown(value)), interval \(shown(low)) to \(shown(high))")
  }
}
