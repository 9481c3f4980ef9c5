import Testing
@testable import Chance

/// What every distribution derives from its probabilities; the expected values are by hand.
@Suite struct `A distribution` {
  /// Two sparks of 1/2 each day are one try of 3/4.
  @Test func `of days is that of blocks of sparks`() throws {
    let sparks = Occupancy(groups: [.init(rate: 0.5, count: 1)], wanted: 1, copies: 1)
    let days = try DayDistribution(sparks, sparksPerDay: 2)
    #expect(days.least == 1)
    #expect(abs(days.mean - 4.0 / 3) < 1e-12)
    #expect(abs(days.standardDeviation - 2.0 / 3) < 1e-12)
    let levels = [0.5, 0.75, 0.76, 0.9375]
    #expect(levels.map(days.quantile) == [1, 1, 2, 2])
    #expect(abs(days.probability(doneWithin: 2) - 15.0 / 16) < 1e-14)
    #expect(abs(days.probability(notWithin: 3) - 1.0 / 64) < 1e-16)
    #expect(days.chance(doneWithin: .max).value == 1)
  }

  /// Four copies of a card of 1/2 take at least four sparks, so two days of three.
  @Test func `of days begins with the day on which the goal can be reached`() throws {
    let sparks = Occupancy(groups: [.init(rate: 0.5, count: 1)], wanted: 1, copies: 4)
    let days = try DayDistribution(sparks, sparksPerDay: 3)
    #expect(days.least == 2)
    // P(B(6, 1/2) ≥ 4) = 22/64.
    #expect(abs(days.probability(doneWithin: 2) - 22.0 / 64) < 1e-12)
    #expect(days.quantile(0.3) == 2)
  }

  @Test func `of a number has tails and quantiles from its table`() {
    let distribution = CountDistribution(rolls: 2, least: 3, [0.25, 0.5, 0.25], relative: 0)
    #expect(distribution.mean == 4)
    #expect(abs(distribution.standardDeviation - 0.5.squareRoot()) < 1e-15)
    let (each, atMost, atLeast) = (
      [0, 0.25, 0.5, 0.25, 0], [0, 0.25, 0.75, 1, 1], [1, 1, 0.75, 0.25, 0]
    )
    for index in 0..<5 {
      #expect(distribution.probability(of: index + 2).value == each[index])
      #expect(distribution.probability(atMost: index + 2).value == atMost[index])
      #expect(distribution.probability(atLeast: index + 2).value == atLeast[index])
    }
    let levels = [0.1, 0.25, 0.26, 0.75, 0.99, 1]
    #expect(levels.map(distribution.quantile) == [3, 3, 4, 4, 5, 5])
  }

  /// Two numbers that are 1 or 3: 2, 4 and 6.
  @Test func `of a sum begins with the least sum`() throws {
    let distribution = try #require(CountDistribution(sumOf: [0, 0.5, 0, 0.5], error: 0, times: 2))
    #expect(distribution.rolls == 2 && distribution.least == 2)
    #expect(distribution.probabilities == [0.25, 0, 0.5, 0, 0.25])
  }

  /// Three waits of one or two rolls: 3 and a binomial number of three halves.
  @Test func `of repetitions has the sums of the moments`() throws {
    let distribution = try #require(StepDistribution(ends: [0, 0.5, 0.5]).repeated(3))
    #expect(distribution.least == 3)
    #expect(abs(distribution.mean - 4.5) < 1e-12)
    #expect(abs(distribution.standardDeviation - 0.75.squareRoot()) < 1e-12)
    let chances: [(rolls: Int64, chance: Double)] = [
      (2, 0), (3, 0.125), (4, 0.5), (5, 0.875), (6, 1),
    ]
    for (rolls, chance) in chances {
      #expect(abs(distribution.probability(doneWithin: rolls) - chance) < 1e-14, "\(rolls)")
    }
    let levels = [0.125, 0.5, 0.51]
    #expect(levels.map(distribution.quantile) == [3, 4, 5])
  }

  /// A geometric number of 1/2 has the mean 2 and the variance 2.
  @Test func `has its moments from what is left after each step`() throws {
    let sums = try #require(
      SurvivalSums(around: 1, upTo: 1e-17, most: 1000) { step in
        (0..<step).reduce(1.0) { left, _ in left / 2 }
      })
    #expect(abs(sums.mean - 2) < 1e-14)
    #expect(abs(sums.variance - 2) < 1e-13)
    #expect(SurvivalSums(around: 1, upTo: 1e-17, most: 10) { _ in 0.5 } == nil)
  }
}
