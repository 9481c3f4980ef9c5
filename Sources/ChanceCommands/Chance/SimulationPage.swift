import Commands
import Foundation
import JSON
import Lua
import Reports
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
      text += Self.lines(result.savings(ofMeans: variant))
      if variant > 0 {
        let differences = result.differences[variant - 1]
        text +=
          "\n\(plan.rules[variant].name) less \(plan.rules[0].name), on the same draws\n"
          + SimulationTables("measure", differences.map { ($0.measure, $0) }).text
        text += Self.lines(result.savings(ofDifferences: variant))
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

  /// Notes about means that do not cover all players, or whose interval is unusual.
  private var notes: String {
    let lines = Self.lines(result.remarks)
    return lines.isEmpty ? "" : "\n" + lines
  }

  private static func lines(_ lines: [String]) -> String {
    lines.map { TerminalText.printable($0) + "\n" }.joined()
  }
}
