import FlintCalendar
import FlintRules
import FlintSchema
import Testing
@testable import Players

/// A player has 60 gems on each of ten days from 2024-01-01 on, and a roll costs 100.
struct `Players who never try` {
  struct Case: Sendable {
    var reason: String?
    var open: (String, String)?
    var change: @Sendable (inout PoolPolicy) -> Void = { _ in }
    var isNamed = true
  }

  private static let start = "nobody rolled in pool sure: "

  private static let cases = [
    Case(reason: nil),
    Case(
      reason: start
        + "it is open from 2024-01-11 to 2024-01-20, and the days of the plan are those from "
        + "2024-01-01 to 2024-01-10; give another start", open: ("2024-01-11", "2024-01-21")),
    // 600 gems on the last day.
    Case(reason: nil, change: { $0.saveUntil = [NamedValue("gems", 600)] }),
    Case(
      reason: start
        + "no player had what its price, save_until and keep ask for; give more income, or save "
        + "less", change: { $0.saveUntil = [NamedValue("gems", 601)] }),
    // The first roll would be on day 2.
    Case(
      reason: start + "it is not open on the days from from_day to until_day of its entry in pools",
      open: ("2024-01-04", "2024-01-06"), change: { $0.fromDay = 6 }),
    Case(reason: start + "the policy does not name it in pools", isNamed: false),
  ]

  @Test(arguments: cases) func `are noted, and no assertion about their goal holds`(
    _ idle: Case
  ) throws {
    var pool = PoolPlans.certain("sure")
    if let (from, before) = idle.open {
      pool.season = Season(from: CivilDay(from), before: CivilDay(before))
    }
    let goals = ["days until sure/featured", "rolls until sure/featured"]
    let plan = try PoolPlans.plan(
      PoolPlans.rulebook([pool, PoolPlans.certain("other")]), measures: goals + ["rolls.sure"]
    ) {
      $0.income = [NamedValue("gems", 60)]
      var entry = PoolPolicy(pool: idle.isNamed ? "sure" : "other")
      idle.change(&entry)
      $0.pools = [entry]
    }
    let result = try Simulator(
      plan, threads: 1, version: "test",
      assertions: [
        Assertion(measure: goals[0], .restrictedMean, atMost: 100),
        Assertion(measure: goals[1], .reached, atMost: 1),
        Assertion(measure: "rolls.sure", .mean, atMost: 100),
      ]
    ).run()
    #expect(result.idleReasons.map(\.reason) == [idle.reason].compactMap(\.self))
    guard let reason = idle.reason else { return }
    #expect(result.idleReasons.first?.measures == goals + ["rolls.sure"])
    // One player alone leaves the mean number of rolls open.
    #expect(result.checks.map(\.verdict) == [.refused, .refused, .undecided])
    #expect(result.checks.map(\.reason) == [reason, reason, nil])
    // Shards keep what the reasons follow from.
    let tally = result.tallies.tallies[0][0]
    #expect(tally.untried == 1)
    #expect(Tally(shardJSON: tally.shardJSON) == tally)
    #expect(PlanSummary(shardJSON: result.plan.shardJSON)?.measures == result.plan.measures)
  }

  @Test func `have no card without a spark or a roll`() throws {
    let goal = "sparks until first:legendary"
    let plan = try PoolPlans.plan(
      PoolPlans.rulebook([PoolPlans.certain("sure")]), measures: [goal]
    ) { _ in }
    let result = try Simulator(
      plan, threads: 1, version: "test",
      assertions: [Assertion(measure: goal, .restrictedMean, atMost: 1)]
    ).run()
    #expect(result.checks.map(\.verdict) == [.refused])
    #expect(
      result.idleReasons.map(\.reason) == [
        "nobody had a spark or a roll, which could give a card: give the policy sparks"
      ])
  }
}
