/// Intervals for a quantile from the ranks of a sample, whatever law it comes from.
public enum OrderStatistic {
  /// The ranks between which a quantile lies: with X(1) ≤ … ≤ X(n) the sample in order, X(low) to
  /// X(high) holds the true quantile with a chance of at least `level`.
  ///
  /// Each side is missed with a chance of at most (1 − level)/2, by the binomial law of how many of
  /// the sample lie below the quantile (David & Nagaraja, Order Statistics, 7.1).
  ///
  /// - Parameters:
  ///   - quantile: the share below it, from 0 to 1.
  ///   - count: how large the sample is, up to 10¹².
  ///   - level: the chance that the interval holds the quantile.
  /// - Returns: 1-based ranks. When the sample is too small for an end, it is 0 for the low one:
  ///   minus infinity, or the least value there can be; and count + 1 for the high one: infinity, or
  ///   the greatest value there can be.
  public static func ranks(
    quantile: Double, count: Int64, level: Double = 0.95
  ) -> ClosedRange<Int64> {
    guard count > 0, quantile >= 0, quantile <= 1 else { return 0...max(0, count) + 1 }
    let tail = (1 - level) / 2
    // The greatest rank with P(B < rank) ≤ tail: one below it, P(B ≤ rank) is more than the tail.
    let low = Binomial.first(
      in: 0...count, around: Binomial.guess(tail, count, quantile)
    ) { Binomial.cdf($0, trials: count, chance: quantile) > tail }
    // The least rank with P(B ≥ rank) ≤ tail.
    let high = Binomial.first(
      in: 1...count + 1, around: Binomial.guess(1 - tail, count, quantile)
    ) { Binomial.survival($0 - 1, trials: count, chance: quantile) <= tail }
    return low...max(low, high)
  }
}
