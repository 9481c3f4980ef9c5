import Commands
import JSON
import Lua
import Rules
import Simulation
import Views

/// The tallies of a population as text, JSON or CSV.
struct PopulationPage {
  let tallies: PopulationTallies

  private var settings: PopulationSettings { tallies.settings }

  func write(_ format: ListFormat) {
    switch format {
    case .json: StandardOutput.shared.write(json: json)
    case .csv: writeCSV()
    case .table: StandardOutput.shared.write(text)
    }
  }

  var text: String {
    var parts = [
      counted(tallies.players, "player"), counted(tallies.events, "event"),
      "rulebook \(settings.rules)",
    ]
    if !settings.now.isEmpty { parts.append("up to \(settings.now)") }
    var text = TerminalText.printable(parts.joined(separator: ", ")) + "\n"
    if tallies.repeated > 0 {
      text += "\(counted(tallies.repeated, "line")) repeated an event and had no effect\n"
    }
    if tallies.rejected > 0 { text += "\(counted(tallies.rejected, "line")) rejected\n" }
    if tallies.players > 0 { text += "\n" + measureTable }
    if tallies.voidCount > 0 { text += "\n" + voidTable }
    return text
  }

  private var measureTable: String {
    var columns: [Column<Estimate>] = [
      Column("measure", \.measure), Column("mean") { FixedCell.number($0.ofReached.value) },
      Column("sd") { FixedCell.number($0.ofReached.standardDeviation) },
      Column("min") { Cell.integer($0.tally.least) },
    ]
    for (title, share) in Self.quantiles {
      columns.append(Column(title) { Cell.integer($0.tally.value(atShare: share) ?? 0) })
    }
    columns.append(Column("max") { Cell.integer($0.tally.greatest) })
    return TerminalTable(tallies.estimates, columns).text
  }

  private var voidTable: String {
    let title = counted(tallies.voidCount, "event") + " without effect"
    return TerminalTable(
      tallies.voids,
      [Column(title) { $0.reason.text }, Column("events") { Cell.integer($0.count) }]
    ).text
  }

  private static let quantiles: [(title: String, share: Double)] = [
    ("5 %", 0.05), ("25 %", 0.25), ("median", 0.5), ("75 %", 0.75), ("95 %", 0.95), ("99 %", 0.99),
  ]

  private var json: JSONValue {
    let members: [(name: String, value: JSONValue)] = [
      ("players", .integer(tallies.players)), ("events", .integer(tallies.events)),
      ("void", .integer(tallies.voidCount)),
      ("void_reasons", .object(tallies.voids.map { ($0.reason.text, .integer($0.count)) })),
      ("repeated", .integer(tallies.repeated)), ("rejected", .integer(tallies.rejected)),
      ("version", .string(settings.version)), ("rules", .string(settings.rules)),
      ("rules_hash", .string(settings.rulesHash)), ("seed", .string(String(settings.seed))),
      ("zone", .string(settings.zone)), ("day_start", .string(settings.dayStart)),
      ("now", settings.now.isEmpty ? .null : .string(settings.now)),
      ("measures", .array(tallies.estimates.map(json(of:)))),
    ]
    return .object(members)
  }

  /// Returns a number; null where there is none, as for the deviation of one player.
  private func number(_ number: Double) -> JSONValue { number.isFinite ? .number(number) : .null }

  private func json(of estimate: Estimate) -> JSONValue {
    let (mean, tally) = (estimate.ofReached, estimate.tally)
    var members: [(name: String, value: JSONValue)] = [
      ("measure", .string(estimate.measure)), ("sum", .string(String(tally.sum))),
      ("mean", number(mean.value)), ("sd", number(mean.standardDeviation)),
      ("min", .integer(tally.least)), ("max", .integer(tally.greatest)),
    ]
    for share in Estimate.shares {
      members.append((Self.name(share), tally.value(atShare: share).map { .integer($0) } ?? .null))
    }
    return .object(members)
  }

  private func writeCSV() {
    let names = ["measure", "players", "sum", "mean", "sd", "min", "max"]
    var listing = Listing(.csv, columns: names + Estimate.shares.map(Self.name))
    for estimate in tallies.estimates {
      let (mean, tally) = (estimate.ofReached, estimate.tally)
      var cells: [Cell] = [
        .text(estimate.measure), .integer(tallies.players), .text(String(tally.sum)),
      ]
      for number in [mean.value, mean.standardDeviation] {
        cells.append(.text(number.isFinite ? "\(number)" : ""))
      }
      cells += [.integer(tally.least), .integer(tally.greatest)]
      cells += Estimate.shares.map { Cell.integer(tally.value(atShare: $0) ?? 0) }
      listing.append(cells)
    }
    listing.end(empty: "")
  }

  /// Returns the name of the quantile of a share, such as `p05`.
  private static func name(_ share: Double) -> String {
    let percent = Int((share * 100).rounded())
    return "p" + (percent < 10 ? "0" : "") + String(percent)
  }
}
