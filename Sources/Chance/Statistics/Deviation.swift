internal import RealModule

/// The two corrections that make Stirling's formula exact, each to full precision.
///
/// Densities of the binomial, gamma and beta distributions lose digits when they are computed from logarithms of
/// factorials: numbers of the size n·log n are subtracted to get one of the size 1. Loader (Fast and
/// Accurate Computation of Binomial Probabilities, 2000) expresses them by these two corrections, in
/// which nothing cancels.
package enum Deviation {
  /// Returns log(1 + t) − t, for t > −1, without cancellation near 0.
  package static func logOnePlusMinus(_ t: Double) -> Double {
    guard t > -0.4, t < 0.6 else { return .log(onePlus: t) - t }
    // log(1+t) = 2·artanh(r) with r = t/(2+t), of which the first term less t is −r·t.
    let r = t / (2 + t)
    let square = r * r
    var sum = 0.0
    var power = 1.0
    var odd = 3.0
    while power > 1e-18 {
      sum += power / odd
      power *= square
      odd += 2
    }
    return 2 * r * square * sum - r * t
  }

  /// Returns log r − t where r = 1 + t, from the more exact of the two arguments.
  static func logRatioMinus(_ ratio: Double, _ t: Double) -> Double {
    t > -0.4 && t < 0.6 ? logOnePlusMinus(t) : .log(ratio) - t
  }

  /// Returns logΓ(a) − ((a − ½)·log a − a + ½·log 2π), for a > 0: the error of Stirling's formula.
  static func stirling(_ a: Double) -> Double {
    guard a >= 10 else {
      return Double.logGamma(a) - (a - 0.5) * .log(a) + a - halfLogTwoPi
    }
    // Bernoulli numbers B(2k) over 2k(2k−1)a^(2k−1): Abramowitz & Stegun 6.1.41.
    let square = 1 / (a * a)
    var sum = 0.0
    for term in stirlingTerms.reversed() { sum = sum * square + term }
    return sum / a
  }

  private static let stirlingTerms: [Double] = [
    1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360_360, 1 / 156, -3617 / 122_400,
  ]

  static let halfLogTwoPi = 0.918_938_533_204_672_74
  static let twoPi = 2 * Double.pi
}
