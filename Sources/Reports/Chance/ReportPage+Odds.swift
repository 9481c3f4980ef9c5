import Charts
import Rules
public import Simulation
import Views

extension ReportPage {
  /// Creates the page of an answer about odds: the question in words, the results, the pictures of the law,
  /// chances, and rates.
  public init(_ answer: OddsAnswer) {
    let question = answer.question
    var sections = [Section(id: "result", "Result", [.facts(answer.facts)])]
    let law = OddsPictures(answer)
    sections.append(
      Section(
        id: "law", "How long it takes", law.charts.map { .chart($0.chart, note: $0.note) }))
    sections.append(
      Section(
        id: "chances", "Chances",
        [.table("Chance of being done within a number of \(question.unit)", law.chances)]))
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
        "The numbers are computed exactly from the rules, not simulated; method: "
          + "\(answer.law.method.name)."
      ], language: .english)
  }
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
    case .weights(let goal, let weights):
      return
        "How many rolls does it take to have \(goal.words("item", copies)), where each roll gives one "
        + "of \(counted(weights.count, "item")) by their weights?"
    case .prize(let prize):
      return
        "How many rolls does it take to win \(copies == 1 ? "a prize" : "\(grouped(copies)) prizes")"
        + " of rate \(prize.rate)"
        + (prize.softStart.map {
          ", which rises by \(prize.softStep) with each roll from roll \(grouped($0)) on"
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
        ? "a \(rarity.name) \(noun)" : "\(grouped(copies)) \(rarity.name) \(noun)s"
    case .all(let rarity): return "every \(rarity.name) \(noun)\(times)"
    case .category(let category): return "every \(noun) of the category \(category.name)\(times)"
    case .card(let id): return "the \(noun) \(id)\(copies == 1 ? "" : ", \(grouped(copies)) times")"
    case .distinct(let count): return "\(counted(count, "different \(noun)"))\(times)"
    }
  }
}

extension OddsAnswer {
  /// The result, in a sentence.
  fileprivate var sentence: String {
    func most(_ index: Int) -> String { grouped(quantiles[index].sparks) }
    return
      "On average \(Self.text(law.mean)) \(question.unit); half of all players need at most \(most(0)), "
      + "nine in ten at most \(most(1)), and 99 in 100 at most \(most(3))."
  }

