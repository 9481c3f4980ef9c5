import Commands
import JSON
import Reports
import Rules
import Schema
import Simulation
import Views

extension PoolAnswer {
  /// The answer as a page of text.
  func page(withLaw: Bool) -> String {
    var rows: [[Cell]] = []
    let currencies = meanPrice.map(\.name)
    /// The ends of an interval, in columns that only estimates have.
    func ends(_ low: Cell = .none, _ high: Cell = .none) -> [Cell] {
      estimate == nil ? [] : [low, high]
    }
    if let mean {
      let interval = estimate?.value.mean
      rows.append(
        [.text("mean"), .text(number(mean))]
          + ends(
            interval.map { .text(number($0.low)) } ?? .none,
            interval.map { .text(number($0.high)) } ?? .none)
          + meanPrice.map { .text(number($0.value)) })
    }
    if let standardDeviation { rows.append([.text("sd"), .text(number(standardDeviation))]) }
    for quantile in quantiles {
      rows.append(
        [.text(quantile.name), quantile.rolls.map { .integer($0) } ?? .text("more")]
          + ends(
            quantile.interval?.low.map { .integer($0) } ?? .none,
            quantile.interval?.high.map { .integer($0) } ?? .text("more"))
          + quantile.price.map { .integer($0.value) })
    }
    let columns = ["", "rolls"] + (estimate == nil ? [] : ["from", "to"]) + currencies
    for index in rows.indices {
      while rows[index].count < columns.count { rows[index].append(.none) }
    }
    var text = title + "\n\n" + TerminalTable(columns: columns, rows: rows).text
    let chances = TerminalTable.text(
      at,
      [
        Column("rolls", \.rolls), Column("done") { chanceText($0.chance) },
        Column("from", if: law == nil) { $0.interval.map { chanceText($0.low) } ?? "" },
        Column("to", if: law == nil) { $0.interval.map { chanceText($0.high) } ?? "" },
        Column("price", if: !currencies.isEmpty) { $0.price.text },
      ])
    if let chances { text += "\n" + chances }
    for law in prizes { text += "\n" + prizeText(law) }
    if let spending { text += "\n" + self.text(of: spending) + "\n" }
    if withLaw, let law { text += "\n" + lawText(law) }
    if let estimate {
      text += "\nestimated, not exact, with 95 % intervals: \(estimate.reason)\n"
    }
    for note in notes { text += "\nnote: \(note)" }
    if !notes.isEmpty { text += "\n" }
    return text + "\nmethod: \(method)\n"
  }

  private func number(_ value: Double) -> String {
    abs(value) < 9e12 ? groupedDecimal(Int64((value * 1e6).rounded())) : "\(value)"
  }

  private func prizeText(_ law: PrizeLaw) -> String {
    let rows = law.shown.map { count -> [Cell] in
      [
        .integer(Int64(count)), .text(chanceText(law.probability(of: count).value)),
        .text(chanceText(law.certain(atLeast: count))),
      ]
    }
    return
      "in \(grouped(law.rolls)) rolls: mean \(number(law.mean)), sd \(number(law.standardDeviation))\n"
      + TerminalTable(columns: ["cards", "exactly", "at least"], rows: rows).text
  }

  private func text(of spending: Spending) -> String {
    var text = "budget \(spending.amounts.text)"
    if !spending.offers.isEmpty { text += " (with \(spending.offersText))" }
    text += ": \(spending.rollsText), done \(chanceText(spending.chance))"
    if let interval = spending.interval {
      text += " (95 %: \(chanceText(interval.low)) to \(chanceText(interval.high)))"
    }
    return text
  }

  private func lawText(_ law: OddsLaw) -> String {
    TerminalTable(
      columns: ["rolls", "exactly", "at most"],
      rows: law.steps.map {
        [.integer($0.rolls), .text(chanceText($0.exactly)), .text(chanceText($0.within))]
      }
    ).text
  }

  /// The answer as JSON, with the whole law where it is asked for.
  func json(withLaw: Bool) -> JSONValue {
    guard withLaw, let law, case .object(var members) = json else { return json }
    members.append(
      (
        "law",
        .array(
          law.steps.map {
            .object([
              ("rolls", .integer($0.rolls)), ("probability", .number($0.exactly)),
              ("cumulative", .number($0.within)),
            ])
          })
      ))
    return .object(members)
  }

  /// Writes the answer as CSV records: the measure, the number of rolls or cards, and the value; or the whole
  /// law.
  func writeRecords(withLaw: Bool) {
    if withLaw, let law {
      var listing = Listing(.csv, columns: ["rolls", "probability", "cumulative"])
      for row in law.steps {
        listing.append([.ordinal(row.rolls), .text("\(row.exactly)"), .text("\(row.within)")])
      }
      return listing.end(empty: "")
    }
    var listing = Listing(.csv, columns: ["measure", "n", "value"])
    func add(_ measure: String, after rolls: Int64? = nil, _ value: String) {
      listing.append([.text(measure), rolls.map { .ordinal($0) } ?? .none, .text(value)])
    }
    if let mean { add("mean", "\(mean)") }
    if let standardDeviation { add("sd", "\(standardDeviation)") }
    for price in meanPrice { add("mean_price_\(price.name)", "\(price.value)") }
    for quantile in quantiles {
      add(quantile.name, quantile.rolls.map { "\($0)" } ?? "")
      if let interval = quantile.interval {
        add("\(quantile.name)_low", interval.low.map { "\($0)" } ?? "")
        add("\(quantile.name)_high", interval.high.map { "\($0)" } ?? "")
      }
      for price in quantile.price { add("\(quantile.name)_price_\(price.name)", "\(price.value)") }
    }
    for chance in at { add("probability", after: chance.rolls, "\(chance.chance)") }
    for law in prizes {
      add("prizes_mean", after: Int64(law.rolls), "\(law.mean)")
      for count in 0..<law.mostShown {
        add("prizes_in_\(law.rolls)", after: Int64(count), "\(law.probabilities[count])")
      }
    }
    if let spending {
      add("budget_rolls", "\(spending.rolls)")
      add("budget_probability", "\(spending.chance)")
    }
    add("method", method)
    listing.end(empty: "")
  }
}
