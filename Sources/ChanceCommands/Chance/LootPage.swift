import Commands
import Reports
import Rules
import Simulation
import Views

extension LootAnswer {
  /// The answer as a page of text.
  var page: String {
    var text = title + "\n"
    if noFigures == nil, question.until == nil || !question.things.isEmpty {
      text += "\n" + rowTable
    }
    if let counts { text += "\n" + counts.text }
    if let countsReason { text += "\n\(countsReason)\n" }
    if let joint { text += "\n" + joint.text }
    if let time { text += "\n" + time.text(at: question.at) }
    if let simulation { text += "\n" + simulation.text }
    text += "\n" + remarks.joined(separator: "\n") + "\n"
    return text
  }

  private var rowTable: String {
    var columns = [
      Column<Row>("item", \.name), Column("chance") { chanceText($0.chance.value) },
      Column("mean") { significantText($0.mean.value) },
      Column("exact chance", if: rows.contains { $0.chance.fraction?.contains("/") ?? false }) {
        $0.chance.fraction ?? ""
      },
    ]
    if !(rows.first?.at ?? []).isEmpty {
      for (index, number) in question.at.enumerated() {
        columns.append(Column("in \(number)") { chanceText($0.at[index]) })
      }
    }
    return TerminalTable.text(rows, columns) ?? "The table gives nothing under these flags.\n"
  }

  /// Writes the answer as CSV records: the measure, what it is about, a number, and the value.
  func writeRecords() {
    var listing = Listing(.csv, columns: ["measure", "item", "n", "value"])
    func add(_ measure: String, of item: String = "", n: Int64? = nil, _ value: String) {
      listing.append([
        .text(measure), item.isEmpty ? .none : .text(item), n.map { .ordinal($0) } ?? .none,
        .text(value),
      ])
    }
    func addFigure(
      _ measure: String, of item: String, n: Int64? = nil, _ figure: LootFigure
    ) {
      add(measure, of: item, n: n, "\(figure.value)")
      if let fraction = figure.fraction { add(measure + "_fraction", of: item, n: n, fraction) }
    }
    for row in rows {
      addFigure("probability", of: row.name, row.chance)
      addFigure("mean", of: row.name, row.mean)
      for (number, chance) in zip(question.at, row.at) {
        add("probability_within", of: row.name, n: number, "\(chance)")
      }
    }
    if let counts {
      add("sd", of: counts.name, "\(counts.standardDeviation)")
      for level in Self.levels {
        add(level.name, of: counts.name, "\(counts.quantile(level.probability))")
      }
      let listed = counts.range(atMost: LootCounts.mostShown)
      for chance in counts.shown + counts.at.filter({ !listed.contains($0.number) }) {
        addFigure("exactly", of: counts.name, n: chance.number, chance.exactly)
        add("at_most", of: counts.name, n: chance.number, "\(chance.atMost)")
      }
      let (below, above) = counts.leftOut
      if below > 0 { add("less_than", of: counts.name, n: listed.lowerBound, "\(below)") }
      if above > 0 { add("more_than", of: counts.name, n: listed.upperBound, "\(above)") }
      for chance in counts.at {
        add("at_least", of: counts.name, n: chance.number, "\(chance.atLeast)")
      }
    }
    for row in joint?.rows ?? [] {
      addFigure("exactly_these", of: row.names.joined(separator: " + "), row.chance)
    }
    switch time {
    case .law(let law)?:
      add("until_mean", "\(law.mean)")
      if let fraction = law.meanFraction { add("until_mean_fraction", fraction) }
      add("until_sd", "\(law.standardDeviation)")
      for level in Self.levels { add("until_\(level.name)", "\(law.quantile(level.probability))") }
      for number in question.at {
        add("until_probability", n: number, "\(law.probability(doneWithin: number))")
      }
    case .estimate(let estimate)?:
      add("until_mean_estimate", "\(estimate.mean.value)")
      add("until_mean_low", "\(estimate.mean.interval.low)")
      add("until_mean_high", "\(estimate.mean.interval.high)")
      for level in Self.levels {
        add("until_\(level.name)_estimate", "\(estimate.quantile(level.probability))")
      }
      for number in question.at {
        add("until_probability_estimate", n: number, "\(estimate.share(doneWithin: number).share)")
      }
    case nil: break
    }
    for row in simulation?.rows ?? [] {
      add("simulated_share", of: row.name, "\(row.share)")
      add("simulated_mean", of: row.name, "\(row.mean.value)")
    }
    listing.end(empty: "")
  }
}

