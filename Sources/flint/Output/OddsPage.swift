import Foundation
import Rules
import Simulation

extension OddsAnswer {
  /// The answer as a page of text.
  var page: String {
    let columns = ["", "sparks"] + (days == nil ? [] : ["days"])
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
    var text = question.title + "\n\n" + TextTable(columns: columns, rows: rows).text
    if let fraction = law.meanFraction, fraction.contains("/") {
      text += "\nmean exactly \(fraction)\n"
    }
    if !at.isEmpty {
      let hasDistinct = at.contains { $0.distinct != nil }
      let rows = at.map { chance in
        [Cell.integer(chance.sparks), .text(percent(chance.probability))]
          + (hasDistinct ? [chance.distinct.map { .rounded($0) } ?? .none] : [])
      }
      text +=
        "\n"
        + TextTable(
          columns: ["sparks", "done"] + (hasDistinct ? ["different cards"] : []), rows: rows
        ).text
    }
    if !rates.isEmpty {
      let rows = rates.map { rate in
        [
          Cell.text(rate.rarity.name), .text(percent(rate.nominal.approximation)),
          .text(percent(rate.effective)),
        ]
      }
      text +=
        "\n" + TextTable(columns: [question.rateTitle, "nominal", "effective"], rows: rows).text
    }
    return text + "\nmethod: \(law.method.name)\n"
  }

  /// Writes the answer as records: what it is, for how many sparks, and the number.
  func writeRecords() {
    var listing = Listing(.csv, columns: ["measure", "n", "value"])
    func add(_ measure: String, after sparks: Int64? = nil, _ value: String) {
      listing.append([.text(measure), sparks.map { .number($0) } ?? .none, .text(value)])
    }
    add("mean", "\(law.mean)")
    if let fraction = law.meanFraction { add("mean_fraction", fraction) }
    add("sd", "\(law.standardDeviation)")
    for quantile in quantiles { add(quantile.name, "\(quantile.sparks)") }
    for chance in at {
      add("probability", after: chance.sparks, "\(chance.probability)")
      if let distinct = chance.distinct { add("distinct", after: chance.sparks, "\(distinct)") }
    }
    if let days {
      add("days_mean", "\(days.mean)")
      add("days_sd", "\(days.standardDeviation)")
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

extension OddsQuestion {
  /// What was asked, in a line.
  fileprivate var title: String {
    switch subject {
    case .cards(let goal, let rulebook, let mix, let day):
      "\(goal)\(times) under \(rulebook.definition.id), mix \(mix)\(day.map { ", on \($0)" } ?? "")"
    case .weights(let goal, let weights): "\(goal)\(times) of \(weights.count) weights"
    case .prize(let prize):
      "\(copies == 1 ? "a prize" : "\(copies) prizes") of rate \(prize.rate)"
        + (prize.softStart.map { ", \(prize.softStep) more from roll \($0) on" } ?? "")
        + (prize.hard.map { ", certain at roll \($0)" } ?? "")
    }
  }

  /// What rates are headed by: under pity they are those of the beginning.
  fileprivate var rateTitle: String {
    if case .cards(_, let rulebook, _, _) = subject,
      rulebook.definition.drops.pity.contains(where: { $0 != nil })
    {
      return "rate before pity"
    }
    return "rate"
  }

  private var times: String { copies == 1 ? "" : " × \(copies)" }
}

extension Cell {
  /// A number of any size with two places, as far as that goes.
  fileprivate static func rounded(_ number: Double) -> Cell {
    abs(number) < 9e12 ? .decimal(Int64((number * 1e6).rounded())) : .text("\(number)")
  }
}

/// A chance as a percentage of four digits.
private func percent(_ chance: Double) -> String {
  if chance == 0 || chance == 1 { return chance == 0 ? "0 %" : "100 %" }
  // Never 100 % for what is not certain.
  if chance > 0.9999 { return "100 % less " + percent(1 - chance) }
  return String(format: "%.4g %%", chance * 100)
}
