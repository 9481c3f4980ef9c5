import Charts
import Rules
package import Simulation
import Views

extension ReportPage {
  /// Creates the page of an answer about a loot table: chances and expected numbers, the law of the number of
  /// an item, the number of openings until a goal, and a simulation.
  package init(_ answer: LootAnswer) {
    var sections = [
      Section(
        id: "items", "Chances",
        answer.chanceCharts + [
          .table(
            answer.question.openings == 1
              ? "What an opening gives" : "What \(grouped(answer.question.openings)) openings give",
            answer.items)
        ])
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
            .table(simulation.title, simulation.table)
          ]))
    }
    self.init(
      "Loot: \(answer.title)", lead: [answer.sentence], sections: sections,
      notes: answer.remarks.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." },
      language: .english)
  }
}

extension LootAnswer {
  /// What was asked, in a sentence.
  fileprivate var sentence: String {
    let verb = question.openings == 1 ? "does" : "do"
    guard let goal else { return "What \(verb) \(subject) give?" }
    let until =
      switch goal {
      case .number(let name, let number): "\(grouped(number)) \(name)"
      case .all:
        question.things.isEmpty
          ? "one of everything" : Language.english.listed(question.things.map { "1 \($0)" })
      }
    return "What \(verb) \(subject) give, and how many openings does it take to have \(until)?"
  }

  /// The players who need at most a quantile.
  fileprivate static func players(_ probability: Double) -> String {
    probability == 0.5 ? "Half of all players" : "\(significant(probability * 100)) % of players"
  }

  /// Returns a fraction that is short enough for a page; JSON has all.
  fileprivate static func short(_ fraction: String?) -> String {
    guard let fraction else { return "" }
    return fraction.utf8.count <= 24 ? fraction : "long"
  }

  /// The most items that a picture shows.
  private static let mostShown = 40

  fileprivate var chanceCharts: [ReportPage.Block] {
    let shown = Array(rows.prefix(Self.mostShown))
    guard shown.count > 1 else { return [] }
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
          Self.short(row.chance.fraction), Self.short(row.mean.fraction),
        ]
      })
  }
}

extension LootCounts {
  fileprivate var facts: [(name: String, value: String)] {
    [
      ("Mean", significant(mean, 6)), ("Standard deviation", significant(standardDeviation, 6)),
    ]
      + LootAnswer.levels.map {
        (LootAnswer.players($0.probability), "at most \(grouped(quantile($0.probability)))")
      }
  }

  fileprivate var charts: [ReportPage.Block] {
    DistributionCharts.bars(
      "Chance of each number of \(name)", heading: "number",
      summary: "For each number, its chance.",
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
          chanceText($0.atLeast), LootAnswer.short($0.exactly.fraction),
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
        (LootAnswer.players($0.probability), counted(law.quantile($0.probability), "opening"))
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
        (
          LootAnswer.players($0.probability) + ", estimated",
          counted(estimate.quantile($0.probability), "opening")
        )
      }
      facts += numbers.map {
        ("Done in \(grouped($0)), estimated", chanceText(estimate.share(doneWithin: $0).share))
      }
      facts.append(("Method", "\(grouped(estimate.trials)) simulated trials"))
    }
    return facts
  }

  /// The chance of each number of openings, and of at most so many.
  fileprivate var charts: [ReportPage.Block] {
    pictures.charts.map { .chart($0.chart, note: $0.note) }
  }

  private var pictures: DistributionPictures {
    let quantile: (Double) -> Int64
    let within: (Int64) -> Double
    var interval: ((Int64) -> (low: Double, high: Double))?
    switch self {
    case .law(let law):
      quantile = { law.quantile($0) }
      within = { law.probability(doneWithin: $0) }
    case .estimate(let estimate):
      quantile = { estimate.quantile($0) }
      within = { estimate.share(doneWithin: $0).share }
      interval = { openings in
        let interval = estimate.share(doneWithin: openings).interval
        return (interval.low, interval.high)
      }
    }
    let levels = LootAnswer.levels.map {
      (probability: $0.probability, value: quantile($0.probability))
    }
    return DistributionPictures(
      unit: "openings", within: within, interval: interval, quantile: quantile, levels: levels,
      marks: zip([0, 1, 3], ["50 %", "90 %", "99 %"]).map { (levels[$0].value, $1) },
      most: levels[3].value)
  }
}

extension LootSimulation {
  fileprivate var table: DataTable {
    DataTable(
      columns: ["item", "share", "low", "high", "exact", "mean", "exact mean"],
      rows: rows.map { row in
        [
          row.name, chanceText(row.share), chanceText(row.interval.low),
          chanceText(row.interval.high), row.exactChance.map { chanceText($0) } ?? "",
          significant(row.mean.value, 6),
          row.exactMean.map { significant($0, 6) } ?? "",
        ]
      })
  }
}
