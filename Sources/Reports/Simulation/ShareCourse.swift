import Chance
import Charts
import Players
import Views

/// The shares of players over days, such as the players who are retained: a curve for each rulebook, and where
/// there are segments a picture for each rulebook with a curve for each of them.
struct ShareCourse {
  private(set) var charts: [any Chart] = []

  /// - Parameters:
  ///   - total: the name of what is measured.
  ///   - days: the days, with the position of the measure of each.
  init(_ result: SimulationResult, _ total: String, _ days: [(day: Int, measure: Int)]) {
    let rules = result.plan.valueNames
    let parts = days.first.flatMap { SegmentedMeasure(result.plan, measure: $0.measure) }
    if parts == nil || rules.count > 1 {
      add(
        "\(total.heading) by day", rules.count > 1 ? rules : ["all players"], days
      ) { result.estimates[$0][$1] }
    }
    guard let parts else { return }
    for (variant, name) in rules.enumerated() {
      for group in parts.groups {
        add(
          "\(total.heading) by day and segment" + (rules.count > 1 ? " (\(name))" : ""),
          group.names, days
        ) { result.estimates[variant][group.column($0, of: $1)] }
      }
    }
  }

  /// Creates the course of shares of all players under each rulebook.
  ///
  /// - Parameter estimate: returns the estimate of a curve of a measure.
  init(
    _ total: String, _ names: [String], _ days: [(day: Int, measure: Int)],
    _ estimate: (_ curve: Int, _ measure: Int) -> Estimate
  ) {
    add("\(total.heading) by day", names, days, estimate)
  }

  private mutating func add(
    _ title: String, _ names: [String], _ days: [(day: Int, measure: Int)],
    _ estimate: (_ curve: Int, _ measure: Int) -> Estimate
  ) {
    guard names.count <= Paint.seriesCount else { return }
    let curves = names.indices.map { curve in
      days.map { (x: Double($0.day), mean: estimate(curve, $0.measure).principal) }
    }
    charts.append(
      LineChart(
        title,
        summary:
          "The share of the players by the days since their first one, within 95 % intervals.",
        table: DataTable(
          columns: ["day"] + names,
          rows: days.enumerated().map { index, day in
            ["\(day.day)"] + curves.map { chanceText($0[index].mean.value) }
          }), over: .numbers(isWhole: true, name: "days since the first"),
        series: zip(names, curves).map { name, points in
          LineChart.Series(
            name, points.map { LineChart.Series.Value($0.x, $0.mean.value) },
            bands: [
              LineChart.Band(
                "95 % interval",
                points.map { ($0.x, $0.mean.interval.low, $0.mean.interval.high) })
            ])
        }, isPercent: true))
  }
}
