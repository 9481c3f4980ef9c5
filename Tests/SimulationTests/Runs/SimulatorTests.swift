import FlintCalendar
import FlintRandom
import FlintJSON
import FlintRules
import Testing
@testable import Chance
@testable import Players

@Suite struct `Simulations` {
  private static func plan(
    _ measures: [String], players: Int64, horizon: Horizon, policy: Policy = Policy(),
    rulebooks: [Rulebook]? = nil
  ) throws -> Plan {
    var plan = Plan(name: "test")
    plan.seed = 42
    plan.players = players
    plan.horizon = horizon
    plan.measures = try measures.map { try Measure(parsing: $0) }
    plan.behaviour = .policy(policy)
    plan.variants = try (rulebooks ?? [Rulebook.ignition()]).enumerated().map {
      Plan.Variant(name: "rules \($0)", rulebook: $1)
    }
    return plan
  }

  private static func simulator(_ plan: Plan, threads: Int = 2) throws -> Simulator {
    try Simulator(plan, threads: threads, version: "test")
  }

  private static let busy = Policy(
    sparks: [.poisson(Fraction(5, over: 2) ?? .one)],
    lapse: Policy.Lapse(leave: .percent(10), comeBack: .percent(30)))

  @Test func `have the same bytes on any number of threads, and in any shards`() throws {
    let plan = try Self.plan(
      ["points", "level", "cards", "days until level:4"], players: 1100, horizon: .days(12),
      policy: Self.busy)
    let one = try Self.simulator(plan, threads: 1)
    let whole = ShardResult(one.summary, try #require(Shard(1, of: 1)), try one.play(0..<1100))
    let text = whole.json.text()
    for threads in [2, 3, 7] {
      let tallies = try Self.simulator(plan, threads: threads).play(0..<1100)
      #expect(ShardResult(one.summary, whole.shard, tallies).json.text() == text)
    }
    for count in [1, 2, 5] {
      var shards: [(name: String, shard: ShardResult)] = []
      for number in (1...count).reversed() {
        let shard = try #require(Shard(number, of: count))
        let result = ShardResult(one.summary, shard, try one.play(shard.players(of: 1100)))
        let bytes = Array(result.json.text().utf8)
        shards.append(("\(number)", try ShardResult(parsing: bytes, name: "\(number)")))
      }
      let merged = try ShardResult.merge(shards)
      #expect(ShardResult(merged.plan, whole.shard, merged.tallies).json.text() == text)
    }
  }

  /// The exact means are those of the odds, which are tested by themselves.
  @Test(arguments: [
    "first:legendary", "first:epic", "first:rare*3", "all:legendary", "category:decision",
    "card:idea-napkin-sketch", "distinct:20", "complete",
  ])
  func `come within four standard errors of exact means`(goal: String) throws {
    let plan = try Self.plan(
      ["sparks until \(goal)", "days until \(goal)"], players: goal == "complete" ? 200 : 600,
      horizon: .until(try Milestone(parsing: goal), atMost: Horizon.mostDays))
    let result = try Self.simulator(plan).run()
    for estimate in result.estimates[0] {
      let exact = try #require(estimate.exact?.mean)
      // Where the controls remove all randomness, the estimate is the exact value.
      let reach = max(4 * estimate.principal.standardError, 1e-9 * exact)
      #expect(
        abs(estimate.principal.value - exact) < reach,
        "\(estimate.measure): \(estimate.principal.value)")
      #expect(estimate.tally.absent == 0)
    }
  }

  @Test func `come within four standard errors of the expected cards and points`() throws {
    let plan = try Self.plan(
      ["cards", "sparks", "points.spark", "sparks until complete"], players: 800,
      horizon: .sparks(150))
    for estimate in try Self.simulator(plan).run().estimates[0] {
      let exact = try #require(estimate.exact)
      #expect(abs(estimate.zScore ?? estimate.restrictedZScore ?? 0) < 4)
      #expect(abs(estimate.reachedZScore ?? 0) < 4)
      if estimate.measure == "sparks" {
        #expect(exact.mean == 150 && estimate.principal.value == 150)
      }
    }
  }

