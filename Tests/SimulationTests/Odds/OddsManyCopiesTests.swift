import FlintRandom
import OddsReference
import FlintRules
import Testing
@testable import Chance

/// Odds of many copies. Means and deviations are from Gauss-Legendre quadrature of the incomplete
/// gamma functions of scipy 1.17 (those of 10 × 1000 and 50 × 100 from mpmath 1.4 as well), chances
/// and quantiles from the convolution of truncated Poisson distributions in numpy.
@Suite struct `Odds of many copies` {
  struct Known: Sendable {
    var cards: Int
    var mean: Double
    var standardDeviation: Double
    /// A standard deviation below the mean, and the chance there.
    var below: (rolls: Int64, chance: Double)
    var quantiles: [Int64]
  }

  /// A number of equal cards, a hundred copies of each.
  private static let hundred = [
    Known(
      cards: 2, mean: 211.26969580185127, standardDeviation: 9.179523535325274,
      below: (202, 0.16710917595522068), quantiles: [209, 224, 229, 239]),
    Known(
      cards: 3, mean: 325.63227512560627, standardDeviation: 15.549865284057333,
      below: (310, 0.15884058191290998), quantiles: [323, 347, 355, 372]),
    Known(
      cards: 4, mean: 441.85955244911844, standardDeviation: 21.61122842119824,
      below: (420, 0.15250214645360108), quantiles: [439, 471, 482, 505]),
    Known(
      cards: 5, mean: 559.4123721281233, standardDeviation: 27.504208316519794,
      below: (532, 0.1556918587705129), quantiles: [555, 596, 611, 640]),
    Known(
      cards: 6, mean: 677.9883026733953, standardDeviation: 33.28040247380284,
      below: (645, 0.15627021279319328), quantiles: [673, 723, 740, 775]),
    Known(
      cards: 8, mean: 917.4973074651575, standardDeviation: 44.580656375760064,
      below: (873, 0.15239682977435065), quantiles: [912, 977, 1000, 1047]),
    Known(
      cards: 10, mean: 1159.4263792064967, standardDeviation: 55.63306771427058,
      below: (1104, 0.15208257693771315), quantiles: [1152, 1234, 1262, 1320]),
    Known(
      cards: 12, mean: 1403.2325845626178, standardDeviation: 66.49929790356636,
      below: (1337, 0.15153777901099422), quantiles: [1395, 1492, 1525, 1595]),
    Known(
      cards: 16, mean: 1895.1895367135212, standardDeviation: 87.81194501889301,
      below: (1807, 0.1480090986424323), quantiles: [1884, 2012, 2056, 2149]),
    Known(
      cards: 20, mean: 2391.6258773737554, standardDeviation: 108.70189767467247,
      below: (2283, 0.1490401769740846), quantiles: [2378, 2536, 2591, 2706]),
  ]

  private func equal(_ cards: Int, copies: Int) throws -> Distribution {
    let share = try #require(Fraction(1, over: UInt64(cards)))
    return try Odds.distribution(
      of: .complete, weights: Array(repeating: share, count: cards), copies: copies)
  }

  @Test(arguments: hundred)
  func `agree with a convolution where weights sum to 1`(_ known: Known) throws {
    let distribution = try equal(known.cards, copies: 100)
    #expect(agrees(distribution.mean, known.mean))
    #expect(agrees(distribution.standardDeviation, known.standardDeviation))
    #expect(distribution.quantiles == known.quantiles)
    #expect(agrees(distribution.probability(doneWithin: known.below.rolls), known.below.chance))
  }

  /// Five weights of 1/5, whose chances were once computed as 0.
  @Test func `have no chance of 0 in the middle of the distribution`() throws {
    let distribution = try equal(5, copies: 100)
    let chances = [
      (520, 0.04123223603364563), (560, 0.5732107428644918), (600, 0.9175701505073227),
    ]
    for (rolls, chance) in chances {
      #expect(agrees(distribution.probability(doneWithin: Int64(rolls)), chance), "\(rolls)")
    }
    let days = try DayDistribution(distribution, sparksPerDay: 10)
    #expect(days.quantile(0.5) == 56)
  }

  @Test(arguments: [
    (1000, 20, 37761.92629540507, 2406.7368739858825),
    (50, 100, 6195.304893399789, 258.1585229185127),
    (10, 1000, 10492.254978040777, 162.48162191880712),
    (50, 500, 27585.583314842224, 531.2034303769307),
    (1000, 200, 249073.23894975832, 5757.49368939611),
    (1000, 1000, 1105723.8867694284, 11864.697850777458),
  ])
  func `have the means and deviations of a quadrature`(
    cards: Int, copies: Int, mean: Double, standardDeviation: Double
  ) throws {
    let distribution = try equal(cards, copies: copies)
    #expect(agrees(distribution.mean, mean))
    #expect(agrees(distribution.standardDeviation, standardDeviation))
  }

  /// A sample of the rounds of scripts/campaign/odds.
  @Test(arguments: 0..<5)
  func `agree with dynamic programming on random tables`(group: Int) {
    for seed in group * 10..<group * 10 + 10 {
      #expect(OddsRound(seed: UInt64(seed), mostRolls: 500).difference() == nil, "seed \(seed)")
    }
  }

  /// Rolls without a card do not occur where weights sum to 1.
  @Test(arguments: [(3, 3, 40), (2, 2, 90), (4, 2, 30), (1, 1, 150)])
  func `agree with dynamic programming where some rolls give no card`(
    cards: Int, wanted: Int, copies: Int
  ) {
    for left in [0.002, 0.05, 0.4] {
      let rates = (0..<cards).map { _ in (1 - left) / Double(cards) }
      let reference = ReferenceDistribution(
        rates: rates, wanted: wanted, copies: copies, rolls: 400)
      let distribution = Occupancy(
        groups: [Occupancy.Group(rate: rates[0], count: cards)], wanted: wanted, copies: copies)
      for rolls in stride(from: 0, through: 400, by: 7) {
        let (chance, expected) = (
          distribution.probability(doneWithin: Int64(rolls)), reference.done[rolls]
        )
        #expect(
          agrees(chance, expected) || expected < 1e-290, "\(left), \(rolls): \(chance), \(expected)"
        )
      }
    }
  }
}

/// Chances far below the precision of a Fourier transform of the whole distribution, by convolution of positive
/// terms in mpmath with 40 digits.
@Suite struct `Odds of many prizes` {
  @Test(arguments: [
    (7, 7, 2.79936e-16), (7, 14, 9.2599300279389271e-13), (20, 400, 5.4526597216868712e-12),
    (100, 1000, 2.7879292427737375e-85), (100, 4000, 1.2117161198934414e-16),
  ])
  func `keep the precision of tiny chances`(wins: Int, rolls: Int64, chance: Double) throws {
    let prize = try Prize(
      rate: #require(Fraction("0.006")), softStart: 74, softStep: .percent(6), hard: 90)
    let distribution = try Odds.distribution(of: prize, wins: wins)
    #expect(agrees(distribution.probability(doneWithin: rolls), chance))
  }
}
