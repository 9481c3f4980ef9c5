internal import RealModule

/// Integrals of exp(h) from 0 up, for a smooth concave h with h(0) = 0: the tail of a density
/// divided by the density at its edge.
///
/// Continued fractions for such tails take about √a steps, which at a = 10¹² is both slow and, by
/// rounding, inexact. Scaled by its own width the integrand resembles a section of a bell or of an
/// exponential for every a, so that a fixed number of Gauss–Legendre points integrates it to full
/// precision.
enum TailIntegral {
  /// The negative logarithm of the values of the integrand that are negligible: exp(−46) ≈ 10⁻²⁰.
  private static let depth = 46.0
  private static let panels = 10
  /// The positive nodes and the weights of Gauss–Legendre quadrature with 16 points (Abramowitz & Stegun,
  /// table 25.4), to a few units of their last digits.
  private static let rule: [(node: Double, weight: Double)] = [
    (0.9894009349916499, 0.027152459411754058), (0.9445750230732326, 0.062253523938647776),
    (0.8656312023878318, 0.0951585116824929), (0.755404408355003, 0.12462897125553395),
    (0.6178762444026438, 0.14959598881657682), (0.45801677765722737, 0.16915651939500256),
    (0.2816035507792589, 0.1826034150449236), (0.09501250983763744, 0.18945061045506847),
  ]

  /// Returns the integral from 0 to `end`, or to the point where the integrand is negligible.
  ///
  /// - Parameters:
  ///   - width: the order of magnitude over which the integrand falls.
  ///   - end: the end of the range, possibly infinite.
  ///   - h: the concave exponent.
  package static func value(width: Double, end: Double, _ h: (Double) -> Double) -> Double {
    let edge = edge(width: width, end: end, h)
    let half = edge / Double(2 * panels)
    var sum = 0.0
    for panel in (0..<panels).reversed() {
      let middle = half * Double(2 * panel + 1)
      for (node, weight) in rule {
        sum += weight * (.exp(h(middle - half * node)) + .exp(h(middle + half * node)))
      }
    }
    return sum * half
  }

  /// Returns a point beyond which the integrand is negligible, and shortly before which it is not.
  private static func edge(width: Double, end: Double, _ h: (Double) -> Double) -> Double {
    var (low, high) = (0.0, min(width, end))
    while h(high) > -depth {
      if high >= end { return end }
      low = high
      high = min(2 * high, end)
    }
    for _ in 0..<60 where high - low > 0.02 * high {
      let middle = (low + high) / 2
      if h(middle) > -depth { low = middle } else { high = middle }
    }
    return high
  }
}
