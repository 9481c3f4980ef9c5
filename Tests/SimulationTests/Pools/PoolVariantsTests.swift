import Chance
import FlintRules
import Testing

/// The values are those of a dynamic programme of its own: the law of one legendary card, and of a featured one after
/// one or two.
@Suite struct `Variants of pools` {
  private func question(_ goal: String = "featured", at: [Int64] = [90]) throws -> PoolQuestion {
    var question = PoolQuestion(
      try PoolRulebooks.banner(),
      [.init(pool: "character", target: try PoolTarget(parsing: goal))])
    question.at = at
    return question
  }

  private func isClose(_ value: Double?, _ expected: Double) -> Bool {
    abs((value ?? .nan) - expected) < 1e-9
  }

  @Test func `by a number have the exact answer of each value`() throws {
    let comparison = try PoolComparison(
      try question(), sweeping: [try Sweep(parsing: "soft_step=2%,4%,8%", most: 1000)])
    #expect(comparison.numbers.map(\.name) == ["pools.character.pity.legendary.soft_step"])
    let answers = comparison.variants.compactMap(\.answer)
    for (answer, expected) in zip(
      answers,
      [
        (96.81489785457582, 45.24692682145259, 0.5811236245414516),
        (94.50943936379299, 43.76472585083076, 0.5899275369138313),
        (92.80839045583473, 42.69261885519341, 0.5963265162085466),
      ])
    {
      #expect(isClose(answer.mean, expected.0))
      #expect(isClose(answer.standardDeviation, expected.1))
      #expect(isClose(answer.at[0].chance, expected.2))
    }
    #expect(
      answers.map { $0.quantiles.map(\.rolls) }
        == [[85, 162, 167, 173], [82, 158, 160, 165], [79, 154, 156, 159]])
  }

  @Test func `by a rate let the others share the rest`() throws {
    let comparison = try PoolComparison(
      try question(), sweeping: [try Sweep(parsing: "rates.legendary=0.5%,1%", most: 1000)])
    #expect(isClose(comparison.variants[0].answer?.mean, 96.85861796284381))
    #expect(isClose(comparison.variants[1].answer?.mean, 81.33956685239747))
    #expect(comparison.notes.count == 1)
  }

  @Test func `by two numbers are all combinations, and say where there is no answer`() throws {
    let comparison = try PoolComparison(
      try question(),
      sweeping: [
        try Sweep(parsing: "share=25%,75%", most: 1000),
        try Sweep(parsing: "hard=60,90", most: 1000),
      ])
    #expect(
      comparison.variants.map(\.name) == ["0.25, 60", "0.25, 90", "0.75, 60", "0.75, 90"])
    #expect(comparison.variants.map { $0.answer == nil } == [true, false, true, false])
    #expect(
      comparison.variants[0].problem
        == """
        pools.character.featured.share=0.25 and pools.character.pity.legendary.hard=60 make the \
        rulebook invalid: pools[1].pity.legendary.soft_start: 74 can never be reached: hard is 60
        """)
    #expect(isClose(comparison.variants[1].answer?.mean, 109.02033106935417))
    #expect(isClose(comparison.variants[3].answer?.mean, 77.87166504953875))
  }

  @Test func `say which numbers no answer depends on`() throws {
    func notes(_ sweeps: String...) throws -> [String] {
      try PoolComparison(
        try question(), sweeping: sweeps.map { try Sweep(parsing: $0, most: 1000) }
      ).notes
    }
    #expect(try notes("drops.chance=50%,100%") == ["no answer depends on drops.chance"])
    #expect(
      try notes("share = 50%, 60%", "drops.chance=50%,100%")
        == ["no answer depends on drops.chance"])
    #expect(try notes("price.gems=1,2").isEmpty)
    #expect(try notes("drops.chance=50%").isEmpty)
  }

  @Test func `under two rulebooks have their differences`() throws {
    let question = try question()
    let numbers = RulebookNumbers(question.rulebook)
    let share = try numbers.number("share", inPool: "character")
    let other = try numbers.definition(with: [(share, .percent(55))])
    let comparison = try PoolComparison(
      question, under: [("a", question.rulebook), ("b", other)])
    let difference = try #require(comparison.variants[1].difference)
    #expect(comparison.notes.isEmpty)
    #expect(
      try PoolComparison(question, under: [("a", other), ("b", other)]).notes
        == ["b has the same content as a"])
    #expect(comparison.variants[0].difference == nil)
    #expect(isClose(difference.mean, -3.114866601981518))
    #expect(isClose(difference.standardDeviation, -0.45793836702004853))
    #expect(difference.quantiles.map(\.rolls) == [-1, 0, -1, 0])
    #expect(isClose(difference.at[0].chance, 0.040606165057711086))
    #expect(difference.greatest.rolls == 83)
    #expect(isClose(difference.greatest.chance, 0.04325388340105507))
  }

  @Test(arguments: [
    ("first:legendary", "soft_step", PoolSolution.Aim.mean(62.5), "0.052992398"),
    ("first:legendary", "hard", .mean(62), "79"),
    ("featured", "soft_step", .chance(0.6, rolls: 90), "0.137966265"),
    ("featured", "soft_start", .quantile(0.9, rolls: 140), "66"),
  ])
  func `that lead to an answer are found`(
    goal: String, number: String, aim: PoolSolution.Aim, value: String
  ) throws {
    let solution = try PoolSolution(try question(goal), solving: number, for: aim)
    #expect(solution.value.description == value)
  }

  @Test func `of whole numbers are shown with the next ones`() throws {
    let solution = try PoolSolution(
      try question("first:legendary"), solving: "hard", for: .mean(62))
    #expect(solution.neighbours.map(\.name) == ["78", "79", "80"])
    #expect(isClose(solution.reached, 62.00190416225642))
    #expect(!solution.isExact && solution.reachedText == "a mean of 62.0019")
    #expect(isClose(solution.neighbours[0].answer?.mean, 61.77781565114309))
    #expect(
      solution.notes == [
        "no value within the limits leads exactly to that: this one is the nearest"
      ])
  }

  @Test(arguments: [
    (
      "soft_step", 80.0,
      """
      solve: a mean of 80 is not reachable with pools.character.pity.legendary.soft_step: 69.6998 \
      just above 0, 59.8986 at 1
      """
    ),
    (
      "soft_stp", 62.5,
      """
      solve: rulebook world has no number "soft_stp" (did you mean \
      "pools.character.pity.legendary.soft_step"?)
      """
    ),
    ("cards.hero.name", 62.5, "solve: cards.hero.name is no number"),
    (
      "drops.chance", 80.0,
      """
      solve: a mean of 80 is not reachable with drops.chance, on which the answer does not depend: \
      it is 62.2973 with every value
      """
    ),
  ])
  func `that lead nowhere are refused`(number: String, mean: Double, problem: String) throws {
    let question = try question("first:legendary")
    let error = #expect(throws: OddsError.self) {
      try PoolSolution(question, solving: number, for: .mean(mean))
    }
    #expect(error?.description == problem)
  }

  @Test(arguments: [
    (
      ["hard=1..600/600", "soft_start=1,2"],
      "sweep: expected at most 1000 combinations of values, got 600 × 2"
    ),
    (["hard=80,80"], "sweep: hard: expected each value once"),
    (
      ["hard=80", "pity.legendary.hard=90"],
      "sweep: pools.character.pity.legendary.hard is given twice"
    ),
    (
      ["hard=90", "share=50%,200%"],
      "sweep: pools.character.featured.share=2 makes the rulebook invalid: pools[1].featured.share: expected 0 to 1, got 2"
    ),
    (
      ["share=2"],
      "sweep: pools.character.featured.share=2 makes the rulebook invalid: pools[1].featured.share: expected 0 to 1, got 2"
    ),
  ])
  func `that cannot be are refused`(sweeps: [String], problem: String) throws {
    let question = try question()
    let error = #expect(throws: OddsError.self) {
      try PoolComparison(question, sweeping: sweeps.map { try Sweep(parsing: $0, most: 1000) })
    }
    #expect(error?.description == problem)
  }

  @Test(arguments: [
    ("share", "\"share\" could be pools.p.featured.share.1 or pools.p.featured.share.2"),
    ("shar", "(did you mean \"pools.p.featured.share\"?)"),
  ])
  func `name the numbers of a list`(name: String, problem: String) throws {
    let world = try PoolRulebooks.rulebook(
      cards: ["three:common", "hermit:legendary", "hero:legendary"],
      pools: """
        {"id": "p", "cards": ["three", "hermit"], "pity": {},
         "rates": {"common": "99%", "legendary": "1%"},
         "featured": {"cards": ["hero"], "share": ["30%", 1]}}
        """)
    let error = #expect(throws: RulebookNumberError.self) {
      try RulebookNumbers(world).number(name, inPool: "p")
    }
    #expect(error?.description.contains(problem) == true)
  }
}
