import Chance
import Charts
import Players
import Views

/// The pictures of one measure of a simulation.
struct MeasureCharts {
  private let names: [String]
  private let estimates: [Estimate]
  private let differences: [Difference]
  private let measure: String
  /// The name of the number in which the rulebooks differ, or of the rulebooks.
  private let heading: String
  private let isSweep: Bool
  /// What follows the measure in titles: the rulebook, where there are several with segments.
  private let suffix: String

  init(_ result: SimulationResult, _ index: Int) {
    names = result.plan.valueNames
    estimates = result.estimates.map { $0[index] }
    differences = result.differences.map { $0[index] }
    measure = result.plan.measures[index].name
    isSweep = result.plan.sweep != nil
    heading = result.plan.sweep ?? "rules"
    suffix = ""
  }

  /// Creates the pictures of a measure under a rulebook, with a curve for all players and for each segment.
  init(_ result: SimulationResult, _ parts: SegmentedMeasure, variant: Int) {
    names = parts.names
    estimates = parts.columns.map { result.estimates[variant][$0] }
    differences = []
    measure = result.plan.measures[parts.measure].name
    isSweep = false
    heading = "segment"
    suffix = result.plan.rules.count > 1 ? " (\(result.plan.valueNames[variant]))" : ""
  }

  /// Creates the pictures of a measure of a population.
  init(_ tallies: PopulationTallies, _ index: Int) {
    names = tallies.variantNames
    estimates = tallies.variantEstimates.map { $0[index] }
    differences = tallies.other == nil ? [] : [tallies.differences[index]]
    measure = tallies.settings.measures[index]
    isSweep = false
    heading = "rules"
    suffix = ""
  }

  private var isPartial: Bool { estimates.contains(where: \.isPartial) }

  private var meanName: String {
    if estimates.contains(where: { $0.restricted != nil }) { return "restricted mean" }
    return isPartial ? "mean of those with a value" : "mean"
  }

  /// Whether all players have the same value under each rulebook, so that quantiles are pointless.
  private var isConstant: Bool { estimates.allSatisfy(\.isConstant) }

  /// The pictures, the comparisons first.
  var all: [(chart: any Chart, note: String?)] {
    var charts: [any Chart] = []
    if estimates.count > 1 {
      if let line = meanLine { charts.append(line) }
      charts += [
        dots(
          "\(meanName.capitalizedFirst) of \(measure.words)\(suffix)",
          Array(zip(names, estimates.map(\.principal))),
          least: estimates.allSatisfy { $0.tally.least >= 0 } ? 0 : nil)
      ]
      // On the same random numbers differences are more precise than the means that they compare.
      if !differences.isEmpty {
        charts.append(
          dots(
            "\(measure.heading), less that of \(names[0])",
            Array(zip(names.dropFirst(), differences.map(\.principal))), reference: 0))
      }
    }
    var noted = charts.map { (chart: $0, note: String?.none) }
    // Histograms of many values of a sweep, or of segments, would hide each other.
    if !isSweep, heading != "segment" { noted += distributions }
    if estimates.count <= Paint.seriesCount, let cumulative {
      let notes = zip(names, estimates).compactMap(note)
      noted.append((cumulative, notes.isEmpty ? nil : notes.joined(separator: " ")))
    }
    return noted
  }

  /// The one picture that says most: the players by value, or of several rulebooks the shares up to each value; of
  /// shares of players their intervals. `nil` where all players have the same value.
  var principal: (chart: any Chart, note: String?)? {
    if isConstant { return nil }
    if estimates.allSatisfy(\.isShare) {
      let shares = Array(zip(names, estimates.map(\.principal)))
      return (dots("Share of players: \(measure)", shares, least: 0), nil)
    }
    return estimates.count > 1 ? cumulative.map { ($0, nil) } : distributions.first
  }

  /// Returns a sentence about the players who are in no bar; `nil` where all have a value.
  private func note(_ name: String, _ estimate: Estimate) -> String? {
    guard estimate.tally.absent > 0 else { return nil }
    return (estimates.count > 1 ? "\(name): " : "")
      + "\(chanceText(estimate.never)) of players "
      + (estimate.bound.map { "do not reach it within \($0)." } ?? "have no value.")
  }

  private var distributions: [(chart: any Chart, note: String?)] {
    isConstant
      ? []
      : DistributionCharts.bars(
        "\(measure.heading): players by value", heading: measure,
        summary: "The share of players by value.",
        zip(names, estimates).map { name, estimate in
          let players = Double(estimate.tally.players)
          return DistributionCharts.Series(
            name: estimates.count > 1 ? name : "players",
            bins: estimate.histogram.map { ($0.from, $0.to, Double($0.count) / players) },
            never: estimate.never, median: estimate.quantile(0.5).value.number,
            note: note(name, estimate))
        })
  }

