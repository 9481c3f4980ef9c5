/// Intervals for a quantile from the ranks of a sample, valid for every distribution.
package enum OrderStatistic {
  /// Returns the ranks between which a quantile lies: with X(1) ≤ … ≤ X(n) the sample in order, the
  /// interval from X(low) to X(high) contains the true quantile with a probability of at least `level`.
  ///
  /// Each side is missed with a probability of at most (1 − level)/2, by the binomial distribution of the number
  /// of sample values below the quantile (David & Nagaraja, Order Statistics, 7.1).
  ///
  /// - Parameters:
  ///   - quantile: the share below the quantile, from 0 to 1.
  ///   - count: the size of the sample, up to 10¹².
  ///   - level: the probability that the interval contains the quantile.
  /// - Returns: 1-based ranks. When the sample is too small for the lower end, it is 0: minus infinity,
  ///   or the least possible value; when it is too small for the upper end, it is count + 1: infinity, or
  ///   the greatest possible value.
  package static func ranks(
    quantile: Double, count: Int64, level: Double = 0.95
  ) -> ClosedRange<Int64> {
    guard count > 0, quantile >= 0, quantile <= 1 else { return 0...max(0, count) + 1 }
    let tail = (1 - level) / 2
    // The greatest rank with P(B < rank) ≤ tail: one below it, P(B ≤ rank) is more than the tail.
    let low = (0...count).first(around: Binomial.guess(tail, count, quantile)) {
      Binomial.cdf($0, trials: count, chance: quantile) > tail
    }
    // The least rank with P(B ≥ rank) ≤ tail.
    let high = (1...count + 1).first(around: Binomial.guess(1 - tail, count, quantile)) {
      Binomial.survival($0 - 1, trials: count, chance: quantile) <= tail
    }
    return low...max(low, high)
  }
}
