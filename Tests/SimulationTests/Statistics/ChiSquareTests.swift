import Chance
import Testing

@Suite struct `The chi-square distribution` {
  @Test func `with two degrees of freedom the tail is exp(−x/2)`() {
    // exp(−x/2) at x = 1, 20 and 1000, mpmath.
    #expect(isClose(ChiSquare.survival(1, df: 2), 0.60653065971263342, within: 1e-15))
    #expect(isClose(ChiSquare.survival(20, df: 2), 4.5399929762484852e-5, within: 1e-14))
    #expect(isClose(ChiSquare.survival(1000, df: 2), 7.1245764067412855e-218, within: 1e-12))
  }

  @Test func `without a degree of freedom only 0 is possible`() {
    #expect(ChiSquare.survival(0, df: 0) == 1 && ChiSquare.survival(0.1, df: 0) == 0)
  }

  // mpmath 1.3: the Poisson mixture summed at 50 digits.
  @Test(arguments: [
    (3.841458820694124, 1, 7.848860910521742, 0.80000002004544105),
    (7.814727903251179, 3, 10.90256, 0.79999986801251045),
    (10.0, 2, 0.5, 0.016749973446945943),
    (600.0, 4, 400, 4.7727247702514297e-6),
    (20.0, 3, 2000, 1.0),
  ]) func `noncentral tails`(
    statistic: Double, df: Double, noncentrality: Double, tail: Double
  ) {
    #expect(
      isClose(
        ChiSquare.survival(statistic, df: df, noncentrality: noncentrality), tail, within: 1e-11))
  }

  // mpmath 1.3. The first three are in Cohen's tables (1988, 12.4): 7.85, 10.51, 10.90.
  @Test(arguments: [
    (0.05, 1, 0.8, 3.8414588206941259, 7.8488605093261989),
    (0.05, 1, 0.9, 3.8414588206941259, 10.507419409690755),
    (0.05, 3, 0.8, 7.8147279032511798, 10.90256329013327),
    (0.01, 10, 0.9, 23.20925115895436, 26.982331457571634),
  ]) func `critical values and the noncentrality that a power needs`(
    alpha: Double, df: Double, power: Double, critical: Double, noncentrality: Double
  ) {
    #expect(isClose(ChiSquare.critical(alpha: alpha, df: df), critical, within: 1e-13))
    #expect(
      isClose(
        ChiSquare.noncentrality(alpha: alpha, df: df, power: power), noncentrality, within: 1e-11))
  }

  @Test func `no deviation is needed for a power of no more than alpha`() {
    #expect(ChiSquare.noncentrality(alpha: 0.05, df: 3, power: 0.05) == 0)
    #expect(ChiSquare.noncentrality(alpha: 0.05, df: 3, power: 1).isNaN)
  }
}
