package import Chance
import Charts
import Design
import FlintRules
import FlintSchema
import Views

extension ReportPage {
  /// Creates the page of an answer about odds: the question in words, the results, the pictures of the distribution,
  /// chances, and rates.
  package init(_ answer: OddsAnswer) {
    let (unit, pictures) = (answer.question.unit, answer.pictures)
    let figures = ["mean", "sd"] + OddsAnswer.levels.map(\.name)
    let estimated =
      ["mean", "mean_interval", "sd"]
      + OddsAnswer.levels.flatMap { [$0.name, "\($0.name)_interval"] }
    var sections = [
      Section(
        id: "result", "Result, in \(unit)",
        [.facts(answer, estimated + ["mean_fraction"], .english)])
    ]
    if let days = answer.days {
      sections.append(
        Section(id: "days", "Result, in days", [.facts(days, figures + ["per_day"], .english)]))
    }
    sections.append(
      Section(
        id: "distribution", "How long it takes",
        pictures.charts.map { .chart($0.chart, note: $0.note) }))
    let numbers = pictures.shownNumbers(asked: answer.at.map(\.sparks))
    sections.append(
      Section(
        id: "chances", "Chances",
        [
          .table(
            "Chance of being done within a number of \(unit)",
            numbers.map { answer.chance(within: $0) }, [], .english)
        ]))
    if let rates = answer.rateTable { sections.append(Section(id: "rates", "Rates", [rates])) }
    self.init(
      "Odds: \(answer.question.title)", lead: [answer.question.sentence, answer.sentence],
      sections: sections,
      notes: answer.imprecise.map { name, value in
        "Accuracy: \(name) "
          + (value.errorMagnitude.isFinite
            ? "has a relative error of up to \(value.errorMagnitude)." : "has no certain digit.")
      } + [
        (answer.distribution.method.isEstimate
          ? "Estimated, not exact: \(answer.reason). Method: "
          : "The numbers are computed exactly from the rules, not simulated; method: ")
          + "\(answer.distribution.method.name)."
      ]
        + (answer.question.estimate.isGiven && !answer.distribution.method.isEstimate
          ? [EstimateSize.noEffect.capitalizedFirst + "."] : [])
        + answer.notes.map { $0.capitalizedFirst + "." },
      provenance: PageProvenance(answer.question.sources), language: .english)
  }
}

extension OddsQuestion {
  /// The rulebook that the question is about, if it is about one.
  fileprivate var sources: [PageProvenance.Source] {
    guard case .cards(_, let rulebook, _, _) = subject else { return [] }
    return [PageProvenance.Source(rulebook.definition.id, hash: rulebook.hash)]
  }
}

extension OddsAnswer {
  /// The result, in a sentence.
  fileprivate var sentence: String {
    func most(_ index: Int) -> String { grouped(quantiles[index].sparks) }
    let mean = Language.english.text(distribution.mean, places: 2)
    return
      "On average \(mean) \(question.unit); half of all players need at most \(most(0)), nine in "
      + "ten at most \(most(1)), and 99 in 100 at most \(most(3))."
  }

  /// The rates, nominal and effective.
  fileprivate var rateTable: ReportPage.Block? {
    switch question.subject {
    case .cards:
      return .table(
        "Rates of a spark" + (question.hasPity ? ", without pity" : "")
          + (question.drawsPerDay.map { ", at most \($0) a day" } ?? ""), rates, [], .english)
    case .weights(_, let weights, let rest):
      let remainder = 1 - weights.reduce(0) { $0 + $1.approximation }
      guard weights.count <= 100 else { return nil }
      return .table(
        "Rates of a roll",
        DataTable(
          columns: ["item", "weight", "rate"],
          rows: weights.enumerated().map { index, weight in
            ["\(index + 1)", "\(weight)", rateText(weight.approximation)]
          } + (rest ? [["nothing", "", rateText(remainder)]] : [])))
    case .prize(let prize):
      // In the long run, prizes per roll.
      let effective = Double(question.copies) / distribution.mean
      return .table(
        "Rates of a roll",
        DataTable(
          columns: ["of", "nominal", "effective"],
          rows: [["prize", rateText(prize.rate.approximation), rateText(effective)]]))
    }
  }

  /// The pictures of the distribution.
  fileprivate var pictures: DistributionPictures {
    let distribution = distribution
    return DistributionPictures(
      unit: question.unit, within: { distribution.probability(doneWithin: $0) },
      quantile: { distribution.quantile($0) },
      levels: zip(Self.levels, quantiles).map { ($0.probability, $1.sparks) },
      marks: zip(Self.levels, quantiles).map { ($1.sparks, chanceText($0.probability)) },
      most: quantiles[3].sparks)
  }
}
