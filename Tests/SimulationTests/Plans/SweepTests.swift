import Rules
import Schema
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
}
