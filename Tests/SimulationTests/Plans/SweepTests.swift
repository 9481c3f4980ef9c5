import Rules
import Testing

@testable import Simulation

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

  @Test(arguments: [
    (
      "rates.legendary",
      "expected a sweep such as rates.legendary=0.01..0.05/5, got \"rates.legendary\""
    ),
    (
      "rates.unlisted=1",
      """
      cannot sweep "rates.unlisted"; expected rates.RARITY, chance, pity.RARITY.hard, \
      pity.RARITY.soft_start, pity.RARITY.soft_step, duplicates.RARITY or fuel.capacity
      """
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
    #expect(past?.description == "sweep: rates.legendary: expected rates from 0 to 1, got 2")
    let half = #expect(throws: PlanProblem.self) {
      try Sweep(parsing: "pity.epic.hard=1/2").variants(of: rulebook)
    }
    #expect(half?.description == "sweep: pity.epic.hard is a whole number, got 0.5")
  }
}
