import FlintJSON
import FlintRules
import FlintSchema
import TestSupport
import Testing
@testable import Players

@Suite struct `Segments of players` {
  private func plan(players: Int64, rulebooks: Int = 1) throws -> Plan {
    let rulebook = try PoolPlans.rulebook([PoolPlans.character()])
    var plan = try PoolPlans.plan(
      rulebook, days: 60, players: players,
      measures: ["money", "rolls.character", "days until character/featured"]
    ) { policy in
      policy.income = [NamedValue("gems", 100)]
      policy.pools = [PoolPolicy(pool: "character")]
    }
    plan.variants = try (1...rulebooks).map { number in
      let rulebook = try PoolPlans.rulebook([PoolPlans.character()], id: "r\(number)")
      return Plan.Variant(name: "r\(number)", rulebook: rulebook)
    }
    guard case .policy(let free) = plan.behaviour else { return plan }
    var whale = free
    var purchase = PurchasePolicy(offer: "chest")
    purchase.every = 30
    whale.buys = [purchase]
    plan.segments = [
      Plan.Segment(name: "free", share: .percent(70), policy: free),
      Plan.Segment(name: "whale", share: .percent(30), policy: whale),
    ]
    return plan
  }

  @Test func `have their shares of the players, and results of their own`() throws {
    let result = try Simulator(plan(players: 2000), threads: 2, version: "test").run()
    #expect(
      result.plan.measures.map(\.name) == [
        "money", "money@free", "money@whale", "rolls.character", "rolls.character@free",
        "rolls.character@whale", "days until character/featured",
        "days until character/featured@free", "days until character/featured@whale",
      ])
    let tallies = result.tallies.tallies[0]
    let (free, whale) = (tallies[1].players, tallies[2].players)
    #expect(free + whale == 2000)
    // Four standard errors of a binomial number: √(2000 · 0.3 · 0.7) = 20.5.
    #expect(abs(whale - 600) < 82)
    // Two purchases of 4.99 in 60 days.
    #expect(tallies[1].greatest == 0 && tallies[2].least == 998 && tallies[2].greatest == 998)
    #expect(tallies[0].sum == tallies[1].sum + tallies[2].sum)
    // 6,000 gems are 37 rolls, 7,000 are 43.
    #expect(tallies[4].least == 37 && tallies[4].greatest == 37)
    #expect(tallies[5].least == 43 && tallies[5].greatest == 43)
    #expect(tallies[6].players == tallies[7].players + tallies[8].players)
  }

  @Test func `are the same players under every rulebook`() throws {
    let result = try Simulator(plan(players: 300, rulebooks: 2), threads: 1, version: "test").run()
    #expect(result.tallies.tallies[0] == result.tallies.tallies[1])
    for row in result.tallies.differences { #expect(row.allSatisfy { $0.difference.sum == 0 }) }
    #expect(
      result.tallies.differences[0].map(\.difference.players)
        == result.tallies.tallies[0].map(\.players))
  }

  @Test(.slow, arguments: 1...4)
  func `have the same bytes on threads and in shards`(threads: Int) throws {
    let plan = try plan(players: 1000, rulebooks: 2)
    let simulator = try Simulator(plan, threads: threads, version: "test")
    let whole = try Simulator(plan, threads: 1, version: "test").run()
    #expect(try simulator.run().tallies == whole.tallies)
    var shards: [(name: String, shard: ShardResult)] = []
    for number in 1...3 {
      let shard = try #require(Shard(number, of: 3))
      let tallies = try simulator.play(shard.players(of: plan.players))
      let written = ShardResult(simulator.summary, shard, tallies).json.text()
      shards.append(
        ("\(number)", try ShardResult(parsing: Array(written.utf8), name: "\(number)")))
    }
    #expect(try ShardResult.merge(shards.reversed()).tallies == whole.tallies)
  }

  @Test func `can be asserted, each by its name`() throws {
    let assertions = [
      Assertion(measure: "money@whale", .mean, atLeast: 998, atMost: 998),
      Assertion(measure: "rolls.character@free", .quantile(0.5), atMost: 37),
      Assertion(measure: "money@free", .mean, atLeast: 1),
    ]
    let result = try Simulator(
      plan(players: 300), threads: 1, version: "test", assertions: assertions
    ).run()
    // All have the same money, but so few players show its mean only to ± 3/n.
    #expect(result.checks.map(\.verdict) == [.undecided, .holds, .fails])
    let error = #expect(throws: SimulationError.self) {
      try Simulator(
        plan(players: 300), threads: 1, version: "test",
        assertions: [Assertion(measure: "money@dolphin", .mean, atMost: 1)])
    }
    #expect(
      "\(error, default: "none")".contains(
        #"the plan does not measure "money@dolphin"; it measures "#))
  }

  @Test func `that are invalid are errors`() throws {
    func faults(_ change: (inout Plan) -> Void) throws -> [String] {
      var plan = try plan(players: 10)
      change(&plan)
      return plan.faults().map(\.description)
    }
    #expect(
      try faults { $0.segments[0].share = .percent(60) } == [
        "segments: expected shares that sum to 1, got 0.9"
      ])
    #expect(
      try faults { $0.segments[1].name = "free" } == [
        "segments[2].name: another segment is named \"free\" already"
      ])
    #expect(
      try faults { $0.segments[1].policy.pools = [PoolPolicy(pool: "nowhere")] } == [
        """
        segments[2].policy.pools[1].pool: rulebook r1 has no pool "nowhere"; expected character
        """
      ])
    for name in ["", "a@b", String(repeating: "a", count: 101)] {
      #expect(
        try faults { $0.segments[1].name = name } == [
          "segments[2].name: expected 1 to 100 characters without @, got \"\(name)\""
        ])
    }
    #expect(try faults { $0.segments[1].name = String(repeating: "a", count: 100) } == [])
    #expect(
      try faults { $0.segments[1].share = .zero } == [
        "segments: expected shares above 0 whose denominators are up to 4294967296"
      ])
    #expect(
      try faults { $0.segments = Array(repeating: $0.segments[0], count: 21) } == [
        "segments: expected at most 20, got 21"
      ])
    // The actions of scripted players are those of a function.
    #expect(
      try faults {
        $0.behaviour = .scripted(digest: "")
        $0.segments[1].policy.pools = [PoolPolicy(pool: "nowhere")]
      } == [])
  }
}
