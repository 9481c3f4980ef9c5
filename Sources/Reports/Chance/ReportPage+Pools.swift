package import Chance
import Charts
import Design
import Players
import FlintSchema
import Views

extension ReportPage {
  /// Creates the page of an answer about pools: the question in words, the results, the pictures of the distribution,
  /// what a budget buys, the numbers of cards of some rolls, and the goals of an order of pools one after the other.
  package init(_ answer: PoolAnswer) {
    var sections = [
      Section(
        id: "result", "Result, in rolls" + (answer.estimate == nil ? "" : ", estimated"),
        [
          .facts(
            answer,
            [
              "mean", "mean_interval", "sd", "mean_fraction", "mean_price", "mean_refund",
              "mean_net_price",
            ], .english),
          .table("Rolls that are enough for a share of players", answer.quantiles, [], .english),
        ])
    ]
    if let spending = answer.spending {
      let facts = [
        "amounts", "offers", "rolls", "refunds", "probability", "lower_bound", "low", "high",
      ]
      sections.append(Section(id: "budget", "Budget", [.facts(spending, facts, .english)]))
    }
    let pictures = answer.pictures
    sections.append(
      Section(
        id: "distribution", "How long it takes",
        pictures.map { pictures in
          let numbers = pictures.shownNumbers(asked: answer.at.map(\.rolls))
          return pictures.charts.map { .chart($0.chart, note: $0.note) } + [
            .table(
              "Chance of being done within a number of rolls",
              numbers.map { answer.chance(within: $0) }, [], .english)
          ]
        } ?? [.text(answer.withoutPictures)]))
    if answer.question.stages.count > 1 {
      sections.append(Section(id: "order", "One goal after the other", answer.order(pictures)))
    }
    if !answer.prizes.isEmpty {
      sections.append(
        Section(id: "cards", "How many cards", answer.prizes.flatMap { $0.blocks }))
    }
    if let steps = answer.steps {
      sections.append(
        Section(
          id: "rolls", "Each number of rolls",
          [.table("Chance of each number of rolls", steps, [], .english)]))
    }
    self.init(
      "Odds: \(answer.title)", lead: [answer.questionText, answer.sentence], sections: sections,
      notes: answer.pageNotes,
      provenance: PageProvenance([PageProvenance.Source(answer.question.rulebook)]),
      language: .english)
  }
}

extension PoolAnswer {
  private static func percent(_ level: Double) -> String { significant(level * 100, 8) + " %" }

  /// The result, in a sentence.
  fileprivate var sentence: String {
    let shares = quantiles.enumerated().map { index, quantile in
      (quantile.level == 0.5 ? "half of all players" : Self.percent(quantile.level))
        + (index == 0 ? " need " : " ")
        + (quantile.rolls.map { "at most \(grouped($0))" } ?? "more than was simulated")
    }.listed("and")
    guard let mean else { return shares.capitalizedFirst + "." }
    let result = "On average \(meanText(mean)) rolls" + (shares.isEmpty ? "." : "; \(shares).")
    return estimate == nil ? result : "Estimated: o" + result.dropFirst()
  }

  /// How the numbers were found.
  fileprivate var pageNotes: [String] {
    methodNotes + (notes + remarks).map { $0.capitalizedFirst + "." }
  }

  /// What is odd about the rates of the pools, each named once.
  private var remarks: [String] {
    var ids: [String] = []
    for stage in question.stages where !ids.contains(stage.pool) { ids.append(stage.pool) }
    return ids.flatMap { (try? question.pool($0))?.remarks(question.rulebook) ?? [] }
  }

  private var methodNotes: [String] {
    guard let estimate else {
      return [
        "The numbers are computed exactly from the rules, not simulated; method: \(method)."
      ]
    }
    let value = estimate.value
    return [
      "Estimated, not exact: \(estimate.reason).",
      "Method: \(method). Intervals contain the exact value in 95 % of such estimates.",
    ]
      + (value.unreached > 0
        ? [
          "\(counted(value.unreached, "player")) of \(grouped(value.players)) did not reach the goals "
            + "within \(grouped(value.mostRolls)) rolls."
        ] : [])
      + (quantiles.contains { $0.rolls == nil || $0.interval?.high == nil }
        ? ["An empty field is more than was simulated."] : [])
  }

  /// Why there are no pictures of the distribution.
  fileprivate var withoutPictures: String {
    estimate.map { $0.value.rolls.isEmpty } ?? false
      ? "None of the simulated players reached the goals."
      : "The goals are reached before the first roll."
  }

