public import Charts
import Rules
public import Simulation

/// The pictures of a simulation's result: of each measure its histogram and its distribution function; of
/// totals on several days a fan chart; of a sweep the means over its values, and their differences from the
/// first.
public struct SimulationCharts: Sendable {
  /// The pictures.
  public let charts: [any Chart]

  /// Creates the pictures of a result.
  public init(_ result: SimulationResult) {
    charts = result.plan.sweep.map { Self.sweep($0, result) } ?? Self.measures(of: result)
  }

  // MARK: Measures

  private static func measures(of result: SimulationResult) -> [any Chart] {
    let plan = result.plan
    var charts: [any Chart] = []
    var fans: [(total: String, variant: Int, days: [(day: Int, estimate: Estimate)])] = []
    for (index, measure) in plan.measures.enumerated() {
      let estimates = plan.rules.indices.map { result.estimates[$0][index] }
      if let (total, day) = day(of: measure.name) {
        for variant in plan.rules.indices {
          if let fan = fans.firstIndex(where: { $0.total == total && $0.variant == variant }) {
            fans[fan].days.append((day, estimates[variant]))
          } else {
            fans.append((total, variant, [(day, estimates[variant])]))
          }
        }
        continue
      }
      for (variant, estimate) in estimates.enumerated() {
        charts.append(histogram(estimate, suffix: suffix(variant, plan)))
      }
      charts.append(cumulative(measure.name, Array(zip(plan.rules.map(\.name), estimates))))
    }
    for fan in fans where fan.days.count > 1 {
      let title = "\(fan.total) by day" + suffix(fan.variant, plan)
      charts.append(Self.fan(title, fan.days.sorted { $0.day < $1.day }))
    }
    return charts
  }

  /// Returns the name of a rulebook in parentheses, where a plan has several.
  private static func suffix(_ variant: Int, _ plan: PlanSummary) -> String {
    plan.rules.count > 1 ? " (\(plan.rules[variant].name))" : ""
  }

  /// Returns the total and the day of a measure such as `points on day 30`.
  private static func day(of measure: String) -> (total: String, day: Int)? {
    let fields = measure.split(separator: " ")
    guard fields.count == 4, fields[1] == "on", fields[2] == "day", let day = Int(fields[3]) else {
      return nil
    }
    return (String(fields[0]), day)
  }

  private static func histogram(_ estimate: Estimate, suffix: String) -> HistogramChart {
    let bins = estimate.histogram
    let players = Double(estimate.tally.players)
    var markers: [LineChart.Event] = []
    if case .value(let median) = estimate.quantile(0.5).value {
      markers.append(LineChart.Event(Double(median) + 0.5, "median \(text(Double(median)))"))
    }
    return HistogramChart(
      estimate.measure + suffix,
      summary: "Number of players by value, \(bins.count) bins.",
      table: DataTable(
        columns: ["from", "to", "players", "share"],
        rows: bins.map {
          [
            text(Double($0.from)), text(Double($0.to)), text(Double($0.count)),
            text(Double($0.count) / players * 100, places: 2) + " %",
          ]
        }),
      bins: bins.map {
        HistogramChart.Bin(from: Double($0.from), to: Double($0.to) + 1, count: Double($0.count))
      }, markers: markers)
  }

  private static func cumulative(
    _ measure: String, _ estimates: [(name: String, estimate: Estimate)]
  ) -> LineChart {
    let functions = estimates.map { name, estimate in
      var below: Int64 = 0
      let bins = estimate.histogram
      var steps = bins.first.map { [(x: Double($0.from), share: 0.0)] } ?? []
      for bin in bins {
        below += bin.count
        steps.append((x: Double(bin.to), share: Double(below) / Double(estimate.tally.players)))
      }
      return (name: name, steps: steps)
    }
    return .cumulative(
      "\(measure): share at or below",
      summary: "For each value, the share of players whose value is at most that.",
      table: DataTable(
        columns: ["share"] + estimates.map(\.name),
        rows: Estimate.shares.map { share in
          [text(share * 100) + " %"]
            + estimates.map { text(of: $0.estimate.quantile(share).value) }
        }), functions: functions)
  }

  private static func text(of level: Estimate.Level) -> String {
    switch level {
    case .value(let value): text(Double(value))
    case .never: "never"
    case .unknown: "unknown"
    }
  }

  private static func fan(
    _ title: String, _ days: [(day: Int, estimate: Estimate)]
  ) -> LineChart {
    func quantile(_ share: Double, _ estimate: Estimate) -> Double? {
      if case .value(let value) = estimate.quantile(share).value { Double(value) } else { nil }
    }
    func band(_ name: String, _ low: Double, _ high: Double) -> LineChart.Band {
      LineChart.Band(
        name,
        days.compactMap { day, estimate in
          guard let low = quantile(low, estimate), let high = quantile(high, estimate) else {
            return nil
          }
          return (Double(day), low, high)
        })
    }
    let shares = [0.05, 0.25, 0.5, 0.75, 0.95]
    return .fan(
      title, summary: "Median over days, within bands of half and of nine in ten of the players.",
      table: DataTable(
        columns: ["day"] + shares.map { text($0 * 100) + " %" },
        rows: days.map { day, estimate in
          [text(Double(day))] + shares.map { text(of: estimate.quantile($0).value) }
        }), over: .numbers(isWhole: true), name: "median",
      median: days.map { LineChart.Series.Value(Double($0.day), quantile(0.5, $0.estimate)) },
      bands: [band("5–95 %", 0.05, 0.95), band("25–75 %", 0.25, 0.75)])
  }

  // MARK: Sweeps

  private static func sweep(_ sweep: String, _ result: SimulationResult) -> [any Chart] {
    let plan = result.plan
    let names = plan.rules.map { String($0.name.dropFirst(sweep.utf8.count + 1)) }
    return plan.measures.indices.flatMap { index in
      let estimates = result.estimates.map { $0[index] }
      let measure = plan.measures[index].name
      let isRestricted = estimates.contains { $0.restricted != nil }
      return [
        means(
          (isRestricted ? "restricted mean of " : "mean of ") + measure, sweep,
          Array(zip(names, estimates.map(\.principal)))),
        // On the same random numbers differences are more precise than the means that they compare.
        means(
          "\(measure), less the first", sweep,
          Array(zip(names.dropFirst(), result.differences.map { $0[index].principal })),
          reference: 0),
      ]
    }
  }

  private static func means(
    _ title: String, _ sweep: String, _ points: [(name: String, mean: MeanEstimate)],
    reference: Double? = nil
  ) -> DotIntervals {
    let widths = points.map { $0.mean.interval.high - $0.mean.interval.low }.filter(\.isFinite)
    // Two digits of the narrowest interval.
    let narrowest = widths.filter { $0 > 0 }.min() ?? 1
    let places = narrowest >= 10 ? 0 : narrowest >= 1 ? 1 : narrowest >= 0.1 ? 2 : 4
    return DotIntervals(
      title, summary: "Means with 95 % intervals, by \(sweep).",
      columns: [sweep, "mean", "low", "high"],
      rows: points.filter(\.mean.value.isFinite).map { name, mean in
        let interval = mean.interval
        return DotIntervals.Row(
          name, mean.value,
          interval.low.isFinite && interval.high.isFinite ? interval.low...interval.high : nil)
      }, reference: reference, places: places)
  }

  private static func text(_ value: Double, places: Int = 0) -> String {
    ChartLocale.english.text(value, places: places)
  }
}