  /// The distribution functions of all rulebooks in one picture, over one range.
  private var cumulative: LineChart? {
    let steps = estimates.map(\.steps)
    let known = estimates.filter { $0.tally.count > 0 }.map(\.tally)
    guard let low = known.map(\.least).min(), let high = known.map(\.greatest).max() else {
      return nil
    }
    let functions = zip(zip(names, estimates), steps).map { named, steps in
      let (name, estimate) = named
      let shares = steps.map {
        (x: Double($0.value), share: Double($0.count) / Double(estimate.tally.players))
      }
      return (
        name: name,
        steps: [(x: Double(low), share: 0.0)] + shares
          + [(x: Double(high), share: shares.last?.share ?? 0)]
      )
    }
    // A constant needs no picture.
    guard low < high else { return nil }
    let alone = estimates.count == 1 ? estimates.first : nil
    let events = [0.5, 0.9, 0.99].compactMap { share in
      (alone?.quantile(share).value.number).map {
        LineChart.Event(Double($0), Estimate.Quantile.heading(of: share))
      }
    }
    return .cumulative(
      "\(measure.heading): share at or below\(suffix)",
      summary: "For each value, the share of players whose value is at most that.",
      table: DataTable(
        columns: ["share"] + (estimates.count > 1 ? names : [measure]),
        rows: Estimate.shares.map { share in
          [chanceText(share)] + estimates.map { $0.quantile(share).value.text }
        }), functions: functions, events: events)
  }

  /// The means over the values of a sweep, if these are numbers.
  private var meanLine: LineChart? {
    let values = names.compactMap { Double($0) }
    guard isSweep, values.count == names.count, names.count > 2,
      zip(values, values.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    let means = estimates.map(\.principal)
    let exact = estimates.map { $0.bound == nil ? $0.exact?.mean : $0.exact?.restricted }
    let isExactKnown = exact.contains { $0 != nil }
    return LineChart(
      "\(meanName.capitalizedFirst) of \(measure.words) by \(heading)",
      summary: "Means over the values of \(heading), within their 95 % intervals.",
      table: DataTable(
        columns: [heading, meanName, "low", "high"] + (isExactKnown ? ["exact"] : []),
        rows: zip(zip(names, means), exact).map { named, exact in
          let (name, mean) = named
          return [name]
            + [mean.value, mean.interval.low, mean.interval.high]
            .map { measured($0, mean.places) }
            + (isExactKnown ? [exact.map { $0.significantText(8) } ?? ""] : [])
        }), over: .numbers(isWhole: false, name: heading),
      series: [
        LineChart.Series(
          meanName, zip(values, means).map { LineChart.Series.Value($0, $1.value) },
          bands: [
            LineChart.Band(
              "95 % interval", zip(values, means).map { ($0, $1.interval.low, $1.interval.high) })
          ])
      ]
        + (isExactKnown
          ? [
            LineChart.Series(
              "exact", zip(values, exact).map { LineChart.Series.Value($0, $1) })
          ] : []),
      including: nil)
  }

  private func dots(
    _ title: String, _ points: [(name: String, mean: MeanEstimate)], reference: Double? = nil,
    least: Double? = nil
  ) -> DotIntervals {
    let places = points.map(\.mean.places).max() ?? 0
    return DotIntervals(
      title, summary: "\(title), with 95 % intervals, by \(heading).",
      columns: [heading, reference == nil ? meanName : "difference", "low", "high"],
      rows: points.filter(\.mean.value.isFinite).map { name, mean in
        let interval = mean.interval
        // The axis need not begin below what is possible.
        let low = max(interval.low, min(least ?? -.infinity, mean.value))
        return DotIntervals.Row(
          name, mean.value, low.isFinite && interval.high.isFinite ? low...interval.high : nil)
      }, reference: reference, places: places)
  }
}

extension MeanEstimate {
  /// The decimals that show two digits of the interval: more say nothing. Where all players have the same value, those
  /// of the value.
  var places: Int {
    guard reach.isFinite, reach > 0, method != .ruleOfThree else {
      return value == value.rounded() ? 0 : 4
    }
    return reach >= 10 ? 0 : reach >= 1 ? 1 : reach >= 0.1 ? 2 : reach >= 0.01 ? 3 : 4
  }
}

extension Estimate {
  /// Whether all players have the same value.
  fileprivate var isConstant: Bool {
    tally.absent == 0 && tally.count > 0 && tally.least == tally.greatest
  }

  fileprivate var never: Double { Double(tally.absent) / Double(tally.players) }
}

/// Returns a number with decimals, or a dash if it is none.
func measured(_ number: Double, _ places: Int) -> String {
  number.isFinite ? ChartLocale.english.text(number, places: places) : "–"
}
