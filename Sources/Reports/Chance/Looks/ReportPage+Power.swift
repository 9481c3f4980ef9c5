import Chance
package import Design
import FlintSchema
import Views

extension ReportPage {
  /// Creates the page of the power of the tests of a log that is yet to be taken.
  package init(_ power: DrawPower) {
    let total = power.players * power.draws
    let percent = { (share: Double) in significant(share * 100) + " %" }
    let range = { (estimate: DrawPower.Estimate) in
      "\(percent(estimate.share)) (\(percent(estimate.interval.low)) to \(percent(estimate.interval.high)))"
    }
    let required = percent(power.requirements.power)
    let needed = { (draws: Int64?) in
      (draws.map { "about \(grouped(Int($0)))" } ?? "more than \(grouped(power.mostTried))")
        + " draws" + (power.players > 1 ? " of each player" : "")
    }
    var notes = [
      "Estimated from \(grouped(power.logs)) logs drawn by the alternative, with intervals of 95 % (Wilson); p-values "
        + "from \(grouped(power.ruledLogs)) logs drawn by the rules; seed \(power.seed).",
      "alone: as the only test, not corrected for the number of tests. draws: those of a player for which that is "
        + "\(required), interpolated between logs of twice the length."
        + (power.tests.contains { $0.draws == nil }
          ? " Where no number is given: more than \(grouped(power.mostTried)) draws." : ""),
      "The alternative is taken to draw the items of a rarity as the rules do.",
    ]
    notes += power.model.remarks.map { $0.capitalizedFirst + "." }
    if let only = power.only { notes.append(SequentialAuditText.note(only)) }
    self.init(
      "Power of an audit of \(counted(total, "draw"))",
      lead: [
        "In \(range(power.power)) of logs the tests of an audit would find the alternative at a significance level of "
          + "\(percent(power.requirements.alpha))."
      ]
        + (power.isSame
          ? [
            "Nothing differs: the alternative has the same rules, and what is found are false alarms."
          ]
          : []),
      sections: [
        Section(
          id: "result", "How often it would be found",
          [
            .list([
              "By all tests, corrected for their number: \(range(power.power)); for \(required) it takes "
                + "\(needed(power.needed)).",
              "By the sequential test, by the last draw: \(range(power.sequential)); for \(required) it takes "
                + "\(needed(power.neededSequential)).",
              "False alarms in logs drawn by the rules: \(range(power.falseAlarms)).",
            ])
          ]),
        Section(
          id: "tests", "Tests",
          [
            .table(
              "Power of each test", power.tests,
              ["test", "power", "power_alone", "needed_draws"], .english)
          ]),
      ], notes: notes, provenance: PageProvenance(), language: .english)
  }
}
