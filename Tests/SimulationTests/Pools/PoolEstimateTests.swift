import FlintRules
import Testing
@testable import Chance

/// Estimates by simulated players of the model, and what exact odds refuse.
@Suite struct `Estimates of pools` {
  private static let complete: PoolModel = {
    var pool = PoolModel.hearths(protected: false)
    pool.tiers[0].cards = (0..<49).map { .init("common-\($0)") }
    pool.tiers[1].cards = (0..<35).map { .init("rare-\($0)") }
    pool.tiers[2].cards = (0..<27).map { .init("epic-\($0)") }
    pool.protection = 2
    return pool
  }()

  private struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var odds: PoolOdds
    var testDescription: String { name }
  }

  private static let cases: [Case] = [
    Case(
      name: "featured twice",
      odds: PoolOdds(.characters, until: .copies(of: .featured(tier: 2), 2))),
    Case(
      name: "a chosen weapon",
      odds: PoolOdds(
        .weapons(path: 2), until: .copies(of: .ids(["first"]), 1),
        from: {
          var start = PoolStart()
          start.chosen = [nil, "first"]
          return start
        }())),
    Case(
      name: "a set of a box",
      odds: PoolOdds(.chest(tops: 3, reset: .whenEmpty), until: .copies(of: .featured(), 4))),
    Case(
      name: "all legendaries",
      odds: PoolOdds(.hearths(protected: true), until: .different(of: .tier(3)))),
    Case(name: "four diamonds", odds: PoolOdds(.packets, until: .different(of: .tier(3)))),
    Case(name: "by exchange", odds: PoolOdds(.sparks(at: 200), until: .copies(of: .featured(), 3))),
    Case(name: "in bundles", odds: PoolOdds(.tens, until: .copies(of: .tier(1), 4))),
    Case(
      name: "an order",
      odds: PoolOdds([
        PoolStage(.characters, until: .copies(of: .featured(tier: 2), 1)),
        PoolStage(.sparks(at: 60), until: .copies(of: .featured(), 1)),
      ])),
  ]

  @Test(arguments: cases) private func `agree with the exact distribution`(_ known: Case) throws {
    let seed: UInt64 = 20_261_127
    let distribution = try known.odds.distribution()
    let estimate = try known.odds.estimate(players: 2000, seed: seed)
    let mean = try #require(estimate.mean)
    // Five standard errors: 2.55 half widths.
    #expect(abs(mean.value - distribution.mean) < 2.55 * (mean.high - mean.value), "seed \(seed)")
    for share in [0.1, 0.5, 0.9] {
      let chance = distribution.probability(doneWithin: distribution.quantile(share))
      let error = 5 * (chance * (1 - chance) / 2000).squareRoot()
      let found = estimate.chance(within: distribution.quantile(share)).value
      #expect(abs(found - chance) <= error, "seed \(seed), at \(share)")
    }
    let median = estimate.quantile(0.5)
    #expect(median.low <= median.value && median.value <= median.high)
    #expect(try known.odds.estimate(players: 2000, seed: seed).rolls == estimate.rolls)
  }

  @Test func `end when they are precise enough, or have rolled enough`() throws {
    let odds = PoolOdds(.characters, until: .copies(of: .featured(tier: 2), 2))
    var precision = PoolOdds.Precision()
    precision.halfWidth = 0.02
    let estimate = try odds.estimate(players: 20_000, seed: 1, precision: precision)
    let mean = try #require(estimate.mean)
    #expect(estimate.players >= 1024 && estimate.players < 20_000)
    #expect(mean.high - mean.value <= 0.02 * mean.value)
    // Nobody but the precision decides: as many players without one have the same rolls.
    #expect(try odds.estimate(players: estimate.players, seed: 1).rolls == estimate.rolls)
    let fewer = try odds.estimate(players: estimate.players - 256, seed: 1)
    let wider = try #require(fewer.mean)
    #expect(wider.high - wider.value > 0.02 * wider.value)
    precision.halfWidth = 0
    precision.mostCards = 50_000
    let cut = try odds.estimate(players: 20_000, seed: 1, precision: precision)
    let rolled = cut.rolls.reduce(0, +)
    // About 187 rolls a player: what is left of the work decides how many follow.
    #expect(rolled >= 50_000 && rolled < 60_000)
    #expect(try odds.estimate(players: 100, seed: 1, precision: precision).players == 100)
    // Nobody reaches a card that never comes, and the work ends all the same.
    let never = PoolModel(
      "never",
      tiers: [
        PoolModel.Tier(rate: fraction("999999999/1000000000"), cards: [.init("wood")]),
        PoolModel.Tier(rate: fraction("1/1000000000"), cards: [.init("sun")]),
      ])
    precision.mostCards = 200_000
    let hopeless = try PoolOdds(never, until: .copies(of: .tier(1), 1))
      .estimate(players: 20_000, seed: 1, precision: precision)
    #expect(hopeless.unreached == hopeless.players)
    #expect(hopeless.players * hopeless.mostRolls <= 400_000)
  }

  @Test func `stand in where exact odds are out of reach`() throws {
    let odds = PoolOdds(Self.complete, until: .different(of: .all, copies: 2))
    let error = try #require(throws: OddsError.self) { try odds.distribution() }
    #expect(error.code == .noExactMethod)
    #expect((error.states ?? 0) > 1_000_000)
    let estimate = try odds.estimate(players: 20, seed: 1)
    #expect(estimate.unreached == 0)
    let cut = try odds.estimate(players: 20, seed: 1, mostRolls: 30)
    #expect(cut.unreached == 20 && cut.mean == nil)
    #expect(cut.quantile(0.5).value == .infinity)
  }

  /// Twice one pool is one pool twice: counters and the guarantee are handed over.
  @Test func `and distributions hand over what pools share`() throws {
    var other = PoolModel.characters
    other.id = "rerun"
    let goal = PoolGoal.copies(of: .featured(tier: 2), 1)
    var (first, second) = (PoolModel.characters, other)
    let apart = try PoolOdds([PoolStage(first, until: goal), PoolStage(second, until: goal)])
      .distribution()
    (first.carry, second.carry) = ("characters", "characters")
    first.tiers[2].featured?.hasGuarantee = true
    let shared = try PoolOdds([PoolStage(first, until: goal), PoolStage(second, until: goal)])
      .distribution()
    // A featured card puts counter and guarantee back, so that here both are the same.
    #expect(abs(apart.mean - shared.mean) < 1e-9)
    // Any card of five stars may leave a guarantee for the next pool: 62.297 · (1 + 1/2 · 1 + 1/2 · 3/2).
    let any = PoolGoal.copies(of: .tier(2), 1)
    let mean = 62.29733203963097
    let kept = try PoolOdds([PoolStage(first, until: any), PoolStage(second, until: goal)])
      .distribution()
    #expect(abs(kept.mean - mean * 2.25) < 1e-8)
    first.carry = nil
    let lost = try PoolOdds([PoolStage(first, until: any), PoolStage(second, until: goal)])
      .distribution()
    #expect(abs(lost.mean - mean * 2.5) < 1e-8)
  }

  @Test func `are refused for models that make no sense`() {
    func expectFault(
      _ field: String, _ goal: PoolGoal = .copies(of: .all, 1), _ change: (inout PoolModel) -> Void
    ) {
      var pool = PoolModel.characters
      change(&pool)
      let error = #expect(throws: OddsError.self) { try PoolOdds(pool, until: goal).distribution() }
      #expect(error?.field == field)
    }
    expectFault("pool") { $0.tiers = [] }
    expectFault("pool") { $0.tiers[2].pity?.hard = 0 }
    expectFault("cards") { $0.tiers[0].cards.append(.init("five-up")) }
    expectFault("copies", .copies(of: .all, 0)) { _ in }
    expectFault("goal", .different(of: .tier(0), 2)) { _ in }
    expectFault("goal", .copies(of: .ids(["nobody"]), 1)) { _ in }
    expectFault("goal", .copies(of: .tier(2), 1)) {
      $0.tiers[2].rate = .zero
      $0.tiers[0].rate = fraction("94.9%")
      $0.tiers[2].pity = nil
    }
  }

  @Test func `of extreme numbers are followed or refused`() throws {
    var pool = PoolModel.sparks(featured: 2, at: 1_000_000)
    pool.tiers[1].cards[0].weight = 1 << 32
    pool.tiers[1].pity = PityDefinition(softStart: .max, softStep: .one, hard: .max)
    let late = #expect(throws: OddsError.self) {
      try PoolOdds(pool, until: .copies(of: .featured(), 1)).distribution()
    }
    #expect(
      late?.description
        == "pool: sparks: pity of tier 1: expected 1 to 1000000, got 9223372036854775807")
    pool.tiers[1].pity = PityDefinition(softStart: 1_000_000, softStep: .one, hard: 1_000_000)
    var start = PoolStart()
    start.counters = [.max, .max]
    start.exchangePoints = 1_000_000_000
    start.sinceFeatured = .max
    start.pathPoints = [.max]
    start.owned = ["up-0": .max]
    let odds = PoolOdds(pool, until: .different(of: .featured()), from: start)
    #expect(try odds.distribution().mean == 0)
    let twice = PoolOdds([
      PoolStage(pool, until: .different(of: .featured()), from: start),
      PoolStage(pool, until: .copies(of: .featured(), 1), from: start),
    ])
    #expect(try twice.distribution().mean == 0)
    start.exchangePoints = .max
    let rich = #expect(throws: OddsError.self) {
      try PoolOdds(pool, until: .copies(of: .featured(), 1), from: start).distribution()
    }
    #expect(rich?.description == "points: expected up to 1000000000, got 9223372036854775807")
    var many = PoolModel("many", tiers: [PoolModel.Tier(rate: .one, cards: [])])
    many.tiers[0].cards = (0..<10_000).map { .init("\($0)", weight: UInt64($0 + 1)) }
    many.bundle = PoolModel.Bundle(size: 10, atLeast: 0)
    let all = PoolOdds(many, until: .different(of: .all))
    #expect(try all.distribution().least == 10_000)
    many.packs = [PoolModel.Pack(slots: [PoolModel.Slot(count: 2, rates: [.one])])]
    #expect(try PoolOdds(many, until: .different(of: .all)).distribution().least == 5000)
  }

  /// 1, 2, 3 and 6 rolls: 3 on average; the standard error is √(14/3)/2, and 97.5 % of t with 3 degrees of freedom are
  /// below 3.182446.
  @Test func `say where they are less precise than was asked`() {
    let estimate = PoolEstimate(players: 4, unreached: 0, mostRolls: 100, rolls: [1, 2, 3, 6])
    var size = EstimateSize()
    #expect(
      estimate.remark(on: size)
        == "the precision of 1 % was not reached: with 4 players the mean is known to 114.581 %")
    size.precision = 1.2
    #expect(estimate.remark(on: size) == nil)
    (size.players, size.precision) = (4, nil)
    #expect(estimate.remark(on: size) == nil)
    size.precision = 0.5
    let one = PoolEstimate(players: 1, unreached: 0, mostRolls: 100, rolls: [7])
    #expect(
      one.remark(on: size)
        == "the precision of 50 % was not reached: with 1 player the mean has no interval")
  }
}
