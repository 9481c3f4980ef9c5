import Testing
@testable import Chance

@Suite struct `Half width of 95 % intervals` {
  // scipy 1.17, stats.t.ppf(0.975, df).
  @Test(arguments: [
    (1, 12.706204736174694), (2, 4.302652729749462), (5, 2.5705818356363146),
    (10, 2.228138851986274), (11, 2.200985160091639), (12, 2.1788128296672284),
    (20, 2.085963447265864), (30, 2.0422724563012378), (99, 1.9842169515864174),
    (1000, 1.9623390808264083), (1_000_000, 1.959966356814107),
  ]) func `is Student's quantile`(freedom: Double, reach: Double) {
    #expect(isClose(StudentT.reach95(freedom), reach, within: 4e-6))
  }

  @Test func `is NaN without a degree of freedom`() {
    #expect(StudentT.reach95(0).isNaN && StudentT.reach95(.nan).isNaN)
  }
}
