import Charts
import Rules
package import Simulation
import Views

extension ReportPage {
  /// Creates the page of an audit of counts: the verdict of each test, and the observed shares beside the
  /// expected rates.
  ///
  /// - Parameters:
  ///   - detections: The numbers of draws that would detect a deviation.
  ///   - power: The significance level and the power.
  package init(_ audit: Audit, _ detections: [AuditDetection], _ power: AuditPower) {
    var sections = [
      Section(
        id: "tests", "Tests",
        [.table("Tests of the rates", Self.table(of: audit.tests(""), power))]
          + ((audit.reason.map { ["The exact test was not computed: \($0)."] } ?? [])
          + audit.warnings)
          .map { .text($0) }),
      Section(
        id: "rates", "Observed and expected",
        audit.charts("").map { .chart($0.chart, note: $0.note) } + [
          .table("Outcomes", audit.outcomes), .table("Intervals of the rates", audit.intervals),
        ]),
    ]
    if !detections.isEmpty {
      sections.append(
        Section(
          id: "detection", "Detection",
          [
            .table(
              "Draws needed to detect a deviation",
              DataTable(
                columns: ["outcome", "rate", "if it is", "draws needed", "for this rate alone"],
                rows: detections.map { detection in
                  [detection.label, percent(detection.expectedRate), percent(detection.rate)]
                    + [detection.draws, detection.drawsAlone].map {
                      $0.map { grouped($0) } ?? "more than 10^18"
                    }
                }))
          ]))
    }
    let pValue = audit.decisivePValue
    self.init(
      "Audit of \(counted(Int(audit.draws), "draw"))",
      lead: [
        "Do \(counted(Int(audit.draws), "draw")) of \(counted(audit.cells.count, "outcome")) fit the "
          + "expected rates?", Self.verdict(pValue, power, "the rates", draws: audit.draws),
      ], sections: sections,
      notes: [
        "df: the degrees of freedom. Residual: the deviation of the count in standard deviations.",
        "Intervals have a confidence level of \(significant(audit.level * 100)) %.",
        "Unseen: a rate within this interval would be detected in fewer than about "
          + "\(significant(power.power * 100)) % of audits with this number of draws.",
      ], language: .english)
  }

  /// Creates the page of an audit of a profile's drops.
  package init(_ audit: ProfileAudit, _ power: AuditPower) {
    var tests: [AuditTest] = []
    for part in audit.categories { tests += part.audit.tests("\(part.category.name): ") }
    tests.append(AuditTest("all categories: chi-square", audit.total))
    if let total = audit.totalG { tests.append(AuditTest("all categories: G", total)) }
    tests += audit.rarities.tests("all rarities: ")
    tests.append(AuditTest("cards within category and rarity: chi-square", audit.totalOfCards))
    let parts =
      [(name: "all", audit: audit.rarities)]
      + audit.categories.map { (name: $0.category.name, audit: $0.audit) }
    let nominal = audit.categories.first?.nominal ?? []
    var notes = [
      "df: the degrees of freedom. Residual: the deviation of the count in standard deviations.",
      "The p-value of the whole is twice the smaller one of all categories and of the cards within "
        + "them, at most 100 %, since either could deviate.",
    ]
    if audit.isConditional {
      notes.append(
        "The rates differ between the draws of a category: each draw is compared with the rates at its "
          + "time, which depend on the draws before it. There are no intervals, since these require "
          + "independent draws with one rate.")
    } else {
      notes.append(
        "Intervals are Wilson's, with a confidence level of \(significant(audit.rarities.level * 100)) %."
      )
    }
    if let removed = audit.removed.text { notes.append("Not tested: \(removed).") }
    self.init(
      "Audit of \(counted(Int(audit.draws), "draw"))",
      lead: [
        "Do the \(counted(Int(audit.draws), "draw")) of the profile fit the effective rates?",
        Self.verdict(
          audit.decisivePValue, power, "the rates and equally likely cards", draws: audit.draws),
      ],
      sections: [
        Section(
          id: "tests", "Tests",
          [.table("Tests of the rates", Self.table(of: tests, power))]
            + audit.rarities.warnings.map { .text($0) }),
        Section(
          id: "rates", "Observed and expected",
          parts.flatMap { part in
            part.audit.charts(
              part.name == "all" ? "all categories" : part.name,
              withIntervals: !audit.isConditional
            ).map { Block.chart($0.chart, note: $0.note) }
          }
            + parts.map { part in
              .table(
                part.name == "all" ? "All categories" : "Category \(part.name)",
                part.audit.rarities(nominal: nominal, withIntervals: !audit.isConditional))
            }),
      ], notes: notes, language: .english)
  }

