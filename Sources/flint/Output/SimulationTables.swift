import Foundation
import Rules
import Scripting
import Simulation

/// Estimates as tables: means; of goals within a horizon shares and restricted means; quantiles.
struct EstimateTables {
  /// What the first column is called.
  let label: String
  let rows: [(name: String, estimate: Estimate)]

  var text: String {
    let tables = [means, goals].compactMap(\.self) + [quantiles]
    return tables.joined(separator: "\n")
  }

  /// Those that have a mean of all players.
  private var means: String? {
    let rows = rows.filter { !$0.estimate.isPartial }
    guard !rows.isEmpty else { return nil }
    let isKnown = rows.contains { $0.estimate.exact?.mean != nil }
    return TextTable(
      columns: [label, "mean", "± 95 %", "sd"] + (isKnown ? ["exact", "z"] : []),
      rows: rows.map { name, estimate in
        let mean = estimate.principal
        return [.text(name), FixedCell.number(mean.value), FixedCell.number(mean.reach)]
          + [FixedCell.number(mean.standardDeviation)]
          + (isKnown
            ? [FixedCell.exact(estimate.exact?.mean), FixedCell.zScore(estimate.zScore)] : [])
      }
    ).text
  }

  /// Those that some players may not reach.
  private var goals: String? {
    let rows = rows.filter(\.estimate.isPartial)
    guard !rows.isEmpty else { return nil }
    let isRestricted = rows.contains { $0.estimate.restricted != nil }
    let isReachKnown = rows.contains { $0.estimate.exact?.reached != nil }
    let isMeanKnown = rows.contains { $0.estimate.exact?.restricted != nil }
    return TextTable(
      columns: [label, "reached", "95 % interval"] + (isReachKnown ? ["exact", "z"] : [])
        + (isRestricted ? ["restricted mean", "± 95 %"] : [])
        + (isMeanKnown ? ["exact", "z"] : []),
      rows: rows.map { name, estimate in
        var row: [Cell] = [
          .text(name), .rounded(FixedCell.percent(estimate.reached)),
          FixedCell.percents(estimate.reachedInterval),
        ]
        if isReachKnown {
          row += [
            .rounded(estimate.exact?.reached.map { FixedCell.percent($0) } ?? ""),
            FixedCell.zScore(estimate.reachedZScore),
          ]
        }
        if isRestricted {
          row += [
            FixedCell.number(estimate.restricted?.value ?? .nan),
            FixedCell.number(estimate.restricted?.reach ?? .nan),
          ]
        }
        if isMeanKnown {
          row += [
            FixedCell.exact(estimate.exact?.restricted),
            FixedCell.zScore(estimate.restrictedZScore),
          ]
        }
        return row
      }
    ).text
  }

  private var quantiles: String {
    TextTable(
      columns: ["quantiles, with 95 % intervals", "5 %", "median", "95 %", "99 %"],
      rows: rows.map { name, estimate in
        [.text(name)] + [0.05, 0.5, 0.95, 0.99].map { FixedCell.quantile(estimate.quantile($0)) }
      }
    ).text
  }
}

/// Differences between rulebooks as tables: of means; of goals within a horizon those of shares and of
/// restricted means.
struct DifferenceTables {
  /// What the first column is called.
  let label: String
  let rows: [(name: String, difference: Difference)]

  var text: String { [means, goals].compactMap(\.self).joined(separator: "\n") }

  private var means: String? {
    let rows = rows.filter { !$0.difference.isPartial }
    guard !rows.isEmpty else { return nil }
    let isKnown = rows.contains { $0.difference.exact?.mean != nil }
    return TextTable(
      columns: [label, "mean", "± 95 %", "sd"] + (isKnown ? ["exact", "z"] : []),
      rows: rows.map { name, difference in
        let mean = difference.principal
        return [.text(name), FixedCell.signed(mean.value), FixedCell.number(mean.reach)]
          + [FixedCell.number(mean.standardDeviation)]
          + (isKnown
            ? [
              FixedCell.exactSigned(difference.exact?.mean), FixedCell.zScore(difference.zScore),
            ] : [])
      }
    ).text
  }

