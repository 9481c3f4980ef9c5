import Chance
import Testing

@Suite struct `Intervals for a quantile` {
  // Python: exact binomial sums in fractions.
  @Test(arguments: [
    (0.5, 1, 0.95, 0, 2), (0.5, 5, 0.95, 0, 6), (0.5, 6, 0.95, 1, 6), (0.5, 10, 0.95, 2, 9),
    (0.5, 100, 0.95, 40, 61), (0.9, 30, 0.95, 23, 31), (0.95, 58, 0.95, 51, 59),
    (0.99, 400, 0.99, 390, 401), (0.25, 7, 0.5, 1, 3), (0.95, 100, 0.95, 90, 100),
    (0.0, 4, 0.95, 0, 1), (1.0, 4, 0.95, 4, 5),
  ]) func `ranks of small samples`(
    quantile: Double, count: Int64, level: Double, low: Int64, high: Int64
  ) {
    #expect(OrderStatistic.ranks(quantile: quantile, count: count, level: level) == low...high)
  }

  // mpmath 1.3 at 40 digits: bisection on the incomplete beta function.
  @Test(arguments: [
    (0.5, 1_000_000, 499_020, 500_981), (0.99, 1_000_000_000, 989_993_833, 990_006_167),
    (0.95, 1_000_000_000_000, 949_999_572_835, 950_000_427_165),
  ]) func `ranks of large samples`(quantile: Double, count: Int64, low: Int64, high: Int64) {
    #expect(OrderStatistic.ranks(quantile: quantile, count: count) == low...high)
  }

  @Test(arguments: [Int64(1), 4, 9, 40], [0.02, 0.3, 0.5, 0.95])
  func `the ranks cover the quantile with at least their level, and narrower ones would not`(
    count: Int64, quantile: Double
  ) {
    for level in [0.5, 0.9, 0.999] {
      let tail = (1 - level) / 2
      let ranks = OrderStatistic.ranks(quantile: quantile, count: count, level: level)
      let below = { Binomial.cdf($0, trials: count, chance: quantile) }
      let above = { Binomial.survival($0, trials: count, chance: quantile) }
      #expect(below(ranks.lowerBound - 1) <= tail && above(ranks.upperBound - 1) <= tail)
      #expect(below(ranks.lowerBound) > tail)
      #expect(ranks.upperBound == 1 || above(ranks.upperBound - 2) > tail)
    }
  }

  @Test func `an empty sample or an invalid quantile has no bounds`() {
    #expect(OrderStatistic.ranks(quantile: 0.5, count: 0) == 0...1)
    #expect(OrderStatistic.ranks(quantile: .nan, count: 3) == 0...4)
  }
}
