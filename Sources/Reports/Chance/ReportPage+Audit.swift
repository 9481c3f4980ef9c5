import Chance
import Charts
package import Design
import Players
import FlintRules
import FlintSchema
import Views

extension ReportPage {
  /// Creates the page of an audit of counts: the verdict of each test, and the observed shares beside the
  /// expected rates.
  ///
  /// - Parameter power: The significance level and the power.
  package init(_ answer: CountsAudit, _ power: AuditPower) {
    let audit = answer.audit
    var sections = [
      Section(
        id: "tests", "Tests",
        [.table("Tests of the rates", Self.table(of: audit.tests(""), power))]
          + ((audit.exactReason.map { ["The exact test was not computed: \($0)."] } ?? [])
          + audit.warnings(""))
          .map { .text($0) }),
      Section(
        id: "rates", "Observed and expected",
        audit.charts("").map { .chart($0.chart, note: $0.note) } + [
          .table(
            "Outcomes", audit.cells,
            ["label", "observed", "expected", "rate", "expected_rate", "residual"], .english),
          .table(
            "Intervals of the rates", audit.cells,
            ["label", "wilson", "clopper_pearson", "unseen"], .english),
        ]),
    ]
    if let detections = answer.detections {
      sections.append(
        Section(
          id: "detection", "Detection",
          [
            .table(
              "Draws needed to detect a deviation", detections,
              ["label", "expected_rate", "rate", "draws", "draws_alone"], .english)
          ]
            + (detections.contains { $0.draws == nil || $0.drawsAlone == nil }
              ? [.text("Where no number is given, more than 10^18 draws are needed.")] : [])))
    }
    self.init(
      "Audit of \(counted(audit.draws, "draw"))",
      lead: [
        "Do \(counted(audit.draws, "draw")) of \(counted(audit.cells.count, "outcome")) fit the "
          + "expected rates?",
        Self.verdict(audit.decisivePValue, power, "the rates", draws: audit.draws),
      ], sections: sections,
      notes: Self.notes(level: audit.level, power)
        + (answer.only.map { [SequentialAuditText.note($0)] } ?? []), provenance: PageProvenance(),
      language: .english)
  }

  /// Creates the page of an audit of a profile's drops.
  package init(_ audit: ProfileAudit, _ power: AuditPower) {
    var tests: [AuditTest] = []
    for part in audit.categories { tests += part.audit.tests("\(part.category.name): ") }
    tests.append(AuditTest("all categories: chi-square", audit.total))
    if let total = audit.totalG { tests.append(AuditTest("all categories: G", total)) }
    tests += audit.rarities.tests("all rarities: ")
    tests.append(AuditTest("cards within rarities: chi-square", audit.totalOfCards))
    var warnings =
      audit.categories.flatMap { $0.audit.warnings($0.category.name) }
      + audit.rarities.warnings("all rarities")
    let sparse = audit.choices.count { !$0.audit.sparse.isEmpty }
    if sparse > 0 {
      warnings.append(
        "Rough: fewer than 5 of each card are expected in \(grouped(sparse)) of "
          + "\(counted(audit.choices.count, "group")) of cards.")
    }
    // The outcome without a card is shown only if that is possible or happened.
    let outcomes = (audit.outcomes + audit.outcomesOfAll).filter {
      $0.cell.nominalRate != nil || $0.cell.observed > 0 || $0.cell.expected > 0
    }
    let parts =
      [(name: "all categories", audit: audit.rarities)]
      + audit.categories.map { (name: $0.category.name, audit: $0.audit) }
    var rates = parts.flatMap { part in
      part.audit.charts(part.name, withIntervals: !audit.isConditional)
        .map { Block.chart($0.chart, note: $0.note) }
    }
    rates.append(
      .table(
        "Rarities", outcomes,
        [
          "category", "label", "observed", "expected", "rate", "nominal_rate", "expected_rate",
          "residual",
        ], .english))
    if !audit.isConditional {
      rates.append(
        .table(
          "Intervals of the rates", outcomes,
          ["category", "label", "wilson", "clopper_pearson", "unseen"], .english))
    }
    var notes = [
      "The p-value of the whole is twice the smaller one of all categories and of the cards within "
        + "them, at most 100 %, since either could deviate."
    ]
    if audit.isConditional {
      notes += [
        Self.meanings,
        "The rates differ between the draws of a category: each draw is compared with the rates at its "
          + "time, which depend on the draws before it. There are no intervals, since these require "
          + "independent draws with one rate.",
      ]
    } else {
      notes += Self.notes(level: audit.rarities.level, power)
    }
    if let removed = audit.removed.text { notes.append("Not tested: \(removed).") }
    self.init(
      "Audit of \(counted(audit.draws, "draw"))",
      lead: [
        "Do the \(counted(audit.draws, "draw")) of the profile fit the effective rates?",
        Self.verdict(
          audit.decisivePValue, power, "the rates and equally likely cards", draws: audit.draws),
      ],
      sections: [
        Section(
          id: "tests", "Tests",
          [.table("Tests of the rates", Self.table(of: tests, power))]
            + warnings.map { .text($0) }),
        Section(id: "rates", "Observed and expected", rates),
      ], notes: notes, provenance: PageProvenance(), language: .english)
  }

  private static let meanings =
    "df: the degrees of freedom. Residual: the deviation of the count in standard deviations."