  /// The exact means are those of the odds; with chance integrated out the interval around them is far
  /// narrower, so that the smallest bias would show, also with few players.
  @Test(arguments: [
    ("ignition", Horizon.sparks(150), 4096 as Int64), ("ignition", .sparks(939), 300),
    ("ignition-shipped", .sparks(20), 300), ("ignition-shipped", .days(100), 1024),
  ])
  func `integrate chance out of cards`(
    id: String, horizon: Horizon, players: Int64
  ) throws {
    let rulebook = try Rulebook(id == "ignition" ? .ignition : .ignitionShipped)
    let measures = [
      "cards", "cards.legendary", "cards.epic", "cards.rare", "cards.common", "missions",
    ]
    let plan = try Self.plan(measures, players: players, horizon: horizon, rulebooks: [rulebook])
    let estimates = try Self.simulator(plan).run().estimates[0]
    #expect(abs(try #require(estimates[0].zScore)) < 4)
    for estimate in estimates.prefix(5) where estimate.tally.sums.variance > 0 {
      #expect(estimate.principal.isIntegrated)
      #expect(estimate.principal.varianceRatio > 4, "\(estimate.measure)")
    }
    #expect(!estimates[5].principal.isIntegrated)
    // The mean of all cards is the sum of the means by rarity, but for cards that every player owns.
    let sum = estimates[1...4].reduce(0) { $0 + $1.principal.value }
    #expect(abs(sum - estimates[0].principal.value) < 0.01)
    // Where draws decide when a player ends, chance is not integrated out.
    let goal = try Self.plan(
      ["cards"], players: 512,
      horizon: .until(try Milestone(parsing: "first:rare"), atMost: Horizon.mostDays))
    #expect(!(try Self.simulator(goal).run().estimates[0][0].principal.isIntegrated))
  }