extension LootCounts {
  /// The law of the number of the thing.
  fileprivate var text: String {
    var text =
      "\(name): mean \(significantText(mean)), sd \(significantText(standardDeviation)), "
      + LootAnswer.levels.map { "\($0.name) \(quantile($0.probability))" }.joined(separator: ", ")
      + "\n"
    let list = at.isEmpty ? range(atMost: 40).map { chance(of: $0) } : at
    let table = TerminalTable.text(
      list,
      [
        Column("number", \.number), Column("exactly") { chanceText($0.exactly.value) },
        Column("at most") { chanceText($0.atMost) }, Column("at least") { chanceText($0.atLeast) },
        Column("fraction", if: list.contains { $0.exactly.fraction?.contains("/") ?? false }) {
          $0.exactly.fraction ?? ""
        },
      ])
    if let table { text += "\n" + table }
    if at.isEmpty, range.count > list.count {
      text +=
        "\n\(list.count) of \(grouped(Int64(range.count))) numbers, around the median; --format csv has "
        + "\(Int64(range.count) > Self.mostShown ? "\(grouped(Self.mostShown)) of them" : "all").\n"
    }
    return text
  }
}

extension LootJoint {
  fileprivate var text: String {
    func line(_ name: String, _ figure: LootFigure) -> String {
      "\(name): \(chanceText(figure.value))"
        + (figure.fraction.map { $0.contains("/") ? " = \($0)" : "" } ?? "") + "\n"
    }
    let table = TerminalTable.text(
      rows,
      [
        Column("exactly these") { $0.names.isEmpty ? "none" : $0.names.joined(separator: " + ") },
        Column("chance") { chanceText($0.chance.value) },
      ])
    return line("all of them", all) + line("any of them", any) + "\n" + (table ?? "")
  }
}

extension LootAnswer.Time {
  fileprivate func text(at numbers: [Int64]) -> String {
    var rows: [[Cell]] = []
    var text: String
    var tail = ""
    switch self {
    case .law(let law):
      rows = [
        [.text("mean"), .text(significantText(law.mean))],
        [.text("sd"), .text(significantText(law.standardDeviation))],
      ]
      for level in LootAnswer.levels {
        rows.append([.text(level.name), .integer(law.quantile(level.probability))])
      }
      for number in numbers {
        rows.append([
          .text("done in \(number)"), .text(chanceText(law.probability(doneWithin: number))),
        ])
      }
      if let fraction = law.meanFraction, fraction.contains("/") {
        tail = "\nmean exactly \(fraction)\n"
      }
      if law.boundedMean.isImprecise {
        tail += "\naccuracy: mean has a relative error of up to \(law.boundedMean.errorMagnitude)\n"
      }
      tail += "\nmethod: \(law.method.name)\n"
      text = TerminalTable(columns: ["", "openings"], rows: rows).text
    case .estimate(let estimate):
      rows = [
        [
          .text("mean"), .text(significantText(estimate.mean.value)),
          .text(range(estimate.mean.interval)),
        ]
      ]
      for level in LootAnswer.levels {
        rows.append([.text(level.name), .integer(estimate.quantile(level.probability)), .text("")])
      }
      for number in numbers {
        let share = estimate.share(doneWithin: number)
        rows.append([
          .text("done in \(number)"), .text(chanceText(share.share)), .text(range(share.interval)),
        ])
      }
      text = TerminalTable(columns: ["", "openings", "95 % interval"], rows: rows).text
      tail =
        "\nmethod: no exact method within reach; estimated by \(estimate.trials) simulated trials, "
        + "seed \(estimate.seed)\n"
    }
    text += tail
    return text
  }
}

extension LootSimulation {
  fileprivate var text: String {
    let table = TerminalTable.text(
      rows,
      [
        Column("item", \.name), Column("share") { chanceText($0.share) },
        Column("95 % interval") {
          "\(chanceText($0.interval.low))–\(chanceText($0.interval.high))"
        },
        Column("exact") { $0.exactChance.map { chanceText($0) } ?? "" },
        Column("mean") { significantText($0.mean.value) },
        Column("interval of mean") { range($0.mean.interval) },
        Column("exact mean") { $0.exactMean.map { significantText($0) } ?? "" },
      ])
    return title + "\n\n" + (table ?? "")
  }
}

/// A number with six significant digits.
private func significantText(_ number: Double) -> String { significant(number, 6) }

private func range(_ interval: Interval) -> String {
  "\(significantText(interval.low))–\(significantText(interval.high))"
}
