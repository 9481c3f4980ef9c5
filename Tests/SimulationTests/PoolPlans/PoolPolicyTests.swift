import FlintRules
import FlintSchema
import Testing
@testable import Chance
@testable import Players

/// Every value is worked out by hand: a player has 60 or 100 gems a day, and a roll costs 100.
@Suite struct `Players with pools` {
  private func entry(_ pool: String, _ change: (inout PoolPolicy) -> Void = { _ in }) -> PoolPolicy
  {
    var entry = PoolPolicy(pool: pool)
    change(&entry)
    return entry
  }

  @Test func `roll as soon as the price is covered`() throws {
    // 60, 120 → 20, 80, 140 → 40, 100 → 0: rolls on the days 2, 4, 5, 7, 9, 10.
    let plan = try PoolPlans.plan(
      PoolPlans.rulebook([PoolPlans.certain("sure")]),
      measures: [
        "currency.gems", "spent.gems", "rolls.sure", "rolls", "featured.sure", "dry_days.sure",
        "money",
        "days until sure/featured*2", "rolls until sure/featured*2", "days until sure/featured*7",
        "rolls until sure/featured*7", "events",
      ]
    ) {
      $0.income = [NamedValue("gems", 60)]
      $0.pools = [entry("sure")]
    }
    #expect(
      try PoolPlans.values(of: plan) == [0, 600, 6, 6, 6, 0, 0, 4, 2, nil, nil, 16])
    let result = try Simulator(plan, threads: 1, version: "test").run()
    // Who does not reach a goal counts with the rolls and days played.
    #expect(result.tallies.tallies[0][9].unreached.sum == 10)
    #expect(result.tallies.tallies[0][10].unreached.sum == 6)
    #expect(result.events == 16)
  }

  @Test func `save up, keep a reserve, and roll several at a time`() throws {
    func values(_ change: (inout PoolPolicy) -> Void) throws -> [Int64?] {
      try PoolPlans.values(
        of: try PoolPlans.plan(
          PoolPlans.rulebook([PoolPlans.certain("sure")]),
          measures: [
            "currency.gems", "rolls.sure", "days until sure/featured",
            "rolls until sure/featured*2",
          ]
        ) {
          $0.income = [NamedValue("gems", 60)]
          $0.pools = [entry("sure", change)]
        })
    }
    // 300 on the days 5 and 10: three rolls each.
    #expect(try values { $0.saveUntil = [NamedValue("gems", 300)] } == [0, 6, 5, 2])
    // Never less than 250 are left: the first roll is at 360, on day 6; 320 → 380 → 280 on day 8, 340,
    // 400 → 300 → no more.
    #expect(try values { $0.keep = [NamedValue("gems", 250)] } == [300, 3, 6, 2])
    // Pairs at 240, 160, 220 → 20 …: days 4, 7, and 10 with 20 + 180.
    #expect(try values { $0.roll = 2 } == [0, 6, 4, 2])
    #expect(try values { $0.stopAt = PoolTarget(.featured(nil), copies: 2) } == [400, 2, 2, 2])
    #expect(try values { ($0.fromDay, $0.untilDay) = (3, 4) } == [400, 2, 3, 2])
  }

  @Test func `buy offers for money`() throws {
    // On the days 1 and 4, 500 gems and 5 rolls each; bought twice at most.
    let measures = ["money", "rolls.sure", "currency.gems", "events", "days until sure/featured*6"]
    func values(_ change: (inout PurchasePolicy) -> Void) throws -> [Int64?] {
      try PoolPlans.values(
        of: try PoolPlans.plan(PoolPlans.rulebook([PoolPlans.certain("sure")]), measures: measures)
        {
          var purchase = PurchasePolicy(offer: "chest")
          change(&purchase)
          $0.buys = [purchase]
          $0.pools = [entry("sure") { $0.stopAt = PoolTarget(.featured(nil), copies: 12) }]
        })
    }
    #expect(try values { ($0.every, $0.atMost) = (3, 2) } == [998, 10, 0, 12, 4])
    // The goal of 12 is reached on day 3 with three rolls left; nothing is bought after that.
    #expect(try values { $0.pool = "sure" } == [1497, 12, 300, 15, 2])
    // From day 3 on the balance of 300 is not below 300.
    #expect(try values { $0.below = [NamedValue("gems", 300)] } == [1497, 12, 300, 15, 2])
    #expect(try values { ($0.count, $0.atMost, $0.fromDay) = (3, 1, 8) } == [1497, 12, 300, 13, 8])
  }

  @Test func `prefer earlier pools, which have their currency to themselves`() throws {
    func values(_ stopAt: PoolTarget?) throws -> [Int64?] {
      try PoolPlans.values(
        of: try PoolPlans.plan(
          PoolPlans.rulebook([PoolPlans.certain("first"), PoolPlans.certain("second", price: 50)]),
          measures: ["rolls.first", "rolls.second", "rolls"]
        ) {
          $0.income = [NamedValue("gems", 70)]
          $0.pools = [entry("first") { $0.stopAt = stopAt }, entry("second")]
        })
    }
    // 700 gems: 7 rolls of the first, whose price the second never takes.
    #expect(try values(nil) == [7, 0, 7])
    // The first at 140 on day 2; then 40, 110 → 10, 80 → 30, 100 → 0, 70 → 20, 90 → 40, 110 → 10, 80 → 30
    // on the days 3 to 10, after one roll of 50 on day 2 is not covered: 600 gems for 11 rolls, 10 left, and 40.
    #expect(try values(PoolTarget(.featured(nil))) == [1, 12, 13])
  }

  @Test func `have the longest run of days without a prize`() throws {
    // No chance but pity at the third roll, one roll a day.
    var pool = PoolPlans.certain("rare")
    let cards = PoolPlans.cards("common")
    pool.cards = CardSelection(ids: [cards[0], PoolPlans.cards("legendary")[0]])
    pool.rates = [NamedValue("common", .one)]
    var pity = PityDefinition()
    pity.hard = 3
    pool.pity = [NamedValue("legendary", pity)]
    let plan = try PoolPlans.plan(
      PoolPlans.rulebook([pool]),
      measures: [
        "dry_days", "dry_days.rare", "featured.rare", "rolls until rare/featured", "cards",
      ]
    ) {
      $0.income = [NamedValue("gems", 100)]
      $0.pools = [entry("rare")]
    }
    #expect(try PoolPlans.values(of: plan) == [2, 2, 3, 3, 2])
  }

  @Test func `get what the first event of a day grants before they pay`() throws {
    let rulebook = try PoolPlans.rulebook([PoolPlans.certain("sure")], perDay: 100)
    let plan = try PoolPlans.plan(rulebook, measures: ["rolls", "currency.gems"]) {
      $0.sparks = [.constant(1)]
      $0.pools = [entry("sure")]
    }
    #expect(try PoolPlans.values(of: plan) == [10, 0])
    // Without sparks, the first event of a day is the roll.
    let idle = try PoolPlans.plan(rulebook, measures: ["rolls", "currency.gems"]) {
      $0.pools = [entry("sure")]
    }
    #expect(try PoolPlans.values(of: idle) == [10, 0])
  }

  @Test func `stop where a pool has no more rolls`() throws {
    var pool = PoolPlans.certain("sure")
    pool.limit = 3
    let plan = try PoolPlans.plan(
      PoolPlans.rulebook([pool, PoolPlans.certain("other")], start: 1000),
      measures: ["rolls.sure", "rolls.other", "events"]
    ) { $0.pools = [entry("sure"), entry("other")] }
    #expect(try PoolPlans.values(of: plan) == [3, 7, 10])
  }

  @Test func `reach goals on the roll that the exact distribution has`() throws {
    let rulebook = try PoolPlans.rulebook([PoolPlans.character()], start: 1_000_000)
    for (roll, goal) in [(1, "featured"), (10, "featured*2"), (1, "first:legendary")]
      as [(Int64, String)]
    {
      let target = try PoolTarget(parsing: goal)
      let plan = try PoolPlans.plan(
        rulebook, days: 1, players: 1500, measures: ["rolls until character/\(goal)"]
      ) {
        $0.pools = [
          entry("character") { ($0.roll, $0.stopAt) = (roll, target) }
        ]
      }
      let tally = try Simulator(plan, threads: 2, version: "test").run().estimates[0][0]
      let resolved = try #require(rulebook.definition.pool("character"))
      let distribution = try PoolOdds(
        resolved.bought(inBundles: false),
        until: try target.resolved(in: resolved, rulebook.definition).goal
      ).distribution()
      #expect(tally.tally.absent == 0)
      let mean = try #require(tally.ofAll)
      #expect(
        abs(mean.value - distribution.mean) < 4 * mean.standardError,
        "\(goal): \(mean.value) and \(distribution.mean)")
    }
  }

  @Test func `have the exact chance of a goal beside the estimate`() throws {
    // 1,600 gems a day for 5 days are 50 rolls; 0.994⁵⁰ of the players have no prize.
    let rulebook = try PoolPlans.rulebook([PoolPlans.character()])
    let plan = try PoolPlans.plan(
      rulebook, days: 5, players: 1500,
      measures: ["rolls until character/first:legendary", "days until character/first:legendary"]
    ) {
      $0.income = [NamedValue("gems", 1600)]
      $0.pools = [entry("character") { $0.roll = 10 }]
    }
    let estimates = try Simulator(plan, threads: 2, version: "test").run().estimates[0]
    // 1 − 0.994⁵⁰ and Σ 0.994^k for k below 50, by Python.
    #expect(abs((estimates[0].exact?.reached ?? 0) - 0.259_850_892_365_391_6) < 1e-9)
    #expect(abs((estimates[0].exact?.restricted ?? 0) - 43.308_482_060_898_56) < 1e-7)
    #expect(estimates[0].exact?.reached == estimates[1].exact?.reached)
    #expect(abs(estimates[0].reachedZScore ?? 9) < 4)
    #expect(abs(estimates[0].restrictedZScore ?? 9) < 4)
  }

  @Test func `reject what the rulebook lacks`() throws {
    let rulebook = try PoolPlans.rulebook([PoolPlans.certain("sure")])
    func faults(_ measure: String = "money", _ change: (inout Policy) -> Void) throws -> [String] {
      try PoolPlans.plan(rulebook, measures: [measure], policy: change).faults().map(\.description)
    }
    #expect(
      try faults { $0.pools = [entry("sur")] } == [
        "pools[1].pool: rulebook pools has no pool \"sur\" (did you mean \"sure\"?)"
      ])
    #expect(
      try faults { $0.pools = [entry("sure") { $0.roll = 0 }] } == [
        "pools[1].roll: expected a number from 1 to 1000, got 0"
      ])
    #expect(
      try faults { $0.buys = [PurchasePolicy(offer: "crate")] } == [
        "buys[1].offer: rulebook pools has no offer \"crate\"; expected chest"
      ])
    #expect(
      try faults { $0.income = [NamedValue("gold", 1)] } == [
        "income: rulebook pools has no currency \"gold\"; expected gems"
      ])
    #expect(
      try faults("rolls until sure/card:nobody") { _ in } == [
        "measure[1]: pool sure has no card \"nobody\""
      ])
    #expect(
      try faults("currency.gem") { _ in } == [
        "measure[1]: rulebook pools has no currency \"gem\" (did you mean \"gems\"?)"
      ])
    #expect(throws: PlanProblem.self) { try Measure(parsing: "rolls until first:legendary") }
  }
}
