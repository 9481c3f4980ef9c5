import Charts
import Design
package import Players
import Rules
import Views

extension ReportPage {
  /// Creates the page of the replay of a population: its measures, the events without effect, and how they were
  /// replayed.
  package init(_ tallies: PopulationTallies) {
    var sections: [Section] = []
    let quantiles = ["measure", "p05", "p25", "p50", "p75", "p95", "p99"]
    if tallies.players > 0 {
      sections.append(
        Section(
          id: "measures", "Measures",
          [
            .table(
              "Means", tallies.measures, ["measure", "mean", "sd", "min", "max"], .english),
            .table("Quantiles", tallies.measures, quantiles, .english),
          ]))
    }
    if tallies.voidCount > 0 {
      let table = DataTable(
        columns: ["reason", "events"],
        rows: tallies.voids.map { [$0.reason.text, grouped($0.count)] })
      sections.append(
        Section(
          id: "void", "Events without effect",
          [.table(counted(tallies.voidCount, "event"), table)]))
    }
    sections.append(
      Section(
        id: "replay", "How they were replayed",
        [
          .facts(
            tallies, ["rules", "rules_hash", "seed", "zone", "day_start", "now", "version"],
            .english)
        ]))
    var lead = [
      "\(counted(tallies.players, "player")), \(counted(tallies.events, "event")), under "
        + "\(tallies.settings.rules)."
    ]
    if tallies.repeated > 0 {
      lead.append("\(counted(tallies.repeated, "line")) repeated an event and had no effect.")
    }
    if tallies.rejected > 0 { lead.append("\(counted(tallies.rejected, "line")) rejected.") }
    self.init("Replay of a population", lead: lead, sections: sections, language: .english)
  }
}
