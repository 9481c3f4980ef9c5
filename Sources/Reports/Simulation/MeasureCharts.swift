import Charts
import Simulation
import Views

/// The numbers and the pictures of one measure of a simulation.
struct MeasureCharts {
  private let names: [String]
  private let estimates: [Estimate]
  private let differences: [Difference]
  private let measure: String
  /// The name of the number in which the rulebooks differ, or of the rulebooks.
  private let heading: String
  private let isSweep: Bool

  init(_ result: SimulationResult, _ index: Int) {
    names = result.plan.valueNames
    estimates = result.estimates.map { $0[index] }
    differences = result.differences.map { $0[index] }
    measure = result.plan.measures[index].name
    isSweep = result.plan.sweep != nil
    heading = result.plan.sweep ?? "rules"
  }

  private var isPartial: Bool { estimates.contains(where: \.isPartial) }

  /// The name of the mean that is shown.
  private var meanName: String {
    if estimates.contains(where: { $0.restricted != nil }) { return "restricted mean" }
    return isPartial ? "mean of those with a value" : "mean"
  }

  // MARK: Numbers

  /// The estimates with their intervals: as facts of one rulebook, as tables of several.
  var numbers: [ReportPage.Block] {
    if estimates.count == 1, let estimate = estimates.first { return [.facts(facts(estimate))] }
    var blocks: [ReportPage.Block] = [.table(meanName.capitalizedFirst + "s", meanTable)]
    if isPartial { blocks.append(.table("Share of players that reach it", reachTable)) }
    blocks.append(.table("Quantiles", quantileTable))
    blocks.append(
      .table(
        "Differences from \(names[0]), on the same draws",
        DataTable(
          columns: [heading, "difference", "95 % interval"],
          rows: zip(names.dropFirst(), differences).map { [$0] + $1.principal.cells })))
    return blocks
  }

  private func facts(_ estimate: Estimate) -> [(name: String, value: String)] {
    let mean = estimate.principal
    let places = mean.places
    var facts = [
      (
        meanName.capitalizedFirst,
        "\(measured(mean.value, places)) ± \(measured(mean.reach, places))"
      ),
      ("95 % interval", mean.cells[1]),
      ("Standard deviation", measured(mean.standardDeviation, places)),
    ]
    if let exact = Self.exact(estimate) { facts.insert(("Exactly", exact), at: 1) }
    if estimate.isPartial {
      facts.append(
        ("Reached by", "\(percent(estimate.reached)) (\(percents(estimate.reachedInterval)))"))
    }
    for quantile in estimate.quantiles {
      facts.append((Self.name(of: quantile.share).capitalizedFirst, quantile.text))
    }
    return facts
  }

  private var meanTable: DataTable {
    let isKnown = estimates.contains { Self.exact($0) != nil }
    return DataTable(
      columns: [heading, meanName, "95 % interval", "sd"] + (isKnown ? ["exact"] : []),
      rows: zip(names, estimates).map { name, estimate in
        let mean = estimate.principal
        return [name] + mean.cells + [measured(mean.standardDeviation, mean.places)]
          + (isKnown ? [Self.exact(estimate) ?? ""] : [])
      })
  }

  private var reachTable: DataTable {
    DataTable(
      columns: [heading, "reached", "95 % interval"],
      rows: zip(names, estimates).map {
        [$0, percent($1.reached), percents($1.reachedInterval)]
      })
  }

  /// A few quantiles; the picture of the shares has all.
  private var quantileTable: DataTable {
    let shares = [0.05, 0.5, 0.95, 0.99]
    return DataTable(
      columns: [heading] + shares.map(Self.name(of:)),
      rows: zip(names, estimates).map { name, estimate in
        [name] + shares.map { estimate.quantile($0).value.text }
      })
  }

  private static func exact(_ estimate: Estimate) -> String? {
    (estimate.bound == nil ? estimate.exact?.mean : estimate.exact?.restricted).map {
      measured($0, estimate.principal.places)
    }
  }

  private static func name(of share: Double) -> String {
    share == 0.5 ? "median" : "\((share * 100).significantText(4)) %"
  }

  // MARK: Pictures

  /// The pictures, the comparisons first.
  var all: [any Chart] {
    var charts: [any Chart] = []
    if estimates.count > 1 {
      if let line = meanLine { charts.append(line) }
      charts += [
        dots("\(meanName) of \(measure.words)", Array(zip(names, estimates.map(\.principal)))),
        // On the same random numbers differences are more precise than the means that they compare.
        dots(
          "\(measure.heading), less that of \(names[0])",
          Array(zip(names.dropFirst(), differences.map(\.principal))), reference: 0),
      ]
    }
    // Histograms of many values of a sweep would hide each other.
    if !isSweep { charts += distributions }
    if estimates.count <= Paint.seriesCount, let cumulative { charts.append(cumulative) }
    return charts
  }

