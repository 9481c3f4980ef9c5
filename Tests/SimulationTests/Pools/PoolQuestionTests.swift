import FlintCalendar
import FlintJSON
import FlintRules
import FlintSchema
import TestSupport
import Testing
@testable import Chance

/// The rulebook of an example world, as JSON.
enum PoolRulebooks {
  private static let card = """
    {"id": "ID", "name": "ID", "category": "idea", "rarity": "RARITY", "weight": WEIGHT,
     "exclusive": true}
    """

  /// Returns a rulebook with cards, given as `id:rarity` or `id:rarity:weight`, and pools.
  static func rulebook(
    cards: [String], pools: String, more: String = ""
  ) throws -> RulebookDefinition {
    let cards = cards.map { text -> String in
      let sides = text.split(separator: ":")
      return card.replacing("ID", with: String(sides[0]))
        .replacing("RARITY", with: String(sides[1]))
        .replacing("WEIGHT", with: sides.count > 2 ? String(sides[2]) : "1")
    }
    return try RulebookDefinition(
      reading: JSONValue(
        parsing: """
          {"id": "world", "extends": "ignition", "currencies": {"gems": {}, "dust": {}},
           "cards": [\(cards.joined(separator: ","))], "pools": [\(pools)] \(more)}
          """), bundled: RulebookDefinition.bundled)
  }

  static func banner(_ more: String = "") throws -> RulebookDefinition {
    try rulebook(
      cards: [
        "three:common", "hero:legendary", "hermit:legendary", "blade:legendary", "bow:legendary",
      ],
      pools: """
        {"id": "character", "cards": ["three", "hermit"],
         "rates": {"common": "99.4%", "legendary": "0.6%"},
         "pity": {"legendary": {"soft_start": 74, "soft_step": "6%", "hard": 90}},
         "featured": {"cards": ["hero"], "share": "50%", "guarantee": true}, "price": {"gems": 160}},
        {"id": "weapons", "cards": ["three", "hermit"],
         "rates": {"common": "99.3%", "legendary": "0.7%"},
         "pity": {"legendary": {"soft_start": 63, "soft_step": "7%", "hard": 80}},
         "featured": {"cards": ["blade", "bow"], "share": "75%", "guarantee": true, "path": 2},
         "price": {"gems": 160}},
        {"id": "ceiling", "cards": ["three", "hermit"],
         "rates": {"common": "99%", "legendary": "1%"}, "pity": {},
         "featured": {"cards": ["hero"], "share": "80%", "hard": 330, "once": true},
         "price": {"gems": 3}, "bundle": {"size": 11, "price": {"gems": 30}}},
        {"id": "plain", "cards": ["three", "hermit"],
         "rates": {"common": "99%", "legendary": "1%"}, "pity": {},
         "featured": {"cards": ["hero"], "share": "80%"}, "price": {"gems": 3}}
        """, more: more)
  }
}

/// Means and chances are those of Tests/PoolReference, computed in exact fractions by another program.
struct `A question about pools` {
  private func answer(
    _ pool: String, _ goal: String = "featured", state: String? = nil,
    _ change: (inout PoolQuestion) throws -> Void = { _ in }
  ) throws -> PoolAnswer {
    var question = PoolQuestion(
      try PoolRulebooks.banner(), [.init(pool: pool, target: try PoolTarget(parsing: goal))])
    if let state { question.start = try PoolStartText(parsing: state) }
    try change(&question)
    return try question.answer()
  }

  @Test(
    arguments: [
      ("character", "first:legendary", nil, 62.29733203963097),
      ("character", "featured", nil, 93.44599805944645),
      ("character", "featured", "pity.legendary=63,guaranteed", 14.1804119185666),
      ("character", "featured", "pity.legendary=63", 45.329077938382085),
      ("weapons", "card:blade", nil, 105.6687),
      ("ceiling", "featured", nil, 116.1740),
      ("plain", "featured", nil, 125),
    ] as [(String, String, String?, Double)])
  func `has the means of published designs`(
    pool: String, goal: String, state: String?, mean: Double
  ) throws {
    let found = try #require(try answer(pool, goal, state: state).mean)
    // Some values are known to 4 decimals only.
    #expect(abs(found - mean) < (mean * 1e4 == (mean * 1e4).rounded() ? 5e-5 : 1e-9 * mean))
  }

