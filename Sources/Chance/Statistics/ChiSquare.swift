internal import RealModule

/// The chi-square distribution: sums of squares of standard normal numbers.
package enum ChiSquare {
  /// Returns the probability of more than `statistic` with `df` degrees of freedom: the p-value of a
  /// chi-square test. Without degrees of freedom nothing can deviate: 1 at 0, 0 above.
  package static func survival(_ statistic: Double, df: Double) -> Double {
    if df == 0 { return statistic > 0 ? 0 : 1 }
    return IncompleteGamma.upper(df / 2, statistic / 2)
  }

  /// Returns the statistic that is exceeded with probability `alpha`.
  package static func critical(alpha: Double, df: Double) -> Double {
    2 * IncompleteGamma.inverseUpper(df / 2, alpha)
  }

  /// Returns the probability that a noncentral variable exceeds `statistic`: the power of a chi-square
  /// test whose expected rates are off by `noncentrality` = n·Σ(actual − expected)²/expected.
  ///
  /// The distribution is a Poisson mixture of central distributions (Johnson, Kotz & Balakrishnan, chapter 29).
  package static func survival(
    _ statistic: Double, df: Double, noncentrality: Double
  ) -> Double {
    guard statistic > 0, df > 0, noncentrality >= 0 else { return statistic <= 0 ? 1 : .nan }
    let (x, mean) = (statistic / 2, noncentrality / 2)
    if mean == 0 { return survival(statistic, df: df) }
    // Weights below 10⁻²⁰ of the total are omitted on either side.
    let reach = 10 * Double.sqrt(mean) + 50
    let first = max(0, (mean - reach).rounded(.down))
    var shape = df / 2 + first
    var tail = IncompleteGamma.upper(shape, x)
    var sum = 0.0
    var j = first
    while j <= mean + reach {
      sum += poisson(j, mean) * tail
      // Q(a + 1, x) = Q(a, x) + x^a·exp(−x)/Γ(a + 1).
      tail += IncompleteGamma.density(shape, x) / shape
      shape += 1
      j += 1
    }
    return min(1, sum)
  }

  /// Returns the noncentrality at which a test of level `alpha` has a given power: Cohen's λ.
  ///
  /// - Returns: 0 when the power is no more than `alpha`.
  package static func noncentrality(alpha: Double, df: Double, power: Double) -> Double {
    guard alpha > 0, alpha < 1, power < 1, df > 0 else { return .nan }
    if power <= alpha { return 0 }
    let critical = critical(alpha: alpha, df: df)
    var (low, high) = (0.0, 1.0)
    while survival(critical, df: df, noncentrality: high) < power {
      low = high
      high *= 2
    }
    while high - low > 1e-13 * high {
      let middle = (low + high) / 2
      if middle <= low || middle >= high { break }
      if survival(critical, df: df, noncentrality: middle) < power {
        low = middle
      } else {
        high = middle
      }
    }
    return (low + high) / 2
  }

  private static func poisson(_ j: Double, _ mean: Double) -> Double {
    j == 0 ? .exp(-mean) : IncompleteGamma.density(j, mean) / j
  }
}
