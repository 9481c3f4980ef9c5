import Charts
import Players
import FlintSchema
import Views

/// Tables of rows of a simulation: means, shares of players and restricted means, quantiles, and the differences from
/// the first rulebook.
struct SimulationTables {
  private let rows: [SimulationRow]
  /// The column that says what a row is about.
  private let name: String
  private let first: String
  /// The name of the swept number, of which rows show the values; `nil` without a sweep.
  private let sweep: String?

  /// Creates the tables of all measures of a simulation with one rulebook.
  ///
  /// - Parameter shown: the number of measures of the plan itself.
  init(_ result: SimulationResult, measures shown: Int) {
    rows = (0..<shown).map { result.row(measure: $0, variant: 0) }
    (name, first, sweep) = ("measure", "", nil)
  }

  /// Creates the tables of a measure of a simulation with several rulebooks.
  init(_ result: SimulationResult, measure: Int) {
    rows = result.plan.rules.indices.map { result.row(measure: measure, variant: $0) }
    (name, first, sweep) = ("rules", rows[0].rules, result.plan.sweep)
  }

  /// The tables that have rows.
  var blocks: [ReportPage.Block] {
    let mean = ["mean", "reach", "sd", "exact_mean", "exact_z"]
    let share = ["reached_interval", "exact_reached", "exact_reached_z"]
    let restricted = [
      "restricted_mean_mean", "restricted_mean_reach", "exact_restricted_mean",
      "exact_restricted_mean_z",
    ]
    let (partial, bounded) = (
      rows.filter(\.estimate.isPartial), rows.filter { $0.estimate.bound != nil }
    )
    let shares = rows.filter(\.estimate.isShare)
    return table("Means", rows.filter { !$0.estimate.isPartial && !$0.estimate.isShare }, mean)
      + ofShares(
        "Shares of players", shares,
        [
          ("mean", "share"), ("interval", "95 % interval"), ("exact_mean", "exact"),
          ("exact_z", "z"),
        ])
      + table(
        bounded.isEmpty ? "Players with a value" : "Players who reach it within the horizon",
        partial, ["reached_share"] + share)
      + table("Restricted means", bounded, restricted)
      + quantiles
      + differences(
        "means",
        rows.filter { $0.difference?.isPartial == false && !$0.estimate.isShare }, mean)
      + ofShares(
        "Differences of shares from \(first), on the same draws",
        shares.filter { $0.difference != nil },
        [
          ("difference_mean", "difference, % points"), ("difference_interval", "95 % interval"),
        ])
      + differences(
        "shares of players", rows.filter { $0.difference?.isPartial == true },
        ["reached_difference"] + share)
      + differences("restricted means", bounded.filter { $0.difference != nil }, restricted)
  }

  private func table(
    _ title: String, _ rows: [SimulationRow], _ columns: [String]
  ) -> [ReportPage.Block] {
    if rows.isEmpty { return [] }
    var table = DataTable(rows, [name] + columns, .english)
    label(&table, rows)
    return [.table(title, table)]
  }

  private func ofShares(
    _ title: String, _ rows: [SimulationRow], _ columns: [(name: String, heading: String)]
  ) -> [ReportPage.Block] {
    var table = DataTable(
      sharesOf: rows, headed: [(name, name)] + columns,
      shares: [("", { $0.estimate.ofReached })], difference: { $0.difference?.principal },
      exact: { $0.estimate.exact?.mean })
    label(&table, rows)
    return rows.isEmpty ? [] : [.table(title, table)]
  }

  private func differences(
    _ what: String, _ rows: [SimulationRow], _ columns: [String]
  ) -> [ReportPage.Block] {
    table(
      "Differences of \(what) from \(first), on the same draws", rows,
      columns.map { "difference_" + $0 })
  }

  private var quantiles: [ReportPage.Block] {
    let shares = [0.05, 0.5, 0.95, 0.99]
    // A player is retained or not: quantiles of that say nothing.
    let rows = rows.filter { !$0.estimate.isShare }
    // Rows whose quantiles are known exactly have no intervals.
    let uncertain = rows.filter { row in
      shares.contains { row.estimate.quantile($0).interval != nil }
    }
    func table(
      _ title: String, _ rows: [SimulationRow], _ text: (Estimate.Quantile) -> String
    ) -> [ReportPage.Block] {
      if rows.isEmpty { return [] }
      var table = DataTable(
        columns: [name] + shares.map(Estimate.Quantile.heading(of:)),
        rows: rows.map { row in
          [name == "rules" ? row.rules : row.estimate.measure]
            + shares.map { text(row.estimate.quantile($0)) }
        })
      label(&table, rows)
      return [.table(title, table)]
    }
    return table("Quantiles", rows) { $0.value.text }
      + table("95 % intervals of the quantiles", uncertain) { $0.interval ?? $0.value.text }
  }

  /// Names the rows of a sweep by its values.
  private func label(_ table: inout DataTable, _ rows: [SimulationRow]) {
    guard let sweep, !table.rows.isEmpty else { return }
    table.columns[0] = sweep
    for (index, row) in rows.enumerated() where table.rows.indices.contains(index) {
      table.rows[index][0] = String(row.rules.dropFirst(sweep.count + 1))
    }
  }
}

extension Estimate.Quantile {
  /// Returns the name of the quantile of a share, such as `5 %`.
  static func heading(of share: Double) -> String {
    share == 0.5 ? "median" : chanceText(share)
  }

  /// The interval; `nil` where it is the value alone.
  fileprivate var interval: String? {
    if value == low && value == high { return nil }
    let isNegative = low.number.map { $0 < 0 } ?? false
    return low.text + (isNegative ? " to " : "–") + high.text
  }
}
