import Chance
import Charts
package import Design
import Players
import FlintRules
import FlintSchema
import Views

extension ReportPage {
  /// Creates the page of an audit of a log of draws: the verdict, what the log shows, the tests, and the gaps beside
  /// their distribution.
  package init(_ audit: DrawAudit, _ power: AuditPower) {
    let text = DrawAuditText(audit, power)
    var sections = [Section(id: "result", "What the log shows", [.list(text.sentences)])]
    if !audit.tests.isEmpty {
      sections.append(Section(id: "tests", "Tests", Self.tables(of: audit.tests)))
    }
    var rates: [Block] = [
      .chart(
        DotIntervals(
          "Observed over expected",
          summary:
            "The number of prizes over the number expected in the long run, with its interval; "
            + "1 fits exactly.",
          columns: ["tier", "ratio", "low", "high"],
          rows: audit.tiers.dropLast().map { tier in
            DotIntervals.Row(
              tier.name, tier.observedRatio,
              tier.ratio.low...max(tier.ratio.low, tier.ratio.high))
          }, reference: 1)),
      .table(
        "Tiers", audit.tiers,
        ["tier", "observed", "expected", "rate", "nominal_rate", "effective_rate", "ratio"],
        .english),
    ]
    // The commonest tier has what the others leave: it is not tested by itself.
    let tested = audit.tiers.filter { $0.unseen != nil }
    if !tested.isEmpty {
      rates.append(
        .table(
          "Intervals of observed over expected", tested, ["tier", "ratio_interval", "unseen"],
          .english))
    }
    sections.append(Section(id: "rates", "Rates", rates))
    let drawn = audit.gaps.filter { $0.count > 0 }
    if !drawn.isEmpty {
      sections.append(
        Section(
          id: "gaps", "Draws from one prize to the next",
          drawn.flatMap { gaps -> [Block] in
            var cells = DataTable(
              gaps.audit.cells, ["label", "observed", "expected", "residual"], .english)
            cells.columns[0] = "draws"
            return Self.charts(of: gaps).map { Block.chart($0) } + [
              .table("Draws from one \(gaps.name) to the next", cells)
            ]
          }))
    }
    if audit.months.count > 1, audit.knownDraws > 0 {
      sections.append(
        Section(
          id: "months", "Months", [.table("Draws by month", Self.table(of: audit.months))]))
    }
    if !audit.players.isEmpty {
      sections.append(
        Section(
          id: "players", "Players",
          [
            .table(
              "The most active players and their prizes of \(audit.tiers[0].name)",
              audit.players.prefix(100),
              ["player", "draws", "prizes", "mean_gap", "longest_gap", "residual"], .english)
          ]))
    }
    self.init(
      "Audit of \(counted(audit.draws, "draw"))", lead: [text.verdict], sections: sections,
      notes: text.notes + audit.model.remarks.map { $0.capitalizedFirst + "." },
      provenance: PageProvenance(), language: .english)
  }

  /// Returns the results of tests, their statistics, and the sizes of the deviations.
  private static func tables(of tests: [DrawTest]) -> [Block] {
    let effects = tests.filter { $0.effect != nil }
    return [
      .table(
        "Tests of the rules", tests,
        ["test", "subject", "p_value", "adjusted_p_value", "method"], .english),
      .table(
        "Statistics of the tests", tests, ["test", "subject", "statistic_name", "statistic", "df"],
        .english),
    ]
      + (effects.isEmpty
        ? []
        : [
          .table(
            "Sizes of the deviations", effects,
            ["test", "subject", "effect_name", "effect_value", "effect_interval"], .english)
        ])
  }

  /// Returns the observed and expected prizes of each tier by month.
  private static func table(of months: [DrawAudit.Month]) -> DataTable {
    DataTable(
      columns: ["month", "draws"]
        + (months.first?.tiers ?? []).flatMap { [$0.name, "expected"] },
      rows: months.map { month in
        [month.name, grouped(month.draws)]
          + month.tiers.flatMap {
            $0.facts(["observed", "expected"], .english).map(\.value)
          }
      })
  }

  /// Returns the histogram of gaps and their cumulated share, each beside the distribution.
  private static func charts(of gaps: GapAudit) -> [any Chart] {
    let longest = gaps.lengths.last?.length ?? 1
    // A distribution without an end is shown up to where it has nearly all of its probability.
    var end = 0
    var within = 0.0
    while end < gaps.distribution.count, within < 0.999 {
      within += gaps.distribution[end]
      end += 1
    }
    end = max(end, longest)
    let width = max(1, (end + 19) / 20)
    let bins = (end + width - 1) / width
    var observed = [Double](repeating: 0, count: bins)
    var expected = observed
    for (length, count) in gaps.lengths { observed[(length - 1) / width] += Double(count) }
    for (index, chance) in gaps.distribution.prefix(bins * width).enumerated() {
      expected[index / width] += chance * Double(gaps.count)
    }
    let names = (0..<bins).map { bin in
      width == 1 ? "\(bin + 1)" : "\(bin * width + 1)–\((bin + 1) * width)"
    }
    let bars = BarChart(
      "Waits for \(gaps.name)",
      summary:
        "For each number of draws from one to the next, how often it occurred, and how often the "
        + "rules let expect it.",
      heading: "draws", categories: names,
      series: [BarChart.Series("observed", observed), BarChart.Series("expected", expected)],
      .grouped, places: 1)
    var (share, distribution) = (0.0, 0.0)
    var seen: [(x: Double, share: Double)] = [(0, 0)]
    var promised: [(x: Double, share: Double)] = [(0, 0)]
    let counts = Dictionary(gaps.lengths.map { ($0.length, $0.count) }) { first, _ in first }
    for length in 1...end {
      share += Double(counts[length] ?? 0) / Double(gaps.count)
      distribution += length <= gaps.distribution.count ? gaps.distribution[length - 1] : 0
      seen.append((Double(length), min(1, share)))
      promised.append((Double(length), min(1, distribution)))
    }
    let line = LineChart.cumulative(
      "Share of waits for \(gaps.name) that are over by then",
      summary:
        "For each number of draws, the share of waits of at most that many, observed and expected.",
      table: DataTable(
        columns: ["draws", "observed", "expected"],
        rows: stride(from: width, through: end, by: width).map { length in
          [
            grouped(length), significant(seen[length].share * 100) + " %",
            significant(promised[length].share * 100) + " %",
          ]
        }), functions: [("observed", seen), ("expected", promised)])
    return [bars, line]
  }
}