  /// Returns whether draws fit, in a sentence that says what the p-value is the chance of.
  private static func verdict(
    _ pValue: Double, _ power: AuditPower, _ what: String, draws: Int64
  ) -> String {
    let fits = pValue >= power.alpha
    let level = "\(significant(power.alpha * 100)) %"
    return (fits ? "Nothing contradicts \(what): " : "They do not fit \(what): ")
      + "\(counted(Int(draws), "draw")) by \(what) would deviate at least as much as these "
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

/// A test with its result.
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
    if case .value(let value) = exact {
      tests.append(AuditTest(prefix + "exact test", nil, nil, value))
    }
    return tests
  }

  /// Why there is no exact test.
  fileprivate var reason: String? {
    if case .missing(let reason) = exact { reason } else { nil }
  }

  /// What makes the tests doubtful, in sentences.
  fileprivate var warnings: [String] {
    var sentences: [String] = []
    if !impossible.isEmpty {
      sentences.append(
        "Impossible: \(impossible.joined(separator: ", ")) cannot be drawn, but was.")
    }
    if !sparse.isEmpty {
      let names = sparse.prefix(20).joined(separator: ", ") + (sparse.count > 20 ? ", …" : "")
      sentences.append("Rough: fewer than 5 are expected of \(names).")
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

  fileprivate var outcomes: DataTable {
    DataTable(
      columns: ["outcome", "observed", "expected", "share", "rate", "residual"],
      rows: cells.map { cell in
        [cell.label, grouped(cell.observed)] + cell.figures + [cell.residualText]
      })
  }

  fileprivate var intervals: DataTable {
    DataTable(
      columns: ["outcome", "Wilson", "Clopper-Pearson", "unseen"],
      rows: cells.map {
        [$0.label, percent($0.wilson), percent($0.clopperPearson), percent($0.unseen)]
      })
  }

  /// The rarities of a profile's draws. The row without a card is shown only if that is possible or
  /// happened.
  fileprivate func rarities(nominal: [Fraction], withIntervals hasIntervals: Bool) -> DataTable {
    let shown = cells.enumerated().filter { index, cell in
      index < nominal.count || cell.observed > 0 || cell.expected > 0
    }
    return DataTable(
      columns: ["rarity", "observed", "expected", "share", "nominal", "effective", "residual"]
        + (hasIntervals ? ["Wilson"] : []),
      rows: shown.map { index, cell in
        [cell.label, grouped(cell.observed)] + cell.figures.prefix(2)
          + [index < nominal.count ? percent(nominal[index].approximation) : ""]
          + cell.figures.dropFirst(2) + [cell.residualText]
          + (hasIntervals ? [percent(cell.wilson)] : [])
      })
  }
}

extension AuditCell {
  /// The expected count, the observed share and the expected rate.
  fileprivate var figures: [String] {
    [ChartLocale.english.text(expected, places: 1), percent(rate), percent(expectedRate)]
  }

  fileprivate var residualText: String {
    residual.map { ($0 > 0 ? "+" : "") + ChartLocale.english.text($0, places: 2) } ?? ""
  }
}

private func percent(_ share: Double) -> String { significant(share * 100) + " %" }

private func percent(_ interval: Interval?) -> String {
  interval.map { "\(significant($0.low * 100))–\(percent($0.high))" } ?? ""
}

private func pText(_ pValue: Double) -> String { pValue == 0 ? "0" : chanceText(pValue) }
