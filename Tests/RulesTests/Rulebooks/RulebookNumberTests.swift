import FlintJSON
import FlintSchema
import Testing
@testable import FlintRules

@Suite struct `The numbers of a rulebook` {
  private static func world() throws -> RulebookDefinition {
    try RulebookDefinition(
      reading: JSONValue(
        parsing: """
          {"id": "world", "extends": "ignition", "currencies": {"gems": {}, "dust": {}},
           "cards": [{"id": "hero", "name": "Hero", "category": "idea", "rarity": "legendary"}],
           "pools": [
            {"id": "first", "rates": {"common": "94.9%", "epic": "4.1%", "legendary": "1%"},
             "pity": {"legendary": {"hard": 90}, "epic": {"hard": 10}}, "price": {"gems": 3}},
            {"id": "second", "price": {"gems": 3}}]}
          """), bundled: RulebookDefinition.bundled)
  }

  @Test(
    arguments: [
      ("pools.first.pity.legendary.hard", nil, "pools.first.pity.legendary.hard", "90"),
      ("legendary.hard", "first", "pools.first.pity.legendary.hard", "90"),
      ("pools[1].rates.epic", nil, "pools.first.rates.epic", "0.041"),
      ("rates.epic", nil, "drops.rates.epic", "0.08"),
      ("rates.epic", "first", "pools.first.rates.epic", "0.041"),
      ("rates.epic", "second", "pools.second.rates.epic", "0.08"),
      ("chance", nil, "drops.chance", "1"),
      ("fuel.capacity", nil, "fuel.capacity", "1000"),
      ("levels.2.threshold", nil, "levels.2.threshold", "1000"),
      ("levels[2]", nil, "levels.2.threshold", "1000"),
      ("cards.hero.weight", nil, "cards.hero.weight", nil),
      ("hero.weight", nil, "cards.hero.weight", nil),
      ("hero.weight", "first", "cards.hero.weight", nil),
      ("currencies.gems.per_day", nil, "currencies.gems.per_day", "0"),
      ("limit", "first", "pools.first.limit", nil),
      ("price.dust", "first", "pools.first.price.dust", nil),
    ] as [(String, String?, String, String?)])
  func `are found by paths`(
    path: String, pool: String?, name: String, value: String?
  ) throws {
    let number = try RulebookNumbers(try Self.world()).number(path, inPool: pool)
    #expect(number.name == name)
    #expect(number.value?.description == value)
  }

