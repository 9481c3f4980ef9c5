/// Student's t distribution: the distribution of a mean of few numbers, over its estimated standard error.
package enum StudentT {
  /// Returns the half width of a 95 % interval, in standard errors: the quantile of 0.975.
  ///
  /// It uses sums and products alone, so that it is the same to the bit on every machine, which the
  /// system's logarithm need not be: a table for few degrees of freedom, then the series of Cornish and
  /// Fisher (Abramowitz & Stegun 26.7.5), which is accurate to 4 parts in a million from 11 on.
  ///
  /// - Parameter freedom: the degrees of freedom; below 1 there is no interval.
  package static func reach95(_ freedom: Double) -> Double {
    guard freedom >= 1 else { return .nan }
    if freedom < 11 { return few[Int(freedom) - 1] }
    let z = normal
    let square = z * z
    let first = (square + 1) * z / 4
    let second = ((5 * square + 16) * square + 3) * z / 96
    let third = (((3 * square + 19) * square + 17) * square - 15) * z / 384
    let fourth =
      ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) * z / 92_160
    return z + (first + (second + (third + fourth / freedom) / freedom) / freedom) / freedom
  }

  /// The quantiles of 1 to 10 degrees of freedom, from scipy.stats.t.ppf.
  private static let few = [
    12.706204736174694, 4.302652729749462, 3.1824463052837078, 2.7764451051977934,
    2.5705818356363146, 2.4469118511449786, 2.364624251592784, 2.306004135204166,
    2.262157162798205, 2.228138851986274,
  ]

  /// The quantile of the normal distribution: a constant, since a logarithm may differ between systems, and the
  /// bytes of a result must not.
  private static let normal = 1.959963984540054
}
