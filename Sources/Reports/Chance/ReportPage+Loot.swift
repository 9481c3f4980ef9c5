import Chance
import Charts
package import Design
import FlintRules
import Views

extension ReportPage {
  /// Creates the page of an answer about a loot table: chances and expected numbers, the distribution of the number of
  /// an item, the number of openings until a goal, and a simulation.
  package init(_ answer: LootAnswer) {
    var sections: [Section] = []
    if answer.noFigures == nil {
      sections.append(Section(id: "items", "Chances", answer.chanceCharts + [answer.items]))
    }
    if let counts = answer.counts {
      sections.append(Section(id: "number", "How many", counts.blocks))
    }
    if let joint = answer.joint {
      sections.append(
        Section(
          id: "together", "Together",
          [
            .facts(joint, ["all", "all_fraction", "any", "any_fraction"], .english),
            .table("Combinations", joint.rows, [], .english),
          ]))
    }
    if let time = answer.time {
      sections.append(Section(id: "time", "How many openings it takes", time.blocks))
    }
    if let simulation = answer.simulation {
      sections.append(Section(id: "simulation", "Simulated", simulation.blocks))
    }
    self.init(
      "Loot: \(answer.title)", lead: [answer.sentence], sections: sections,
      notes: answer.remarks.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." },
      provenance: PageProvenance(), language: .english)
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

  /// The figures of each item, and the chances within the numbers of openings that were asked for.
  fileprivate var items: ReportPage.Block {
    guard let first = rows.first else {
      return .text("The table gives nothing under these flags.")
    }
    var table = DataTable(rows, [], .english)
    for (index, at) in first.at.enumerated() {
      table.columns.append("in \(grouped(at.openings))")
      for row in rows.indices { table.rows[row].append(rateText(rows[row].at[index].chance)) }
    }
    return .table(
      question.openings == 1
        ? "What an opening gives" : "What \(grouped(question.openings)) openings give", table)
  }
}

extension LootCounts {
  /// The maximum number of numbers that a table has.
  private static let mostListed: Int64 = 40

  fileprivate var blocks: [ReportPage.Block] {
    var blocks: [ReportPage.Block] = [
      .facts(self, ["mean", "sd"] + LootAnswer.levels.map(\.name), .english)
    ]
    blocks += DistributionCharts.bars(
      "Chance of each number of \(name)", heading: "number",
      summary: "For each number, its chance.",
      [
        DistributionCharts.Series(
          name: "chance",
          bins: shown.map { ($0.number, $0.number, $0.exactly.value) }, median: quantile(0.5))
      ]
    ).map { .chart($0.chart, note: $0.note) }
    let listed = at.isEmpty ? range(atMost: Self.mostListed).map { chance(of: $0) } : at
    blocks.append(.table("Chances of each number", listed, [], .english))
    if at.isEmpty, range.count > listed.count {
      blocks.append(
        .text(
          "\(listed.count) of \(grouped(range.count)) numbers, around the median; --format csv has "
            + "\(range.count > Self.mostShown ? "\(grouped(Self.mostShown)) of them" : "all")."))
    }
    return blocks
  }
}

extension LootAnswer.Time {
  fileprivate var blocks: [ReportPage.Block] {
    var blocks: [ReportPage.Block] = [
      .facts(
        self,
        ["mean", "mean_fraction", "mean_low", "mean_high", "sd"]
          + LootAnswer.levels.flatMap { [$0.name, "\($0.name)_interval"] } + ["method"], .english)
    ]
    if !at.isEmpty { blocks.append(.table("Chance of being done", at, [], .english)) }
    return blocks + pictures.charts.map { .chart($0.chart, note: $0.note) }
  }

  /// The chance of each number of openings, and of at most so many.
  private var pictures: DistributionPictures {
    let levels = LootAnswer.levels.map {
      (probability: $0.probability, value: quantile($0.probability))
    }
    var interval: ((Int64) -> (low: Double, high: Double))?
    if let estimate {
      interval = { openings in
        let interval = estimate.share(doneWithin: openings).interval
        return (interval.low, interval.high)
      }
    }
    return DistributionPictures(
      unit: "openings", within: { chance(doneWithin: $0).probability }, interval: interval,
      quantile: quantile, levels: levels,
      marks: zip([0, 1, 3], ["50 %", "90 %", "99 %"]).map { (levels[$0].value, $1) },
      most: levels[3].value)
  }
}

extension LootSimulation {
  fileprivate var blocks: [ReportPage.Block] {
    [
      .text(sentence),
      .table(
        "Share of trials with at least one", rows,
        ["item", "share", "share_low", "share_high", "probability"], .english),
      .table(
        "Number in a trial", rows, ["item", "mean", "mean_low", "mean_high", "exact_mean"],
        .english),
    ]
  }
}
