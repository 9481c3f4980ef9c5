internal import RealModule

/// The regularised incomplete gamma functions P(a, x) and Q(a, x) = 1 − P(a, x).
///
/// The smaller of the two is computed directly, so that a far tail has as many correct digits as the
/// middle: about 12, for a from ½ to 10¹². Methods: the power series and the continued fraction of
/// Abramowitz & Stegun 6.5.29 and 6.5.31 up to a = 30, numerical integration from the edge of the tail
/// above.
package enum IncompleteGamma {
  /// Returns Q(a, x): the probability that a gamma variable of shape a and scale 1 is greater than x.
  ///
  /// - Returns: NaN unless a > 0 and x ≥ 0.
  package static func upper(_ a: Double, _ x: Double) -> Double {
    tails(a, x)?.upper ?? .nan
  }

  /// Returns the x at which Q(a, x) is `q`, for a > 0 and q from 0 to 1.
  package static func inverseUpper(_ a: Double, _ q: Double) -> Double {
    guard a > 0, q >= 0, q <= 1 else { return .nan }
    if q == 0 { return .infinity }
    if q == 1 { return 0 }
    return q > 0.5 ? root(a, 1 - q, isUpper: false) : root(a, q, isUpper: true)
  }

  /// Returns x^a·exp(−x)/Γ(a): x times the density of the gamma distribution.
  static func density(_ a: Double, _ x: Double) -> Double {
    if x == 0 { return 0 }
    if a < 10 {
      let factor = Double.pow(x, a) * .exp(-x) / .gamma(a)
      // Where the power overflows or the exponential underflows, the logarithms are precise enough.
      if factor > 0 && factor.isFinite { return factor }
      return .exp(a * .log(x) - x - .logGamma(a))
    }
    let deviation = a * Deviation.logRatioMinus(x / a, (x - a) / a)
    return .sqrt(a / Deviation.twoPi) * .exp(deviation - Deviation.stirling(a))
  }

  /// Returns P(a, x) and Q(a, x); `nil` unless a > 0 and x ≥ 0.
  static func tails(_ a: Double, _ x: Double) -> (lower: Double, upper: Double)? {
    guard a > 0, x >= 0, a.isFinite else { return nil }
    if x == 0 { return (0, 1) }
    if x == .infinity { return (1, 0) }
    let density = density(a, x)
    if x < a || a < 30 && x < a + 1 {
      let tail = density * (a < 30 ? series(a, x) : integral(a, x, isUpper: false))
      return (tail, 1 - tail)
    }
    let tail = density * (a < 30 ? fraction(a, x) : integral(a, x, isUpper: true))
    return (1 - tail, tail)
  }

  /// Returns P(a, x) over the density: Σ xⁿ/(a(a+1)…(a+n)).
  private static func series(_ a: Double, _ x: Double) -> Double {
    var term = 1 / a
    var sum = term
    var n = 1.0
    while term > 1e-17 * sum {
      term *= x / (a + n)
      sum += term
      n += 1
    }
    return sum
  }

  /// Returns Q(a, x) over the density, by Lentz's method, for x > a.
  private static func fraction(_ a: Double, _ x: Double) -> Double {
    var b = x + 1 - a
    return ContinuedFraction.value(first: 1 / b, most: 10_000) { n in
      b += 2
      return (-n * (n - a), b)
    }
  }

  /// Returns a tail over the density, by integration from x outwards.
  private static func integral(_ a: Double, _ x: Double, isUpper: Bool) -> Double {
    // With t = x(1 ± v) the exponent is ±((a−1) − x)v + (a−1)(log(1 ± v) ∓ v).
    let slope = a - 1 - x
    let width = 1 / max(abs(slope), .sqrt(a))
    if isUpper {
      return TailIntegral.value(width: width, end: .infinity) { v in
        slope * v + (a - 1) * Deviation.logOnePlusMinus(v)
      }
    }
    return TailIntegral.value(width: width, end: 1) { v in
      v < 1 ? -slope * v + (a - 1) * Deviation.logOnePlusMinus(-v) : -.infinity
    }
  }

  /// Returns the x of a tail, by Newton's method on the logarithm of the tail as a function of log x.
  /// Both tails are log-concave there, so that each step from any start lands on the far side of the
  /// root, and later steps approach it from there, without overshooting.
  private static func root(_ a: Double, _ tail: Double, isUpper: Bool) -> Double {
    let z = Normal.quantile(tail) * (isUpper ? -1 : 1)
    // Wilson & Hilferty (1931): the cube root of a gamma variable is nearly normal.
    let cube = 1 - 1 / (9 * a) + z / (3 * .sqrt(a))
    var x = cube > 0.1 ? a * cube * cube * cube : .exp((.log(tail) + .logGamma(a + 1)) / a)
    if !isUpper && x > a { x = a }
    if x < 1e-300 { return x }
    for _ in 0..<100 {
      guard let tails = tails(a, x) else { return .nan }
      let value = isUpper ? tails.upper : tails.lower
      if value == 0 {
        // Beyond the range of Double: back towards the middle.
        x *= isUpper ? 0.5 : 2
        continue
      }
      let slope = density(a, x) / value * (isUpper ? -1 : 1)
      let step = (.log(value) - .log(tail)) / slope
      let next = x * .exp(-max(-2, min(2, step)))
      if abs(next - x) <= 2e-16 * x { return next }
      x = next
    }
    return x
  }
}