  @Test(
    arguments: [
      (
        "hard", "first",
        "\"hard\" could be pools.first.pity.epic.hard or pools.first.pity.legendary.hard"
      ),
      (
        "pools.fist.limit", nil, "pools of rulebook world has no \"fist\" (did you mean \"first\"?)"
      ),
      ("cards.hero.name", nil, "cards.hero.name is no number"),
      ("price", nil, "\"price\" could be pools.first.price.gems or pools.second.price.gems"),
      (
        "per_day", nil,
        "\"per_day\" could be currencies.dust.per_day or currencies.gems.per_day"
      ),
      (
        "rates.epik", nil,
        "rulebook world has no number \"rates.epik\" (did you mean \"drops.rates.epic\"?)"
      ),
      ("levels.99.threshold", nil, "levels of rulebook world has no \"99\"; expected 1 to 10"),
      ("a..b", nil, "expected the path of a number, got \"a..b\""),
    ] as [(String, String?, String)])
  func `that do not exist are refused`(path: String, pool: String?, problem: String) throws {
    let numbers = RulebookNumbers(try Self.world())
    let error = #expect(throws: RulebookNumberError.self) {
      try numbers.number(path, inPool: pool)
    }
    #expect(error?.description == problem)
  }

  @Test func `can have other values, and rates always sum to 1`() throws {
    let world = try Self.world()
    let numbers = RulebookNumbers(world)
    #expect(try numbers.definition(with: []) == world)
    let epic = try numbers.number("pools.first.rates.epic")
    let legendary = try numbers.number("pools.first.rates.legendary")
    let one = try numbers.definition(with: [(legendary, .percent(50))]).pools[0].rates
    // 94.9 and 4.1 of 99 share one half.
    #expect(
      one.map(\.value)
        == [Fraction(949, over: 1980), Fraction(41, over: 1980), .percent(50)].compactMap(\.self))
    let two = try numbers.definition(with: [(legendary, .percent(20)), (epic, .percent(30))])
    #expect(two.pools[0].rates.map(\.value) == [.percent(50), .percent(30), .percent(20)])
  }

  @Test func `of a pool become its own where it takes them from drops`() throws {
    let world = try Self.world()
    let numbers = RulebookNumbers(world)
    let hard = try numbers.number("pools.second.pity.legendary.hard")
    let varied = try numbers.definition(with: [(hard, Fraction(50))])
    #expect(varied.pools[1].pity?.map(\.value.hard) == [50])
    #expect(varied.drops == world.drops)
    #expect(varied.pools[0] == world.pools[0])
  }

  /// A world with rarities of its own, whose rates are in their list.
  private static func harbour() throws -> RulebookDefinition {
    try RulebookDefinition(
      reading: JSONValue(
        parsing: """
          {"id": "harbour", "categories": [{"id": "voyage", "points": 10}],
           "intensities": [{"id": "calm", "multiplier": 1}, {"id": "storm", "multiplier": 2}],
           "rarities": [{"id": "bronze", "rate": "85%", "duplicate": 1},
             {"id": "silver", "rate": "13.5%", "duplicate": 5},
             {"id": "gold", "rate": "1.5%", "duplicate": 25}],
           "drops": {"chance": 0, "empty_cell": "none"}, "fuel": {"capacity": 1000},
           "tokens": {"initial": 0, "per_overload": 0}, "missions": [], "ladders": [],
           "levels": [{"title": "Deckhand", "threshold": 0}],
           "tasks": {"credit_points": false, "scores": {"P0": 0, "P1": 0, "P2": 0, "P3": 0}},
           "cards": [{"id": "crab", "name": "Crab", "category": "voyage", "rarity": "bronze"},
             {"id": "ray", "name": "Ray", "category": "voyage", "rarity": "silver"},
             {"id": "whale", "name": "Whale", "category": "voyage", "rarity": "gold"}],
           "currencies": {"pearls": {}},
           "pools": [
            {"id": "net", "price": {"pearls": 1}},
            {"id": "box", "price": {"pearls": 1},
             "packs": [{"slots": [{"count": 2}, {"rates": {"gold": 1}}]}]},
            {"id": "rare", "price": {"pearls": 1}, "packs": [{"slots": [{"rates": {"gold": 1}}]}]}]}
          """), bundled: RulebookDefinition.bundled)
  }

  @Test(
    arguments: [
      ("rates.gold", nil, "rarities.gold.rate"),
      ("drops.rates.gold", nil, "rarities.gold.rate"),
      ("rarities.gold.rate", nil, "rarities.gold.rate"),
      ("rates.gold", "net", "pools.net.rates.gold"),
      ("pools.net.rates.gold", nil, "pools.net.rates.gold"),
      ("pools.box.packs.1.slots.1.rates.gold", nil, "pools.box.packs.1.slots.1.rates.gold"),
    ] as [(String, String?, String)])
  func `of own rarities keep rates that sum to 1, wherever a pool takes them from`(
    path: String, pool: String?, name: String
  ) throws {
    let numbers = RulebookNumbers(try Self.harbour())
    let gold = try numbers.number(path, inPool: pool)
    #expect(gold.name == name)
    #expect(gold.value == Fraction("0.015"))
    let varied = try numbers.definition(with: [(gold, .percent(50))])
    // 85 and 13.5 of 98.5 share one half.
    let halves = [Fraction(85, over: 197), Fraction(27, over: 394), .percent(50)]
    let own = [
      varied.drops.rates, varied.pools[0].rates.map(\.value),
      varied.pools[1].packs[0].slots[0].rates.map(\.value),
    ]
    #expect(own.contains { Set($0) == Set(halves.compactMap(\.self)) })
  }

  @Test func `of slots precede those that their pool takes from elsewhere, unless both count`()
    throws
  {
    let numbers = RulebookNumbers(try Self.harbour())
    #expect(
      try numbers.number("rates.gold", inPool: "rare").name
        == "pools.rare.packs.1.slots.1.rates.gold")
    let error = #expect(throws: RulebookNumberError.self) {
      try numbers.number("rates.gold", inPool: "box")
    }
    #expect(
      error?.description
        == "\"rates.gold\" could be pools.box.rates.gold or pools.box.packs.1.slots.2.rates.gold")
  }

  @Test(arguments: [
    ("rates.golt", "rarities of rulebook harbour has no \"golt\" (did you mean \"gold\"?)"),
    (
      "multipliers.strom",
      "intensities of rulebook harbour has no \"strom\" (did you mean \"storm\"?)"
    ),
  ])
  func `of lists are missed by their names`(path: String, problem: String) throws {
    let numbers = RulebookNumbers(try Self.harbour())
    let error = #expect(throws: RulebookNumberError.self) { try numbers.number(path) }
    #expect(error?.description.hasPrefix(problem) ?? false)
  }

  @Test func `of an earning rule may be 0, which is the rulebook without the rule`() throws {
    func rules(_ earn: String) throws -> RulebookDefinition {
      try RulebookDefinition(
        reading: JSONValue(parsing: #"{"id": "e", "extends": "ignition", "earn": [\#(earn)]}"#),
        bundled: RulebookDefinition.bundled)
    }
    let (entry, mood) = (
      #"{"event": "entry", "points": 5}"#, #"{"event": "mood.record", "points": 7}"#
    )
    let numbers = RulebookNumbers(try rules("\(entry), \(mood)"))
    let points = try numbers.number("earn.1.points")
    #expect(try numbers.definition(with: [(points, .zero)]) == rules(mood))
    #expect(try numbers.definition(with: [(points, Fraction(9))]).earn.count == 2)
    // A later rule for the same events would pay for them instead.
    let twice = RulebookNumbers(try rules("\(entry), \(entry)"))
    let first = try twice.number("earn.1.points")
    #expect(throws: RulebookNumberError.self) { try twice.definition(with: [(first, .zero)]) }
  }

  @Test(arguments: [
    ("levels.2.threshold", "7/2", "levels.2.threshold is a whole number, got 3.5"),
    ("pools.first.rates.epic", "2", "pools.first.rates.epic: expected rates from 0 to 1, got 2"),
    (
      "pools.first.pity.epic.hard", "0",
      """
      pools.first.pity.epic.hard=0 makes the rulebook invalid: pools[1].pity.epic.hard: expected 1 \
      to 1000000, got 0
      """
    ),
  ])
  func `cannot have values that make it invalid`(
    path: String, value: String, problem: String
  ) throws {
    let numbers = RulebookNumbers(try Self.world())
    let number = try numbers.number(path)
    let value = try #require(Fraction(value))
    let error = #expect(throws: RulebookNumberError.self) {
      try numbers.definition(with: [(number, value)])
    }
    #expect(error?.description == problem)
  }

  @Test func `that are whole have a number of values that are`() throws {
    let number = try RulebookNumbers(try Self.world()).number("levels.2.threshold")
    let error = #expect(throws: RulebookNumberError.self) {
      try number.check(try Sweep(parsing: "x=30..40/5", most: 10).values)
    }
    #expect(
      error?.description
        == "levels.2.threshold is a whole number, got 32.5; 30..40/5 are 5 values, 30..40/11 have steps of 1"
    )
    try number.check(try Sweep(parsing: "x=30..40/11", most: 20).values)
  }

  @Test func `of pity by roll have short forms, and other pools are not suggested`() throws {
    let numbers = RulebookNumbers(
      try RulebookDefinition(
        reading: JSONValue(
          parsing: """
            {"id": "world", "extends": "ignition", "pools": [
              {"id": "night", "pity": {"legendary": {"soft_start": 50, "soft_step": "5%"}}},
              {"id": "glass", "pity": {"legendary": {"rates": [{"from": 66, "step": "4%"}]}}},
              {"id": "flat", "pity": {}}]}
            """), bundled: RulebookDefinition.bundled))
    let step = try numbers.number("soft_step", inPool: "glass")
    #expect(step.name.hasPrefix("pools.glass.pity.legendary.rates.") && step.name.hasSuffix("step"))
    let error = #expect(throws: RulebookNumberError.self) {
      try numbers.number("soft_step", inPool: "flat")
    }
    #expect(error.map { !"\($0)".contains("pools.night") } ?? false)
  }
}
