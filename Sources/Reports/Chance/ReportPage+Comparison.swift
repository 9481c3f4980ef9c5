package import Chance
import Charts
import FlintRules
import FlintSchema
import Views

extension ReportPage {
  /// Creates the page of answers about pools under several rulebooks, or with several values of numbers: a table with
  /// a row for each, the distributions over each other, a heat map of two numbers, and differences.
  package init(_ comparison: PoolComparison) {
    var sections = [
      Section(
        id: "result", "Result, in rolls",
        comparison.tables + comparison.heatMaps.map { .chart($0) })
    ]
    let differences = comparison.variants.dropFirst().filter { $0.difference != nil }
    if !differences.isEmpty {
      sections.append(
        Section(
          id: "differences", "Differences from \(comparison.shortNames[0])",
          [
            .table(
              "What is added; the greatest difference of chances, and where it is",
              comparison.differences)
          ]))
    }
    let charts = comparison.charts
    if !charts.isEmpty {
      sections.append(Section(id: "distribution", "How long it takes", charts.map { .chart($0) }))
    }
    self.init(
      "Odds: \(comparison.title)", lead: [comparison.questionText], sections: sections,
      notes: comparison.pageNotes, provenance: PageProvenance(), language: .english)
  }

  /// Creates the page of a number that leads to a wanted answer: the number, those next to it, and the whole answer.
  package init(_ solution: PoolSolution) {
    let page = ReportPage(solution.answer)
    var blocks: [Block] = [
      .facts(solution, ["number", "value", "before", "wanted", "reached"], .english)
    ]
    if !solution.neighbours.isEmpty {
      blocks += PoolComparison.tables(
        "With the next whole numbers",
        PoolComparison.labels([solution.number.name])
          + PoolComparison.measures(solution.neighbours), keys: 1,
        PoolComparison.rows(solution.neighbours))
    }
    self.init(
      (solution.isExact ? "Solution" : "Nearest value")
        + ": \(solution.number.name) = \(solution.value)",
      lead: [
        solution.isExact
          ? "\(solution.number.name) = \(solution.value) leads to \(solution.aim.words)."
          : "No value of \(solution.number.name) leads to \(solution.aim.words); the nearest is "
            + "\(solution.value), with \(solution.reachedText)."
      ] + page.lead,
      sections: [Section(id: "solution", "Solution", blocks)] + page.sections,
      notes: solution.notes.map { $0.capitalizedFirst + "." } + page.notes,
      provenance: page.provenance, language: .english)
  }
}

extension PoolComparison {
  private var goals: String {
    question.stages.map { "\($0.target) of \($0.pool)" }.joined(separator: ", then ")
  }

  fileprivate var title: String {
    numbers.isEmpty
      ? "\(goals) under \(shortNames.listed("and"))"
      : "\(goals) under \(question.rulebook.id), by \(labels.listed("and"))"
  }

  fileprivate var questionText: String {
    let state = question.start.description
    let start = state.isEmpty ? "" : ", from the state \(state)"
    return numbers.isEmpty
      ? "How many rolls does it take to reach \(goals)\(start), under each of "
        + "\(counted(variants.count, "rulebook"))?"
      : "How many rolls does it take to reach \(goals)\(start), under the rulebook "
        + "\(question.rulebook.id) (hash \(question.rulebook.contentHash)) with other values of "
        + "\(numbers.map(\.name).listed("and"))?"
  }

  fileprivate var tableTitle: String {
    numbers.isEmpty ? "By rulebook" : "By \(labels.listed("and"))"
  }

  private var first: PoolAnswer? { variants.lazy.compactMap(\.answer).first }

  /// A row for each combination of values; for rulebooks a column each.
  fileprivate var tables: [ReportPage.Block] {
    let columns = Self.measures(variants)
    let rows = Self.rows(variants)
    guard numbers.isEmpty, rows.count <= Self.mostColumns else {
      let names = numbers.isEmpty ? ["rules"] : labels
      return Self.tables(tableTitle, names + columns, keys: names.count, rows)
    }
    return [
      .table(
        tableTitle,
        DataTable(
          columns: [""] + shortNames,
          rows: columns.enumerated().map { index, name in [name] + rows.map { $0[index + 1] } }))
    ]
  }

  /// The width that the rows of a table share, in characters.
  private static let mostWidth = 80

