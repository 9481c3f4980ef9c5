import ArgumentParser
import Commands
import Reports
import Rules
import Simulation
import Views

/// Groups the exact answers to questions about chance.
struct OddsCommand: Subcommand {
  static let name = "odds"
  static let configuration = CommandConfiguration(
    commandName: name, _superCommandName: "flint",
    abstract: "Compute odds exactly: goals, pools, prizes, loot tables, disclosures.",
    discussion: """
      Mean, standard deviation, quantiles and chances are computed from the rules
      rather than simulated. Each number has an error bound; bounds above 1e-9 are
      reported. Goals without an exact method are refused with an error, or, in
      pools, estimated with an interval.
      Chances are decimals (0.006), percentages (0.6%) or fractions (1/166).

      Without one of the commands below, the question is that of flint odds goal.

      Examples:
        flint odds --goal complete --at 500,1000
        flint odds pool banner --rules game.lua --budget gems=28800
        flint odds prize 0.6% --soft-start 74 --soft-step 6% --hard 90
        flint odds table chest.json --until gem:5
        flint odds disclose --rules my.lua -o odds.html
      """,
    subcommands: [
      OddsGoalCommand.self, OddsPoolCommand.self, OddsPrizeCommand.self, OddsTableCommand.self,
      OddsDiscloseCommand.self,
    ],
    defaultSubcommand: OddsGoalCommand.self)

  @OptionGroup var usual: UsualOptions<OddsGoalCommand>
}

extension OddsAnswer {
  /// The answer as a page of text.
  var page: String {
    let columns = ["", question.unit] + (days == nil ? [] : ["days"])
    var rows: [[Cell]] = [
      [.text("mean"), .rounded(law.mean)] + (days.map { [.rounded($0.mean)] } ?? []),
      [.text("sd"), .rounded(law.standardDeviation)]
        + (days.map { [.rounded($0.standardDeviation)] } ?? []),
    ]
    for (quantile, level) in zip(quantiles, Self.levels) {
      rows.append(
        [.text(quantile.name), .integer(quantile.sparks)]
          + (days.map { [.integer($0.quantile(level.probability))] } ?? []))
    }
    var text = question.title + "\n\n" + TerminalTable(columns: columns, rows: rows).text
    if let fraction = law.meanFraction, fraction.contains("/") {
      text += "\nmean exactly \(fraction)\n"
    }
    let chances = TerminalTable.text(
      at,
      [
        Column(question.unit, \.sparks), Column("done") { chanceText($0.probability) },
        Column("different cards", if: at.contains { $0.distinct != nil }) {
          $0.distinct.map { Cell.rounded($0) }
        },
      ])
    let rateTable = TerminalTable.text(
      rates,
      [
        Column("rate", \.rarity.name), Column("nominal") { chanceText($0.nominal.approximation) },
        Column(question.hasPity ? "without pity" : "effective") { chanceText($0.effective) },
      ])
    for table in [chances, rateTable].compactMap(\.self) { text += "\n" + table }
    for (name, value) in imprecise {
      text +=
        "\naccuracy: \(name) "
        + (value.errorMagnitude.isFinite
          ? "has a relative error of up to \(value.errorMagnitude)" : "has no certain digit")
    }
    if !imprecise.isEmpty { text += "\n" }
    return text + "\nmethod: \(law.method.name)\n"
  }

  /// Writes the answer as CSV records: the measure, the number of sparks, and the value.
  func writeRecords() {
    var listing = Listing(.csv, columns: ["measure", "n", "value"])
    func add(_ measure: String, after sparks: Int64? = nil, _ value: String) {
      listing.append([.text(measure), sparks.map { .ordinal($0) } ?? .none, .text(value)])
    }
    add("mean", "\(law.mean)")
    if let fraction = law.meanFraction { add("mean_fraction", fraction) }
    add("sd", "\(law.standardDeviation)")
    add("mean_error", "\(law.boundedMean.errorMagnitude)")
    add("sd_error", "\(law.boundedDeviation.errorMagnitude)")
    for quantile in quantiles { add(quantile.name, "\(quantile.sparks)") }
    for chance in at {
      add("probability", after: chance.sparks, "\(chance.probability)")
      add("probability_error", after: chance.sparks, "\(chance.chance.errorMagnitude)")
      if let distinct = chance.distinct { add("distinct", after: chance.sparks, "\(distinct)") }
    }
    if let days {
      add("days_mean", "\(days.mean)")
      add("days_sd", "\(days.standardDeviation)")
      add("days_mean_error", "\(days.boundedMean.errorMagnitude)")
      add("days_sd_error", "\(days.boundedDeviation.errorMagnitude)")
      for level in Self.levels {
        add("days_\(level.name)", "\(days.quantile(level.probability))")
      }
    }
    for rate in rates {
      add("nominal_\(rate.rarity.name)", "\(rate.nominal.approximation)")
      add("effective_\(rate.rarity.name)", "\(rate.effective)")
    }
    add("method", law.method.name)
    listing.end(empty: "")
  }
}

extension Cell {
  /// Returns a cell with a number of any size, with two decimal places if it is not too large.
  fileprivate static func rounded(_ number: Double) -> Cell {
    abs(number) < 9e12 ? .decimal(Int64((number * 1e6).rounded())) : .text("\(number)")
  }
}
