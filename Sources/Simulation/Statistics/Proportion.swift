internal import RealModule

/// Intervals for a chance of which some successes in some trials were seen.
public enum Proportion {
  /// The score interval of Wilson (1927): near its level on average, short, never outside 0 to 1.
  ///
  /// - Parameters:
  ///   - successes: how many trials succeeded, 0 to `trials`.
  ///   - trials: how many there were; with none the interval is 0 to 1.
  ///   - level: the share of such intervals that hold the true chance, about.
  public static func wilson(
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

  /// The interval of Clopper & Pearson (1934): holds the true chance at least as often as its level
  /// says, whatever the chance; longer for that.
  ///
  /// - Parameters:
  ///   - successes: how many trials succeeded, 0 to `trials`.
  ///   - trials: how many there were; with none the interval is 0 to 1.
  ///   - level: the share of such intervals that hold the true chance, at least.
  public static func clopperPearson(
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