  /// Returns a table of rows, or several of some columns each where the rows are wide.
  ///
  /// - Parameter keys: the number of columns that name a row, which each table has.
  fileprivate static func tables(
    _ title: String, _ columns: [String], keys: Int, _ rows: [[String]]
  ) -> [ReportPage.Block] {
    let widths = columns.indices.map { column in
      2 + (rows.map { $0[column].count } + [columns[column].count]).reduce(0, max)
    }
    let start = widths.prefix(keys).reduce(0, +) - 2
    var parts: [[Int]] = [[]]
    var width = start
    for column in keys..<max(keys, columns.count) {
      if width + widths[column] > mostWidth, parts[parts.count - 1].isEmpty == false {
        parts.append([])
        width = start
      }
      parts[parts.count - 1].append(column)
      width += widths[column]
    }
    return parts.enumerated().map { index, part in
      let shown = Array(0..<keys) + part
      return .table(
        title + (index == 0 ? "" : ", further columns"),
        DataTable(
          columns: shown.map { columns[$0] }, rows: rows.map { row in shown.map { row[$0] } }))
    }
  }

  /// The maximum number of rulebooks that have a column each.
  private static let mostColumns = 4

  /// The names of the rulebooks, without folders where they differ without.
  fileprivate var shortNames: [String] {
    let names = variants.map { variant in
      variant.name.split(separator: "/").last.map(String.init) ?? variant.name
    }
    return Set(names).count == names.count ? names : variants.map(\.name)
  }

  private var labels: [String] { Self.labels(numbers.map(\.name)) }

  /// Returns the shortest ends of paths that tell the numbers apart, as headings.
  fileprivate static func labels(_ names: [String]) -> [String] {
    let paths = names.map { $0.split(separator: ".") }
    for count in 1...16 {
      let ends = paths.map { $0.suffix(count).joined(separator: ".") }
      if Set(ends).count == ends.count, ends.allSatisfy({ $0.first?.isNumber == false }) {
        return ends
      }
    }
    return names
  }

  /// The names of what is compared.
  fileprivate static func measures(_ variants: [Variant]) -> [String] {
    let first = variants.lazy.compactMap(\.answer).first
    return ["mean", "sd"] + (first?.quantiles.map(\.name) ?? [])
      + (first?.at.map { "within \(grouped($0.rolls))" } ?? [])
      + (first?.spending == nil ? [] : ["within the budget"])
      + currencies(variants).map { "mean \($0)" }
  }

  /// The currencies of the prices, each once.
  private static func currencies(_ variants: [Variant]) -> [String] {
    var names: [String] = []
    for price in variants.flatMap({ $0.answer?.meanPrice ?? [] }) where !names.contains(price.name)
    {
      names.append(price.name)
    }
    return names
  }

  fileprivate static func rows(_ variants: [Variant]) -> [[String]] {
    let first = variants.lazy.compactMap(\.answer).first
    let currencies = currencies(variants)
    let columns = measures(variants).count
    return variants.map { variant in
      let names = variant.values.isEmpty ? [variant.name] : variant.values.map(\.description)
      guard let answer = variant.answer else {
        return names + Array(repeating: "–", count: columns)
      }
      let prices = currencies.map { name in
        answer.meanPrice.first { $0.name == name }.map { number($0.value) } ?? "–"
      }
      let reach = answer.estimate?.value.mean.map { " ± \(number(($0.high - $0.low) / 2))" }
      let numbers = [
        (answer.mean.map(number) ?? "–") + (reach ?? ""),
        answer.standardDeviation.map(number) ?? "–",
      ]
      return names + numbers
        + answer.quantiles.map { $0.rolls.map { grouped($0) } ?? "more" }
        + answer.at.map { chanceText($0.chance) }
        + (first?.spending == nil ? [] : [answer.spending.map { chanceText($0.chance) } ?? "–"])
        + prices
    }
  }

  private static func number(_ value: Double) -> String {
    Language.english.text(value, places: 2)
  }

  /// The differences from the first rulebook, with a column for each of the others.
  fileprivate var differences: DataTable {
    func signed(_ value: Double?, _ places: Int = 2) -> String {
      guard let value else { return "–" }
      return (value > 0 ? "+" : "") + Language.english.text(value, places: places)
    }
    func points(_ chance: Double) -> String { signed(chance * 100) + " points" }
    let known = zip(shortNames, variants).compactMap { name, variant in
      variant.difference.map { (name: name, difference: $0) }
    }
    let names =
      ["mean", "sd"] + (first?.quantiles.map(\.name) ?? [])
      + (first?.at.map { "within \(grouped($0.rolls))" } ?? []) + ["greatest", "within"]
    let columns = known.map { _, difference in
      [signed(difference.mean), signed(difference.standardDeviation)]
        + difference.quantiles.map { signed($0.rolls.map { Double($0) }, 0) }
        + difference.at.map { points($0.chance) }
        + [points(difference.greatest.chance), counted(difference.greatest.rolls, "roll")]
    }
    return DataTable(
      columns: [""] + known.map(\.name),
      rows: names.enumerated().map { index, name in [name] + columns.map { $0[index] } })
  }

