import Charts
import Rules
import Schema
package import Simulation
import Views

extension ReportPage {
  /// Creates the page of an answer about odds: the question in words, the results, the pictures of the law,
  /// chances, and rates.
  package init(_ answer: OddsAnswer) {
    let question = answer.question
    var sections = [Section(id: "result", "Result", [.facts(answer.facts)])]
    let pictures = answer.pictures
    sections.append(
      Section(
        id: "law", "How long it takes", pictures.charts.map { .chart($0.chart, note: $0.note) }))
    sections.append(
      Section(
        id: "chances", "Chances",
        [
          .table(
            "Chance of being done within a number of \(question.unit)", answer.chances(pictures))
        ]))
    if let rates = answer.rateTable {
      sections.append(Section(id: "rates", "Rates", [.table(rates.title, rates.table)]))
    }
    self.init(
      "Odds: \(question.title)", lead: [question.sentence, answer.sentence], sections: sections,
      notes: answer.imprecise.map { name, value in
        "Accuracy: \(name) "
          + (value.errorMagnitude.isFinite
            ? "has a relative error of up to \(value.errorMagnitude)." : "has no certain digit.")
      } + [
        (answer.law.method.isEstimate
          ? "The numbers are estimated: no exact method is within reach; method: "
          : "The numbers are computed exactly from the rules, not simulated; method: ")
          + "\(answer.law.method.name)."
      ], language: .english)
  }
}

/// Returns a mean or a deviation, with two decimals as in the table of the command.
func meanText(_ number: Double) -> String {
  number.magnitude < 9e12 ? ChartLocale.english.text(number, places: 2) : "\(number)"
}

extension OddsQuestion {
  /// What was asked, in a sentence.
  fileprivate var sentence: String {
    switch subject {
    case .cards(let goal, let rulebook, let mix, let day):
      return
        "How many sparks does it take to have \(goal.words("card", copies)), under the rulebook "
        + "\(rulebook.definition.id) (hash \(rulebook.hash)), "
        + (mix == .uniform ? "with all categories equally frequent" : "with the categories \(mix)")
        + (day.map { ", with the cards of \($0)" } ?? "") + "?"
    case .weights(let goal, let weights, let rest):
      return
        "How many rolls does it take to have \(goal.words("item", copies)), where each roll gives one "
        + "of \(counted(weights.count, "item")) by their weights\(rest ? ", or nothing" : "")?"
    case .prize(let prize):
      return
        "How many rolls does it take to win \(copies == 1 ? "a prize" : "\(grouped(copies)) prizes")"
        + " of rate \(chanceText(prize.rate.approximation))"
        + (prize.softStart.map {
          ", to which each roll from roll \(grouped($0)) on adds \(chanceText(prize.softStep.approximation))"
        } ?? "")
        + (prize.hard.map { ", and is certain at roll \(grouped($0))" } ?? "") + "?"
    }
  }

  /// Returns a number of sparks or rolls.
  fileprivate func amount(_ number: Int64) -> String {
    counted(number, String(unit.dropLast()))
  }
}

extension Goal {
  /// The goal in words.
  ///
  /// - Parameters:
  ///   - noun: What is drawn.
  ///   - copies: The number of copies of each.
  fileprivate func words(_ noun: String, _ copies: Int) -> String {
    let times = copies == 1 ? "" : ", \(grouped(copies)) times each"
    switch self {
    case .complete: return "every \(noun)\(times)"
    case .first(let rarity):
      return copies == 1
        ? "\(rarity.name) \(noun)".withArticle : "\(grouped(copies)) \(rarity.name) \(noun)s"
    case .all(let rarity): return "every \(rarity.name) \(noun)\(times)"
    case .category(let category): return "every \(noun) of the category \(category.name)\(times)"
    case .card(let id): return "the \(noun) \(id)\(copies == 1 ? "" : ", \(grouped(copies)) times")"
    case .any(let ids):
      return (copies == 1 ? "any of " : "\(grouped(copies)) of ") + ids.listed("and")
    case .cards(let ids): return ids.listed("and") + times
    case .distinct(let count): return "\(counted(count, "different \(noun)"))\(times)"
    }
  }
}