  /// A mean or a deviation, with two decimals as in the table of the command.
  fileprivate static func text(_ number: Double) -> String {
    number.magnitude < 9e12 ? ChartLocale.english.text(number, places: 2) : "\(number)"
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
      fact("Mean", "\(Self.text(law.mean)) \(question.unit)") { "\(Self.text($0.mean)) days" },
      fact("Standard deviation", "\(Self.text(law.standardDeviation)) \(question.unit)") {
        "\(Self.text($0.standardDeviation)) days"
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
    case .weights(_, let weights):
      let sum = weights.reduce(0) { $0 + $1.approximation }
      guard weights.count <= 100 else { return nil }
      return (
        "Rates of a roll",
        DataTable(
          columns: ["item", "weight", "rate"],
          rows: weights.enumerated().map { index, weight in
            ["\(index + 1)", "\(weight)", chanceText(weight.approximation / sum)]
          })
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

/// The pictures of a law, and its chances at some numbers.
private struct OddsPictures {
  let charts: [(chart: any Chart, note: String?)]
  let chances: DataTable

  init(_ answer: OddsAnswer) {
    let (question, law) = (answer.question, answer.law)
    // The pictures begin with the first number that has a chance worth mentioning, or, where the next ones
    // have hardly any, with the one at which a thousandth is done.
    let (least, low) = (law.quantile(1e-9), law.quantile(0.001))
    let most = max(answer.quantiles[3].sparks, least)
    let start = low - least > (most - least) / 5 ? low : least
    // A little beyond the last point that is marked, so that there is space for its name.
    let end = most + (most - start) / 7
    let width = Estimate.binWidth(span: end - start)
    let before = start > least ? law.probability(doneWithin: start - 1) : 0
    var bins: [(from: Int64, to: Int64, share: Double)] = []
    var steps: [(x: Double, share: Double)] = [(Double(start) - 1, before)]
    var (from, below) = (start, before)
    while from <= end {
      let (to, isBeyond) = from.addingReportingOverflow(width - 1)
      guard !isBeyond else { break }
      let within = law.probability(doneWithin: to)
      bins.append((from, to, max(0, within - below)))
      // Steps between the ends of bins make the line as fine as the picture can show.
      let parts = min(width, 5)
      for part in 1...parts {
        let value = from - 1 + width / parts * part
        steps.append((Double(value), part == parts ? within : law.probability(doneWithin: value)))
      }
      (from, below) = (to + 1, within)
    }
    let last = bins.last.map(\.to) ?? end
    let marks = zip([0, 1, 3], ["50 %", "90 %", "99 %"]).map { index, name in
      (value: answer.quantiles[index].sparks, name: name)
    }
    let rest = 1 - below
    // Chances next to 1 are known to about 10⁻¹⁴.
    let remarks =
      (before > 0 ? ["\(chanceText(before)) need fewer than \(question.amount(start))"] : [])
      + (rest > 1e-9 ? ["\(chanceText(rest)) need more than \(question.amount(last))"] : [])
    let note = remarks.isEmpty ? nil : remarks.joined(separator: ", and ") + "."
    let bars = DistributionCharts.bars(
      width == 1
        ? "Chance of being done exactly then"
        : "Chance of being done within each \(grouped(width)) \(question.unit)",
      heading: question.unit,
      summary: width == 1
        ? "For each number of \(question.unit), the chance that the goal is reached just then."
        : "For each range of \(grouped(width)) \(question.unit), the chance that the goal is reached "
          + "within it.",
      [
        DistributionCharts.Series(
          name: "chance", bins: bins, median: answer.quantiles[0].sparks, note: note)
      ])
    charts =
      bars + [
        (
          LineChart.cumulative(
            "Chance of being done by then",
            summary:
              "For each number of \(question.unit), the chance that the goal is reached within "
              + "that many; "
              + marks.map { "\($0.name) at \(grouped($0.value))" }
              .joined(separator: ", ") + ".",
            table: DataTable(
              columns: ["chance of at least", question.unit],
              rows: zip(OddsAnswer.levels, answer.quantiles).map {
                [chanceText($0.probability), grouped($1.sparks)]
              }),
            functions: [(name: "chance", steps: steps)],
            events: marks.map {
              LineChart.Event(Double($0.value), $0.name)
            }), nil
        )
      ]
    chances = Self.chances(answer)
  }

  /// Returns 1, 2 and 5 times the powers of ten up to a number.
  private static func roundNumbers(to most: Int64) -> [Int64] {
    var numbers: [Int64] = []
    var power: Int64 = 1
    while power <= most, power < .max / 10 {
      numbers += [power, 2 * power, 5 * power].filter { $0 <= most }
      power *= 10
    }
    return numbers
  }

  /// Returns the chances at the numbers asked for and at round ones.
  private static func chances(_ answer: OddsAnswer) -> DataTable {
    let law = answer.law
    let asked = Dictionary(answer.at.map { ($0.sparks, $0) }) { first, _ in first }
    let (low, high) = (law.quantile(0.01), law.quantile(0.999))
    var numbers = Set(asked.keys)
    // Multiples of a round number, and below it the round numbers of an early start.
    var round: Int64 = 1
    for unit in OddsPictures.roundNumbers(to: high) where unit <= max(1, (high - low) / 5) {
      if unit >= low { numbers.insert(unit) }
      round = unit
    }
    numbers.formUnion(
      stride(
        from: (low + round - 1) / round * round, through: max(low, high), by: Int64.Stride(round)))
    if numbers.isEmpty { numbers = [high] }
    let hasDistinct = answer.at.contains { $0.distinct != nil }
    let columns =
      [answer.question.unit] + (answer.days == nil ? [] : ["days"]) + ["chance"]
      + (hasDistinct ? ["different cards"] : [])
    return DataTable(
      columns: columns,
      rows: numbers.sorted().map { number in
        var row = [grouped(number)]
        if let perDay = answer.days?.sparksPerDay {
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
