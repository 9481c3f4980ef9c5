import FlintCalendar
import FlintRules
import FlintSchema
import Testing
@testable import Chance
@testable import Design

/// Public designs, with means that a designer computed by dynamic programming and, where it has them, GGanalysis 0.4.2.
struct `A public design` {
  /// A pool of `three`, `four` and `five` (common, epic, legendary), of which `five` has two cards that are not
  /// featured.
  private static func pool(
    _ id: String, _ rate: String, four: String = "5.1%", soft: (Int, String, Int)? = nil,
    featured: String, more: String = ""
  ) throws -> String {
    func percent(_ text: String) throws -> Double { try #require(Double(text.dropLast())) }
    let common = ((100 - (try percent(rate)) - (try percent(four))) * 1000).rounded() / 1000
    let pity =
      soft.map {
        #"{"legendary": {"soft_start": \#($0.0), "soft_step": "\#($0.1)", "hard": \#($0.2)}}"#
      } ?? "{}"
    return """
      {"id": "\(id)", "cards": ["t", "f", "std", "std2"], "price": {"gems": 160}, "pity": \(pity),
       "rates": {"common": "\(common)%", "epic": "\(four)", "legendary": "\(rate)"},
       "featured": {\(featured)}\(more)}
      """
  }

  private static func rulebook() throws -> RulebookDefinition {
    let weapons = (63, "7%", 77)
    let two = #""cards": ["blade", "bow"], "share": "75%", "guarantee": true"#
    let one = #""cards": ["hero"], "share": "50%""#
    let chance = (51, "2%", 99)
    let pools = try [
      pool("character", "0.6%", soft: (74, "6%", 90), featured: one + #", "guarantee": true"#),
      pool(
        "shared", "0.6%", soft: (74, "6%", 90), featured: one + #", "guarantee": true"#,
        more: #", "carry": "c""#),
      pool(
        "other", "0.6%", soft: (74, "6%", 90), featured: one + #", "guarantee": true"#,
        more: #", "carry": "c""#),
      pool(
        "rail", "0.6%", soft: (74, "6%", 90),
        featured: #""cards": ["hero"], "share": "56.25%", "guarantee": true"#),
      pool("path1", "0.7%", four: "6%", soft: weapons, featured: two + #", "path": 1"#),
      pool("path2", "0.7%", four: "6%", soft: weapons, featured: two + #", "path": 2"#),
      pool(
        "exchange", "0.7%", four: "6%", soft: weapons, featured: two + #", "path": 1"#,
        more: #", "exchange": {"at": 200}"#),
      pool("stars", "2%", soft: (51, "2.5%", 90), featured: one + #", "path": 2"#),
      pool("half", "2%", soft: chance, featured: one),
      pool(
        "limited", "2%", soft: chance, featured: #""cards": ["blade", "bow"], "share": "70%""#),
      pool(
        "spark", "2%", soft: chance, featured: #""cards": ["blade", "bow"], "share": "70%""#,
        more: #", "exchange": {"at": 300}"#),
      pool("end", "0.8%", soft: (66, "5%", 80), featured: one + #", "hard": 120, "once": true"#),
      pool(
        "ceiling", "1%",
        featured: #""cards": ["hero"], "share": "80%", "hard": 330, "once": true"#),
      pool(
        "archive", "0.7%", featured: #""cards": ["hero"], "share": 1"#,
        more: #", "exchange": {"at": 200}"#),
      pool(
        "race", "0.75%", featured: #""cards": ["hero"], "share": 1"#,
        more: #", "exchange": {"at": 200}"#),
    ]
    return try PoolRulebooks.rulebook(
      cards: [
        "t:common", "f:epic", "std:legendary", "std2:legendary", "hero:legendary",
        "blade:legendary", "bow:legendary",
      ], pools: pools.joined(separator: ","))
  }

  private func mean(_ order: String, _ state: String) throws -> Double {
    var question = PoolQuestion(try Self.rulebook(), try PoolQuestion.stages(parsing: order))
    if !state.isEmpty { question.start = try PoolStartText(parsing: state) }
    let answer = try question.answer()
    return try #require(answer.distribution).mean
  }

  @Test(arguments: [
    ("character/featured", "", 93.44599805944641),
    ("character/featured*7", "", 654.12198641612),
    ("character/featured*3", "pity.legendary=20,guaranteed", 235.84002529),
    ("rail/featured", "", 89.55241481),
    ("path1/card:blade", "", 86.53188470),
    ("path1/card:blade", "pity.legendary=40,guaranteed,path=1", 24.17898483),
    ("path1/card:blade", "chosen=bow", 177.50130195),
    ("path2/card:blade", "", 105.66874382),
    ("path2/card:blade", "pity.legendary=40,guaranteed,path=1", 50.80418012),
    ("half/featured", "", 69.18910987),
    ("limited/card:blade", "", 98.84158553),
    ("limited/all:featured", "", 148.26237829),
    ("spark/card:blade", "", 95.74161250),
    ("spark/card:blade", "points=120,pity.legendary=30", 75.48420888),
    ("end/featured", "", 81.37567693),
    ("ceiling/featured", "", 116.17404266),
    ("ceiling/featured*5", "", 616.17404266),
    ("archive/featured", "", 107.80200664),
    ("race/featured*5", "", 424.10264476),
    ("shared/first:legendary, other/featured", "", 140.16899709),
  ])
  func `has the mean of the reference`(order: String, state: String, mean: Double) throws {
    #expect(abs(try self.mean(order, state) - mean) <= 6e-9)
  }

  /// 53.250390585 rolls a card of the rarity. A chain of guarantee, path and missing cards takes 2.640625 such cards
  /// with path 1. (The review prints 140.61431464: a digit is left out.) Whoever chooses blade and, when it is there,
  /// the bow does the same.
  @Test(arguments: [
    "path1/all:featured", "path1/cards:blade+bow", "path1/cards:bow+blade",
    "path1/card:blade, path1/card:bow",
  ])
  func `with a path has the missing card chosen, where several are wanted`(goal: String) throws {
    #expect(abs(try mean(goal, "") - 140.6143126395) <= 1e-9)
  }

  /// [½, ½, 1] of a card of the rarity every 34.316 rolls.
  @Test(arguments: ["featured", "card:hero", "all:featured", "any:hero"])
  func `with a path and one featured card has that card chosen`(goal: String) throws {
    #expect(abs(try mean("stars/" + goal, "") - 60.05348778) <= 6e-9)
  }

  @Test(arguments: [
    (
      "path1/featured",
      "no card is chosen in pool path1, so that its path has no effect; add chosen=ID to the state"
    ),
    ("path1/featured*2", nil), ("path1/card:blade", nil), ("stars/featured", nil),
    (
      "path1/all:featured",
      "of blade, bow, in this order, the first that is missing is chosen in pool path1"
    ),
    ("limited/all:featured", nil),
  ])
  func `with a path tells which card is chosen`(order: String, note: String?) throws {
    var question = PoolQuestion(try Self.rulebook(), try PoolQuestion.stages(parsing: order))
    if order.hasSuffix("*2") { question.start = try PoolStartText(parsing: "chosen=bow") }
    #expect(try question.answer().notes == (note.map { [$0] } ?? []))
  }

  @Test func `with a path refuses its points where no card is chosen`() throws {
    var question = PoolQuestion(
      try Self.rulebook(), try PoolQuestion.stages(parsing: "path1/featured"))
    question.start = try PoolStartText(parsing: "path=1")
    #expect(
      throws: OddsError.invalid(
        "state", "path changes nothing in pool path1 while no card is chosen; add chosen=ID")
    ) { try question.answer() }
    // One of two cards is chosen by the goal itself, and a chosen card makes the points count.
    #expect(try mean("path1/card:blade", "path=1") < mean("path1/card:blade", ""))
    #expect(
      try mean("path1/card:blade", "chosen=blade,path=1") == mean("path1/card:blade", "path=1"))
  }

  /// With the exchange, the points are kept until they buy all that is missing: no later than without it.
  @Test func `with a path and an exchange uses both`() throws {
    let mean = try mean("exchange/all:featured", "")
    #expect(mean < 140.6143)
    // Neither both at 400 rolls alone nor the path alone.
    #expect(mean > 100)
  }

  @Test func `with a path is simulated with the missing card chosen`() throws {
    var start = PoolStart()
    start.choices = ["blade", "bow"]
    let definition = try Self.rulebook()
    let pool = try #require(definition.pool("path1"))
    let odds = PoolOdds(
      pool.bought(inBundles: false), until: .different(of: .featured()), from: start)
    let estimate = try odds.estimate(players: 20_000, seed: 5)
    let mean = try #require(estimate.mean)
    // The deviation is 51.69: four standard errors are 1.46.
    #expect(abs(mean.value - 140.6143) < 1.5)
  }

  /// The stationary chain of the designer with a card chosen: of the chosen card, and of the other featured one.
  @Test(arguments: [
    ("path1", 0.011556433833, 0.00433366), ("path2", 0.009463536367, 0.00606258),
  ])
  func `with a path discloses its rates with each card chosen`(
    id: String, chosen: Double, other: Double
  ) throws {
    let disclosure = try Disclosure(
      try Rulebook(Self.rulebook()), pools: [id], on: CivilDay(number: 20_000), version: "test")
    let pool = try #require(disclosure.pools.first)
    #expect(pool.choices.map(\.card.id) == ["blade", "bow"])
    for choice in pool.choices {
      #expect(abs(choice.effective.value - chosen) < 1e-12)
      #expect(abs(choice.otherFeatured.value - other) < 5e-9)
      let tier = try #require(pool.tiers.last?.effective)
      let sum = choice.effective.value + choice.otherFeatured.value + choice.others.value
      #expect(abs(sum - tier.value) < 1e-12)
    }
    for card in pool.cards where card.isFeatured {
      #expect(card.effective.map { abs($0.value - chosen) < 1e-12 } == true)
    }
  }

  @Test func `with a path and one featured card discloses the rate with it chosen`() throws {
    let disclosure = try Disclosure(
      try Rulebook(Self.rulebook()), pools: ["stars", "half"], on: CivilDay(number: 20_000),
      version: "test")
    let hero = disclosure.pools[0].cards.first { $0.definition.id == "hero" }
    #expect(hero?.effective.map { abs($0.value - 1 / 60.05348778) < 1e-10 } == true)
    #expect(disclosure.pools[0].choices.count == 1)
    #expect(disclosure.pools[1].choices.isEmpty)
  }
}
