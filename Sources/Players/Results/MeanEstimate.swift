package import Chance

/// An estimate of a mean, with its standard error, its 95 % interval, and the methods that reduced its
/// variance.
package struct MeanEstimate: Equatable, Sendable {
  /// The method of computing an interval.
  package enum Method: String, Sendable {
    /// By Student's t.
    case student = "student"
    /// By the rule of three: all players have the same value, so that the sample does not show how far
    /// others may differ.
    case ruleOfThree = "rule of three"
    /// By Wilson's method: the mean is a share of the players. A difference of shares has an interval from those of
    /// both (Newcombe).
    case wilson = "wilson"
  }

  /// The estimated mean; NaN without players.
  package let value: Double
  /// The standard error of the mean; NaN below two players.
  package let standardError: Double
  package let standardDeviation: Double
  /// The 95 % interval.
  package let interval: Interval
  /// The method of computing the interval.
  package let method: Method
  /// The names of the controls that adjusted the mean; empty where it was not adjusted.
  package let controls: [String]
  /// Whether chance was integrated out of cards.
  package let isIntegrated: Bool
  /// The factor by which controls or integration reduced the variance of the mean.
  package let varianceRatio: Double
  /// Whether that factor is the maximum that the number of players can show, and not an estimate.
  package let isRatioCapped: Bool

  /// - Parameters:
  ///   - sums: the sums of the values.
  ///   - adjustment: the adjustment by controls.
  ///   - exact: the exact mean, if it is known: where all players have that value, the interval is a
  ///     point.
  ///   - unit: the deviation of a value that was not observed, for the rule of three.
  package init(
    _ sums: Sums, _ adjustment: Adjustment? = nil, exact: Double? = nil, unit: Double = 1
  ) {
    standardDeviation = sums.variance.squareRoot()
    let plainError = (sums.variance / Double(sums.count)).squareRoot()
    let adjusted = adjustment?.mean(of: sums)
    let mean = adjusted?.mean ?? sums.mean
    let error = adjusted?.standardError ?? plainError
    value = mean
    standardError = error
    isRatioCapped = adjusted?.isCapped ?? false
    let used = adjusted == nil ? nil : adjustment
    controls = used?.names ?? []
    isIntegrated = used?.isIntegrated ?? false
    let ratio = error > 0 ? (plainError / error) * (plainError / error) : .infinity
    varianceRatio = used == nil ? 1 : ratio
    let isKnown = exact.map { abs($0 - mean) <= 1e-9 * max(1, abs(mean)) } ?? false
    let reach: Double
    if plainError == 0, !isKnown {
      method = .ruleOfThree
      reach = 3 / Double(sums.count) * unit
    } else {
      method = .student
      reach =
        error == 0
        ? 0 : error * StudentT.reach95(adjusted?.degreesOfFreedom ?? Double(sums.count) - 1)
    }
    interval = Interval(low: mean - reach, high: mean + reach)
  }

  /// Creates an estimate of a share of the players.
  ///
  /// - Parameter sums: the sums of values of 1 and 0.
  init(shareOf sums: Sums) {
    self.init(
      share: sums,
      Proportion.wilson(
        successes: Int64(clamping: sums.sum), trials: sums.count, level: Estimate.level))
  }

  /// Creates an estimate of the difference of two shares of the same players.
  ///
  /// - Parameters:
  ///   - sums: the sums of the differences, each 1, 0 or −1.
  ///   - first: the number of players that the first share counts.
  init(differenceOfShares sums: Sums, first: Int64) {
    let (sum, changes) = (Int64(clamping: sums.sum), Int64(clamping: sums.squares))
    let (gained, lost) = ((changes + sum) / 2, (changes - sum) / 2)
    let counts = PairedCounts(
      both: first - lost, onlyFirst: lost, onlySecond: gained, neither: sums.count - first - gained)
    self.init(share: sums, counts.interval(level: Estimate.level))
  }

  private init(share sums: Sums, _ interval: Interval) {
    value = sums.mean
    standardDeviation = sums.variance.squareRoot()
    standardError = (sums.variance / Double(sums.count)).squareRoot()
    self.interval = interval
    method = .wilson
    (controls, isIntegrated, varianceRatio, isRatioCapped) = ([], false, 1, false)
  }

  /// The half width of the interval; of one that is not symmetric, the wider half.
  package var reach: Double {
    method == .wilson ? max(interval.high - value, value - interval.low) : interval.high - value
  }

  /// The half width of the interval over the mean; 0 where all players have the same value, infinite
  /// where there are fewer than two players or the mean is 0.
  package var precision: Double {
    if standardError == 0 { return 0 }
    return standardError.isFinite ? reach / abs(value) : .infinity
  }

  /// Returns the deviation of the estimate from an exact value, in standard errors; `nil` where there is
  /// no exact value, or the standard error is 0.
  package func zScore(_ exact: Double?) -> Double? {
    guard let exact, standardError > 0 else { return nil }
    return (value - exact) / standardError
  }
}
