import Chance
import FlintRules
import Testing

/// Goals reached step by step, each copy from the same state on, whose distribution is a convolution.
///
/// The numbers were computed by another program, as direct convolutions of the distribution of one card.
@Suite struct `Many copies of a pool` {
  private static let featured = PoolGoal.copies(of: .featured(tier: 2), 40)

  @Test func `have the distribution of a sum`() throws {
    let distribution = try PoolOdds(.characters, until: Self.featured).distribution()
    #expect(distribution.method == .steps(states: 360, steps: 40))
    #expect(abs(distribution.mean - 3737.8399223778015) < 1e-8)
    #expect(abs(distribution.standardDeviation - 272.5339341768006) < 1e-8)
    #expect([0.5, 0.9, 0.99].map(distribution.quantile) == [3738, 4088, 4371])
    #expect(distribution.least == 40)
    for (rolls, chance) in [
      (2000, 2.5824267529593012e-11), (3000, 0.003296643820914661), (3700, 0.44578039237934974),
      (4500, 0.9975100123480818),
    ] as [(Int64, Double)] {
      let found = distribution.chance(doneWithin: rolls)
      #expect(abs(found.value - chance) < 1e-9 * chance, "within \(rolls)")
      #expect(found.error < 1e-9)
    }
  }

  @Test func `have the distribution of a sum where a card may take any number of rolls`() throws {
    // 2 %, which rises by 2 % from the 51st on; a quarter of the cards of the tier is the one.
    let pool = PoolModel(
      "rising",
      tiers: [
        .init(rate: fraction("98%"), cards: [.init("rest")]),
        .init(
          rate: fraction("2%"), pity: .init(softStart: 51, softStep: fraction("2%")),
          cards: [.init("one"), .init("other", weight: 3)]),
      ])
    let distribution = try PoolOdds(pool, until: .copies(of: .ids(["one"]), 20)).distribution()
    #expect(abs(distribution.mean - 2767.564394816752) < 1e-8)
    #expect(abs(distribution.standardDeviation - 567.6893439709827) < 1e-7)
    #expect([0.5, 0.9, 0.99].map(distribution.quantile) == [2726, 3516, 4268])
    for (rolls, chance) in [
      (1500, 0.0037011895), (2700, 0.48175869557913736), (4000, 0.975563201878264),
    ] as [(Int64, Double)] {
      #expect(abs(distribution.chance(doneWithin: rolls).value - chance) < 1e-10)
    }
  }

  @Test func `follow each other in an order`() throws {
    let distribution = try PoolOdds([
      PoolStage(.characters, until: .copies(of: .featured(tier: 2), 10)),
      PoolStage(.weapons(path: nil), until: .copies(of: .featured(), 10)),
    ]).distribution()
    #expect(abs(distribution.mean - 1600.089862911806) < 1e-8)
    #expect(abs(distribution.standardDeviation - 171.02345160475076) < 1e-8)
    #expect([0.5, 0.9, 0.99].map(distribution.quantile) == [1599, 1820, 2000])
    #expect(abs(distribution.chance(doneWithin: 1000).value - 0.00015801710980025704) < 1e-13)
    #expect(abs(distribution.chance(doneWithin: 1700).value - 0.7218182051896025) < 1e-10)
  }

  @Test func `begin with the state before the first roll`() throws {
    var start = PoolStart()
    start.counters = [0, 0, 63]
    start.guarantees = [false, false, true]
    let distribution = try PoolOdds(.characters, until: Self.featured, from: start).distribution()
    // The first takes 14.1804119185666 on average, and all others what they take a new player.
    #expect(abs(distribution.mean - (14.1804119185666 + 39 * 93.44599805944645)) < 1e-8)
  }

  /// A card that takes 2767.56 rolls.
  @Test func `of a rare card do not take a chain of all`() throws {
    let pool = PoolModel(
      "rare",
      tiers: [
        .init(rate: fraction("98%"), cards: [.init("rest")]),
        .init(
          rate: fraction("2%"), pity: .init(softStart: 51, softStep: fraction("2%")),
          cards: [.init("one"), .init("other", weight: 79)]),
      ])
    let one = try PoolOdds(pool, until: .copies(of: .ids(["one"]), 1)).distribution()
    let many = try PoolOdds(pool, until: .copies(of: .ids(["one"]), 100)).distribution()
    #expect(abs(one.mean - 2767.564394816752) < 1e-6)
    #expect(abs(many.mean - 276756.4394816752) < 1e-4)
    #expect(
      abs(many.standardDeviation - 10 * one.standardDeviation) < 1e-9 * many.standardDeviation)
    // Nearly normal: the median is below the mean by a sixth of skewness 2 / 10 of the deviation.
    #expect(abs(Double(many.quantile(0.5)) - (many.mean - many.standardDeviation / 30)) < 20)
  }
}
