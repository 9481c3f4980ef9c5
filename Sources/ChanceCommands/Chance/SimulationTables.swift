import Commands
import Foundation
import Reports
import Rules
import Simulation
import Views

/// Tables of estimates, or of differences between rulebooks: means; for goals within a horizon, shares
/// and restricted means; for estimates also quantiles.
struct SimulationTables {
  /// The title of the first column.
  private let label: String
  private let rows: [Row]
  private let isDifference: Bool
  private var quantiles: String?

  var text: String {
    [means, goals, quantiles].compactMap(\.self).joined(separator: "\n")
  }

  init(_ label: String, _ estimates: [(name: String, estimate: Estimate)]) {
    self.label = label
    isDifference = false
    rows = estimates.map { Row($0.name, $0.estimate) }
    quantiles = TerminalTable.text(
      estimates,
      [Column("quantiles, with 95 % intervals") { $0.name }]
        + [("5 %", 0.05), ("median", 0.5), ("95 %", 0.95), ("99 %", 0.99)].map { title, level in
          Column(title) { FixedCell.quantile($0.estimate.quantile(level)) }
        })
  }

  init(_ label: String, _ differences: [(name: String, difference: Difference)]) {
    self.label = label
    isDifference = true
    rows = differences.map { Row($0.name, $0.difference) }
  }

  /// The numbers of an estimate or a difference.
  private struct Row {
    let name: String
    let isPartial: Bool
    let principal: MeanEstimate
    let zScore: Double?
    let restricted: MeanEstimate?
    let restrictedZScore: Double?
    let reached: String
    let reachedInterval: String
    let reachedExact: String?
    let reachedZScore: Double?
    let exact: ExactValue?

    init(_ name: String, _ estimate: Estimate) {
      self.name = name
      isPartial = estimate.isPartial
      principal = estimate.principal
      zScore = estimate.zScore
      restricted = estimate.restricted
      restrictedZScore = estimate.restrictedZScore
      reached = EstimateText.percent(estimate.reached)
      reachedInterval = EstimateText.percents(estimate.reachedInterval)
      reachedExact = estimate.exact?.reached.map { EstimateText.percent($0) }
      reachedZScore = estimate.reachedZScore
      exact = estimate.exact
    }

    init(_ name: String, _ difference: Difference) {
      self.name = name
      isPartial = difference.isPartial
      principal = difference.principal
      zScore = difference.zScore
      restricted = difference.restricted
      restrictedZScore = difference.zScore
      reached = EstimateText.points(difference.reached.difference)
      reachedInterval = EstimateText.points(difference.reached.interval(level: Estimate.level))
      reachedExact = difference.exact?.reached.map { EstimateText.points($0) }
      reachedZScore = difference.reachedZScore
      exact = difference.exact
    }
  }

  /// The table of measures with a mean of all players.
  private var means: String? {
    let rows = rows.filter { !$0.isPartial }
    let isKnown = rows.contains { $0.exact?.mean != nil }
    let isSigned = isDifference
    return TerminalTable.text(
      rows,
      [
        Column(label, \.name),
        Column("mean") { FixedCell.number($0.principal.value, isSigned: isSigned) },
        Column("± 95 %") { FixedCell.number($0.principal.reach) },
        Column("sd") { FixedCell.number($0.principal.standardDeviation) },
        Column("exact", if: isKnown) { FixedCell.exact($0.exact?.mean, isSigned: isSigned) },
        Column("z", if: isKnown) { FixedCell.zScore($0.zScore) },
      ])
  }

  /// The table of measures that some players may not reach.
  private var goals: String? {
    let rows = rows.filter(\.isPartial)
    let isRestricted = rows.contains { $0.restricted != nil }
    let isReachKnown = rows.contains { $0.reachedExact != nil }
    let isMeanKnown = rows.contains { $0.exact?.restricted != nil }
    let isSigned = isDifference
    return TerminalTable.text(
      rows,
      [
        Column(label, \.name),
        Column(isDifference ? "reached, % points" : "reached") { Cell.rounded($0.reached) },
        Column("95 % interval", \.reachedInterval),
        Column("exact", if: isReachKnown) { Cell.rounded($0.reachedExact ?? "") },
        Column("z", if: isReachKnown) { FixedCell.zScore($0.reachedZScore) },
        Column("restricted mean", if: isRestricted) {
          FixedCell.number($0.restricted?.value ?? .nan, isSigned: isSigned)
        },
        Column("± 95 %", if: isRestricted) { FixedCell.number($0.restricted?.reach ?? .nan) },
        Column("exact", if: isMeanKnown) {
          FixedCell.exact($0.exact?.restricted, isSigned: isSigned)
        },
        Column("z", if: isMeanKnown) { FixedCell.zScore($0.restrictedZScore) },
      ])
  }
}

/// Cells with the numbers of a simulation.
enum FixedCell {
  /// Returns a number; if signed, with a plus sign too.
  static func number(_ number: Double, isSigned: Bool = false) -> Cell {
    .rounded(EstimateText.number(number, isSigned: isSigned))
  }

  /// Returns an exact value, if signed with a plus sign too; empty if it is unknown.
  static func exact(_ number: Double?, isSigned: Bool) -> Cell {
    .rounded(EstimateText.exact(number, isSigned: isSigned))
  }

  /// Returns the deviation of an estimate in standard errors; empty if it is unknown.
  static func zScore(_ number: Double?) -> Cell { .rounded(EstimateText.zScore(number)) }

  /// Returns a quantile and its interval.
  static func quantile(_ quantile: Estimate.Quantile) -> Cell {
    if quantile.value == .never && quantile.low == .never { return .text("never") }
    return .text("\(text(quantile.value)) (\(text(quantile.low)) to \(text(quantile.high)))")
  }

  private static func text(_ level: Estimate.Level) -> String {
    level == .unknown ? "?" : level.text
  }
}
