import FlintRandom
import FlintRules
import FlintSchema
import Testing
@testable import Chance
@testable import Players

/// Means and chances are those of the exact distributions, which Tests/PoolReference confirms in exact fractions.
@Suite struct `Pools roll by roll` {
  private static let key: UInt64 = 20_261_127

  /// Plays players, and returns the numbers of rolls.
  private func play(_ odds: PoolOdds, players: Int) throws -> [UInt32] {
    let rolls = try PoolRolls(odds)
    var stream = StreamReader(key: Self.key, purpose: RollPlayers.purpose)
    return try (0..<players).map { player in
      stream.begin(identity: UInt64(player) << 32)
      return try #require(rolls.rolls(from: &stream, most: .max - 1))
    }
  }

  private func check(_ odds: PoolOdds, players: Int = 20_000) throws {
    let counts = try play(odds, players: players)
    let distribution = try odds.distribution()
    let error = distribution.standardDeviation / Double(players).squareRoot()
    let mean = Double(counts.reduce(0) { $0 + Int($1) }) / Double(players)
    #expect(abs(mean - distribution.mean) < 4 * error, "key \(Self.key)")
    for level in [0.1, 0.5, 0.9] {
      let within = Int64(distribution.quantile(level))
      let chance = distribution.probability(doneWithin: within)
      let share = Double(counts.count { $0 <= within }) / Double(players)
      #expect(
        abs(share - chance) <= 4 * (chance * (1 - chance) / Double(players)).squareRoot(),
        "key \(Self.key)")
    }
  }

  @Test func `have the exact distributions of pity, guarantees and paths`() throws {
    try check(PoolOdds(.characters, until: .copies(of: .featured(tier: 2), 1)))
    try check(PoolOdds(.characters, until: .copies(of: .featured(tier: 2), 7)), players: 2000)
    var start = PoolStart()
    start.counters = [0, 0, 63]
    start.guarantees = [false, false, true]
    try check(PoolOdds(.characters, until: .copies(of: .featured(tier: 2), 1), from: start))
    var chosen = PoolStart()
    chosen.chosen = [nil, "first"]
    try check(PoolOdds(.weapons(path: 2), until: .copies(of: .ids(["first"]), 1), from: chosen))
  }

  @Test func `have the exact distributions of ceilings, collections and boxes`() throws {
    try check(PoolOdds(.servants(ceiling: 330), until: .copies(of: .featured(), 1)))
    try check(PoolOdds(.servants(featured: 3), until: .different(of: .featured())))
    try check(
      PoolOdds(.chest(tops: 3, reset: .whenEmpty), until: .copies(of: .featured(), 2)),
      players: 4000)
  }

  /// Each word is searched for by hand: a third of the rolls, or the third one.
  @Test func `take the words of the stream one by one`() throws {
    let pool = PoolModel(
      tiers: [
        .init(rate: fraction("2/3"), cards: [.init("common")]),
        .init(rate: fraction("1/3"), pity: PityDefinition(hard: 3), cards: [.init("rare")]),
      ])
    let rolls = try PoolRolls(PoolOdds(pool, until: .copies(of: .tier(1), 1)))
    let third = UInt64(1 << 32) / 3
    for player in 0..<1000 as Range<UInt64> {
      var words = CounterStream(key: Self.key, identity: player, purpose: 1)
      var expected: UInt32 = 0
      while true {
        let word = UInt64(words.next32())
        if expected < 2, word >= 3 * third { continue }
        expected += 1
        if expected == 3 || word >= 2 * third { break }
      }
      var stream = CounterStream(key: Self.key, identity: player, purpose: 1)
      #expect(rolls.rolls(from: &stream, most: 100) == expected)
      var again = CounterStream(key: Self.key, identity: player, purpose: 1)
      #expect(rolls.rolls(from: &again, most: expected - 1) == nil)
    }
  }

  @Test func `are a method of plans, with the same bytes on threads and the exact mean`() throws {
    var plan = try PoolPlans.plan(
      Rulebook(PoolRulebooks.banner()), players: 4000, measures: ["rolls until weapons/card:blade"]
    ) {
      var entry = PoolPolicy(pool: "weapons")
      entry.choose = "blade"
      $0.pools = [entry]
    }
    plan.engine = .rolls
    plan.horizon = .until(
      .pool("weapons", PoolTarget(.card("blade"))), atMost: Horizon.mostDays)
    let result = try Simulator(plan, threads: 1, version: "test").run()
    #expect(abs((result.estimates[0][0].exact?.mean ?? 0) - 105.66874381788045) < 1e-9)
    #expect(abs(try #require(result.estimates[0][0].zScore)) < 4)
    for threads in 2...4 {
      let again = try Simulator(plan, threads: threads, version: "test").run()
      #expect(again.tallies == result.tallies)
    }
    // 62 rolls in 10 days of 1,000 gems.
    plan.horizon = .days(10)
    if case .policy(var policy) = plan.behaviour {
      policy.income = [NamedValue("gems", 1000)]
      plan.behaviour = .policy(policy)
    }
    let bounded = try Simulator(plan, threads: 2, version: "test").run().estimates[0][0]
    #expect(bounded.tally.greatest <= 62)
    #expect(abs(try #require(bounded.reachedZScore)) < 4)
    #expect(abs(try #require(bounded.restrictedZScore)) < 4)
  }

  @Test func `are what a plan that waits for a goal in a pool measures`() {
    let goal = Horizon.until(.pool("weapons", PoolTarget(.featured(nil))), atMost: 100)
    #expect(
      Plan.defaultMeasures(for: goal).map(\.name) == [
        "rolls until weapons/featured", "days until weapons/featured",
      ])
    #expect(
      Plan.defaultMeasures(for: goal, .rolls).map(\.name) == ["rolls until weapons/featured"])
  }

  @Test func `are refused where a roll is more than one card`() throws {
    let text =
      "method: its rolls cannot be rolled alone: a roll of one card is needed, without packs and exchanges"
    let packs = #expect(throws: OddsError.self) {
      try PoolRolls(PoolOdds(.packets, until: .copies(of: .ids(["crown-0"]), 1)))
    }
    #expect(packs?.description == text)
    var pool = PoolModel.servants()
    pool.exchange = PoolModel.Exchange(at: 100)
    let exchange = #expect(throws: OddsError.self) {
      try PoolRolls(PoolOdds(pool, until: .copies(of: .featured(), 1)))
    }
    #expect(exchange?.description == text)
  }
}
