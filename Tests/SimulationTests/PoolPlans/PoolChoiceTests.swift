import FlintRules
import FlintSchema
import Testing
@testable import Chance
@testable import Players

/// The choice of the card of a path, and exchanges of rolls for cards.
@Suite struct `Players who choose and exchange cards` {
  /// Returns a plan whose players roll in a pool of the example rulebook as often as 1,000,000 gems pay for.
  private func plan(
    _ pool: String, days: Int64 = 1, players: Int64, _ measures: [String],
    with rulebook: RulebookDefinition? = nil, _ change: (inout PoolPolicy) throws -> Void
  ) throws -> Plan {
    var definition = try rulebook ?? PoolRulebooks.banner()
    definition.currencies = definition.currencies.map {
      CurrencyDefinition(id: $0.id, start: 1_000_000, perDay: 0)
    }
    var entry = PoolPolicy(pool: pool)
    try change(&entry)
    return try PoolPlans.plan(
      Rulebook(definition), days: days, players: players, measures: measures
    ) { $0.pools = [entry] }
  }

  private func run(_ plan: Plan, threads: Int = 2) throws -> SimulationResult {
    try Simulator(plan, threads: threads, version: "test").run()
  }

  @Test func `reach a card of a path as the exact distribution does`() throws {
    let plan = try plan("weapons", players: 2000, ["rolls until weapons/card:blade"]) {
      ($0.choose, $0.stopAt) = ("blade", PoolTarget(.card("blade")))
    }
    let result = try run(plan)
    let estimate = result.estimates[0][0]
    #expect(estimate.tally.absent == 0)
    let mean = try #require(estimate.ofAll)
    // Tests/PoolReference has 105.66874381788045, in exact fractions.
    #expect(abs(mean.value - 105.66874381788045) < 4 * mean.standardError)
    #expect(estimate.exact?.reached == 1)
    #expect(abs((estimate.exact?.restricted ?? 0) - 105.66874381788045) < 1e-9)
    #expect(abs(try #require(estimate.restrictedZScore)) < 4)
    #expect(try run(plan, threads: 1).tallies == result.tallies)
    #expect(try run(plan, threads: 3).tallies == result.tallies)
  }

  @Test func `take longer without a choice`() throws {
    let plan = try plan("weapons", players: 2000, ["rolls until weapons/card:blade"]) {
      $0.stopAt = PoolTarget(.card("blade"))
    }
    let estimate = try run(plan).estimates[0][0]
    #expect((estimate.exact?.restricted ?? 0) > 115)
    #expect(abs(try #require(estimate.restrictedZScore)) < 4)
  }

  @Test func `choose again where an entry wants another card`() throws {
    // Every roll gives a featured card; the chosen one is certain after one other.
    var pool = PoolPlans.certain("sure", price: 1)
    let cards = Array(PoolPlans.cards("legendary").prefix(2))
    pool.cards = CardSelection(ids: cards)
    pool.featured = FeaturedDefinition(cards: cards)
    pool.featured?.path = 1
    let rulebook = try PoolPlans.rulebook([pool], start: 1000)
    let measures = cards.map { "rolls until sure/card:\($0)" }
    let plan = try PoolPlans.plan(rulebook, days: 1, players: 400, measures: measures + ["events"])
    { policy in
      policy.pools = cards.map { card in
        var entry = PoolPolicy(pool: "sure")
        (entry.choose, entry.stopAt) = (card, PoolTarget(.card(card)))
        return entry
      }
    }
    let tallies = try run(plan).tallies.tallies[0]
    // Of each pair of rolls one gives the chosen card; two choices are events as well.
    #expect(tallies[0].least == 1 && tallies[0].greatest == 2)
    #expect(tallies[1].least == 1 && tallies[1].greatest <= 3)
    #expect(tallies[2].least == 4 && tallies[2].greatest == 6)
  }

