import Chance
import FlintRules
import Testing

/// Exact odds of published designs. The values come from Tests/PoolReference/pools.py, which follows each
/// design by itself in Python: exact fractions, closed formulas or dynamic programming.
@Suite struct `Published pools` {
  private struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var odds: PoolOdds
    var mean: Double
    var deviation: Double
    var quantiles: [Int64]
    var unit: Int64 = 1
    var testDescription: String { name }

    init(
      _ name: String, _ pool: PoolModel, _ goal: PoolGoal, _ mean: Double, _ deviation: Double,
      _ quantiles: [Int64], unit: Int64 = 1, from change: (inout PoolStart) -> Void = { _ in }
    ) {
      self.name = name
      var start = PoolStart()
      change(&start)
      odds = PoolOdds(pool, until: goal, from: start)
      (self.mean, self.deviation, self.quantiles, self.unit) = (mean, deviation, quantiles, unit)
    }
  }

  private static let up = PoolGoal.copies(of: .featured(tier: 2), 1)
  private static func chosen(_ copies: Int) -> PoolGoal { .copies(of: .ids(["first"]), copies) }
  private static func ups(_ copies: Int) -> PoolGoal { .copies(of: .featured(), copies) }

  private static let cases: [Case] = [
    Case(
      "any of five stars", .characters, .copies(of: .tier(2), 1), 62.29733203963097,
      24.312263532809077, [76, 80, 83]),
    Case(
      "any of five stars, 63 since", .characters, .copies(of: .tier(2), 1), 14.1804119185666,
      3.204057370774602, [14, 18, 21]
    ) { $0.counters = [0, 0, 63] },
    Case("featured", .characters, up, 93.44599805944645, 43.09139858425513, [80, 155, 161]),
    Case(
      "featured, 63 since", .characters, up, 45.329077938382085, 35.72182046723825, [19, 94, 99]
    ) { $0.counters = [0, 0, 63] },
    Case(
      "featured, 89 since, guaranteed", .characters, up, 1, 0, [1, 1, 1]
    ) {
      $0.counters = [0, 0, 89]
      $0.guarantees = [false, false, true]
    },
    Case(
      "featured seven times", .characters, .copies(of: .featured(tier: 2), 7), 654.1219864161252,
      114.00912429989985, [654, 801, 917]),
    Case(
      "featured seven times, 63 since, guaranteed", .characters,
      .copies(of: .featured(tier: 2), 7), 574.8564002752454, 105.600557646814, [574, 712, 817]
    ) {
      $0.counters = [0, 0, 63]
      $0.guarantees = [false, false, true]
    },
    Case(
      "any of four stars", .characters, .copies(of: .tier(1), 1), 7.820099556780135,
      3.117432741808445, [9, 10, 16]),
    Case(
      "any of four stars, 80 and 8 since", .characters, .copies(of: .tier(1), 1), 4.800568384595145,
      4.4720956080069225, [1, 11, 14]
    ) { $0.counters = [0, 8, 80] },
    Case(
      "featured of four stars, 80 and 8 since", .characters, .copies(of: .featured(tier: 1), 1),
      8.956376293022771, 6.44634013988968, [10, 19, 22]
    ) { $0.counters = [0, 8, 80] },
    Case(
      "one of three featured of four stars", .characters, .copies(of: .ids(["four-up-1"]), 1),
      35.43391113417032, 30.918009563517376, [26, 75, 147]),
    Case(
      "any featured weapon, 50 since", .weapons(path: nil), ups(1), 28.855110524825257,
      25.52156642806937, [17, 81, 87]
    ) { $0.counters = [0, 50] },
    Case(
      "chosen weapon by a path of 2", .weapons(path: 2), chosen(1), 105.66874381788045,
      54.158769568194224, [99, 193, 204]
    ) { $0.chosen = [nil, "first"] },
    Case(
      "chosen weapon by a path of 2, 40 since, guaranteed, one other", .weapons(path: 2), chosen(1),
      50.804180123527196, 31.001832507125798, [30, 94, 98]
    ) {
      $0.chosen = [nil, "first"]
      $0.counters = [0, 40]
      $0.guarantees = [false, true]
      $0.pathPoints = [0, 1]
    },
    Case(
      "chosen weapon by a path of 2, 20 since, two others", .weapons(path: 2), chosen(1),
      39.73408866298284, 12.964037794404708, [45, 49, 51]
    ) {
      $0.chosen = [nil, "first"]
      $0.counters = [0, 20]
      $0.pathPoints = [0, 2]
    },
    Case(
      "chosen weapon five times by a path of 2", .weapons(path: 2), chosen(5), 528.3437190894023,
      121.10269033222922, [527, 687, 812]
    ) { $0.chosen = [nil, "first"] },
    Case(
      "chosen weapon five times by a path of 1", .weapons(path: 1), chosen(5), 432.65942350628217,
      82.51847429209556, [434, 538, 613]
    ) { $0.chosen = [nil, "first"] },
    Case(
      "a weapon five times without a path", .weapons(path: nil), chosen(5), 665.6298823173572,
      234.49232120202407, [632, 979, 1354]),
    Case(
      "both weapons", .weapons(path: nil), .different(of: .featured()), 199.68896469520715,
      109.84244720724216, [177, 338, 581]),
    Case("servant", .servants(), ups(1), 125, 124.49899597988733, [87, 287, 574]),
    Case("five servants", .servants(), ups(5), 625, 278.3882181415011, [584, 998, 1447]),
    Case(
      "servant by a ceiling", .servants(ceiling: 330), ups(1), 116.17404266162347,
      98.00916585233766, [87, 287, 330]),
    Case(
      "servant by a ceiling, 200 since", .servants(ceiling: 330), ups(1), 81.00256148489176,
      46.5713305446198, [87, 130, 130]
    ) { $0.sinceFeatured = 200 },
    Case(
      "five servants, a ceiling for the first", .servants(ceiling: 330), ups(5), 616.1740426616235,
      267.5925944249411, [580, 973, 1399]),
    Case(
      "both of two servants", .servants(featured: 2), .different(of: .featured()), 375,
      278.8368698719737, [307, 742, 1322]),
    Case(
      "a card of one diamond", .packets, .copies(of: .ids(["d1-0"]), 1), 17.01299568298637,
      16.505424151663796, [12, 39, 77]),
    Case(
      "a card of two stars", .packets, .copies(of: .ids(["s2-0"]), 1), 345.59104952068986,
      345.09068729725414, [240, 795, 1590]),
    Case(
      "a crown", .packets, .copies(of: .ids(["crown-0"]), 1), 472.41144566108005,
      471.9111807808017, [328, 1087, 2174]),
    Case(
      "all of four diamonds", .packets, .different(of: .tier(3)), 137.2834636606045,
      72.00861756527212, [123, 232, 371]),
    Case(
      "four cards of four diamonds", .packets, .copies(of: .tier(3), 4), 48.20330933241236,
      23.331187576742686, [44, 79, 119]),
    Case(
      "a set of ten",
      .packets,
      .different(
        of: .ids([
          "d3-0", "d3-1", "d3-2", "d4-0", "d4-1", "d4-2", "d4-3", "s1-0", "s1-1", "crown-0",
        ])), 502.6227268776542, 449.784880220546, [341, 1087, 2174]),
    Case(
      "a legendary", .hearths(protected: true), .copies(of: .tier(3), 1), 7.911716060965431,
      3.0666178653346545, [10, 10, 10]),
    Case(
      "a legendary after the first", .hearths(protected: true), .copies(of: .tier(3), 1),
      16.65835835591189, 12.769394759399685, [13, 40, 40]
    ) { $0.hasHad = [true, true, true, true] },
    Case(
      "all legendaries", .hearths(protected: true), .different(of: .tier(3)), 155.1234212692252,
      38.85479637645821, [154, 206, 250]),
    Case(
      "all legendaries, 25 since, 3 owned", .hearths(protected: true), .different(of: .tier(3)),
      108.65632060973259, 32.03683532663311, [107, 151, 187]
    ) {
      $0.hasHad = [true, true, true, true]
      $0.counters = [0, 0, 0, 25]
      $0.owned = ["legendary-0": 1, "legendary-4": 1, "legendary-9": 1]
    },
    Case(
      "all legendaries without protection", .hearths(protected: false), .different(of: .tier(3)),
      470.28781714947627, 195.6552501818943, [434, 726, 1100]),
    Case(
      "the top of a box", .chest(tops: 1, reset: .never), ups(1), 50.5, 28.86607004772212,
      [50, 90, 99]),
    Case(
      "two of three tops, 37 drawn", .chest(tops: 3, reset: .never), ups(2), 32,
      13.856406460551018, [32, 51, 59]
    ) { $0.drawn = ["blank": 37] },
    Case(
      "the second top, a new box after each", .chest(tops: 1, reset: .whenFeaturedOut), ups(2), 101,
      40.82278775390039, [101, 156, 187]),
    Case(
      "the second top, a new box when empty", .chest(tops: 1, reset: .whenEmpty), ups(2), 150.5,
      28.86607004772212, [150, 190, 199]),
    Case(
      "four r2, in bundles", .tens, .copies(of: .tier(1), 4), 2.470912763083452, 0.843917954102342,
      [2, 4, 5], unit: 10),
    Case(
      "four r3, in bundles", .tens, .copies(of: .tier(2), 4), 13.783334709089246,
      6.57218207034238, [13, 23, 34], unit: 10),
    Case(
      "a featured card by exchange", .sparks(at: 200), ups(1), 107.80200663753004,
      71.05944128296996, [99, 200, 200]),
    Case(
      "three featured cards by exchange", .sparks(at: 200), ups(3), 274.45890018261997,
      110.34876113519589, [240, 400, 600]),
    Case(
      "three featured cards by exchange, 150 points", .sparks(at: 300), ups(3), 272.4441155754755,
      132.95291605353182, [240, 450, 656]
    ) { $0.exchangePoints = 150 },
    Case(
      "a featured card by exchange, in bundles", .sparks(at: 200), ups(1), 11.124149841754283,
      6.957606065502279, [10, 20, 20], unit: 10),
    Case(
      "both of two featured cards by exchange", .sparks(featured: 2, at: 200),
      .different(of: .featured()), 152.43852300189684, 65.93278881470069, [176, 200, 327]),
  ]

  @Test(arguments: cases) private func `have their mean, standard deviation and quantiles`(
    _ known: Case
  ) throws {
    let distribution = try known.odds.distribution()
    if known.unit == 1 {
      #expect(isNear(distribution.mean, known.mean))
      #expect(isNear(distribution.standardDeviation, known.deviation))
      #expect([0.5, 0.9, 0.99].map(distribution.quantile) == known.quantiles)
    } else {
      let bundles = try DayDistribution(distribution, sparksPerDay: known.unit)
      #expect(isNear(bundles.mean, known.mean))
      #expect(isNear(bundles.standardDeviation, known.deviation))
      #expect([0.5, 0.9, 0.99].map(bundles.quantile) == known.quantiles)
    }
  }

  private func isNear(_ value: Double, _ expected: Double) -> Bool {
    abs(value - expected) <= 1e-9 * max(1, abs(expected)) + (expected == 0 ? 1e-6 : 0)
  }

  @Test func `follow each other in an order`() throws {
    var start = PoolStart()
    start.chosen = [nil, "first"]
    let distribution = try PoolOdds([
      PoolStage(.characters, until: .copies(of: .featured(tier: 2), 2)),
      PoolStage(.weapons(path: 1), until: Self.chosen(1), from: start),
    ]).distribution()
    #expect(isNear(distribution.mean, 273.42388082014935))
    #expect(isNear(distribution.standardDeviation, 71.24322412547973))
    #expect([0.5, 0.9, 0.99].map(distribution.quantile) == [275, 367, 439])
    var first = PoolStart()
    first.counters = [0, 0, 20]
    start.counters = [0, 40]
    start.guarantees = [false, true]
    start.pathPoints = [0, 1]
    let later = try PoolOdds([
      PoolStage(.characters, until: .copies(of: .featured(tier: 2), 2), from: first),
      PoolStage(.weapons(path: 1), until: Self.chosen(1), from: start),
    ]).distribution()
    #expect(isNear(later.mean, 197.72167808117712))
    #expect(isNear(later.standardDeviation, 58.58932467820549))
  }
}
