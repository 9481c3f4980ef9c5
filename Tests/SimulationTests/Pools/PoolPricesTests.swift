import FlintRules
import FlintSchema
import Testing
@testable import Chance

/// Means are those of a separate dynamic programme in exact fractions.
struct `Rules about cards and prices of pools` {
  private static let cards = [
    "a:common", "b:common", "c:common", "x:rare", "y:rare", "e:epic", "hero:legendary",
  ]

  private func answer(
    _ pool: String, _ goal: String, _ state: String = "", more: String = "",
    _ change: (inout PoolQuestion) throws -> Void = { _ in }
  ) throws -> PoolAnswer {
    let world = try PoolRulebooks.rulebook(
      cards: Self.cards, pools: #"{"id": "p", "pity": {}, \#(pool)}"#, more: more)
    var question = PoolQuestion(world, [.init(pool: "p", target: try PoolTarget(parsing: goal))])
    question.start = try PoolStartText(parsing: state.isEmpty ? "gems=0" : state)
    try change(&question)
    return try question.answer()
  }

  @Test(arguments: [
    (#"{"rare": 1}"#, "complete", 275_237.0 / 35_490),
    (#"{"common": 2, "rare": 1}"#, "complete", 308_809.0 / 42_000),
    (#"{"common": 2, "rare": 1}"#, "cards:a*2+b*2+x*2+y*2", 16.879715244184382),
    ("2", "cards:a*2+b*2+x*2+y*2", 13.669599047619048),
  ])
  func `protect rarities up to different numbers of copies`(
    protection: String, goal: String, mean: Double
  ) throws {
    let pool = """
      "cards": ["a", "b", "x", "y"], "rates": {"common": "70%", "rare": "30%"},
      "protection": \(protection)
      """
    #expect(abs(try #require(try answer(pool, goal).mean) - mean) < 1e-9 * mean)
  }

  private static let priced = """
    "cards": ["a", "b", "c", "e", "hero"], "rates": {"common": "90%", "epic": "8%", "legendary": "2%"}
    """
  private static let exchange = """
    "exchange": {"prices": {"common": 35, "epic": 150, "legendary": 500}, "per_roll": 5, "choose": "any"}
    """

  @Test(
    arguments: [
      ("card:hero", "", 43.36902220526234), ("card:hero", "points=120", 39.23158567821547),
      ("cards:e+hero", "", 45.268610597602006), ("cards:e+hero", "points=200", 35.13955119491265),
      ("distinct:4", "", 10.82176603565897), ("card:hero", "points=500", 0),
    ] as [(String, String, Double)])
  func `exchange points for cards by their rarity`(
    goal: String, state: String, mean: Double
  ) throws {
    let found = try #require(try answer("\(Self.priced), \(Self.exchange)", goal, state).mean)
    #expect(abs(found - mean) <= 1e-9 * mean)
  }

  private static let trade = """
    "cards": ["a", "x"], "rates": {"common": "80%", "rare": "18%", "legendary": "2%"},
    "featured": {"cards": ["hero"]}, "exchange": {"choose": "any",
     "prices": {"rare": 3, "legendary": 9}, "per_duplicate": {"common": 1, "rare": 3}}
    """
  private static let dust = """
    "cards": ["a", "b", "hero"], "rates": {"common": "90%", "legendary": "10%"},
    "exchange": {"choose": "any", "prices": {"common": 2, "legendary": 6},
     "per_duplicate": {"common": 1, "legendary": 4}}
    """

  /// The first is a chain of trades, three duplicates for a card of the next rarity, followed as such.
  @Test(arguments: [
    (trade, "first:legendary", 8.6954166144), (dust, "complete", 6.100190925078125),
  ])
  func `give points for duplicates`(pool: String, goal: String, mean: Double) throws {
    let found = try answer(pool, goal)
    #expect(found.estimate == nil)
    #expect(abs(try #require(found.mean) - mean) < 1e-9)
  }

  /// An order of two goals of one pool ends both with one purchase where the second asks for the same card.
  @Test func `carry the points left to the next goal`() throws {
    let world = try PoolRulebooks.rulebook(
      cards: Self.cards, pools: #"{"id": "p", "pity": {}, \#(Self.priced), \#(Self.exchange)}"#)
    var question = PoolQuestion(world, try PoolQuestion.stages(parsing: "p/card:e, p/card:hero"))
    question.start = try PoolStartText(parsing: "points=655")
    // 655 points pay for both, and leave 5.
    #expect(try question.answer().mean == 0)
    question.start = try PoolStartText(parsing: "points=645")
    // One roll gives the last 5 points.
    #expect(abs(try #require(try question.answer().mean) - 1) < 1e-12)
  }

  @Test func `limit the number of exchanges`() throws {
    let limited = Self.exchange.replacing(
      #""choose": "any""#, with: #""choose": "any", "limit": 1"#)
    let mean = try #require(try answer("\(Self.priced), \(limited)", "cards:e+hero").mean)
    #expect(abs(mean - 45.268621857286654) < 1e-8)
  }

  private static let steps = """
    "cards": ["a"], "rates": {"common": "97%", "legendary": "3%"}, "featured": {"cards": ["hero"]},
    "price": {"gems": [5, 4, 4, 4, 3]}
    """

  @Test func `change the price within a round, and for a first roll`() throws {
    func price(_ more: String, _ state: String = "") throws -> Double {
      let answer = try self.answer(Self.steps + more, "featured", state)
      return try #require(answer.meanPrice.first?.value)
    }
    let free = #", "first_price": {"gems": 0}"#
    #expect(abs(try price("") - 134.145327803823) < 1e-9)
    #expect(abs(try price(free) - 129.14532780382297) < 1e-9)
    #expect(abs(try price(free, "rolls=2") - 133.1335187626982) < 1e-9)
    let found = try answer(Self.steps + free, "featured") {
      $0.at = [1, 5, 6, 11]
      $0.budget = try PoolQuestion.Budget(parsing: "gems=35")
    }
    let prices: [Int64] = found.at.compactMap { $0.price.first?.value }
    #expect(prices == [0, 15, 20, 40])
    // 0, 4, 4, 4, 3, then 5, 4, 4, 4, 3: 35.
    #expect(found.spending?.rolls == 10)
    let later = try answer(Self.steps + free, "featured", "rolls=2") {
      $0.budget = try PoolQuestion.Budget(parsing: "gems=19")
    }
    // 4, 4, 3, 5: 16, and no 4 for the fifth.
    #expect(later.spending?.rolls == 4)
  }

  /// By hand: with 6 gems, rolls at 5 and 4, of which a second wood gives 3 back: 6 − 5 = 1, and the second roll
  /// needs 4 of which the first wood gives none; owned already, it gives 3, and 1 + 3 pay it.
  @Test func `take what duplicates give back by the price of each roll`() throws {
    let grants = #", "duplicate_grants": {"common": {"gems": 3}}"#
    func chance(_ state: String) throws -> Double? {
      try answer(Self.steps, "featured", state, more: grants) {
        $0.budget = try PoolQuestion.Budget(parsing: "gems=6")
      }.spending?.chance
    }
    let new = try #require(try chance(""))
    #expect(abs(new - 0.03) < 1e-12)
    // The third, at 4 again, has 3 left.
    let owner = try #require(try chance("owned=a"))
    #expect(abs(owner - 0.0591) < 1e-12)
  }

  private static let cycle = #""cycle": [{"card": "a", "count": 3}, "x", "a", "b"]"#

  @Test(
    arguments: [
      ("card:x", "", 4.0), ("card:x", "cycle=4", 6), ("card:x", "cycle=unknown", 3.5),
      ("card:x", "rolls=9", 1), ("card:x*2", "cycle=unknown", 9.5), ("complete", "", 6),
      ("complete", "cycle=unknown", 29.0 / 6), ("complete", "cycle=3", 3), ("distinct:2", "", 4),
      ("first:rare", "cycle=3", 1),
    ] as [(String, String, Double)])
  func `give cards in a fixed order`(goal: String, state: String, mean: Double) throws {
    let found = try #require(try answer(Self.cycle, goal, state).mean)
    #expect(abs(found - mean) < 1e-12 * mean)
  }

  /// Four evenly spaced cards in 240 rolls, from an unknown position: the mean of 1 to 60.
  @Test func `wait half the gap and a half from an unknown place in a cycle`() throws {
    let quarter = #"{"card": "a", "count": 59}, "hero""#
    let cycle = Array(repeating: quarter, count: 4).joined(separator: ", ")
    let found = try answer(#""cycle": [\#(cycle)]"#, "card:hero", "cycle=unknown") {
      $0.rolls = [60, 90]
    }
    #expect(abs(try #require(found.mean) - 30.5) < 1e-12)
    let prizes = found.prizes.map(\.mean)
    #expect(abs(prizes[0] - 1) < 1e-12)
    #expect(abs(prizes[1] - 1.5) < 1e-12)
  }

  @Test(arguments: [
    (Self.steps, "cycle=3", "cycle=3 changes nothing in pool p: it has no cycle"),
    (
      Self.priced, "rolls=3",
      "rolls=3 changes nothing in pool p: neither its prices nor its cards depend on earlier rolls"
    ),
    (Self.cycle, "cycle=6", #"cycle: expected 0 to 5 or unknown, got "6""#),
    (
      Self.cycle, "pity.rare=1",
      "pity.rare=1 changes nothing in pool p: its cards come in a fixed order"
    ),
  ])
  func `refuse a state that they do not have`(pool: String, state: String, problem: String) {
    let error = #expect(throws: OddsError.self) { try answer(pool, "complete", state) }
    #expect(error?.description == "state: \(problem)")
  }

  @Test func `have effective rates that are the shares of a cycle`() throws {
    let world = try PoolRulebooks.rulebook(
      cards: Self.cards, pools: #"{"id": "p", \#(Self.cycle)}"#)
    let rates = try PoolOdds.rates(of: try #require(world.pool("p")))
    let sixths = ["a", "b", "x"].map { (rates.cards[$0] ?? 0) * 6 }
    #expect(sixths == [4, 1, 1])
    let tiers: [Double] = rates.tiers.map { ($0 * 6).rounded() }
    #expect(tiers == [5, 1, 0, 0])
  }
}
