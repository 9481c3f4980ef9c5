import CSV
import Foundation
import Lua
import Rules
import Scripting
import Simulation

/// What a simulation came to, as text, JSON or CSV.
struct SimulationPage {
  let result: SimulationResult

  private var plan: PlanSummary { result.plan }

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

  // MARK: Text

  var text: String {
    var text = headline + "\n"
    if let sweep = plan.sweep { return text + sweepText(sweep) + resultLines }
    for (variant, estimates) in result.estimates.enumerated() {
      if plan.rules.count > 1 { text += "\n\(plan.rules[variant].name)\n" }
      text += table(estimates) + notes(estimates)
      if variant > 0 {
        text +=
          "\n\(plan.rules[variant].name) less \(plan.rules[0].name), player by player on the "
          + "same draws\n" + differenceTable(result.differences[variant - 1])
      }
    }
    return text + resultLines
  }

  private var resultLines: String {
    result.checks.isEmpty ? "" : "\n" + result.checks.map { $0.line + "\n" }.joined()
  }

  /// Of each measure a line for each value that was swept.
  private func sweepText(_ sweep: String) -> String {
    var text = ""
    if sweep.hasPrefix("rates.") {
      text += "the other rates keep their proportions, so that all sum to 1\n"
    }
    for (place, measure) in plan.measures.enumerated() {
      let columns = [
        sweep, "mean", "± 95 %", "sd", "5 %", "median", "95 %", "less the first", "± 95 %",
      ]
      let rows = plan.rules.indices.map { variant -> [Cell] in
        let estimate = result.estimates[variant][place]
        var row: [Cell] = [
          .text(String(plan.rules[variant].name.dropFirst(sweep.utf8.count + 1))),
          FixedCell.number(estimate.mean),
          FixedCell.number(estimate.interval.high - estimate.mean),
          FixedCell.number(estimate.standardDeviation),
        ]
        row += [0.05, 0.5, 0.95].map { FixedCell.quantile(estimate.quantile($0).value) }
        guard variant > 0 else { return row + [.none, .none] }
        let difference = result.differences[variant - 1][place]
        return row + [
          FixedCell.signed(difference.mean),
          FixedCell.number(difference.interval.high - difference.mean),
        ]
      }
      text +=
        "\n\(TerminalText.printable(measure))\n" + TextTable(columns: columns, rows: rows).text
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

  private func table(_ estimates: [Estimate]) -> String {
    let isPartial = estimates.contains { $0.tally.absent > 0 }
    let isKnown = estimates.contains { $0.exact != nil }
    var columns = ["measure", "mean", "± 95 %", "sd", "5 %", "median", "95 %", "99 %"]
    if isPartial { columns.append("reached") }
    if isKnown { columns += ["exact", "z"] }
    let rows = estimates.map { estimate -> [Cell] in
      let quantiles = [0.05, 0.5, 0.95, 0.99].map { share in
        FixedCell.quantile(estimate.quantile(share).value)
      }
      var row: [Cell] = [
        .text(estimate.measure), FixedCell.number(estimate.mean),
        FixedCell.number(estimate.interval.high - estimate.mean),
        FixedCell.number(estimate.standardDeviation),
      ]
      row += quantiles
      if isPartial { row.append(.rounded(FixedCell.percent(estimate.reached))) }
      if isKnown {
        row.append(.rounded(estimate.exact?.text ?? ""))
        row.append(
          .rounded(
            estimate.zScore.map { String(format: "%+.2f", ($0 * 100).rounded() == 0 ? 0 : $0) }
              ?? ""))
      }
      return row
    }
    return TextTable(columns: columns, rows: rows).text
  }

  private func differenceTable(_ estimates: [Estimate]) -> String {
    TextTable(
      columns: ["measure", "mean", "± 95 %", "sd"],
      rows: estimates.map { estimate in
        [
          .text(estimate.measure), FixedCell.signed(estimate.mean),
          FixedCell.number(estimate.interval.high - estimate.mean),
          FixedCell.number(estimate.standardDeviation),
        ]
      }
    ).text
  }

  /// How estimates were made better than plain means.
  private func notes(_ estimates: [Estimate]) -> String {
    func factors(_ estimates: [Estimate]) -> String {
      estimates.map { estimate in
        estimate.varianceRatio.isFinite
          ? "\(estimate.measure) \(estimate.varianceRatio.significantText(3)) ×"
          : "\(estimate.measure) all of it"
      }.joined(separator: ", ")
    }
    var notes: [String] = []
    let adjusted = estimates.filter { !$0.controls.isEmpty }
    if let first = adjusted.first {
      notes.append(
        "means adjusted by control variates (\(first.controls.joined(separator: ", "))), which saves "
          + "variance: \(factors(adjusted))")
    }
    let integrated = estimates.filter(\.isIntegrated)
    if !integrated.isEmpty {
      notes.append(
        "chance integrated out of cards, which saves variance: \(factors(integrated))")
    }
    return notes.map { TerminalText.printable($0) + "\n" }.joined()
  }

  // MARK: CSV

  static let columns = [
    "rules", "measure", "players", "reached", "mean", "standard_error", "low", "high", "sd", "min",
    "max", "p05", "p25", "p50", "p75", "p90", "p95", "p99",
  ]

  func writeCSV() {
    var writer = CSVWriter()
    writer.append(record: Self.columns)
    for (variant, estimates) in result.estimates.enumerated() {
      for estimate in estimates {
        let tally = estimate.tally
        writer.append(
          record: [
            plan.rules[variant].name, estimate.measure, String(tally.players),
            String(tally.count), FixedCell.plain(estimate.mean),
            FixedCell.plain(estimate.standardError), FixedCell.plain(estimate.interval.low),
            FixedCell.plain(estimate.interval.high), FixedCell.plain(estimate.standardDeviation),
            tally.count > 0 ? String(tally.least) : "",
            tally.count > 0 ? String(tally.greatest) : "",
          ] + estimate.quantiles.map { $0.value.map { String($0) } ?? "" })
      }
    }
    writer.drain { span in span.withUnsafeBytes { StandardOutput.shared.write($0) } }
  }
}

/// Numbers of a simulation as text.
enum FixedCell {
  /// A number with six significant digits, and commas between thousands.
  static func number(_ number: Double) -> Cell {
    .rounded(text(number))
  }

  /// The same with its sign, also where that is a plus.
  static func signed(_ number: Double) -> Cell {
    .rounded((number > 0 ? "+" : "") + text(number))
  }

  private static func text(_ number: Double) -> String {
    number.isFinite ? grouped(decimal: number.significantText(6)) : "–"
  }

  static func quantile(_ value: Int64?) -> Cell { .rounded(value.map { grouped($0) } ?? "never") }

  static func percent(_ share: Double) -> String { (share * 100).significantText(4) + " %" }

  /// A number for programs, empty where there is none.
  static func plain(_ number: Double) -> String { number.isFinite ? "\(number)" : "" }
}

extension ExactValue {
  /// The exact mean, or the exact share.
  fileprivate var text: String {
    if let mean { return grouped(decimal: mean.significantText(8)) }
    return reached.map { FixedCell.percent($0) } ?? ""
  }
}

extension AssertionResult {
  /// The assertion and what came of it, with the numbers.
  var line: String {
    func shown(_ number: Double?) -> String {
      number.map { $0.significantText(6) } ?? "unknown"
    }
    let word =
      switch verdict {
      case .holds: "holds"
      case .fails: "FAILS"
      case .undecided: verdict.rawValue
      }
    return TerminalText.printable(
      "\(word): \(claim) (\(variant)): \(value.map { $0.significantText(6) } ?? "never"), "
        + "interval \(shown(low)) to \(shown(high))")
  }
}
