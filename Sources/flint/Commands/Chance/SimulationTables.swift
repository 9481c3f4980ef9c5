import Foundation
import Rules
import Simulation
import Views

/// Tables of estimates: means; for goals within a horizon, shares and restricted means; quantiles.
struct EstimateTables {
  typealias Row = (name: String, estimate: Estimate)

  /// The title of the first column.
  let label: String
  let rows: [Row]

  var text: String {
    [means, goals, quantiles].compactMap(\.self).joined(separator: "\n")
  }

  private var name: Column<Row> {
    Column(label, \.name)
  }

  /// The table of measures with a mean of all players.
  private var means: String? {
    let rows = rows.filter { !$0.estimate.isPartial }
    let isKnown = rows.contains { $0.estimate.exact?.mean != nil }
    return TerminalTable.text(
      rows,
      [
        name,
        Column("mean") { FixedCell.number($0.estimate.principal.value) },
        Column("± 95 %") { FixedCell.number($0.estimate.principal.reach) },
        Column("sd") { FixedCell.number($0.estimate.principal.standardDeviation) },
        Column("exact", if: isKnown) { FixedCell.exact($0.estimate.exact?.mean) },
        Column("z", if: isKnown) { FixedCell.zScore($0.estimate.zScore) },
      ])
  }

  /// The table of measures that some players may not reach.
  private var goals: String? {
    let rows = rows.filter(\.estimate.isPartial)
    let isRestricted = rows.contains { $0.estimate.restricted != nil }
    let isReachKnown = rows.contains { $0.estimate.exact?.reached != nil }
    let isMeanKnown = rows.contains { $0.estimate.exact?.restricted != nil }
    return TerminalTable.text(
      rows,
      [
        name,
        Column("reached") { Cell.rounded(FixedCell.percent($0.estimate.reached)) },
        Column("95 % interval") { FixedCell.percents($0.estimate.reachedInterval) },
        Column("exact", if: isReachKnown) {
          Cell.rounded($0.estimate.exact?.reached.map { FixedCell.percent($0) } ?? "")
        },
        Column("z", if: isReachKnown) { FixedCell.zScore($0.estimate.reachedZScore) },
        Column("restricted mean", if: isRestricted) {
          FixedCell.number($0.estimate.restricted?.value ?? .nan)
        },
        Column("± 95 %", if: isRestricted) {
          FixedCell.number($0.estimate.restricted?.reach ?? .nan)
        },
        Column("exact", if: isMeanKnown) {
          FixedCell.exact($0.estimate.exact?.restricted)
        },
        Column("z", if: isMeanKnown) {
          FixedCell.zScore($0.estimate.restrictedZScore)
        },
      ])
  }

  private var quantiles: String? {
    TerminalTable.text(
      rows,
      [Column("quantiles, with 95 % intervals", \.name)]
        + [("5 %", 0.05), ("median", 0.5), ("95 %", 0.95), ("99 %", 0.99)].map { title, level in
          Column(title) { FixedCell.quantile($0.estimate.quantile(level)) }
        })
  }
}

/// Tables of differences between rulebooks: of means; for goals within a horizon, of shares and of
/// restricted means.
struct DifferenceTables {
  typealias Row = (name: String, difference: Difference)

  /// The title of the first column.
  let label: String
  let rows: [Row]

  var text: String { [means, goals].compactMap(\.self).joined(separator: "\n") }

  private var name: Column<Row> {
    Column(label, \.name)
  }

  private var means: String? {
    let rows = rows.filter { !$0.difference.isPartial }
    let isKnown = rows.contains { $0.difference.exact?.mean != nil }
    return TerminalTable.text(
      rows,
      [
        name,
        Column("mean") { FixedCell.signed($0.difference.principal.value) },
        Column("± 95 %") { FixedCell.number($0.difference.principal.reach) },
        Column("sd") { FixedCell.number($0.difference.principal.standardDeviation) },
        Column("exact", if: isKnown) {
          FixedCell.exactSigned($0.difference.exact?.mean)
        },
        Column("z", if: isKnown) { FixedCell.zScore($0.difference.zScore) },
      ])
  }

