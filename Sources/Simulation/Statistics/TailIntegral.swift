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
  private static let rule = legendre(16)

  /// Returns the integral from 0 to `end`, or to the point where the integrand is negligible.
  ///
  /// - Parameters:
  ///   - width: the order of magnitude over which the integrand falls.
  ///   - end: the end of the range, possibly infinite.
  ///   - h: the concave exponent.
  static func value(width: Double, end: Double, _ h: (Double) -> Double) -> Double {
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

  /// Returns the positive nodes and the weights of Gauss–Legendre quadrature with an even number of
  /// points, by Newton's method on the recurrence of the polynomials (Abramowitz & Stegun 22.7.10,
  /// 25.4.29).
  private static func legendre(_ count: Int) -> [(node: Double, weight: Double)] {
    (1...count / 2).map { index in
      var node = Double.cos(.pi * (Double(index) - 0.25) / (Double(count) + 0.5))
      var slope = 0.0
      for _ in 0..<10 {
        var (before, value) = (1.0, node)
        for k in 2...count {
          let degree = Double(k)
          (before, value) = (
            value, ((2 * degree - 1) * node * value - (degree - 1) * before) / degree
          )
        }
        slope = Double(count) * (before - node * value) / (1 - node * node)
        node -= value / slope
      }
      return (node, 2 / ((1 - node * node) * slope * slope))
    }
  }
}
