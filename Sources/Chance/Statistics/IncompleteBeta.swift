internal import RealModule

/// The regularised incomplete beta function I(x; a, b): the probability that a beta variable is at most
/// x.
///
/// The smaller of the two tails is computed directly, to about 12 digits for a and b from ½ to
/// 10¹². Methods: the continued fraction of DiDonato & Morris (Algorithm 708, 1992, formula 9) where a
/// or b is below 30, numerical integration from the edge of the tail otherwise.
package enum IncompleteBeta {
  /// Returns I(x; a, b).
  ///
  /// - Returns: NaN unless a and b are positive and x is from 0 to 1.
  package static func lower(_ x: Double, _ a: Double, _ b: Double) -> Double {
    tails(x, 1 - x, a, b)?.lower ?? .nan
  }

  /// Returns 1 − I(x; a, b), with full precision where it is small.
  ///
  /// - Returns: NaN unless a and b are positive and x is from 0 to 1.
  package static func upper(_ x: Double, _ a: Double, _ b: Double) -> Double {
    tails(x, 1 - x, a, b)?.upper ?? .nan
  }

  /// A point of the unit interval with its distances from both ends, each to full precision.
  struct Point {
    var x: Double
    var y: Double
  }

  /// Returns the point above which the distribution has the probability `tail`, at most ½.
  static func upperPoint(_ tail: Double, _ a: Double, _ b: Double) -> Point {
    let mirrored = lowerPoint(tail, b, a)
    return Point(x: mirrored.y, y: mirrored.x)
  }

  /// Returns the point below which the distribution has the probability `tail`, at most ½.
  ///
  /// It uses Newton's method on the logarithm of the tail as a function of v = log(x/(1−x)), where it is
  /// concave and increasing: from any start the first step lands at or below the root, and later steps
  /// climb towards it.
  static func lowerPoint(_ tail: Double, _ a: Double, _ b: Double) -> Point {
    let spread = Double.sqrt(1 / a + 1 / b)
    var v = Double.log(a / b) + Normal.quantile(tail) * spread
    // Where the distribution is far from a bell, its lower tail is nearly a power: x^a/(a·B(a, b)).
    if min(a, b) < 2 { v = min(v, .log(a / b)) }
    for _ in 0..<200 {
      let point = point(v)
      guard let tails = tails(point.x, point.y, a, b) else { break }
      if tails.lower == 0 {
        v += 1
        continue
      }
      let slope = density(point.x, point.y, a, b) / tails.lower
      let step = (.log(tails.lower) - .log(tail)) / slope
      v -= max(-20, min(20, step))
      if abs(step) <= 1e-16 * max(1, abs(v)) { break }
    }
    return point(v)
  }

  private static func point(_ v: Double) -> Point {
    let small = Double.exp(-abs(v)) / (1 + .exp(-abs(v)))
    let large = 1 / (1 + .exp(-abs(v)))
    return v < 0 ? Point(x: small, y: large) : Point(x: large, y: small)
  }

  /// Returns x^a·y^b/B(a, b), with y = 1 − x: the density of the distribution times x·y.
  static func density(_ x: Double, _ y: Double, _ a: Double, _ b: Double) -> Double {
    if x <= 0 || y <= 0 { return 0 }
    let n = a + b
    if min(a, b) < 10 {
      // The smaller parameter by its gamma function, the larger by Stirling's formula:
      // Γ(n)/Γ(large) without cancellation.
      let (small, large, near, far) = a < b ? (a, b, x, y) : (b, a, y, x)
      if n < 10 {
        return .exp(
          a * logarithm(x, y) + b * logarithm(y, x) + .logGamma(n) - .logGamma(a) - .logGamma(b))
      }
      let ratio =
        Deviation.stirling(n) - Deviation.stirling(large)
        + (large - 0.5) * .log(onePlus: small / large) - small
      return .exp(
        small * .log(near * n) + large * logarithm(far, near) + ratio - .logGamma(small))
    }
    let d = distance(x, y, a, b)
    let exponent =
      a * Deviation.logRatioMinus(n / a * x, d / a)
      + b * Deviation.logRatioMinus(n / b * y, -d / b)
    let correction = Deviation.stirling(n) - Deviation.stirling(a) - Deviation.stirling(b)
    return .sqrt(a / n * b / Deviation.twoPi) * .exp(exponent + correction)
  }

  /// Returns log x, from 1 − x where that is the more exact.
  private static func logarithm(_ x: Double, _ y: Double) -> Double {
    x > 0.5 ? .log(onePlus: -y) : .log(x)
  }

  /// Returns (a+b)·x − a with one rounding, from the nearer end.
  private static func distance(_ x: Double, _ y: Double, _ a: Double, _ b: Double) -> Double {
    x <= y ? (-a).addingProduct(a + b, x) : b.addingProduct(-(a + b), y)
  }

  static func tails(
    _ x: Double, _ y: Double, _ a: Double, _ b: Double
  ) -> (lower: Double, upper: Double)? {
    guard a > 0, b > 0, a.isFinite, b.isFinite, x >= 0, x <= 1 else { return nil }
    if x == 0 { return (0, 1) }
    if y == 0 { return (1, 0) }
    let isLower = x * (a + b + 2) <= a + 1
    let (x, y, a, b) = isLower ? (x, y, a, b) : (y, x, b, a)
    let tail =
      density(x, y, a, b)
      * (min(a, b) < 30 ? fraction(x, y, a, b) : integral(x, y, a, b))
    return isLower ? (tail, 1 - tail) : (1 - tail, tail)
  }

  /// Returns the lower tail over `density`: the continued fraction by Lentz's method, for x up to about
  /// the mean. This form, the even part of the usual one, loses no digits where the distribution is concentrated
  /// near 0 or 1.
  private static func fraction(_ x: Double, _ y: Double, _ a: Double, _ b: Double) -> Double {
    let lambda = -distance(x, y, a, b)
    return ContinuedFraction.value(first: (a + 1) / (a * (lambda + 1)), most: 100_000) { n in
      let even = a + 2 * n
      let rest = n * (b - n) * x / (even - 1)
      return (
        rest * (a + n - 1) / (even - 1) * (a + b + n - 1) * x,
        n + rest + (a + n) / (even + 1) * (lambda + 1 + n * (1 + y))
      )
    }
  }

  /// Returns the lower tail over `density`, by integration from x down.
  private static func integral(_ x: Double, _ y: Double, _ a: Double, _ b: Double) -> Double {
    // With t = x(1 − v) and odds = x/y, the exponent is
    // (a−1)·log(1 − v) + (b−1)·log(1 + odds·v) = slope·v + terms without a linear one.
    let odds = x / y
    let slope = (distance(x, y, a, b) - 2 * x + 1) / y
    let width = 1 / max(abs(slope), .sqrt((a - 1) + (b - 1) * odds * odds))
    return TailIntegral.value(width: width, end: 1) { v in
      guard v < 1 else { return -.infinity }
      return slope * v + (a - 1) * Deviation.logOnePlusMinus(-v)
        + (b - 1) * Deviation.logOnePlusMinus(odds * v)
    } / y
  }
}
