import FlintRules
import FlintSchema
@testable import Players

/// Small plans of pools, whose results can be worked out by hand.
enum PoolPlans {
  /// The ids of cards of the rulebook `ignition` of a rarity.
  static func cards(_ rarity: String) -> [String] {
    RulebookDefinition.ignition.cards.filter { $0.rarity.name == rarity && !$0.isExclusive }.map(
      \.id)
  }

  /// Returns a pool whose every roll is of the rarity `legendary`, and gives the first such card.
  static func certain(_ id: String, price: Int64 = 100) -> PoolDefinition {
    var pool = PoolDefinition(id: id)
    let card = cards("legendary")[0]
    pool.cards = CardSelection(ids: [card])
    pool.rates = [NamedValue("legendary", .one)]
    pool.pity = []
    pool.featured = FeaturedDefinition(cards: [card])
    pool.price = [NamedValue("gems", price)]
    return pool
  }

  /// Returns a pool as of many games: 0.6 %, soft pity from 74 on, 90, half of them featured, and a
  /// guarantee.
  static func character() -> PoolDefinition {
    var pool = PoolDefinition(id: "character")
    let legendary = cards("legendary")
    pool.cards = CardSelection(ids: [cards("common")[0], legendary[1]])
    pool.rates = [
      NamedValue("common", Fraction("99.4%") ?? .one),
      NamedValue("legendary", Fraction("0.6%") ?? .one),
    ]
    var pity = PityDefinition()
    (pity.softStart, pity.softStep, pity.hard) = (74, .percent(6), 90)
    pool.pity = [NamedValue("legendary", pity)]
    var featured = FeaturedDefinition(cards: [legendary[0]], share: .percent(50))
    featured.hasGuarantee = true
    pool.featured = featured
    pool.price = [NamedValue("gems", 160)]
    return pool
  }

  /// Returns a rulebook with pools and the currency `gems`.
  static func rulebook(
    _ pools: [PoolDefinition], id: String = "pools", start: Int64 = 0, perDay: Int64 = 0
  ) throws -> Rulebook {
    var definition = RulebookDefinition.ignition
    definition.id = id
    definition.currencies = [CurrencyDefinition(id: "gems", start: start, perDay: perDay)]
    definition.offers = [
      OfferDefinition(
        id: "chest", money: Fraction("4.99") ?? .one, grants: [NamedValue("gems", 500)])
    ]
    definition.pools = pools
    return try Rulebook(definition)
  }

  /// Returns a plan without sparks.
  static func plan(
    _ rulebook: Rulebook, days: Int64 = 10, players: Int64 = 1, measures: [String],
    policy change: (inout Policy) -> Void
  ) throws -> Plan {
    var plan = Plan(name: "pools")
    (plan.players, plan.horizon) = (players, .days(days))
    plan.variants = [Plan.Variant(name: rulebook.definition.id, rulebook: rulebook)]
    plan.measures = try measures.map { try Measure(parsing: $0) }
    var policy = Policy(sparks: [.constant(0)])
    change(&policy)
    plan.behaviour = .policy(policy)
    return plan
  }

  /// Returns the values of a plan of one player.
  static func values(of plan: Plan) throws -> [Int64?] {
    try Simulator(plan, threads: 1, version: "test").run().tallies.tallies[0].map {
      $0.count == 1 ? $0.least : nil
    }
  }
}