  private var goals: String? {
    let rows = rows.filter(\.difference.isPartial)
    guard !rows.isEmpty else { return nil }
    let isRestricted = rows.contains { $0.difference.restricted != nil }
    let isReachKnown = rows.contains { $0.difference.exact?.reached != nil }
    let isMeanKnown = rows.contains { $0.difference.exact?.restricted != nil }
    return TextTable(
      columns: [label, "reached, % points", "95 % interval"]
        + (isReachKnown ? ["exact", "z"] : [])
        + (isRestricted ? ["restricted mean", "± 95 %"] : [])
        + (isMeanKnown ? ["exact", "z"] : []),
      rows: rows.map { name, difference in
        let interval = difference.reached.interval(level: Estimate.level)
        var row: [Cell] = [
          .text(name), .rounded(FixedCell.points(difference.reached.difference)),
          .text("\(FixedCell.points(interval.low)) to \(FixedCell.points(interval.high))"),
        ]
        if isReachKnown {
          row += [
            .rounded(difference.exact?.reached.map { FixedCell.points($0) } ?? ""),
            FixedCell.zScore(difference.reachedZScore),
          ]
        }
        if isRestricted {
          row += [
            FixedCell.signed(difference.restricted?.value ?? .nan),
            FixedCell.number(difference.restricted?.reach ?? .nan),
          ]
        }
        if isMeanKnown {
          row += [
            FixedCell.exactSigned(difference.exact?.restricted),
            FixedCell.zScore(difference.zScore),
          ]
        }
        return row
      }
    ).text
  }
}

/// Numbers of a simulation as text.
enum FixedCell {
  /// A number with six significant digits, and commas between thousands.
  static func number(_ number: Double) -> Cell { .rounded(text(number)) }

  /// The same with its sign, also where that is a plus.
  static func signed(_ number: Double) -> Cell {
    .rounded((number > 0 ? "+" : "") + text(number))
  }

  private static func text(_ number: Double) -> String {
    number.isFinite ? grouped(decimal: number.significantText(6)) : "–"
  }

  /// A value by its law; empty where there is none.
  static func exact(_ number: Double?) -> Cell {
    .rounded(number.map { grouped(decimal: $0.significantText(8)) } ?? "")
  }

  /// The same with its sign.
  static func exactSigned(_ number: Double?) -> Cell {
    .rounded(number.map { ($0 > 0 ? "+" : "") + grouped(decimal: $0.significantText(8)) } ?? "")
  }

  /// By how many standard errors an estimate is off; empty where nobody knows.
  static func zScore(_ number: Double?) -> Cell {
    .rounded(number.map { String(format: "%+.2f", ($0 * 100).rounded() == 0 ? 0 : $0) } ?? "")
  }

  /// A quantile and its interval.
  static func quantile(_ quantile: Estimate.Quantile) -> Cell {
    if quantile.value == .never && quantile.low == .never { return .text("never") }
    return .text("\(text(quantile.value)) (\(text(quantile.low)) to \(text(quantile.high)))")
  }

  private static func text(_ level: Estimate.Level) -> String {
    switch level {
    // Counted in bins of 1/65,536 from there on: more than five digits are not known.
    case .value(let value) where value.magnitude > 131_071:
      grouped(Int64((Double(value) / rounding(value)).rounded() * rounding(value)))
    case .value(let value): grouped(value)
    case .never: "never"
    case .unknown: "?"
    }
  }

  /// The power of ten that leaves a number five digits.
  private static func rounding(_ value: Int64) -> Double {
    pow(10, floor(log10(Double(value.magnitude))) - 4)
  }

  static func percent(_ share: Double) -> String { (share * 100).significantText(4) + " %" }

  /// An interval of a share.
  static func percents(_ interval: Interval) -> Cell {
    .text("\((interval.low * 100).significantText(4)) to \(percent(interval.high))")
  }

  /// A difference of shares in percentage points, with its sign.
  static func points(_ difference: Double) -> String {
    (difference > 0 ? "+" : "") + (difference * 100).significantText(4)
  }

  /// A number for programs, empty where there is none.
  static func plain(_ number: Double?) -> String {
    number.map { $0.isFinite ? "\($0)" : "" } ?? ""
  }
}
