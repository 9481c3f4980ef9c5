import Simulation
import Testing

@Suite struct `Student's t law` {
  // mpmath 1.3 at 50 digits: the incomplete beta function, the density integrated for large df.
  @Test(arguments: [
    (0.0, 3, 0.5),
    (1.0, 1, 0.25),
    (63.65674116287158, 1, 0.0049999999999999998),
    (1000000.0, 1, 3.1830988618368457e-7),
    (2.5, 2, 0.064805860110755405),
    (2.0, 9, 0.038276411885350521),
    (12.0, 30, 2.790092707599628e-13),
    (1.96, 1e6, 0.024998033792634895),
    (6.0, 1e9, 9.8658798224924594e-10),
    (1e-9, 5, 0.49999999962039331),
  ]) func `the upper tail`(t: Double, df: Double, tail: Double) {
    #expect(isClose(StudentT.survival(t, df: df), tail, within: 1e-12))
    #expect(isClose(StudentT.cdf(-t, df: df), tail, within: 1e-12))
  }

  // mpmath 1.3: the root of the logarithm of the tail.
  @Test(arguments: [
    (0.975, 1, 12.706204736174693),
    (0.975, 4, 2.7764451051977935),
    (0.975, 9, 2.262157162798205),
    (0.975, 1e6, 1.9599663568141067),
    (0.9995, 3, 12.923978636687964),
    (0.6, 2.5, 0.28145951274854759),
    (0.50000001, 7, 2.5974602886972635e-8),
    (1e-12, 2, -707106.78118548687),
    (1e-100, 5, -1.5683925590993378e20),
    (0.025, 1e9, -1.9599639869123254),
  ]) func quantiles(share: Double, df: Double, t: Double) {
    #expect(isClose(StudentT.quantile(share, df: df), t, within: 1e-12))
  }

  @Test func `ends, middle and arguments out of range`() {
    #expect(StudentT.quantile(0.5, df: 3) == 0)
    #expect(StudentT.quantile(0, df: 3) == -.infinity && StudentT.quantile(1, df: 3) == .infinity)
    #expect(StudentT.quantile(0.5, df: 0).isNaN && StudentT.quantile(2, df: 3).isNaN)
    #expect(StudentT.survival(.infinity, df: 3) == 0 && StudentT.survival(-.infinity, df: 3) == 1)
  }
}