  @Test func `have the expected number of sparks of a random policy`() throws {
    let plan = try Self.plan(
      ["sparks", "active_days"], players: 4000, horizon: .days(10), policy: Self.busy)
    let result = try Self.simulator(plan).run()
    // Active on day d with chance 3/4 + (1/4)·0.6^(d−1): the chain's distribution, by hand. Ten days sum to
    // 7.5 + 0.25·(1 − 0.6^10)/0.4 = 8.121220... active days, times 2.5 sparks.
    let days = 7.5 + 0.25 * (1 - 0.0060466176) / 0.4
    let sparks = result.estimates[0][0]
    #expect(abs((sparks.exact?.mean ?? 0) - 2.5 * days) < 1e-9)
    #expect(
      abs(sparks.tally.sums.mean - 2.5 * days) < 4 * sparks.principal.standardDeviation
        / 4000.squareRoot())
    // The control is the measure itself: the estimate is exact.
    #expect(abs(sparks.principal.value - 2.5 * days) < 1e-6)
  }

  @Test func `measure of a player the same as the fold of the same events`() throws {
    let rulebook = try Rulebook.ignition()
    let plan = try Self.plan(
      ["points", "level", "cards", "missions", "streak", "fuel", "sparks until level:3"],
      players: 1, horizon: .days(40), policy: Policy(sparks: [.constant(2)], hours: 9..<10))
    let result = try Self.simulator(plan).run()
    // The same player by hand: two sparks a day, drawn from the player's stream.
    var stream = CounterStream(key: 42, identity: 0, purpose: 0x706F_6C69)
    var state = rulebook.initialState()
    var ordinal: UInt64 = 0
    var level3: UInt64?
    for day in 0..<Int64(40) {
      let times = [stream.bounded(3_600_000), stream.bounded(3_600_000)].sorted()
      for time in times {
        let category = SparkCategory.ignition[Int(stream.bounded(5))]
        let intensity = SparkIntensity.ignition[Int(stream.bounded(4))]
        let at = (Int64(plan.start.number) + day) * 86_400_000 + 9 * 3_600_000 + Int64(time)
        rulebook.apply(
          ProfileEvent(
            id: EventID(high: ordinal, low: 0), at: Instant(milliseconds: at), offset: .zero,
            action: .spark(category, intensity)),
          to: &state, seed: 42)
        ordinal += 1
        if state.level >= 3 && level3 == nil { level3 = ordinal }
      }
    }
    #expect(
      result.estimates[0].map(\.ofAll?.value) == [
        Double(state.ledger.total), Double(state.level), Double(state.ownedCount),
        Double(state.missions.completions.count), Double(state.sparkDays.longestStreak),
        Double(state.fuel.amount),
        Double(try #require(level3)),
      ])
  }

  @Test func `compare rules on the same draws`() throws {
    var generous = RulebookDefinition.ignition
    generous.id = "generous"
    generous.drops.rates = [.percent(50), .percent(30), .percent(12), .percent(8)]
    let plan = try Self.plan(
      ["cards.legendary", "sparks"], players: 512, horizon: .sparks(60),
      rulebooks: [try Rulebook.ignition(), try Rulebook(generous)])
    let result = try Self.simulator(plan).run()
    let difference = result.differences[0]
    #expect(difference[1].principal.value == 0 && difference[1].principal.standardDeviation == 0)
    #expect(difference[1].principal.interval == Interval(low: 0, high: 0))
    let (plain, changed) = (result.estimates[0][0].tally, result.estimates[1][0].tally)
    #expect(Int128(difference[0].pairs.difference.sum) == changed.sum - plain.sum)
    // Paired: narrower than with two independent samples.
    #expect(
      difference[0].pairs.difference.sums.variance
        < plain.sums.variance + changed.sums.variance)
  }

  @Test func `stop at fixed numbers of players once they are precise`() throws {
    var plan = try Self.plan(["points"], players: 1 << 20, horizon: .days(3))
    plan.precision = 0.02
    let result = try Self.simulator(plan).run()
    #expect(result.players % 256 == 0 && result.players >= 1024)
    #expect(result.isWithin(0.02))
    #expect(try Self.simulator(plan, threads: 5).run().players == result.players)
    #expect(result.rows.allSatisfy { $0.isPrecise == true })
    // What only pictures show need not be precise.
    plan.addFanMeasures()
    let pictured = try Self.simulator(plan).run()
    #expect(
      pictured.players == result.players && !pictured.rows.allSatisfy { $0.isPrecise == true })
    var stops: [Int64] = [0]
    for _ in 0..<6 { stops.append(Simulator.stop(after: stops.last ?? 0)) }
    #expect(stops == [0, 1024, 2048, 3072, 4096, 5120, 6400])
  }

  @Test func `report the first player that fails, on any number of threads`() throws {
    final class Failing: PlayerGroup {
      func play(_ players: Range<Int64>, into tallies: inout TallySet) throws(SimulationError) {
        for player in players {
          if player % 700 == 699 {
            throw .policy(player: player, day: 2, message: "t.lua:3: no")
          }
          tallies.add([[.value(1)]], controls: [[]])
        }
      }
    }
    var plan = try Self.plan(["points"], players: 5000, horizon: .days(3))
    plan.behaviour = .scripted(digest: "x")
    for threads in [1, 2, 7] {
      let simulator = try Simulator(plan, threads: threads, version: "test") {
        () throws(SimulationError) in Failing()
      }
      let error = #expect(throws: SimulationError.self) { try simulator.run() }
      #expect(error?.description == "player 700, day 2: t.lua:3: no")
    }
  }
}

@Suite struct `Comparisons under rules of different kinds` {
  /// Under pity the expected draws are not known, so that only the other rules have controls.
  @Test func `have separate controls`() throws {
    var pity = RulebookDefinition.ignition
    pity.id = "pity"
    pity.drops.pity[3] = PityDefinition(softStart: 74, softStep: .percent(6), hard: 90)
    var plan = Plan(name: "test")
    (plan.players, plan.horizon) = (512, .sparks(100))
    plan.measures = [try Measure(parsing: "cards.legendary")]
    plan.variants = [
      Plan.Variant(name: "plain", rulebook: try Rulebook.ignition()),
      Plan.Variant(name: "pity", rulebook: try Rulebook(pity)),
    ]
    for variants in [plan.variants, plan.variants.reversed()] {
      plan.variants = variants
      let result = try Simulator(plan, threads: 2, version: "test").run()
      for (index, variant) in variants.enumerated() {
        #expect(result.estimates[index][0].principal.isIntegrated == (variant.name != "pity"))
      }
      let (first, second) = (result.estimates[0][0].tally.sum, result.estimates[1][0].tally.sum)
      #expect(result.differences[0][0].pairs.difference.sum == second - first)
    }
  }
}