  private var distributions: [any Chart] {
    let isConstant = estimates.allSatisfy { $0.histogram.count <= 1 && !$0.isPartial }
    return isConstant
      ? []
      : DistributionCharts.bars(
        "\(measure.heading): players by value", heading: measure,
        summary: "The share of players by value.",
        zip(names, estimates).map { name, estimate in
          let players = Double(estimate.tally.players)
          return DistributionCharts.Series(
            name: estimates.count > 1 ? name : "players",
            bins: estimate.histogram.map { ($0.from, $0.to, Double($0.count) / players) },
            never: estimate.isPartial ? 1 - estimate.reached : 0,
            median: estimate.quantile(0.5).value.number)
        })
  }

  /// The distribution functions of all rulebooks in one picture, over one range.
  private var cumulative: LineChart? {
    let histograms = estimates.map(\.histogram)
    guard let low = histograms.compactMap(\.first?.from).min(),
      let high = histograms.compactMap(\.last?.to).max()
    else { return nil }
    let functions = zip(zip(names, estimates), histograms).map { named, bins in
      let (name, estimate) = named
      var below: Int64 = 0
      var steps = [(x: Double(low), share: 0.0)]
      for bin in bins {
        below += bin.count
        steps.append((x: Double(bin.to), share: Double(below) / Double(estimate.tally.players)))
      }
      steps.append((x: Double(high), share: Double(below) / Double(estimate.tally.players)))
      return (name: name, steps: steps)
    }
    // A constant needs no picture.
    guard low < high else { return nil }
    let alone = estimates.count == 1 ? estimates.first : nil
    let events = [0.5, 0.9].compactMap { share in
      (alone?.quantile(share).value.number).map {
        LineChart.Event(Double($0), Self.name(of: share))
      }
    }
    return .cumulative(
      "\(measure.heading): share at or below",
      summary: "For each value, the share of players whose value is at most that.",
      table: DataTable(
        columns: ["share"] + (estimates.count > 1 ? names : [measure]),
        rows: Estimate.shares.map { share in
          ["\((share * 100).significantText(4)) %"]
            + estimates.map { $0.quantile(share).value.text }
        }), functions: functions, events: events)
  }

  /// The means over the values of a sweep, if these are numbers.
  private var meanLine: LineChart? {
    let values = names.compactMap { Double($0) }
    guard isSweep, values.count == names.count, names.count > 2,
      zip(values, values.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    let means = estimates.map(\.principal)
    return LineChart(
      "\(meanName) of \(measure.words) by \(heading)",
      summary: "Means over the values of \(heading), within their 95 % intervals.",
      table: DataTable(
        columns: [heading, meanName, "low", "high"],
        rows: zip(names, means).map { name, mean in
          [name]
            + [mean.value, mean.interval.low, mean.interval.high]
            .map { measured($0, mean.places) }
        }), over: .numbers(isWhole: false),
      series: [
        LineChart.Series(
          meanName, zip(values, means).map { LineChart.Series.Value($0, $1.value) },
          bands: [
            LineChart.Band(
              "95 % interval", zip(values, means).map { ($0, $1.interval.low, $1.interval.high) })
          ])
      ], including: nil)
  }

  private func dots(
    _ title: String, _ points: [(name: String, mean: MeanEstimate)], reference: Double? = nil
  ) -> DotIntervals {
    let places = points.map(\.mean.places).max() ?? 0
    return DotIntervals(
      title, summary: "\(title), with 95 % intervals, by \(heading).",
      columns: [heading, "mean", "low", "high"],
      rows: points.filter(\.mean.value.isFinite).map { name, mean in
        let interval = mean.interval
        return DotIntervals.Row(
          name, mean.value,
          interval.low.isFinite && interval.high.isFinite ? interval.low...interval.high : nil)
      }, reference: reference, places: places)
  }
}

extension MeanEstimate {
  /// The decimals that show two digits of the interval: more say nothing.
  fileprivate var places: Int {
    guard reach.isFinite, reach > 0 else { return value == value.rounded() ? 0 : 4 }
    return reach >= 10 ? 0 : reach >= 1 ? 1 : reach >= 0.1 ? 2 : reach >= 0.01 ? 3 : 4
  }

  /// The value and the interval.
  fileprivate var cells: [String] {
    [
      measured(value, places),
      "\(measured(interval.low, places)) to \(measured(interval.high, places))",
    ]
  }
}

/// Returns a number with decimals, or a dash if it is none.
private func measured(_ number: Double, _ places: Int) -> String {
  number.isFinite ? ChartLocale.english.text(number, places: places) : "–"
}

extension Estimate.Quantile {
  /// The value with its interval.
  fileprivate var text: String {
    value == low && value == high ? value.text : "\(value.text) (\(low.text) to \(high.text))"
  }
}

private func percent(_ share: Double) -> String { (share * 100).significantText(4) + " %" }

/// Returns an interval of a share in percent.
private func percents(_ interval: Interval) -> String {
  "\((interval.low * 100).significantText(4)) to \(percent(interval.high))"
}