  private func exchanging(
    _ at: Int64, limit: Int64? = nil, cards: Int = 1
  ) throws -> RulebookDefinition {
    var pool = PoolPlans.character()
    let featured = Array(PoolPlans.cards("legendary").prefix(cards))
    pool.cards = CardSelection(ids: [PoolPlans.cards("common")[0]])
    pool.featured = FeaturedDefinition(cards: featured)
    pool.exchange = ExchangeDefinition(at: at)
    pool.exchange?.limit = limit
    return try PoolPlans.rulebook([pool]).definition
  }

  @Test(arguments: [1, 10], [nil, 1] as [Int64?])
  func `take a card as soon as the rolls buy it`(roll: Int64, limit: Int64?) throws {
    let card = PoolPlans.cards("legendary")[0]
    let plan = try plan(
      "character", players: 2000,
      ["rolls until character/featured*3"], with: exchanging(60, limit: limit)
    ) {
      ($0.exchange, $0.stopAt) = (.card(card), PoolTarget(.featured(nil), copies: 3))
      $0.roll = roll
    }
    let estimate = try run(plan).estimates[0][0]
    // One by the 90th roll and two for 120, or two by the 180th and one for 60.
    #expect(estimate.tally.greatest <= (limit == nil ? 120 : 180))
    #expect(estimate.tally.absent == 0)
    #expect(estimate.exact?.reached == 1)
    #expect(abs(try #require(estimate.restrictedZScore)) < 4)
  }

  @Test func `take what is missing once the rolls buy all of it`() throws {
    // Three cards, each third of a chance; the last one or two for 60 rolls each.
    let plan = try plan(
      "character", players: 2000, ["rolls until character/all:featured", "cards"],
      with: exchanging(60, cards: 3)
    ) { ($0.exchange, $0.stopAt) = (.missing, PoolTarget(.allFeatured)) }
    let result = try run(plan)
    let estimate = result.estimates[0][0]
    #expect(estimate.tally.greatest <= 180)
    #expect(abs(try #require(estimate.restrictedZScore)) < 4)
    #expect(try run(plan, threads: 3).tallies == result.tallies)
    // All three, and a common card for all but those who only exchanged.
    #expect(result.tallies.tallies[0][1].greatest == 4)
  }

  @Test func `take each card that they do not own where no goal is set`() throws {
    // 1,000 rolls of nothing but common cards buy 10 cards, of which 3 exist.
    var definition = try exchanging(100, cards: 3)
    definition.pools[0].rates = [NamedValue("common", .one)]
    definition.pools[0].pity = []
    definition.pools[0].price = [NamedValue("gems", 1000)]
    let plan = try plan(
      "character", players: 1, ["featured.character", "rolls.character", "events"], with: definition
    ) { $0.exchange = .missing }
    #expect(try PoolPlans.values(of: plan) == [3, 1000, 1003])
  }

  @Test func `keep what they cannot exchange`() throws {
    // A card that no exchange gives takes as long as without one.
    let definition = try exchanging(10)
    let resolved = try #require(definition.pool("character"))
    var model = resolved.bought(inBundles: false)
    let goal = PoolGoal.copies(of: .ids([PoolPlans.cards("common")[0]]), 40)
    let mean = try PoolOdds(model, until: goal).distribution().mean
    model.definition.exchange = nil
    #expect(try PoolOdds(model, until: goal).distribution().mean == mean)
    #expect(mean > 40)
  }

  @Test func `are refused what the pool does not offer`() throws {
    func faults(
      _ pool: String, _ change: (inout PoolPolicy) throws -> Void
    ) throws -> [String] {
      try plan(pool, players: 1, ["money"], change).faults().map(\.description)
    }
    #expect(
      try faults("character") { $0.choose = "hero" } == [
        "pools[1].choose: pool character has no path, on which a chosen card becomes certain"
      ])
    #expect(
      try faults("weapons") { $0.choose = "hermit" } == [
        "pools[1].choose: pool weapons has no featured card \"hermit\"; expected blade or bow"
      ])
    #expect(
      try faults("weapons") { $0.choose = "blad" } == [
        "pools[1].choose: pool weapons has no featured card \"blad\" (did you mean \"blade\"?)"
      ])
    #expect(
      try faults("weapons") { $0.exchange = .missing } == [
        "pools[1].exchange: pool weapons has no exchange of rolls for cards"
      ])
  }
}