  /// Returns what the columns of tests, outcomes and intervals mean.
  private static func notes(level: Double, _ power: AuditPower) -> [String] {
    [
      meanings, "Intervals have a confidence level of \(significant(level * 100)) %.",
      "Unseen: a rate within this interval would be detected in fewer than about "
        + "\(significant(power.power * 100)) % of audits with this number of draws (alpha "
        + "\(significant(power.alpha))).",
    ]
  }

  /// Returns whether draws fit, in a sentence that says what the p-value is the chance of.
  private static func verdict(
    _ pValue: Double, _ power: AuditPower, _ what: String, draws: Int64
  ) -> String {
    let fits = pValue >= power.alpha
    let level = "\(significant(power.alpha * 100)) %"
    return (fits ? "Nothing contradicts \(what): " : "They do not fit \(what): ")
      + "\(counted(draws, "draw")) by \(what) would deviate at least as much as these "
      + (pValue == 1 ? "in every case" : "with a chance of \(pText(pValue))")
      + " (the p-value), \(fits ? "not " : "")below the significance level of \(level)."
  }

  private static func table(of tests: [AuditTest], _ power: AuditPower) -> DataTable {
    DataTable(
      columns: ["test", "statistic", "df", "p-value", "verdict"],
      rows: tests.map { test in
        [
          test.name, test.statistic.map { significant($0) } ?? "–",
          test.df.map { grouped($0) } ?? "–", significant(test.pValue),
          test.pValue < power.alpha ? "does not fit" : "fits",
        ]
      })
  }
}

private struct AuditTest {
  var name: String
  var statistic: Double?
  var df: Int?
  var pValue: Double

  init(_ name: String, _ statistic: Double?, _ df: Int?, _ pValue: Double) {
    (self.name, self.statistic, self.df, self.pValue) = (name, statistic, df, pValue)
  }

  init(_ name: String, _ total: ProfileAudit.Total) {
    self.init(name, total.chiSquare, total.df, total.pValue)
  }
}

extension Audit {
  /// The tests that were computed, with a text before their names.
  fileprivate func tests(_ prefix: String) -> [AuditTest] {
    var tests = [AuditTest(prefix + "chi-square", chiSquare, df, pValue)]
    if let g, let gPValue { tests.append(AuditTest(prefix + "G", g, df, gPValue)) }
    if let exactPValue { tests.append(AuditTest(prefix + "exact test", nil, nil, exactPValue)) }
    return tests
  }

  /// What makes the tests doubtful, in sentences.
  ///
  /// - Parameter subject: What the draws are of; empty for a single audit.
  fileprivate func warnings(_ subject: String) -> [String] {
    let place = subject.isEmpty ? "" : " (\(subject))"
    var sentences: [String] = []
    if !impossible.isEmpty {
      sentences.append(
        "Impossible\(place): \(impossible.joined(separator: ", ")) cannot be drawn, but was.")
    }
    if !sparse.isEmpty {
      let names = sparse.prefix(20).joined(separator: ", ") + (sparse.count > 20 ? ", …" : "")
      sentences.append(
        "Rough\(place): fewer than 5 are expected of \(names). "
          + (exactPValue == nil ? "The tests are unreliable." : "Use the exact test."))
    }
    return sentences
  }

  /// The most outcomes that a picture shows.
  private static let mostShown = 40

  /// The most outcomes whose names have space below upright bars.
  private static let mostUpright = 5

  /// The observed count over the expected one with its interval, and the shares as bars.
  fileprivate func charts(
    _ name: String, withIntervals hasIntervals: Bool = true
  ) -> [(chart: any Chart, note: String?)] {
    let possible = cells.filter { $0.expectedRate > 0 || $0.observed > 0 }
    let shown = Array(possible.prefix(Self.mostShown))
    let suffix = name.isEmpty ? "" : ": \(name)"
    let note =
      possible.count > shown.count
      ? "The first \(shown.count) of \(counted(possible.count, "outcome"))." : nil
    // Of a few expected draws the interval is so wide that it would hide the others.
    let steady = shown.filter { $0.expected >= 5 }
    let drawn = steady.isEmpty ? shown.filter { $0.expected > 0 } : steady
    let left = shown.count - drawn.count
    var charts: [(chart: any Chart, note: String?)] = []
    if !drawn.isEmpty {
      charts.append(
        (
          DotIntervals(
            "Observed over expected" + suffix,
            summary: "The observed share over the expected rate"
              + (hasIntervals ? ", with its interval" : "") + "; 1 fits exactly.",
            columns: ["outcome", "ratio", "low", "high"],
            rows: drawn.map { cell in
              DotIntervals.Row(
                cell.label, cell.rate / cell.expectedRate,
                hasIntervals
                  ? cell.wilson.low / cell.expectedRate...cell.wilson.high / cell.expectedRate
                  : nil)
            }, reference: 1),
          left > 0
            ? "Without \(counted(left, "outcome")) of which fewer than 5 are expected." : note
        ))
    }
    charts.append(
      (
        BarChart(
          "Shares" + suffix, summary: "The observed and the expected share of each outcome.",
          heading: "outcome", categories: shown.map(\.label),
          series: [
            BarChart.Series("observed", shown.map { $0.rate * 100 }),
            BarChart.Series("expected", shown.map { $0.expectedRate * 100 }),
          ], .grouped, isLying: shown.count > Self.mostUpright, unit: " %", places: 2), note
      ))
    return charts
  }
}

private func pText(_ pValue: Double) -> String { pValue == 0 ? "0" : chanceText(pValue) }
