import Chance
internal import FlintRules

/// A comparison of observed counts with the rates they should follow, by goodness-of-fit tests.
package struct Audit: Equatable, Sendable {
  /// Draws that all have the same chances.
  struct Stratum {
    /// The chance of each cell, summing to 1.
    var chances: [Double]
    /// The number of times each cell was drawn.
    var counts: [Int64]
  }

  /// A p-value, or the reason why there is none.
  package enum Exact: Equatable, Sendable {
    case value(Double)
    /// The reason why there is no p-value.
    case missing(String)
  }

  /// The possible outcomes of a draw, with observed and expected counts.
  package let cells: [AuditCell]
  package let draws: Int64
  /// Pearson's statistic; infinite when an impossible outcome was drawn.
  package let chiSquare: Double
  /// The degrees of freedom of `chiSquare`: the number of possible outcomes, less one.
  package let df: Int
  /// The probability of a statistic at least as great when the rates are right.
  package let pValue: Double
  /// The likelihood-ratio statistic G (Wilks); `nil` where draws differ in their chances.
  package let g: Double?
  /// The p-value of `g`.
  package let gPValue: Double?
  /// The p-value of the exact multinomial test.
  package let exact: Exact
  /// Whether all draws have the same chances.
  package let isHomogeneous: Bool
  /// The confidence level of the intervals.
  package let level: Double

  /// - Parameters:
  ///   - counts: the number of times each cell was drawn.
  ///   - rates: the promised rates, one for each count.
  ///   - labels: the names of the cells (default: their numbers from 1).
  ///   - level: the confidence level of the intervals.
  ///   - power: the required power of the test, for the range of undetectable deviations.
  /// - Throws: `AuditError` when the lists differ in length or are too long, a count is negative, all
  ///   counts are 0, or their sum exceeds 64 bits.
  package init(
    counts: [Int64], rates: AuditRates, labels: [String]? = nil, level: Double = 0.95,
    power: AuditPower = AuditPower()
  ) throws(AuditError) {
    let rates = rates.rates
    guard counts.count <= Audit.mostCells else {
      throw AuditError(.counts, expected: "at most \(Audit.mostCells)", found: "\(counts.count)")
    }
    guard counts.count == rates.count else {
      throw AuditError(
        .counts, expected: "\(rates.count), one for each rate", found: "\(counts.count)")
    }
    if let labels, labels.count != rates.count {
      throw AuditError(
        .labels, expected: "\(rates.count), one for each rate", found: "\(labels.count)")
    }
    var sum: Int64 = 0
    for count in counts {
      guard count >= 0 else {
        throw AuditError(.counts, expected: "whole numbers from 0", found: "\(count)")
      }
      let (next, isTooLarge) = sum.addingReportingOverflow(count)
      guard !isTooLarge else {
        throw AuditError(.counts, expected: "a sum of less than 2^63", found: "more")
      }
      sum = next
    }
    guard sum > 0 else {
      throw AuditError(.counts, expected: "at least one draw", found: "none")
    }
    self.init(
      [Stratum(chances: rates.map(\.approximation), counts: counts)],
      labels: labels ?? rates.indices.map { "\($0 + 1)" }, level: level, power: power)
  }

  /// Compares draws under one or several distributions with those distributions.
  ///
  /// With one distribution this is Pearson's test (1900). With several, as of several categories or under
  /// pity, where the chances of each draw depend on those before, the expected counts are the sums
  /// of the chances that each draw had  when it was made. Observed less expected is then a martingale,
  /// whose covariance is the sum of the draws' own, and the quadratic form in its inverse is
  /// chi-square distributed for many draws (martingale central limit theorem: Hall & Heyde 1980,
  /// 3.2); with one distribution it is Pearson's statistic itself.
  ///
  /// - Parameters:
  ///   - strata: draws that have the same chances, each with its counts in the order of the labels.
  ///   - labels: the names of the cells.
  ///   - level: the confidence level of the intervals.
  ///   - power: the required power of the test, for the range of undetectable deviations.
  ///   - mostOutcomes: the maximum number of outcomes that the exact test enumerates; 0 for no exact
  ///     test.
  ///   - nominal: the rates of the first cells in the drop table.
  init(
    _ strata: [Stratum], labels: [String], level: Double = 0.95, power: AuditPower = AuditPower(),
    mostOutcomes: Int64 = Audit.mostOutcomes, nominal: [Fraction] = []
  ) {
    let strata = strata.filter { $0.counts.contains { $0 > 0 } }
    let sums = AuditSums(strata, cells: labels.count)
    draws = sums.draws
    self.level = level
    isHomogeneous = strata.count <= 1
    let isImpossible = sums.isImpossible
    let (statistic, rank) = isHomogeneous ? sums.pearson : sums.quadraticForm
    chiSquare = isImpossible ? .infinity : statistic
    df = rank
    pValue = isImpossible ? 0 : ChiSquare.survival(statistic, df: Double(rank))
    g = isHomogeneous ? (isImpossible ? .infinity : sums.likelihoodRatio) : nil
    gPValue = g.map { $0.isInfinite ? 0 : ChiSquare.survival($0, df: Double(rank)) }
    exact = Audit.exact(sums, isHomogeneous: isHomogeneous, mostOutcomes)
    // The deviation of a rate that would probably go undetected: δ² = λ/n·p(1 − p).
    let share =
      isHomogeneous && sums.draws > 0 && rank > 0
      ? power.noncentrality(df: rank) / Double(sums.draws) : nil
    var cells = labels.indices.map {
      sums.cell($0, label: labels[$0], level: level, share: share)
    }
    for (index, rate) in zip(cells.indices, nominal) {
      cells[index].nominalRate = rate.approximation
    }
    self.cells = cells
  }

  /// The maximum number of cells.
  package static let mostCells = 10_000

  /// The default maximum number of outcomes that the exact test enumerates: a tenth of a second's work.
  package static let mostOutcomes: Int64 = 3_000_000

  private static func exact(
    _ sums: AuditSums, isHomogeneous: Bool, _ mostOutcomes: Int64
  ) -> Exact {
    if sums.isImpossible { return .value(0) }
    guard isHomogeneous else { return .missing("draws differ in their rates") }
    guard mostOutcomes > 0 else { return .missing("not asked for") }
    let possible = sums.expected.indices.filter { sums.expected[$0] > 0 }
    let outcomes = ExactMultinomial.outcomes(draws: sums.draws, cells: possible.count)
    guard let outcomes, outcomes <= mostOutcomes else {
      return .missing(
        (outcomes.map { "there are \($0)" } ?? "there are more than 1000000000000000000")
          + " outcomes to go through, more than \(mostOutcomes)")
    }
    let draws = Double(max(1, sums.draws))
    return .value(
      ExactMultinomial.pValue(
        counts: possible.map { sums.observed[$0] },
        chances: possible.map { sums.expected[$0] / draws }))
  }

  /// The p-value that decides: the exact one where it exists.
  package var decisivePValue: Double { exactPValue ?? pValue }

  /// The labels of the cells that were drawn although their rates are 0.
  package var impossible: [String] { cells.filter(\.isImpossible).map(\.label) }

  /// The labels of the cells with expected counts below five, which make chi-square and G rough (Cochran
  /// 1954).
  package var sparse: [String] {
    cells.filter { $0.expected > 0 && $0.expected < 5 }.map(\.label)
  }
}