extension OddsAnswer {
  /// The result, in a sentence.
  fileprivate var sentence: String {
    func most(_ index: Int) -> String { grouped(quantiles[index].sparks) }
    return
      "On average \(meanText(law.mean)) \(question.unit); half of all players need at most \(most(0)), "
      + "nine in ten at most \(most(1)), and 99 in 100 at most \(most(3))."
  }

  /// The numbers of the result; with a number of sparks per day, in days too.
  fileprivate var facts: [(name: String, value: String)] {
    func fact(_ name: String, _ value: String, _ inDays: ((DayLaw) -> String)?) -> (
      name: String, value: String
    ) {
      let days = days.flatMap { days in inDays.map { " · \($0(days))" } } ?? ""
      return (name, value + days)
    }
    var facts = [
      fact("Mean", "\(meanText(law.mean)) \(question.unit)") { "\(meanText($0.mean)) days" },
      fact("Standard deviation", "\(meanText(law.standardDeviation)) \(question.unit)") {
        "\(meanText($0.standardDeviation)) days"
      },
    ]
    let names = ["Half of all players", "90 % of players", "95 % of players", "99 % of players"]
    for (index, name) in names.enumerated() {
      facts.append(
        fact(name, question.amount(quantiles[index].sparks)) {
          counted($0.quantile(Self.levels[index].probability), "day")
        })
    }
    if let fraction = law.meanFraction, fraction.contains("/") {
      facts.append(("Mean, exactly", fraction))
    }
    if let days { facts.append(("Each day", question.amount(days.sparksPerDay))) }
    return facts
  }

  /// The rates, nominal and effective.
  fileprivate var rateTable: (title: String, table: DataTable)? {
    switch question.subject {
    case .cards:
      return (
        "Rates of a spark",
        DataTable(
          columns: ["rarity", "nominal", question.hasPity ? "without pity" : "effective"],
          rows: rates.map {
            [$0.rarity.name, chanceText($0.nominal.approximation), chanceText($0.effective)]
          })
      )
    case .weights(_, let weights, let rest):
      let remainder = 1 - weights.reduce(0) { $0 + $1.approximation }
      guard weights.count <= 100 else { return nil }
      return (
        "Rates of a roll",
        DataTable(
          columns: ["item", "weight", "rate"],
          rows: weights.enumerated().map { index, weight in
            ["\(index + 1)", "\(weight)", chanceText(weight.approximation)]
          } + (rest ? [["nothing", "", chanceText(remainder)]] : []))
      )
    case .prize(let prize):
      // In the long run, prizes per roll.
      let effective = Double(question.copies) / law.mean
      return (
        "Rates of a roll",
        DataTable(
          columns: ["of", "nominal", "effective"],
          rows: [["prize", chanceText(prize.rate.approximation), chanceText(effective)]])
      )
    }
  }
}

extension OddsAnswer {
  /// The pictures of the law.
  fileprivate var pictures: DistributionPictures {
    let law = law
    return DistributionPictures(
      unit: question.unit, within: { law.probability(doneWithin: $0) },
      quantile: { law.quantile($0) },
      levels: zip(Self.levels, quantiles).map { ($0.probability, $1.sparks) },
      marks: zip([0, 1, 3], ["50 %", "90 %", "99 %"]).map { (quantiles[$0].sparks, $1) },
      most: quantiles[3].sparks)
  }

  /// The chances at the numbers asked for and at round ones.
  fileprivate func chances(_ pictures: DistributionPictures) -> DataTable {
    let asked = Dictionary(at.map { ($0.sparks, $0) }) { first, _ in first }
    let hasDistinct = at.contains { $0.distinct != nil }
    return DataTable(
      columns: [question.unit] + (days == nil ? [] : ["days"]) + ["chance"]
        + (hasDistinct ? ["different cards"] : []),
      rows: pictures.shownNumbers(asked: at.map(\.sparks)).map { number in
        var row = [grouped(number)]
        if let perDay = days?.sparksPerDay {
          row.append(grouped(number / perDay + (number % perDay == 0 ? 0 : 1)))
        }
        row.append(chanceText(asked[number]?.probability ?? law.probability(doneWithin: number)))
        if hasDistinct {
          row.append(
            asked[number]?.distinct.map { ChartLocale.english.text($0, places: 2) } ?? "")
        }
        return row
      })
  }
}
