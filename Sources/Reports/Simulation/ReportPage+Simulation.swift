import Charts
public import Simulation
import Views

extension ReportPage {
  /// Creates the page of a simulation's result: the plan, its assertions, the pictures, and the estimates
  /// with their intervals.
  public init(_ result: SimulationResult) {
    let plan = result.plan
    let rules = plan.rules.map(\.name).joined(separator: ", ")
    var sections: [Section] = []
    if !result.checks.isEmpty {
      sections.append(
        Section(id: "assertions", "Assertions", [.table("Assertions", result.checkTable)]))
    }
    sections.append(
      Section(
        id: "pictures", "Pictures", SimulationCharts(result).charts.map { .chart($0) }))
    sections.append(Section(id: "estimates", "Estimates", result.estimateTables))
    self.init(
      "Simulation: \(plan.name)",
      lead: [
        "\(number(Double(result.players))) players, \(plan.horizon) from \(plan.start), seed "
          + "\(plan.seed), rules: \(rules), \(plan.method)."
      ], sections: sections,
      notes: [
        "Intervals are 95 % confidence intervals. The same version of Flint, plan, rules and seed give "
          + "the same page to the byte."
      ], language: .english)
  }
}

/// Returns a number with a number of decimals that fits its size.
private func number(_ value: Double, places: Int? = nil) -> String {
  guard value.isFinite else { return "–" }
  let size = value.magnitude
  let fitting =
    value == value.rounded() ? 0 : size >= 1000 ? 1 : size >= 10 ? 2 : size >= 0.1 ? 3 : 5
  return ChartLocale.english.text(value, places: places ?? fitting)
}

private func percent(_ value: Double) -> String { number(value * 100, places: 2) + " %" }

extension SimulationResult {
  /// The assertions with their estimates and verdicts.
  fileprivate var checkTable: DataTable {
    DataTable(
      columns: ["assertion", "rules", "estimate", "95 % interval", "verdict"],
      rows: checks.map { check in
        let assertion = check.assertion
        let bounds = [
          assertion.atLeast.map { "at least \(number($0))" },
          assertion.atMost.map { "at most \(number($0))" },
        ].compactMap(\.self).joined(separator: ", ")
        let interval = [check.low, check.high].map { $0.map { number($0) } ?? "–" }
        return [
          "\(assertion.statistic.title) of \(assertion.measure): \(bounds)", check.variant,
          check.value.map { $0.isFinite ? number($0) : "never" } ?? "–",
          interval.joined(separator: " to "), check.verdict.rawValue,
        ]
      })
  }

  /// The estimates of each rulebook, and the differences of the others from the first.
  fileprivate var estimateTables: [ReportPage.Block] {
    var blocks: [ReportPage.Block] = []
    for (variant, estimates) in estimates.enumerated() {
      blocks.append(
        .table(
          plan.rules[variant].name,
          DataTable(
            columns: ["measure", "mean", "95 % interval", "reached", "5 %", "median", "95 %"],
            rows: estimates.map(\.row))))
      guard variant > 0 else { continue }
      blocks.append(
        .table(
          "\(plan.rules[variant].name) less \(plan.rules[0].name), on the same draws",
          DataTable(
            columns: ["measure", "difference of means", "95 % interval"],
            rows: differences[variant - 1].enumerated().map { index, difference in
              [plan.measures[index].name] + difference.principal.cells
            })))
    }
    return blocks
  }
}

extension MeanEstimate {
  /// The value and the interval.
  fileprivate var cells: [String] {
    [number(value), "\(number(interval.low)) to \(number(interval.high))"]
  }
}

extension Estimate {
  fileprivate var row: [String] {
    [(restricted != nil ? "restricted mean of " : "") + measure] + principal.cells
      + [isPartial ? percent(reached) : "–"]
      + [0.05, 0.5, 0.95].map { share in
        switch quantile(share).value {
        case .value(let value): number(Double(value))
        case .never: "never"
        case .unknown: "unknown"
        }
      }
  }
}

extension Assertion.Statistic {
  /// The name in sentences.
  fileprivate var title: String {
    switch self {
    case .mean: "mean"
    case .restrictedMean: "restricted mean"
    case .meanOfReached: "mean of those who reach"
    case .quantile(let share): "quantile \(number(share * 100)) %"
    case .reached: "share that reaches"
    }
  }
}