  private var goals: String? {
    let rows = rows.filter(\.difference.isPartial)
    let isRestricted = rows.contains { $0.difference.restricted != nil }
    let isReachKnown = rows.contains { $0.difference.exact?.reached != nil }
    let isMeanKnown = rows.contains { $0.difference.exact?.restricted != nil }
    return TerminalTable.text(
      rows,
      [
        name,
        Column("reached, % points") {
          Cell.rounded(FixedCell.points($0.difference.reached.difference))
        },
        Column("95 % interval") {
          let interval = $0.difference.reached.interval(level: Estimate.level)
          return Cell.text(
            "\(FixedCell.points(interval.low)) to \(FixedCell.points(interval.high))")
        },
        Column("exact", if: isReachKnown) {
          Cell.rounded($0.difference.exact?.reached.map { FixedCell.points($0) } ?? "")
        },
        Column("z", if: isReachKnown) {
          FixedCell.zScore($0.difference.reachedZScore)
        },
        Column("restricted mean", if: isRestricted) {
          FixedCell.signed($0.difference.restricted?.value ?? .nan)
        },
        Column("± 95 %", if: isRestricted) {
          FixedCell.number($0.difference.restricted?.reach ?? .nan)
        },
        Column("exact", if: isMeanKnown) {
          FixedCell.exactSigned($0.difference.exact?.restricted)
        },
        Column("z", if: isMeanKnown) { FixedCell.zScore($0.difference.zScore) },
      ])
  }
}

/// Functions that format the numbers of a simulation.
enum FixedCell {
  /// Returns a number with six significant digits and commas between thousands.
  static func number(_ number: Double) -> Cell { Cell.rounded(text(number)) }

  /// Returns a number with six significant digits and its sign, including a plus sign.
  static func signed(_ number: Double) -> Cell {
    Cell.rounded((number > 0 ? "+" : "") + text(number))
  }

  private static func text(_ number: Double) -> String {
    number.isFinite ? grouped(decimal: number.significantText(6)) : "–"
  }

  /// Returns an exact value; empty if it is unknown.
  static func exact(_ number: Double?) -> Cell {
    Cell.rounded(number.map { grouped(decimal: $0.significantText(8)) } ?? "")
  }

  /// Returns an exact value with its sign; empty if it is unknown.
  static func exactSigned(_ number: Double?) -> Cell {
    Cell.rounded(number.map { ($0 > 0 ? "+" : "") + grouped(decimal: $0.significantText(8)) } ?? "")
  }

  /// Returns the deviation of an estimate in standard errors; empty if it is unknown.
  static func zScore(_ number: Double?) -> Cell {
    Cell.rounded(number.map { String(format: "%+.2f", ($0 * 100).rounded() == 0 ? 0 : $0) } ?? "")
  }

  /// Returns a quantile and its interval.
  static func quantile(_ quantile: Estimate.Quantile) -> Cell {
    if quantile.value == .never && quantile.low == .never { return .text("never") }
    return .text("\(text(quantile.value)) (\(text(quantile.low)) to \(text(quantile.high)))")
  }

  private static func text(_ level: Estimate.Level) -> String {
    switch level {
    // Larger values are counted in bins with a relative width of 1/65,536: only five digits are known.
    case .value(let value) where value.magnitude > 131_071:
      grouped(Int64((Double(value) / rounding(value)).rounded() * rounding(value)))
    case .value(let value): grouped(value)
    case .never: "never"
    case .unknown: "?"
    }
  }

  /// Returns the power of ten to which a number is rounded to five digits.
  private static func rounding(_ value: Int64) -> Double {
    pow(10, floor(log10(Double(value.magnitude))) - 4)
  }

  static func percent(_ share: Double) -> String { (share * 100).significantText(4) + " %" }

  /// Returns an interval of a share in percent.
  static func percents(_ interval: Interval) -> Cell {
    .text("\((interval.low * 100).significantText(4)) to \(percent(interval.high))")
  }

  /// Returns a difference of shares in percentage points, with its sign.
  static func points(_ difference: Double) -> String {
    (difference > 0 ? "+" : "") + (difference * 100).significantText(4)
  }

  /// Returns a number for CSV; empty if it is unknown.
  static func plain(_ number: Double?) -> String {
    number.map { $0.isFinite ? "\($0)" : "" } ?? ""
  }
}
