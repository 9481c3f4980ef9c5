import Foundation
import JSON
import Lua
import Rules
import Simulation
import Views

/// The result of a simulation as text, JSON or CSV.
struct SimulationPage {
  let result: SimulationResult

  var plan: PlanSummary { result.plan }

  /// Writes the result and checks the assertions of the plan.
  ///
  /// - Parameter withTable: Whether a table is written; a page in the terminal takes its place.
  /// - Throws: `CommandFailure` if an assertion fails or is undecided.
  func write(_ format: ListFormat, withTable: Bool = true) throws {
    switch format {
    case .json: StandardOutput.shared.write(json: result.json)
    case .csv: writeCSV()
    case .table: if withTable { StandardOutput.shared.write(text) }
    }
    let open = result.checks.filter { $0.verdict != .holds }
    guard open.isEmpty else {
      throw CommandFailure(
        .failure, open.map { TerminalText.printable($0.line) }.joined(separator: "\nflint: "))
    }
  }

  var text: String {
    var text = headline + "\n"
    if let sweep = plan.sweep { return text + sweepText(sweep) + notes + resultLines }
    for (variant, estimates) in result.estimates.enumerated() {
      if plan.rules.count > 1 { text += "\n\(plan.rules[variant].name)\n" }
      text += SimulationTables("measure", estimates.map { ($0.measure, $0) }).text
      text += savings(estimates.map { ($0.measure, $0.principal) }, of: "means")
      if variant > 0 {
        let differences = result.differences[variant - 1]
        text +=
          "\n\(plan.rules[variant].name) less \(plan.rules[0].name), on the same draws\n"
          + SimulationTables("measure", differences.map { ($0.measure, $0) }).text
        text += savings(differences.map { ($0.measure, $0.principal) }, of: "differences")
      }
    }
    return text + notes + resultLines
  }

  /// Returns tables with, for each measure, one row per value of the sweep.
  private func sweepText(_ sweep: String) -> String {
    var text = ""
    if sweep.hasPrefix("rates.") {
      text += "the other rates keep their proportions, so that all sum to 1\n"
    }
    let values = plan.rules.map { String($0.name.dropFirst(sweep.utf8.count + 1)) }
    for (index, measure) in plan.measures.map(\.name).enumerated() {
      let estimates = result.estimates.map { $0[index] }
      let differences = result.differences.map { $0[index] }
      text += "\n\(TerminalText.printable(measure))\n"
      text += SimulationTables(sweep, Array(zip(values, estimates))).text
      text += "\nless that of \(values[0]), on the same draws\n"
      text += SimulationTables(sweep, Array(zip(values.dropFirst(), differences))).text
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
    // The names of plans and measures are untrusted: control characters are escaped.
    return TerminalText.printable(parts.joined(separator: ", "))
  }

  private var resultLines: String {
    result.checks.isEmpty
      ? "" : "\n" + result.checks.map { TerminalText.printable($0.line) + "\n" }.joined()
  }

  /// Returns lines about the methods of variance reduction and their effect.
  private func savings(_ means: [(measure: String, mean: MeanEstimate)], of what: String) -> String
  {
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

  /// Notes about means that do not cover all players, or whose interval is unusual.
  private var notes: String {
    var lines: [String] = []
    let bounds = Set(plan.measures.compactMap(\.bound))
    if !bounds.isEmpty {
      lines.append(
        "restricted mean: players who did not reach the goal within the horizon "
          + "(\(bounds.sorted().joined(separator: ", "))) count with the value at its end")
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
      isConstant.append(plan.measures[measure].name)
    }
    if !isConstant.isEmpty {
      lines.append(
        "if all players have the same value, ± is 3/n (rule of three, as if up to 3 of n "
          + "values differed): \(isConstant.joined(separator: ", "))")
    }
    return lines.isEmpty ? "" : "\n" + lines.map { TerminalText.printable($0) + "\n" }.joined()
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
