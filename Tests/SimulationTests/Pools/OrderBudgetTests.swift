import Chance
import FlintRules
import Testing

/// Chances with a budget that are worked out by hand: a card of one half for 3 gems, then one of a quarter for 2.
@Suite struct `A budget` {
  private func question(
    _ goals: String, gems: Int64, more: String = ""
  ) throws -> PoolQuestion {
    let rulebook = try PoolRulebooks.rulebook(
      cards: ["three:common", "hero:legendary", "silver:rare"],
      pools: """
        {"id": "half", "cards": ["three", "hero"], "rates": {"common": "1/2", "legendary": "1/2"},
         "pity": {}, "price": {"gems": 3}},
        {"id": "quarter", "cards": ["three", "hero"], "pity": {},
         "rates": {"common": "3/4", "legendary": "1/4"}, "price": {"gems": 2}},
        {"id": "dusty", "cards": ["three", "hero"], "pity": {},
         "rates": {"common": "3/4", "legendary": "1/4"}, "price": {"dust": 2}}
        """, more: more)
    var question = PoolQuestion(rulebook, try PoolQuestion.stages(parsing: goals))
    question.budget = try PoolQuestion.Budget(parsing: "gems=\(gems)")
    return question
  }

  /// With 10 gems: half of the players have 7 left, enough for 3 rolls, 1 − 27/64; a quarter 4, for 2, 1 − 9/16; an
  /// eighth 1, for none.
  @Test(arguments: [(10, 51), (9, 45), (5, 16), (4, 0)] as [(Int64, Double)])
  func `pays for pools of different prices`(gems: Int64, of128: Double) throws {
    let spending = try question("half/first:legendary, quarter/first:legendary", gems: gems)
      .answer().spending
    #expect(abs((spending?.chance ?? -1) - of128 / 128) < 1e-15)
    #expect(spending?.rolls == nil)
  }

  /// By following each card: the second common one and each later one give 1 gem back.
  @Test(arguments: [(10, 1141.0 / 2048), (9, 231.0 / 512), (7, 7.0 / 32)] as [(Int64, Double)])
  func `pays with what duplicates give back, estimated`(gems: Int64, chance: Double) throws {
    let answer = try question(
      "half/first:legendary, quarter/first:legendary", gems: gems,
      more: #", "duplicate_grants": {"common": {"gems": 1}}"#
    ).answer()
    let spending = try #require(answer.spending)
    #expect(spending.hasRefunds && spending.interval != nil && !spending.isLowerBound)
    #expect(abs(spending.chance - chance) < 0.02)
    #expect(answer.notes.contains { $0.contains("estimated from 10,000 simulated players") })
  }

  @Test func `does not pay for pools of different currencies`() throws {
    let question = try question("half/first:legendary, dusty/first:legendary", gems: 10)
    let error = #expect(throws: OddsError.self) { try question.answer() }
    #expect(error?.problem.contains("ask for one pool at a time") == true)
  }

  /// Three rolls of a quarter are 37/64; they cost 9 or 10 gems for 3 each.
  @Test func `of a chance finds the number that leads to it`() throws {
    let solution = try PoolSolution(
      try question("quarter/first:legendary", gems: 10), solving: "price", for: .budget(0.578125))
    #expect(solution.number.name == "pools.quarter.price.gems")
    #expect(solution.value == Fraction(3))
    #expect(solution.isExact && solution.reachedText == "a chance of 57.8125 % with the budget")
    let rate = try PoolSolution(
      try question("quarter/first:legendary", gems: 4), solving: "rates.legendary",
      for: PoolSolution.Aim(mean: nil, quantile: nil, chance: "budget=75%"))
    #expect(rate.value.description == "0.5")
  }

  @Test func `that is wanted has to be given`() throws {
    var question = try question("quarter/first:legendary", gems: 10)
    question.budget = nil
    let error = #expect(throws: OddsError.self) {
      try PoolSolution(question, solving: "price", for: .budget(0.5))
    }
    #expect(
      error?.description == "budget: a chance with the budget is wanted, and there is none")
  }

  @Test func `cannot ask for a rarity that the pool lacks`() throws {
    let error = #expect(throws: OddsError.self) {
      try question("half/first:rare", gems: 10).answer()
    }
    #expect(
      error?.problem
        == "the goal in half can never be reached: the pool has no card of the rarity rare")
  }
}
