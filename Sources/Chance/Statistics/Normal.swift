internal import RealModule

/// The standard normal distribution.
package enum Normal {
  /// Returns the density at `z`.
  package static func density(_ z: Double) -> Double {
    .exp(-z * z / 2) / .sqrt(Deviation.twoPi)
  }

  /// Returns the `z` that a share `p` of the distribution lies below: −∞ at 0, +∞ at 1, NaN outside.
  ///
  /// The method is a rational approximation (Abramowitz & Stegun 26.2.23), then Newton's method: on the
  /// error function in the middle, on the logarithm of the tail outside.
  package static func quantile(_ p: Double) -> Double {
    guard p >= 0, p <= 1 else { return .nan }
    if p == 0 { return -.infinity }
    if p == 1 { return .infinity }
    let middle = p - 0.5
    if abs(middle) <= 0.3 {
      var z = middle * .sqrt(Deviation.twoPi)
      for _ in 0..<20 {
        let step = (0.5 * .erf(z / .sqrt(2)) - middle) / density(z)
        z -= step
        if abs(step) <= 1e-17 * abs(z) { break }
      }
      return z
    }
    return p < 0.5 ? lowerQuantile(p) : -lowerQuantile(1 - p)
  }

  /// Returns the half width of an interval of a given level, in standard errors.
  package static func reach(_ level: Double) -> Double { -quantile((1 - level) / 2) }

  private static func lowerQuantile(_ p: Double) -> Double {
    let t = Double.sqrt(-2 * .log(p))
    let top = 2.515_517 + t * (0.802_853 + t * 0.010_328)
    let bottom = 1 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308))
    var z = t - top / bottom
    for _ in 0..<20 {
      let (logarithm, hazard) = outer(z)
      let step = (logarithm - .log(p)) / hazard
      z += step
      if abs(step) <= 1e-16 * abs(z) { break }
    }
    return -z
  }

  /// Returns the logarithm of the probability of more than `z`, and the density over that probability.
  private static func outer(_ z: Double) -> (logarithm: Double, hazard: Double) {
    if z < 25 {
      let tail = survival(z)
      return (.log(tail), density(z) / tail)
    }
    // Abramowitz & Stegun 26.2.12: 1 − 1/z² + 3/z⁴ − 15/z⁶ + …; the tail itself would underflow.
    let inverse = 1 / (z * z)
    var (sum, term) = (1.0, 1.0)
    for odd in stride(from: 1.0, through: 15, by: 2) {
      term *= -odd * inverse
      sum += term
    }
    return (.log(sum / z) - z * z / 2 - Deviation.halfLogTwoPi, z / sum)
  }

  /// Returns the probability of more than `z`. Rounding z/√2 would lose three digits in the far tail, so
  /// the rounding error of the square in the exponent is corrected.
  package static func survival(_ z: Double) -> Double {
    let r = z / .sqrt(2)
    let tail = 0.5 * Double.erfc(r)
    guard z > 1, z < 40 else { return tail }
    let (square, half) = (r * r, z * z / 2)
    let squareRest = (-square).addingProduct(r, r)
    let halfRest = (-2 * half).addingProduct(z, z) / 2
    return tail * (1 + (square - half) + (squareRest - halfRest))
  }
}