  /// The means by two numbers, and the chances that were asked for.
  fileprivate var heatMaps: [HeatMap] {
    guard numbers.count == 2 else { return [] }
    var rows: [Fraction] = []
    var columns: [Fraction] = []
    for variant in variants {
      if !rows.contains(variant.values[0]) { rows.append(variant.values[0]) }
      if !columns.contains(variant.values[1]) { columns.append(variant.values[1]) }
    }
    guard rows.count * columns.count == variants.count else { return [] }
    func map(
      _ title: String, _ value: (PoolAnswer) -> Double?, _ text: (Double) -> String
    ) -> HeatMap {
      let values = variants.map { $0.answer.flatMap(value) }
      return HeatMap(
        "\(title), by \(labels[0]) (down) and \(labels[1])",
        summary: "\(title) for each value of the two numbers.",
        names: (labels[0], labels[1]), rows: rows.map(\.description),
        columns: columns.map(\.description),
        values: rows.indices.map { row in
          Array(values[row * columns.count..<(row + 1) * columns.count])
        }, text: text)
    }
    return [map("Mean number of rolls", { $0.mean }, Self.number)]
      + question.at.enumerated().map { index, rolls in
        map(
          "Chance of being done within \(grouped(rolls)) rolls",
          { $0.at.indices.contains(index) ? $0.at[index].chance : nil }, chanceText)
      }
      + (question.budget == nil
        ? []
        : [map("Chance of being done with the budget", { $0.spending?.chance }, chanceText)])
  }

  /// The distributions over each other, and the means over the values of one number.
  fileprivate var charts: [any Chart] {
    // Of two numbers, the values of the first with the middle one of the second.
    let seconds =
      numbers.count == 2 ? variants.prefix { $0.values[0] == variants[0].values[0] } : []
    let second = seconds.isEmpty ? nil : seconds[seconds.count / 2].values[1]
    let known = variants.enumerated().compactMap {
      index, variant -> (name: String, answer: PoolAnswer)? in
      if let second, variant.values[1] != second { return nil }
      let name =
        numbers.isEmpty ? shortNames[index] : "\(labels[0]) \(variant.values[0])"
      return variant.answer.map { (name: name, answer: $0) }
    }
    let scope =
      second.map { ", by \(labels[0]) with \(labels[1]) \($0)" } ?? ""
    // More curves than colours would hide each other: the first, the last, and some in between.
    let most = Paint.seriesCount
    let shown =
      known.count <= most
      ? known : (0..<most).map { known[$0 * (known.count - 1) / (most - 1)] }
    var charts: [any Chart] = []
    if let last = shown.last, shown.count > 1 {
      let longest = shown.max { $0.answer.shownRolls < $1.answer.shownRolls } ?? last
      if let pictures = longest.answer.pictures {
        charts.append(
          pictures.cumulative(
            "Chance of being done by then" + scope
              + (shown.count < known.count
                ? ", for \(shown.count) of \(known.count) \(numbers.isEmpty ? "rulebooks" : "values")"
                : ""),
            of: shown.map { shown in (shown.name, { shown.answer.chance(within: $0).chance }) }))
      }
    }
    if numbers.count == 1, known.count > 2 {
      let values = variants.filter { $0.answer?.mean != nil }
        .sorted { $0.values[0].approximation < $1.values[0].approximation }
      charts.append(
        LineChart(
          "Mean number of rolls by \(labels[0])",
          summary: "For each value of the number, the mean number of rolls.",
          table: DataTable(
            columns: [labels[0], "mean"],
            rows: values.map { [$0.name, $0.answer?.mean.map(Self.number) ?? ""] }),
          over: .numbers(isWhole: numbers[0].kind == .whole, name: labels[0]),
          series: [
            LineChart.Series(
              "mean", values.map { .init($0.values[0].approximation, $0.answer?.mean) })
          ], including: nil))
    }
    return charts
  }

  fileprivate var pageNotes: [String] {
    let estimates = variants.filter { $0.answer?.estimate != nil }
    return
      (estimates.isEmpty
      ? ["The numbers are computed exactly from the rules, not simulated."]
      : [
        "Estimated, not exact: \(estimates.map(\.name).listed("and")). ± is half of the 95 % interval of a mean."
      ]) + notes.map { $0.capitalizedFirst + "." } + problems
      + (numbers.isEmpty
        ? variants.map { "Rulebook \($0.name): hash \($0.rulebook?.contentHash ?? "")." } : [])
  }
}

extension PoolComparison {
  /// Why variants have no answer, for the first of them.
  private var problems: [String] {
    let failed = variants.filter { $0.answer == nil }
    let most = 3
    return failed.prefix(most).map { variant in
      "No answer with \(variant.name): \(variant.problem ?? "")."
    }
      + (failed.count > most
        ? ["Nor is there one with \(grouped(failed.count - most)) more."] : [])
  }
}

extension PoolAnswer {
  /// The number of rolls up to which pictures show the distribution.
  fileprivate var shownRolls: Int64 { quantiles.compactMap(\.rolls).max() ?? 0 }
}
