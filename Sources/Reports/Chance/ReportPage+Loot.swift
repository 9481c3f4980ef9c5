import Charts
import Rules
public import Simulation
import Views

extension ReportPage {
  /// Creates the page of an answer about a loot table: chances and expected numbers, the law of the number of
  /// an item, the number of openings until a goal, and a simulation.
  public init(_ answer: LootAnswer) {
    var sections = [
      Section(
        id: "items", "Chances",
        answer.chanceCharts + [.table("What an opening gives", answer.items)])
    ]
    if let counts = answer.counts {
      sections.append(
        Section(
          id: "number", "How many",
          [.facts(counts.facts)] + counts.charts + [.table("Chances of each number", counts.table)])
      )
    }
    if let joint = answer.joint {
      sections.append(
        Section(
          id: "together", "Together",
          [
            .facts([
              ("All of them", chanceText(joint.all.value)),
              ("Any of them", chanceText(joint.any.value)),
            ]), .table("Exactly these", joint.table),
          ]))
    }
    if let time = answer.time {
      sections.append(
        Section(
          id: "time", "How long it takes", [.facts(time.facts(answer.question.at))] + time.charts))
    }
    if let simulation = answer.simulation {
      sections.append(
        Section(
          id: "simulation", "Simulated",
          [
            .table(
              "\(grouped(simulation.openings)) openings, seed \(simulation.seed)", simulation.table)
          ]))
    }
    self.init(
      "Loot: \(answer.title)", lead: ["What does \(answer.title) give?"], sections: sections,
      notes: answer.remarks.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." },
      language: .english)
  }
}

extension LootAnswer {
  /// The most items that a picture shows.
  private static let mostShown = 40

  fileprivate var chanceCharts: [ReportPage.Block] {
    let shown = Array(rows.prefix(Self.mostShown))
    guard !shown.isEmpty else { return [] }
    let chart = BarChart(
      "Chance of at least one", summary: "For each item, the chance that there is at least one.",
      heading: "item", categories: shown.map(\.name),
      series: [BarChart.Series("chance", shown.map { $0.chance.value * 100 })], .grouped,
      isLying: shown.count > 5, unit: " %", places: 2)
    let note =
      rows.count > shown.count ? "The first \(shown.count) of \(counted(rows.count, "item"))." : nil
    return [.chart(chart, note: note)]
  }

  fileprivate var items: DataTable {
    DataTable(
      columns: ["item", "chance", "mean", "exact chance", "exact mean"],
      rows: rows.map { row in
        [
          row.name, chanceText(row.chance.value), significant(row.mean.value, 6),
          row.chance.fraction ?? "", row.mean.fraction ?? "",
        ]
      })
  }
}

extension LootCounts {
  fileprivate var facts: [(name: String, value: String)] {
    [
      ("Mean", significant(mean, 6)), ("Standard deviation", significant(standardDeviation, 6)),
    ] + LootAnswer.levels.map { ("At most, \($0.name)", grouped(quantile($0.probability))) }
  }

  fileprivate var charts: [ReportPage.Block] {
    DistributionCharts.bars(
      "Number of \(name)", heading: "number", summary: "For each number, its chance.",
      [
        DistributionCharts.Series(
          name: "chance",
          bins: shown.map { ($0.number, $0.number, $0.exactly.value) }, median: quantile(0.5))
      ]
    ).map { .chart($0.chart, note: $0.note) }
  }

  fileprivate var table: DataTable {
    DataTable(
      columns: ["number", "exactly", "at most", "at least", "fraction"],
      rows: (at.isEmpty ? shown : at).map {
        [
          grouped($0.number), chanceText($0.exactly.value), chanceText($0.atMost),
          chanceText($0.atLeast), $0.exactly.fraction ?? "",
        ]
      })
  }
}

extension LootJoint {
  fileprivate var table: DataTable {
    DataTable(
      columns: ["items", "chance"],
      rows: rows.map {
        [
          $0.names.isEmpty ? "none" : $0.names.joined(separator: " + "),
          chanceText($0.chance.value),
        ]
      })
  }
}

extension LootAnswer.Time {
  fileprivate func facts(_ numbers: [Int64]) -> [(name: String, value: String)] {
    var facts: [(name: String, value: String)]
    switch self {
    case .law(let law):
      facts = [
        ("Mean", "\(significant(law.mean, 6)) openings"),
        ("Standard deviation", significant(law.standardDeviation, 6)),
      ]
      facts += LootAnswer.levels.map {
        ("At most, \($0.name)", grouped(law.quantile($0.probability)))
      }
      facts += numbers.map {
        ("Done in \(grouped($0))", chanceText(law.probability(doneWithin: $0)))
      }
      facts.append(("Method", law.method.name))
    case .estimate(let estimate):
      facts = [
        (
          "Mean, estimated",
          "\(significant(estimate.mean.value, 6)) openings (95 % interval "
            + "\(significant(estimate.mean.interval.low, 6))–\(significant(estimate.mean.interval.high, 6)))"
        )
      ]
      facts += LootAnswer.levels.map {
        ("At most, \($0.name), estimated", grouped(estimate.quantile($0.probability)))
      }
      facts += numbers.map {
        ("Done in \(grouped($0)), estimated", chanceText(estimate.share(doneWithin: $0).share))
      }
      facts.append(("Method", "\(grouped(estimate.trials)) simulated trials"))
    }
    return facts
  }

  /// The chance of each number of openings, of which there is a picture where it is known exactly.
  fileprivate var charts: [ReportPage.Block] {
    guard case .law(let law) = self else { return [] }
    let (low, high) = (law.quantile(1e-9), law.quantile(0.99))
    let width = Estimate.binWidth(span: high - low)
    var bins: [(from: Int64, to: Int64, share: Double)] = []
    var (from, below) = (low, low > 0 ? law.probability(doneWithin: low - 1) : 0)
    while from <= high {
      let within = law.probability(doneWithin: from + width - 1)
      bins.append((from, from + width - 1, max(0, within - below)))
      (from, below) = (from + width, within)
    }
    return DistributionCharts.bars(
      "Number of openings", heading: "openings",
      summary: "For each number of openings, the chance that the goal is reached just then.",
      [
        DistributionCharts.Series(
          name: "chance", bins: bins, median: law.quantile(0.5),
          note: 1 - below > 1e-9 ? "\(chanceText(1 - below)) need more." : nil)
      ]
    ).map { .chart($0.chart, note: $0.note) }
  }
}

extension LootSimulation {
  fileprivate var table: DataTable {
    DataTable(
      columns: ["item", "share", "low", "high", "exact", "mean", "exact mean"],
      rows: rows.map { row in
        [
          row.name, chanceText(row.share), chanceText(row.interval.low),
          chanceText(row.interval.high), chanceText(row.exactChance),
          significant(row.mean.value, 6),
          significant(row.exactMean, 6),
        ]
      })
  }
}