  @Test func `prices rolls, in bundles where they are cheaper`() throws {
    let answer = try answer("ceiling") { $0.at = [10, 11, 25, 330] }
    // 25 rolls are two bundles of 11 for 30 each, and three rolls for 3 each.
    #expect(answer.at.map { $0.price.map(\.value) } == [[30], [30], [69], [900]])
    #expect(answer.at[3].chance == 1)
  }

  /// 3 gems a roll, and 30 for 11 rolls: ten single rolls cost as much as a bundle.
  @Test func `prices at least as many rolls as it takes at the lowest price`() throws {
    let answer = try answer("ceiling") { $0.at = [1, 9, 10, 21, 22] }
    #expect(answer.at.map { $0.price.map(\.value) } == [[3], [27], [30], [60], [60]])
  }

  @Test func `refuses what has no meaning`() throws {
    func problem(_ pool: String, _ change: (inout PoolQuestion) throws -> Void) -> String? {
      do {
        _ = try answer(pool, "featured", change)
        return nil
      } catch {
        return (error as? OddsError)?.problem
      }
    }
    #expect(problem("plain") { $0.buysBundles = true } == "pool plain has no bundle")
    #expect(
      problem("plain") { $0.rolls = [2_000_000] } == "expected 0 to 1000000 rolls, got 2000000")
    #expect(
      problem("plain") { $0.budget = try PoolQuestion.Budget(parsing: "gems=3, gems=4") }
        == "gems is given twice")
    #expect(problem("plain") { $0.budget = try PoolQuestion.Budget(parsing: "gems = 3") } == nil)
    #expect(
      problem("plain") { $0.stages[0].target.copies = .max }
        == "expected 1 to 1000000, got \(Int.max)")
    #expect(
      problem("character") { $0.start = try PoolStartText(parsing: "guaranteed=no") }
        == #"guaranteed: expected true or false, got "no""#)
    let more = #"""
      , "money_unit": "EUR", "offers": [{"id": "s", "money": "0.99", "grants": {"gems": 60}}]
      """#
    var question = PoolQuestion(
      try PoolRulebooks.banner(more), try PoolQuestion.stages(parsing: "plain/featured"))
    question.budget = try PoolQuestion.Budget(parsing: "money=5 EUR")
    #expect(try question.answer().spending?.rolls == 100)
    question.budget = try PoolQuestion.Budget(parsing: "money=5USD")
    let other = #expect(throws: OddsError.self) { try question.answer() }
    #expect(other?.description == "budget: the money of rulebook world is EUR, got USD")
    question.budget = try PoolQuestion.Budget(parsing: "money=0.98")
    let little = #expect(throws: OddsError.self) { try question.answer() }
    #expect(
      little?.description == "budget: no offer of the rulebook sells gems for so little money")
  }

  @Test(arguments: [
    ("gems", #"expected CURRENCY=N or money=N, got "gems""#),
    ("gems=3,", #"expected CURRENCY=N or money=N, got """#),
    ("gems=-1", #"gems: expected a whole number, 0 to 1000000000000, got "-1""#),
    (
      "gems=1000000000001",
      #"gems: expected a whole number, 0 to 1000000000000, got "1000000000001""#
    ),
    ("gems=1.5", #"gems: expected a whole number, 0 to 1000000000000, got "1.5""#),
    ("money=-1", #"money: expected 0 to 1000000, got "-1""#),
    ("money=1000000.000001EUR", #"money: expected 0 to 1000000, got "1000000.000001EUR""#),
    ("money=EUR", #"money: expected 0 to 1000000, got "EUR""#),
    ("money=1,money=2", "money is given twice"),
    ("gems=1,dust=2,gems=1", "gems is given twice"),
  ])
  func `is refused with a budget that is none`(text: String, problem: String) {
    let error = #expect(throws: OddsError.self) { try PoolQuestion.Budget(parsing: text) }
    #expect(error?.description == "budget: \(problem)")
  }

  @Test func `may have a budget at its limits`() throws {
    let budget = try PoolQuestion.Budget(parsing: "gems=1000000000000, dust = 0,money=1000000 EUR")
    #expect(
      budget.amounts == [CurrencyAmount("gems", 1_000_000_000_000), CurrencyAmount("dust", 0)])
    #expect(budget.money == 1_000_000_000_000)
    #expect(budget.moneyUnit == "EUR")
  }

  @Test(arguments: [
    ("featured*0", #"expected 1 to 1000 copies after *, got "featured*0""#),
    ("featured*1001", #"expected 1 to 1000 copies after *, got "featured*1001""#),
    ("featured*x", #"expected 1 to 1000 copies after *, got "featured*x""#),
    ("card", "card needs a card's id, as in card:the-lantern"),
    ("card:", "card needs a card's id, as in card:the-lantern"),
    ("any", "any needs ids of cards, as in any:sun+moon"),
    ("all:", "all needs a rarity, as in all:legendary"),
    ("distinct:0", #"expected a whole number of cards from 1 up after distinct:, got "0""#),
    ("distinct:many", #"expected a whole number of cards from 1 up after distinct:, got "many""#),
  ])
  func `is refused with a goal that is none`(text: String, problem: String) {
    let error = #expect(throws: OddsError.self) { try PoolTarget(parsing: text) }
    #expect(error?.description == "goal: \(problem)")
  }

  @Test func `may have a goal of as many copies as the limit`() throws {
    #expect(try PoolTarget(parsing: "featured*1000").copies == 1000)
  }

  @Test func `is refused where pool, goal and order do not fit`() {
    func problem(
      pool: String? = nil, goal: String? = nil, copies: Int = 1, order: String? = nil
    ) -> String? {
      #expect(throws: OddsError.self) {
        try PoolQuestion.stages(pool: pool, goal: goal, copies: copies, order: order)
      }?.description
    }
    let both = "order: names its pools, goals and copies; leave out the others"
    #expect(problem(pool: "plain", order: "plain/featured") == both)
    #expect(problem(goal: "featured", order: "plain/featured") == both)
    #expect(problem(copies: 2, order: "plain/featured") == both)
    #expect(problem() == "pool: expected the id of a pool, or an order of pools")
    #expect(problem(order: "plain") == #"order: expected POOL/GOAL, POOL/GOAL, …, got "plain""#)
    #expect(
      problem(order: "plain/featured, ") == #"order: expected POOL/GOAL, POOL/GOAL, …, got """#)
    #expect(
      problem(pool: "plain", goal: "cards:a*2+b", copies: 3)
        == "goal: cards:a*2+b has the copies of each card; leave out the other number")
  }

  @Test(arguments: ["0", "1", "100%"])
  func `is refused with a quantile at the ends`(text: String) {
    let error = #expect(throws: OddsError.self) { try PoolQuestion.levels(["0.5", text]) }
    #expect(
      error?.description
        == #"quantiles: expected probabilities above 0 and below 1, got "\#(text)""#)
  }

  /// A featured card takes 125 rolls: two more of five from three take 250.
  @Test func `counts owned copies of a card that it names, and says where it does not`() throws {
    let goal = try answer("plain", "card:hero*5", state: "owned=hero*3")
    #expect(abs(try #require(goal.mean) - 250) < 1e-9)
    #expect(goal.notes == [])
    #expect(try answer("plain", "card:hero*5", state: "owned=hero*5").mean == 0)
    let coming = try answer("plain", "featured*2", state: "owned=hero*3")
    #expect(abs(try #require(coming.mean) - 250) < 1e-9)
    #expect(
      coming.notes == [
        "cards that are owned do not count towards featured*2, which is about coming cards"
      ])
  }

  /// A card takes ten rolls, and is featured with 1/2; after two cards that are not, the next roll gives the
  /// featured one: 10 + 1/2 · (10 + 1/2 · 1) rolls. A pack of two such slots has a card in 19 of 100.
  @Test func `does not count rolls without a card`() throws {
    let world = try PoolRulebooks.rulebook(
      cards: ["hero:legendary", "hermit:legendary"],
      pools: """
        {"id": "rare", "cards": ["hermit"], "rates": {"common": "90%", "legendary": "10%"},
         "empty_cell": "none", "pity": {}, "price": {"gems": 1},
         "featured": {"cards": ["hero"], "share": "50%", "hard": 3}},
        {"id": "packs", "cards": ["hermit"], "empty_cell": "none", "price": {"gems": 1},
         "pity": {"legendary": {"hard": 5}},
         "packs": [{"slots": [{"count": 2, "rates": {"common": "90%", "legendary": "10%"}}]}]}
        """)
    func mean(_ order: String) throws -> Double? {
      try PoolQuestion(world, try PoolQuestion.stages(parsing: order)).answer().mean
    }
    #expect(abs(try #require(try mean("rare/featured")) - 15.25) < 1e-9)
    #expect(abs(try #require(try mean("packs/first:legendary")) - 100.0 / 19) < 1e-9)
  }

  /// Each roll gives the featured card: the first 3 take a bundle of 10, after which the others are counted.
  @Test(arguments: [(14, 24.0), (20, 30), (21, 31)])
  func `ends each goal of an order with its bundle`(copies: Int, rolls: Double) throws {
    let pool = """
      "cards": ["hero"], "rates": {"legendary": 1}, "pity": {}, "price": {"gems": 1},
      "featured": {"cards": ["hero"]}, "bundle": {"size": 10}
      """
    let world = try PoolRulebooks.rulebook(
      cards: ["hero:legendary"], pools: #"{"id": "u", \#(pool)}, {"id": "v", \#(pool)}"#)
    var question = PoolQuestion(
      world, try PoolQuestion.stages(parsing: "u/featured*3, v/featured*\(copies)"))
    question.buysBundles = true
    #expect(abs(try #require(try question.answer().mean) - rolls) < 1e-9)
  }

  /// Cards of earlier pools are owned: the second hero of the two is the second featured card.
  @Test func `counts cards of earlier pools for a goal of the same card`() throws {
    var question = PoolQuestion(
      try PoolRulebooks.banner(),
      try PoolQuestion.stages(parsing: "character/card:hero, character/card:hero*2"))
    #expect(abs(try #require(try question.answer().mean) - 2 * 93.44599805944645) < 1e-6)
    question.start = try PoolStartText(parsing: "owned=hero")
    #expect(abs(try #require(try question.answer().mean) - 93.44599805944645) < 1e-6)
  }

  /// Rare duplicates give gems back: of a pool without rare cards they change nothing. Of 13 gems, a bundle leaves 4, and
  /// the second common card makes them a third roll: 1 − 0.9³.
  @Test func `spends what duplicates of the pool's own cards give back`() throws {
    func spending(
      _ rarity: String, _ more: String = "", gems: Int = 10
    ) throws -> PoolAnswer.Spending? {
      let world = try PoolRulebooks.rulebook(
        cards: ["wood:common", "hero:legendary"],
        pools: """
          {"id": "p", "cards": ["wood"], "rates": {"common": "90%", "legendary": "10%"}, "pity": {},
           "featured": {"cards": ["hero"]}, "price": {"gems": 5} \(more)}
          """, more: #", "duplicate_grants": {"\#(rarity)": {"gems": 1}}"#)
      var question = PoolQuestion(world, try PoolQuestion.stages(parsing: "p/featured"))
      question.budget = try PoolQuestion.Budget(parsing: "gems=\(gems)")
      return try question.answer().spending
    }
    // Two rolls: 1 − 0.9².
    let plain = try #require(try spending("rare"))
    #expect(!plain.hasRefunds && abs(plain.chance - 0.19) < 1e-12)
    #expect(try spending("common")?.hasRefunds == true)
    let bundle = #", "bundle": {"size": 2, "price": {"gems": 9}}"#
    #expect(try spending("rare", bundle)?.hasRefunds == false)
    let estimate = try #require(try spending("common", bundle, gems: 13))
    #expect(abs(estimate.chance - 0.271) < 0.02 && estimate.interval != nil)
    // The third roll pays for the exchange; of 13 gems it is not reached.
    let exchange = #", "exchange": {"at": 3}"#
    #expect(try spending("common", exchange, gems: 14)?.chance == 1)
    #expect(abs((try spending("common", exchange, gems: 13)?.chance ?? 0) - 0.19) < 0.02)
  }

  /// A featured card in five rolls: 1 − 0.992⁵ = 3.9366 %.
  @Test func `says what a limit of rolls means for it`() throws {
    let world = try PoolRulebooks.rulebook(
      cards: ["three:common", "hero:legendary"],
      pools: """
        {"id": "few", "cards": ["three"], "rates": {"common": "99.2%", "legendary": "0.8%"},
         "pity": {}, "featured": {"cards": ["hero"]}, "price": {"gems": 1}, "limit": 5}
        """)
    let answer = try PoolQuestion(world, try PoolQuestion.stages(parsing: "few/featured")).answer()
    #expect(
      answer.notes == ["pool few has at most 5 rolls, within which the chance is 3.94 %"])
  }

  /// A featured card in the two rolls that are left: 1 − 0.992² = 1.5936 %.
  @Test(arguments: [
    (3, ", of which 3 have been made: 2 are left, within which the chance is 1.59 %", 2),
    (5, ", all of which have been made: none is left", 0),
    (7, ", all of which have been made: none is left", 0),
  ])
  func `counts the rolls already made against a limit`(made: Int, note: String, left: Int64) throws
  {
    let world = try PoolRulebooks.rulebook(
      cards: ["three:common", "hero:legendary"],
      pools: """
        {"id": "few", "cards": ["three"], "rates": {"common": "99.2%", "legendary": "0.8%"},
         "pity": {}, "featured": {"cards": ["hero"]}, "price": {"gems": 1}, "limit": 5}
        """)
    var question = PoolQuestion(world, try PoolQuestion.stages(parsing: "few/featured"))
    question.start = try PoolStartText(parsing: "rolls=\(made)")
    question.budget = try PoolQuestion.Budget(parsing: "gems=100")
    let answer = try question.answer()
    #expect(answer.notes == ["pool few has at most 5 rolls" + note])
    #expect(answer.spending?.rolls == left)
  }

  /// One of 2 and one of 4 copies: the mean place of a copy among n is (n + 1) / 2.
  @Test(arguments: [(1, 1.5, 0.5), (3, 2.5, 0.25)] as [(Int, Double, Double)])
  func `draws the copies of a box, whatever the cards weigh`(
    others: Int, mean: Double, chance: Double
  ) throws {
    let world = try PoolRulebooks.rulebook(
      cards: ["x:legendary:9", "y:rare"],
      pools: #"{"id": "b", "price": {"gems": 1}, "box": {"counts": {"x": 1, "y": \#(others)}}}"#)
    var question = PoolQuestion(world, try PoolQuestion.stages(parsing: "b/card:x"))
    (question.rolls, question.at) = ([1], [1])
    let answer = try question.answer()
    #expect(abs(try #require(answer.mean) - mean) < 1e-12)
    #expect(abs(answer.at[0].chance - chance) < 1e-12)
    #expect(abs(answer.prizes[0].mean - chance) < 1e-12)
  }

  @Test func `counts a budget in rolls, with the best offers for its money`() throws {
    let more = #"""
      , "offers": [{"id": "s", "money": "0.99", "grants": {"gems": 60}},
      {"id": "l", "money": "4.99", "grants": {"gems": 330}}]
      """#
    var question = PoolQuestion(
      try PoolRulebooks.banner(more),
      [.init(pool: "character", target: try PoolTarget(parsing: "featured"))])
    // 10.97 = 2 × 4.99 + 0.99: 720 gems, and 80 of the state: five rolls.
    question.budget = try PoolQuestion.Budget(parsing: "money=10.97EUR")
    question.start = try PoolStartText(parsing: "gems=80")
    let spending = try #require(try question.answer().spending)
    #expect(spending.rolls == 5)
    #expect(spending.amounts.map(\.value) == [800])
    #expect(spending.offers.map(\.value) == [1, 2])
    // No legendary card in five rolls, or one that is not featured: 0.994⁵ + 5 · 0.006 · 0.994⁴ / 2.
    #expect(abs(spending.chance - 0.014999) < 1e-6)
  }

  @Test func `follows goals in an order of pools`() throws {
    var question = PoolQuestion(
      try PoolRulebooks.banner(),
      try PoolQuestion.stages(parsing: "character/featured*2, weapons/card:blade"))
    let both = try #require(try question.answer().mean)
    // The pools share nothing: 2 · 93.44599805944645 + 105.6687.
    #expect(abs(both - (2 * 93.44599805944645 + 105.6687)) < 5e-5)
    question.stages.removeLast()
    #expect(abs(try #require(try question.answer().mean) - 2 * 93.44599805944645) < 1e-6)
  }

  @Test func `has the distribution of the number of prizes`() throws {
    let answer = try answer("plain") { $0.rolls = [100] }
    let distribution = try #require(answer.prizes.first)
    // Binomial with n = 100 and p = 0.008.
    #expect(abs(distribution.mean - 0.8) < 1e-9)
    #expect(abs(distribution.probability(of: 0).value - 0.4478857194) < 1e-9)
  }

  @Test func `is about a budget of what the pool takes`() throws {
    #expect {
      _ = try answer("character") { $0.budget = try PoolQuestion.Budget(parsing: "dust=2000") }
    } throws: {
      "\($0)" == "budget: pool character takes gems, got dust"
    }
    let found = try answer("character") {
      $0.budget = try PoolQuestion.Budget(parsing: "gems=320,dust=2000")
    }
    #expect(found.spending?.rolls == 2)
    #expect(found.notes == ["dust buys no rolls in pool character"])
  }

  /// The pools share nothing: the price is the sum of those of both.
  @Test func `gives the mean price alone of an order of pools with different prices`() throws {
    let question = PoolQuestion(
      try PoolRulebooks.banner(),
      try PoolQuestion.stages(parsing: "character/featured, ceiling/featured"))
    let found = try question.answer()
    let parts = try ["character", "ceiling"].map { try #require(try answer($0).meanPrice.first) }
    let price = try #require(found.meanPrice.first)
    #expect(found.meanPrice.count == 1 && price.name == "gems")
    #expect(abs(price.value - parts[0].value - parts[1].value) < 1e-9 * price.value)
    #expect(found.quantiles.allSatisfy { $0.price.isEmpty })
    #expect(
      found.notes == ["the pools have different prices, so that only the mean price is given"])
  }

  @Test func `has one number of copies`() {
    #expect {
      _ = try PoolTarget(parsing: "featured*3", copies: 2)
    } throws: {
      "\($0)" == "goal: featured*3 has its copies; leave out the other number, 2"
    }
  }

  @Test(
    arguments: [
      ("caracter", "featured", nil, "did you mean \"character\""),
      ("character", "card:heroo", nil, "did you mean \"hero\""),
      ("character", "feature", nil, "did you mean \"featured\""),
      ("character", "first:legendry", nil, "did you mean \"legendary\""),
      ("character", "featured*0", nil, "copies after *"),
      ("character", "featured", "pity.legendry=3", "did you mean \"legendary\""),
      ("character", "featured", "garanteed", "did you mean \"guaranteed\""),
      ("character", "featured", "owned=heros", "did you mean \"hero\""),
      ("character", "featured", "pity.legendary=x", "expected a whole number"),
      (
        "character", "distinct:40", nil,
        "goal: distinct: expected 1 to 3 different cards of pool character, got 40"
      ),
    ] as [(String, String, String?, String)])
  func `names what it does not know`(
    pool: String, goal: String, state: String?, message: String
  ) throws {
    #expect {
      _ = try answer(pool, goal, state: state)
    } throws: {
      "\($0)".contains(message)
    }
  }
}

/// The fold draws by the distributions that exact odds compute: players with keyed seeds, compared with the exact mean.
struct `Rolls of a profile` {
  /// Returns the number of rolls of a player until a card is featured.
  private func rolls(_ rulebook: Rulebook, _ pool: String, seed: UInt64) throws -> Int {
    var state = rulebook.initialState()
    let roll = try PoolRoll(pool: pool)
    for count in 1...1000 {
      let event = ProfileEvent(
        id: EventID(high: UInt64(count), low: 0), at: Instant(milliseconds: Int64(count) * 1000),
        offset: .zero, action: .pool(.roll(roll)))
      let outcome = rulebook.apply(event, to: &state, seed: seed)
      #expect(outcome.void == nil)
      if outcome.draws.contains(where: \.isFeatured) { return count }
    }
    return 1000
  }

  @Test(arguments: cases(["character", "weapons", "ceiling"], quick: 1))
  func `take as long as the exact distribution says`(pool: String) throws {
    var definition = try PoolRulebooks.banner()
    definition.currencies[1].start = 1_000_000
    let rulebook = try Rulebook(definition)
    let question = PoolQuestion(
      definition, [.init(pool: pool, target: try PoolTarget(parsing: "featured"))])
    let answer = try question.answer()
    let (mean, deviation) = (
      try #require(answer.mean), try #require(answer.standardDeviation)
    )
    let players = 2000
    var sum = 0
    for seed in 1...players { sum += try rolls(rulebook, pool, seed: UInt64(seed)) }
    // The seeds are fixed; 4 standard errors.
    let error = deviation / Double(players).squareRoot()
    #expect(abs(Double(sum) / Double(players) - mean) < 4 * error)
  }
}
