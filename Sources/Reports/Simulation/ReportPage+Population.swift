import Charts
import Design
package import Players
import FlintRules
import Views

extension ReportPage {
  /// Creates the page of the replay of a population: its measures, the events without effect, and how they were
  /// replayed.
  package init(_ tallies: PopulationTallies) {
    var sections: [Section] = []
    if tallies.players > 0 {
      sections.append(Section(id: "measures", "Measures", Self.measures(of: tallies)))
      sections += PopulationPictures(tallies).sections
    }
    var voids = Self.voids(of: tallies.own, tallies.other == nil ? nil : tallies.settings.rules)
    if let other = tallies.otherPopulation { voids += Self.voids(of: other.totals, other.rules) }
    if !voids.isEmpty { sections.append(Section(id: "void", "Events without effect", voids)) }
    sections.append(
      Section(
        id: "replay", "How they were replayed",
        [
          .facts(
            tallies,
            [
              "rules", "rules_hash", "against_rules", "against_rules_hash", "seed", "zone",
              "day_start", "now", "version",
            ], .english)
        ]))
    var lead = [
      "\(counted(tallies.players, "player")), \(counted(tallies.events, "event")), under "
        + "\(tallies.settings.rules)"
        + (tallies.settings.against.map { ", compared with \($0)." } ?? ".")
    ]
    if tallies.repeated > 0 {
      lead.append("\(counted(tallies.repeated, "line")) repeated an event and had no effect.")
    }
    if tallies.rejected > 0 { lead.append("\(counted(tallies.rejected, "line")) rejected.") }
    self.init(
      "Replay of a population", lead: lead, sections: sections, provenance: PageProvenance(),
      language: .english)
  }

  /// Returns tables of the measures; where two rulebooks are compared, with the differences of the players.
  private static func measures(of tallies: PopulationTallies) -> [Block] {
    let quantiles = ["measure", "p05", "p25", "p50", "p75", "p95", "p99"]
    // A player is retained or not: quantiles of that say nothing.
    func table(_ title: String, _ measures: [PopulationMeasure]) -> [Block] {
      let measures = measures.filter { !$0.estimate.isShare }
      return measures.isEmpty ? [] : [.table(title, measures, quantiles, .english)]
    }
    guard let other = tallies.otherPopulation else {
      let shares = tallies.measures.filter(\.estimate.isShare)
      let means = tallies.measures.filter { !$0.estimate.isShare }
      return
        (means.isEmpty
        ? []
        : [
          .table(
            "Means", means, ["measure", "mean", "reach", "sd", "min", "max"], .english)
        ])
        + table("Quantiles", tallies.measures)
        + (shares.isEmpty
          ? []
          : [
            .table(
              "Shares of players",
              DataTable(
                sharesOf: shares,
                headed: [
                  ("measure", "measure"), ("mean", "share"), ("interval", "95 % interval"),
                ], shares: [("", { $0.estimate.ofReached })], difference: { _ in nil }))
          ]) + same(tallies.measures.map(\.estimate.ofReached), tallies.settings.measures, "value")
    }
    let (rules, against) = (tallies.settings.rules, other.rules)
    let shares = tallies.comparisons.filter { $0.difference.principal.method == .wilson }
    let comparisons = tallies.comparisons.filter { $0.difference.principal.method != .wilson }
    var blocks: [Block] =
      comparisons.isEmpty
      ? []
      : [
        .table(
          "Means, and the differences of players: \(rules) less \(against)",
          DataTable(
            comparisons,
            headed: [
              ("measure", "measure"), ("against_mean", against), ("mean", rules),
              ("difference_mean", "difference"), ("difference_reach", "± 95 %"),
              ("difference_sd", "sd of differences"),
            ], .english)),
        .table("Quantiles of the differences of players", Self.quantiles(of: comparisons)),
      ]
    blocks += table("Quantiles under \(rules)", tallies.measures)
    blocks += table("Quantiles under \(against)", other.measures)
    if !shares.isEmpty {
      blocks.append(
        .table(
          "Shares of players, and their differences: \(rules) less \(against)",
          DataTable(
            sharesOf: shares,
            headed: [
              ("measure", "measure"), ("against_mean", against), ("mean", rules),
              ("difference_mean", "difference, % points"),
              ("difference_interval", "95 % interval"),
            ],
            shares: [
              ("", { $0.own.estimate.ofReached }), ("against_", { $0.other.estimate.ofReached }),
            ], difference: { $0.difference.principal })))
    }
    return blocks
      + same(tallies.differences.map(\.principal), tallies.settings.measures, "difference")
  }

  /// Returns a note about intervals by the rule of three.
  private static func same(
    _ means: [MeanEstimate], _ names: [String], _ what: String
  ) -> [Block] {
    let same = zip(means, names).filter { $0.0.method == .ruleOfThree }.map(\.1)
    return same.isEmpty
      ? []
      : [
        .text(
          "Where all players have the same \(what), ± is 3/n, by the rule of three: "
            + "\(same.joined(separator: ", "))."
        )
      ]
  }

  private static func quantiles(of comparisons: [PopulationComparison]) -> DataTable {
    let shares = [0.05, 0.25, 0.5, 0.75, 0.95, 0.99]
    return DataTable(
      columns: ["measure"] + shares.map(Estimate.Quantile.heading(of:)),
      rows: comparisons.map { row in
        [row.difference.measure]
          + shares.map { share in
            row.difference.pairs.difference.value(atShare: share).map { signed($0) } ?? ""
          }
      })
  }

  private static func signed(_ number: Int64) -> String {
    number > 0 ? "+\(grouped(number))" : grouped(number)
  }

  /// Returns a table of the events without effect by reason; none where all have one.
  ///
  /// - Parameter rules: the rulebook, where there are two.
  private static func voids(of totals: PopulationTotals, _ rules: String?) -> [Block] {
    guard totals.voidCount > 0 else { return [] }
    let table = DataTable(
      columns: ["reason", "events"],
      rows: totals.voids.map { [$0.reason.text, grouped($0.count)] })
    let title = counted(totals.voidCount, "event") + (rules.map { " under \($0)" } ?? "")
    return [.table(title, table)]
  }
}
