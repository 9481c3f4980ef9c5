internal import RealModule

/// Student's t law: the law of a mean of few numbers, over its estimated standard error.
public enum StudentT {
  /// Returns the probability of more than `t` with `df` degrees of freedom.
  public static func survival(_ t: Double, df: Double) -> Double {
    guard df > 0, !t.isNaN else { return .nan }
    if t.isInfinite { return t > 0 ? 0 : 1 }
    if t < 0 { return 1 - survival(-t, df: df) }
    // With x = df/(df + t²) the tail is I(x; df/2, ½)/2.
    let square = t * t
    let (x, y) = (df / (df + square), square / (df + square))
    guard let tails = IncompleteBeta.tails(x, y, df / 2, 0.5) else { return .nan }
    return tails.lower / 2
  }

  /// Returns the probability of at most `t` with `df` degrees of freedom.
  public static func cdf(_ t: Double, df: Double) -> Double { survival(-t, df: df) }

  /// Returns the `t` that a share `p` of the law lies below: −∞ at 0, +∞ at 1, NaN outside.
  public static func quantile(_ p: Double, df: Double) -> Double {
    guard p >= 0, p <= 1, df > 0 else { return .nan }
    if p == 0 { return -.infinity }
    if p == 1 { return .infinity }
    if p == 0.5 { return 0 }
    return p < 0.5 ? -upper(p, df) : upper(1 - p, df)
  }

  /// Returns the t that is exceeded with probability `tail` < ½.
  private static func upper(_ tail: Double, _ df: Double) -> Double {
    // Near the middle t is small, and so is y = t²/(df + t²), which the mirrored law computes exactly.
    let point =
      tail < 0.25
      ? IncompleteBeta.lowerPoint(2 * tail, df / 2, 0.5)
      : IncompleteBeta.upperPoint(1 - 2 * tail, df / 2, 0.5)
    return .sqrt(df * point.y / point.x)
  }
}
