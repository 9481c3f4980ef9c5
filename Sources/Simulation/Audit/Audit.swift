internal import Rules

/// Observed counts held against the rates they should have come from.
public struct Audit: Equatable, Sendable {
  /// Draws that all have the same chances.
  public struct Stratum: Equatable, Sendable {
    /// The chance of each cell, summing to 1.
    public var chances: [Double]
    /// How often each cell was drawn.
    public var counts: [Int64]

    /// Makes a stratum.
    public init(chances: [Double], counts: [Int64]) {
      self.chances = chances
      self.counts = counts
    }
  }

  /// A p-value that may be missing, and then says why.
  public enum Exact: Equatable, Sendable {
    /// The p-value.
    case value(Double)
    /// Why there is none.
    case missing(String)
  }

  /// What a draw can bring, as observed and expected.
  public let cells: [AuditCell]
  /// How many draws there were.
  public let draws: Int64
  /// Pearson's statistic; infinite when something was drawn that cannot be.
  public let chiSquare: Double
  /// Its degrees of freedom: the cells that can be drawn, less one.
  public let df: Int
  /// The chance of such a statistic or a greater one when the rates are right.
  public let pValue: Double
  /// The likelihood-ratio statistic G (Wilks); `nil` where draws differ in their chances.
  public let g: Double?
  /// Its p-value.
  public let gPValue: Double?
  /// The p-value of the exact multinomial test.
  public let exact: Exact
  /// Whether all draws have the same chances.
  public let isHomogeneous: Bool
  /// The level of the intervals.
  public let level: Double

  /// Holds counts against rates.
  ///
  /// - Parameters:
  ///   - counts: how often each cell was drawn.
  ///   - rates: the rates that were promised, one for each count.
  ///   - labels: what the cells are called; their numbers from 1 unless given.
  ///   - level: the level of the intervals.
  ///   - power: what the test is to see, for the deviations that would go unseen.
  /// - Throws: `AuditError` when the lists do not fit each other or are too long, a count is negative,
  ///   all are 0, or their sum is past 64 bits.
  public init(
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

  /// Holds what was drawn under one or several laws against them.
  ///
  /// With one law this is Pearson's test (1900). With several, as of several categories or under
  /// pity, where the chances of each draw depend on those before, the expected counts are the sums
  /// of the chances that each draw had at its place. Observed less expected is then a martingale,
  /// whose covariance is the sum of the draws' own, and the quadratic form in its inverse is
  /// chi-square distributed for many draws (martingale central limit theorem: Hall & Heyde 1980,
  /// 3.2); with one law it is Pearson's statistic itself.
  ///
  /// - Parameters:
  ///   - strata: draws that have the same chances, each with its counts in the order of the labels.
  ///   - labels: what the cells are called.
  ///   - level: the level of the intervals.
  ///   - power: what the test is to see, for the deviations that would go unseen.
  ///   - mostOutcomes: how many outcomes the exact test may go through; 0 for no exact test.
  public init(
    _ strata: [Stratum], labels: [String], level: Double = 0.95, power: AuditPower = AuditPower(),
    mostOutcomes: Int64 = Audit.mostOutcomes
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
    // How far a rate may be off and yet probably go unseen: δ² = λ/n·p(1 − p).
    let share =
      isHomogeneous && sums.draws > 0 && rank > 0
      ? power.noncentrality(df: rank) / Double(sums.draws) : nil
    cells = labels.indices.map { sums.cell($0, label: labels[$0], level: level, share: share) }
  }

  /// The most cells of counts that are given.
  public static let mostCells = 10_000

  /// The most outcomes that the exact test goes through unless more or fewer are allowed: a tenth of
  /// a second's work.
  public static let mostOutcomes: Int64 = 3_000_000

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

  /// The p-value to go by: the exact one where there is one.
  public var decisivePValue: Double {
    if case .value(let value) = exact { value } else { pValue }
  }

  /// What was drawn although it cannot be.
  public var impossible: [String] { cells.filter(\.isImpossible).map(\.label) }

  /// The cells of which fewer than five were to be expected, so that chi-square and G are rough
  /// (Cochran 1954).
  public var sparse: [String] {
    cells.filter { $0.expected > 0 && $0.expected < 5 }.map(\.label)
  }
}
