import FlintRules
import Testing
@testable import Chance
@testable import Players

/// Cards alone, roll by roll.
@Suite struct `Simulations of cards alone` {
  private func run(
    _ measures: [String], players: Int64, horizon: Horizon,
    mix: CategoryMix = .uniform, rulebook: RulebookDefinition = .ignition, threads: Int = 2
  ) throws -> SimulationResult {
    var plan = Plan(name: "test")
    (plan.seed, plan.players, plan.horizon, plan.engine) = (5, players, horizon, .rolls)
    plan.measures = try measures.map { try Measure(parsing: $0) }
    plan.behaviour = .policy(Policy(mix: mix))
    plan.variants = [Plan.Variant(name: "r", rulebook: try Rulebook(rulebook))]
    return try Simulator(plan, threads: threads, version: "test").run()
  }

  private static let goals = [
    "complete", "first:legendary", "first:rare", "all:epic", "category:idea",
    "card:idea-napkin-sketch",
  ]

  @Test(arguments: goals)
  func `come within four standard errors of exact means and shares`(goal: String) throws {
    let measure = "sparks until \(goal)"
    let free = try run(
      [measure], players: 20_000,
      horizon: .until(try Milestone(parsing: goal), atMost: Horizon.mostDays)
    ).estimates[0][0]
    #expect(free.exact != nil && free.tally.absent == 0)
    #expect(abs(free.zScore ?? 9) < 4, "\(free.principal.value) and \(free.exact as Any)")
    let bound = try run([measure], players: 20_000, horizon: .sparks(100)).estimates[0][0]
    // A goal that is almost certain within 100 sparks has a standard error of 0.
    if let exact = bound.exact?.reached, exact < 0.999 {
      #expect(abs(bound.reachedZScore ?? 9) < 4, "\(bound.reached) and \(exact)")
    }
    let restricted = try #require(bound.restricted)
    let error = abs(restricted.value - (try #require(bound.exact?.restricted)))
    // Where nobody reached it, the rule of three bounds the error of the mean.
    #expect(error < max(4 * restricted.standardError, restricted.reach) + 1e-9)
    #expect(bound.tally.greatest <= 100)
  }

  @Test func `simulate k distinct cards, roll by roll`() throws {
    let estimate = try run(
      ["sparks until distinct:30"], players: 10_000,
      horizon: .until(.cards(.distinct(30), copies: 1), atMost: Horizon.mostDays)
    ).estimates[0][0]
    #expect(abs(estimate.zScore ?? 9) < 4)
  }

  @Test func `have the quantiles of an independently computed distribution`() throws {
    // Complete 50 of the ignition rulebook: median 418, p95 1019, p99 1423.
    let estimate = try run(
      ["sparks until complete"], players: 50_000,
      horizon: .until(.cards(.complete, copies: 1), atMost: Horizon.mostDays)
    ).estimates[0][0]
    for (share, value) in [(0.5, 418), (0.95, 1019), (0.99, 1423)] as [(Double, Int64)] {
      let quantile = estimate.quantile(share)
      // The interval is of 95 %; one of six may just miss: twice its width never does.
      let (low, high) = (try #require(quantile.low.number), try #require(quantile.high.number))
      #expect(2 * low - high <= value && value <= 2 * high - low, "\(share): \(quantile)")
    }
  }

  @Test func `respect the mix, drop chances and empty cells`() throws {
    for rulebook in [RulebookDefinition.ignition, .ignitionShipped] {
      let estimate = try run(
        ["sparks until first:epic"], players: 20_000,
        horizon: .until(.cards(.first(.epic), copies: 1), atMost: Horizon.mostDays),
        mix: try CategoryMix(weights: [3, 0, 1, 0, 0]), rulebook: rulebook
      ).estimates[0][0]
      #expect(abs(estimate.zScore ?? 9) < 4)
    }
  }

  @Test func `have the same bytes on any number of threads`() throws {
    let horizon = Horizon.sparks(300)
    let measures = ["sparks until complete", "sparks until first:epic"]
    let one = try run(measures, players: 5000, horizon: horizon, threads: 1)
    for threads in [2, 3, 7] {
      let other = try run(measures, players: 5000, horizon: horizon, threads: threads)
      #expect(other.tallies == one.tallies)
    }
  }

  @Test func `reject horizons that they do not support`() throws {
    let goal = Milestone.cards(.first(.epic), copies: 1)
    func problem(_ horizon: Horizon, _ sparks: DayCount, _ measure: String) throws -> String? {
      var plan = Plan(name: "test")
      (plan.horizon, plan.engine) = (horizon, .rolls)
      plan.measures = [try Measure(parsing: measure)]
      plan.behaviour = .policy(Policy(sparks: [sparks]))
      plan.variants = [Plan.Variant(name: "r", rulebook: try Rulebook.ignition())]
      return plan.faults().first?.description
    }
    let (measure, other) = ("sparks until first:epic", "sparks until complete")
    #expect(try problem(.days(5), .constant(2), measure) == nil)
    #expect(
      try problem(.days(5), .poisson(.one), measure)
        == "method: rolls needs a certain number of sparks; give sparks, or the same every day")
    #expect(
      try problem(.until(goal, atMost: 9), .constant(2), measure)
        == "at_most: method rolls has no days; set a number of sparks instead")
    #expect(
      try problem(.until(goal, atMost: Horizon.mostDays), .constant(2), other)
        == """
        measure[1]: method rolls measures sparks until first:epic where that is the horizon; for \
        other goals set a number of sparks
        """)
  }

  private func problem(
    _ measure: String, _ change: (inout RulebookDefinition) -> Void = { _ in }
  ) -> String? {
    var rulebook = RulebookDefinition.ignition
    change(&rulebook)
    do {
      _ = try run([measure], players: 1, horizon: .sparks(10), rulebook: rulebook)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `refer to flint odds for methods that sample what is known exactly`() {
    for name in ["law", "counts", "x"] {
      let error = #expect(throws: PlanProblem.self) { try Plan.Engine(parsing: name) }
      #expect(
        error?.description
          == """
          method: expected rules or rolls, got "\(name)"; flint odds computes exact distributions of \
          cards
          """)
    }
  }

  @Test func `reject measures that they do not support, and name an alternative`() {
    #expect(
      problem("points")
        == """
        measure[1]: method rolls measures sparks until a goal among the cards, without copies, and \
        rolls until a goal in a pool; for other measures use rules
        """)
    #expect(
      problem("sparks until complete") {
        $0.id = "pity"
        $0.drops.pity[3] = PityDefinition(hard: 90)
      }?.hasPrefix("method: rolls needs chances that stay the same from roll to roll") ?? false)
  }
}
