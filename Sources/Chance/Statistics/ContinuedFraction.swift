/// Continued fractions evaluated from the first term on, by Lentz's method as modified by Thompson and
/// Barnett ("Coulomb and Bessel functions of complex arguments and order", Journal of Computational
/// Physics 64, 1986).
enum ContinuedFraction {
  /// Returns the value of first/(1 + …), which starts with a term and continues with numerators and
  /// denominators.
  ///
  /// - Parameters:
  ///   - first: the value of the first term alone.
  ///   - most: the maximum number of terms.
  ///   - term: the numerator and the denominator of a term, counted from 1.
  package static func value(
    first: Double, most: Int, _ term: (Double) -> (numerator: Double, denominator: Double)
  ) -> Double {
    var d = first
    var c = 1e300
    var value = first
    for step in 1...most {
      let (numerator, denominator) = term(Double(step))
      d = 1 / nonzero(numerator * d + denominator)
      c = nonzero(denominator + numerator / c)
      let factor = c * d
      value *= factor
      if abs(factor - 1) < 1e-16 { break }
    }
    return value
  }

  private static func nonzero(_ number: Double) -> Double {
    abs(number) < 1e-300 ? 1e-300 : number
  }
}