  /// The distribution, exact or estimated; `nil` where there is nothing to show.
  var pictures: DistributionPictures? {
    let known = quantiles.filter { $0.rolls != nil }
    var marks = known.map { (value: $0.rolls ?? 0, name: Self.percent($0.level)) }
    if let spending, !spending.hasRefunds, let rolls = spending.rolls {
      marks.append((rolls, "budget"))
    }
    marks.sort { $0.value < $1.value }
    let levels = quantiles.map { (probability: $0.level, value: $0.rolls) }
    let most = known.compactMap(\.rolls).max() ?? 0
    if let distribution {
      let end = max(most, distribution.quantile(0.99))
      guard end > 0 else { return nil }
      return DistributionPictures(
        unit: "rolls", within: { distribution.probability(doneWithin: $0) },
        quantile: { distribution.quantile($0) },
        levels: levels, marks: marks, most: end)
    }
    guard let value = estimate?.value, let longest = value.rolls.last, longest > 0 else {
      return nil
    }
    func quantile(_ share: Double) -> Int64? {
      let number = value.quantile(share).value
      return number.isFinite ? Int64(number) : nil
    }
    return DistributionPictures(
      unit: "rolls", within: { value.chance(within: $0).value },
      interval: { rolls in
        let chance = value.chance(within: rolls)
        return (chance.low, chance.high)
      }, quantile: quantile, levels: levels, marks: marks,
      most: max(most, quantile(0.99) ?? longest))
  }

  /// The greatest number of goals whose distributions are shown beside each other.
  private static let mostStages = Paint.seriesCount

  /// The goals of an order of pools, and how long it takes to reach each.
  fileprivate func order(_ pictures: DistributionPictures?) -> [ReportPage.Block] {
    let stages = question.stages
    let earlier = stages.count <= Self.mostStages ? milestones : []
    guard earlier.count == stages.count - 1 else {
      return [.table("Goals in order", stages, [], .english)]
    }
    let answers = earlier + [self]
    let names = stages.map { "\($0.target) of \($0.pool)" }
    let table = DataTable(
      columns: ["pool", "goal", "mean"] + quantiles.map(\.name),
      rows: zip(stages, answers).map { stage, answer in
        [stage.pool, "\(stage.target)", answer.mean.map { meanText($0) } ?? ""]
          + answer.quantiles.map { $0.rolls.map { grouped($0) } ?? "more" }
      }, textColumns: [1])
    let others = zip(names, earlier).compactMap { name, answer in
      answer.pictures.map { (name: name, within: $0.within) }
    }
    let title = "Rolls until each goal, from the first roll on"
    guard let pictures, !others.isEmpty else { return [.table(title, table)] }
    return [
      .chart(
        pictures.cumulative(
          "Chance of having reached each goal by then",
          of: others + [(name: names.last ?? "", within: pictures.within)])),
      .table(title, table),
    ]
  }
}

extension CountDistribution {
  /// The numbers of cards that a table has: from those that hardly any number of rolls falls short of, or none where
  /// these are few, to those that hardly any exceeds.
  private var shown: ClosedRange<Int> {
    let most = max(0, quantile(0.9999))
    let least = min(quantile(0.0001), most)
    return (least < 10 ? 0 : least)...most
  }

  /// Returns the chance of at least a number of cards, where the rounding of a sum hides that it is 1.
  private func certain(atLeast count: Int) -> Double {
    let chance = probability(atLeast: count).value
    return chance > 1 - 1e-12 ? 1 : chance
  }

  /// The mean, the picture and the table of the number of cards.
  fileprivate var blocks: [ReportPage.Block] {
    let shown = shown
    let width = Int(Estimate.binWidth(span: Int64(shown.count - 1)))
    let bins = stride(from: shown.lowerBound, through: shown.upperBound, by: width).map { from in
      let to = from + width - 1
      let share = (from...to).reduce(0) { $0 + probability(of: $1).value }
      return (low: Int64(from), high: Int64(to), share: share)
    }
    let charts = DistributionCharts.bars(
      "Chance of each number of cards in \(counted(rolls, "roll"))", heading: "cards",
      summary: "For each number of cards of the goal, the chance that the rolls give it.",
      [DistributionCharts.Series(name: "chance", bins: bins, median: Int64(quantile(0.5)))])
    return [.facts(self, ["rolls", "mean", "sd"], .english)]
      + charts.map { .chart($0.chart, note: $0.note) } + [
        .table(
          "Cards in \(counted(rolls, "roll"))",
          DataTable(
            columns: ["cards", "exactly", "at least"],
            rows: shown.map { count in
              [
                grouped(count), rateText(probability(of: count).value),
                rateText(certain(atLeast: count)),
              ]
            }))
      ]
  }
}

/// Returns a mean with two decimals.
private func meanText(_ number: Double) -> String { Language.english.text(number, places: 2) }
