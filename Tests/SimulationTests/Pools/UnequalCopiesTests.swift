import Testing
@testable import Chance
@testable import Players
@testable import FlintRules

/// The means were computed by another program, state by state from the end: in fractions for the pool without
/// pity, and from the mean number of rolls to a legendary card for the one with a guarantee.
@Suite struct `A goal of unequal copies` {
  private func answer(
    _ pool: String, _ goal: String, _ change: (inout PoolQuestion) throws -> Void = { _ in }
  ) throws -> PoolAnswer {
    var question = PoolQuestion(
      try PoolRulebooks.banner(), [.init(pool: pool, target: try PoolTarget(parsing: goal))])
    try change(&question)
    return try question.answer()
  }

  private func problem(
    _ pool: String, _ goal: String, _ change: (inout PoolQuestion) throws -> Void = { _ in }
  ) -> String? {
    do {
      _ = try answer(pool, goal, change)
      return nil
    } catch {
      return (error as? OddsError)?.problem
    }
  }

  @Test(
    arguments: [
      ("plain", "cards:hero*1+hermit*3", 1501),
      ("plain", "cards:hero*4+hermit", 704.8),
      ("plain", "cards:hero*2+hermit*2", 1018),
      ("character", "cards:hero*2+hermit*1", 218.04066213870834),
      ("character", "cards:hero*1+hermit*3", 498.3786563170476),
    ] as [(String, String, Double)])
  func `takes its mean number of rolls`(pool: String, goal: String, mean: Double) throws {
    let found = try #require(try answer(pool, goal).mean)
    #expect(abs(found - mean) < 1e-9 * mean)
  }

  @Test func `counts the copies that are owned`() throws {
    let answer = try answer("plain", "cards:hero*4+hermit*1") {
      $0.start = try PoolStartText(parsing: "owned=hero")
    }
    #expect(abs(try #require(answer.mean) - 631) < 1e-9)
  }

  @Test func `is reached in simulations as by the chain`() throws {
    let rulebook = try Rulebook(PoolRulebooks.banner())
    var watch = try PoolWatch(PoolTarget(parsing: "cards:hero*1+hermit*2"), in: "plain", rulebook)
    func draws(_ ids: String...) -> [Outcome.Draw] {
      ids.map { id in
        var draw = Outcome().draw
        draw.card = rulebook.cardPosition(id: id)
        return draw
      }
    }
    #expect(watch.index(ofGoalIn: draws("hermit", "hero", "hero", "three")) == nil)
    #expect(watch.index(ofGoalIn: draws("three", "hermit")) == 1)
    watch.reset()
    #expect(watch.index(ofGoalIn: draws("hermit", "hermit", "hero")) == 2)
    let odds = PoolOdds([
      PoolStage(
        PoolModel(
          "plain",
          tiers: [
            .init(rate: fraction("100%"), cards: [.init("a", weight: 1), .init("b", weight: 3)])
          ]),
        until: .each(["a": 1, "b": 2]))
    ])
    // 1 + 1/4 · E[b*2] + 3/4 · (1 + 3/4 · 4 + 1/4 · 4/3), where E[b*2] = 8/3 rolls.
    let mean = 1 + 8.0 / 12 + 0.75 * (1 + 3 + 1.0 / 3)
    #expect(abs(try odds.distribution().mean - mean) < 1e-12)
    let estimate = try #require(try odds.estimate(players: 4000, seed: 1).mean)
    #expect(abs(estimate.value - mean) < 1.3 * (estimate.high - estimate.low))
  }

  @Test func `is written as it is read`() throws {
    let goal = try PoolTarget(parsing: "cards:hero*2+hermit")
    #expect(goal.description == "cards:hero*2+hermit*1")
    #expect(try PoolTarget(parsing: goal.description) == goal)
    // A number at the end alone is that of each card.
    #expect(try PoolTarget(parsing: "cards:hero+hermit*2").kind == .cards(["hero", "hermit"]))
  }

  @Test func `is refused where it has no meaning`() {
    #expect(
      problem("plain", "cards:hero*2+hermit*0") == """
        expected cards:ID*N+ID*N with 1 to 1000 copies, got "cards:hero*2+hermit*0"
        """)
    #expect(problem("plain", "cards:hero*2+hero") == "card hero is given twice")
    #expect(
      problem("plain", "cards:hero*2+hermt*1")
        == "pool plain has no card \"hermt\" (did you mean \"hermit\"?)")
    #expect(
      problem("plain", "cards:hero*2+hermit*1") {
        $0.stages.append(.init(pool: "character", target: try PoolTarget(parsing: "featured")))
      } == "expected equal copies of each card, since an order of pools has equal copies of cards")
  }
}
