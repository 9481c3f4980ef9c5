internal import RealModule

/// Intervals for a probability, from a number of successes in a number of trials.
package enum Proportion {
  /// Returns the score interval of Wilson (1927): near its level on average, short, always within 0 to 1.
  ///
  /// - Parameters:
  ///   - successes: the number of successes, 0 to `trials`.
  ///   - trials: the number of trials; with none the interval is 0 to 1.
  ///   - level: the approximate share of such intervals that contain the true probability.
  package static func wilson(
    successes: Int64, trials: Int64, level: Double = 0.95
  ) -> Interval {
    guard trials > 0 else { return Interval(low: 0, high: 1) }
    let n = Double(trials)
    let (p, q) = (Double(successes) / n, Double(trials - successes) / n)
    let z = Normal.reach(level)
    let share = z * z / n
    let centre = p + share / 2
    let half = Double.sqrt(share * (p * q + share / 4))
    let high = successes == trials ? 1 : min(1, (centre + half) / (1 + share))
    // The ends are the roots of a quadratic whose product is p²/(1 + share): no cancellation.
    let low = successes == 0 ? 0 : p * p / (1 + share) / ((centre + half) / (1 + share))
    return Interval(low: low, high: high)
  }

  /// Returns the interval of Clopper & Pearson (1934): it contains the true probability at least as often
  /// as its level says, for every probability, and is longer for that.
  ///
  /// - Parameters:
  ///   - successes: the number of successes, 0 to `trials`.
  ///   - trials: the number of trials; with none the interval is 0 to 1.
  ///   - level: the minimum share of such intervals that contain the true probability.
  package static func clopperPearson(
    successes: Int64, trials: Int64, level: Double = 0.95
  ) -> Interval {
    guard trials > 0 else { return Interval(low: 0, high: 1) }
    let tail = (1 - level) / 2
    let (k, rest) = (Double(successes), Double(trials - successes))
    return Interval(
      low: successes == 0 ? 0 : IncompleteBeta.lowerPoint(tail, k, rest + 1).x,
      high: successes == trials ? 1 : IncompleteBeta.upperPoint(tail, k + 1, rest).x)
  }
}
