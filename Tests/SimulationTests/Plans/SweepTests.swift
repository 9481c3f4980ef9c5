import FlintRules
import FlintSchema
import Testing
@testable import Players

@Suite struct `Sweeps` {
  @Test func `go through a range, both ends included`() throws {
    let sweep = try Sweep(parsing: "rates.legendary=0.01..0.05/5")
    #expect(sweep.values == [1, 2, 3, 4, 5].map { .percent($0) })
    #expect(
      try Sweep(parsing: "chance=1/3,1").values == [Fraction(1, over: 3), .one].compactMap(\.self))
  }

  @Test func `of a rate keep the proportions of the others`() throws {
    let variants = try Sweep(parsing: "rates.legendary=0.02,0.51")
      .variants(of: try Rulebook.ignition())
    #expect(variants.map(\.name) == ["rates.legendary=0.02", "rates.legendary=0.51"])
    #expect(variants[0].rulebook.definition.drops.rates == RulebookDefinition.ignition.drops.rates)
    // 60, 30 and 8 of 98 hundredths share the rest: 49 hundredths, half of their former sum.
    #expect(
      variants[1].rulebook.definition.drops.rates == [30, 15, 4, 51].map { .percent($0) })
  }

  @Test func `change pity, points and fuel`() throws {
    let rulebook = try Rulebook.ignition()
    let hard = try Sweep(parsing: "pity.legendary.hard=50,90").variants(of: rulebook)
    #expect(hard.map { $0.rulebook.definition.drops.pity[3]?.hard } == [50, 90])
    let points = try Sweep(parsing: "duplicates.epic=50..100/3").variants(of: rulebook)
    #expect(points.map { $0.rulebook.definition.points.duplicates[2] } == [50, 75, 100])
    let fuel = try Sweep(parsing: "fuel.capacity=500").variants(of: rulebook)
    #expect(fuel.map { $0.rulebook.definition.fuelCapacity } == [500])
  }

  @Test func `change pools and currencies`() throws {
    let world = try PoolRulebooks.banner()
    let rulebook = try Rulebook(world)
    func pools(_ text: String) throws -> [PoolDefinition] {
      try Sweep(parsing: text).variants(of: rulebook).compactMap {
        $0.rulebook.definition.pools.first { text.contains("pools.\($0.id).") }
      }
    }
    #expect(
      try pools("pools.character.featured.share=0.25,1").map { $0.featured?.share }
        == [Fraction(1, over: 4), .one])
    #expect(try pools("pools.weapons.featured.path=1,3").map { $0.featured?.path } == [1, 3])
    #expect(try pools("pools.ceiling.featured.hard=200").map { $0.featured?.hard } == [200])
    #expect(
      try pools("pools.ceiling.bundle.price.gems=27,33").map { $0.bundle?.price.map(\.value) }
        == [[27], [33]])
    #expect(try pools("pools.ceiling.bundle.size=10").map { $0.bundle?.size } == [10])
    #expect(
      try pools("pools.plain.price.dust=4").map { $0.price.map(\.name) } == [["dust", "gems"]])
    #expect(try pools("pools.plain.limit=50").map(\.limit) == [50])
    // 99.4 % of common cards give way to 9.4 points of legendary ones.
    #expect(
      try pools("pools.character.rates.legendary=0.1").map { $0.rates.map(\.value) }
        == [[.percent(90), .percent(10)]])
    let hard = try pools("pools.character.pity.legendary.hard=80")[0]
    #expect(hard.pity?.first { $0.name == "legendary" }?.value.hard == 80)
    #expect(hard.pity?.first { $0.name == "legendary" }?.value.softStart == 74)
    let start = try Sweep(parsing: "currencies.gems.start=0..100/2").variants(of: rulebook)
    #expect(
      start.map { $0.rulebook.definition.currencies.first { $0.id == "gems" }?.start } == [0, 100])
    for (text, problem) in [
      (
        "pools.plane.limit=9",
        "pools of rulebook world has no \"plane\"; expected character, weapons, ceiling or plain"
      ),
      (
        "currencies.gem.start=9",
        "currencies of rulebook world has no \"gem\" (did you mean \"gems\"?)"
      ),
    ] {
      let error = #expect(throws: PlanProblem.self) {
        try Sweep(parsing: text).variants(of: rulebook)
      }
      #expect(error?.problem == problem)
    }
  }

  @Test(arguments: [
    (
      "rates.legendary",
      "expected a sweep such as rates.legendary=0.01..0.05/5, got \"rates.legendary\""
    ),
    (
      "chance=0..1",
      "expected values such as 0.01..0.05/5 or 0.01,0.02 (at most 50), got \"0..1\""
    ),
  ])
  func `that are invalid are errors`(text: String, problem: String) {
    let error = #expect(throws: PlanProblem.self) { try Sweep(parsing: text) }
    #expect(error?.problem == problem)
  }

  @Test func `that make the rulebook invalid are errors`() throws {
    let rulebook = try Rulebook.ignition()
    let past = #expect(throws: PlanProblem.self) {
      try Sweep(parsing: "rates.legendary=2").variants(of: rulebook)
    }
    #expect(past?.description == "sweep: drops.rates.legendary: expected rates from 0 to 1, got 2")
    let half = #expect(throws: PlanProblem.self) {
      try Sweep(parsing: "pity.epic.hard=1/2").variants(of: rulebook)
    }
    #expect(half?.description == "sweep: drops.pity.epic.hard is a whole number, got 0.5")
  }

  /// Of players of whom a share leaves each day, the power of the others is left; of energy that refills in more than
  /// a day, as many sparks take place as the maximum.
  @Test func `of churn and energy are played with each value`() throws {
    func estimates(_ text: String, _ policy: Policy, _ measures: [String]) throws -> [Estimate] {
      var plan = Plan(name: "test")
      (plan.players, plan.horizon) = (500, .days(9))
      plan.measures = try measures.map { try Measure(parsing: $0) }
      plan.behaviour = .policy(policy)
      let sweep = try Sweep(parsing: text)
      plan.variants = try sweep.variants(of: try Rulebook.ignition(), in: plan)
      plan.sweep = sweep.name
      return try Simulator(plan, threads: 1, version: "test").run().estimates.map { $0[0] }
    }
    let churned = try estimates(
      "churn.daily=0,5%,10%", Policy(sparks: [.constant(1)]), ["retention.7"])
    for (estimate, left) in zip(churned, [1, 0.698_337_296_093_75, 0.478_296_9]) {
      #expect(abs(try #require(estimate.exact?.mean) - left) < 1e-12)
      #expect(abs(estimate.ofReached.value - left) < 0.09)
    }
    var energy = Policy.Energy()
    energy.refillMinutes = 1_000_000
    let spent = try estimates(
      "energy.max=2..6/3", Policy(sparks: [.constant(3)], energy: energy), ["sparks"])
    #expect(spent.map { [$0.tally.least, $0.tally.greatest] } == [[2, 2], [4, 4], [6, 6]])
  }

  @Test func `of a policy change the segments that have the number, or the one named`() throws {
    var plan = Plan(name: "test")
    let churn = Policy(churn: Policy.Churn())
    plan.segments = [
      Plan.Segment(name: "big.whale", share: .percent(50), policy: churn),
      Plan.Segment(name: "free", share: .percent(50), policy: .standard),
    ]
    let rulebook = try Rulebook.ignition()
    func chances(_ name: String) throws -> [Fraction?] {
      plan.variants = try Sweep(parsing: "\(name)=3%").variants(of: rulebook, in: plan)
      return plan.playing(0).segments.map { $0.policy.churn?.daily }
    }
    #expect(try chances("churn.daily") == [.percent(3), nil])
    #expect(try chances("policy.churn.daily") == [.percent(3), nil])
    #expect(try chances("segments.big.whale.churn.daily") == [.percent(3), nil])
    #expect(try chances("segments.2.policy.churn.daily") == [.zero, .percent(3)])
  }

  @Test(arguments: [
    ("churn.daily=3", #"churn.daily=3: expected a chance from 0 to 1, got 3; 3 percent is "3%""#),
    (
      "energy.refill_minutes=30",
      "the policy has no energy, of which energy.refill_minutes is a number; give it in the plan"
    ),
    (
      "churn.after.1.times=2",
      "the policy has no churn.after, of which churn.after.1.times is a number; give it in the plan"
    ),
    ("churn.dayly=1%", "a policy has no number \"churn.dayly\" (did you mean \"churn.daily\"?)"),
    (
      "segments.whale.churn.daily=1%",
      "\"segments.whale.churn.daily\" names no segment of the plan; it has none"
    ),
  ])
  func `of a policy that are impossible are errors`(text: String, problem: String) throws {
    let error = #expect(throws: PlanProblem.self) {
      try Sweep(parsing: text).variants(of: try Rulebook.ignition())
    }
    #expect(error?.problem == problem)
  }
}
