import FlintJSON
import FlintRules
import FlintSchema
import Testing

/// Each pool of these tests leaves nothing to chance, or what is counted is worked out by hand.
struct `Prices and the order of cards of a pool` {
  private let all = #""cards": ["wood", "stone", "iron", "gold", "sun", "moon"]"#

  @Test func `take the prices of a round one after the other`() throws {
    var world = try PoolWorld(
      pools:
        #"{"id": "p", \#(all), "price": {"gems": [5, 4, 4, 4, 3]}, "first_price": {"gems": 0}}"#,
      currencies: #"{"gems": {"start": 100}}"#)
    var left: [Int64] = []
    for count in [1, 2, 3, 5, 4] as [Int64] {
      try world.roll("p", count)
      left.append(world.gems)
    }
    // 0; 4 + 4; 4 + 3 + 5; 4 + 4 + 4 + 3 + 5; 4 + 4 + 4 + 3.
    #expect(left == [100, 92, 80, 60, 45])
    let position = try #require(world.profile.rulebook.poolPosition(id: "p"))
    // Two rounds of 20 are ten rolls; the 5 left pay for one more.
    #expect(world.profile.rulebook.affordableRolls(of: position, in: world.profile.state) == 11)
    #expect(try world.roll("p", 12).void == .notCovered)
    #expect(try world.roll("p", 11).void == nil)
    #expect(world.gems == 0)
  }

  @Test func `exchange points for cards by their rarity`() throws {
    var world = try PoolWorld(
      pools: """
        {"id": "p", \(all), "price": {"gems": 1}, "rates": {"common": 1},
         "exchange": {"prices": {"rare": 20, "legendary": 40}, "per_roll": 5, "choose": "any"}}
        """)
    try world.roll("p", 7)
    #expect(try world.exchange("p", "gold").void == .notOffered)
    #expect(try world.exchange("p", "sun").void == .tooFewRolls)
    #expect(try world.exchange("p", "iron").void == nil)
    let position = try #require(world.profile.rulebook.poolPosition(id: "p"))
    let view = world.profile.rulebook.pools(in: world.profile.state, on: world.today)[position]
    #expect(view.points == 15 && view.exchanges == 1 && view.cheapestExchange == 20)
    try world.roll("p", 5)
    #expect(try world.exchange("p", "sun").void == nil)
  }

  @Test func `count the points of duplicates beyond those protected`() throws {
    var world = try PoolWorld(
      pools: """
        {"id": "p", "cards": ["wood"], "price": {"gems": 1}, "rates": {"common": 1},
         "protection": {"common": 2}, "exchange": {"prices": {"legendary": 10}, "choose": "featured",
          "per_duplicate": {"common": 5}}, "featured": {"cards": ["sun"]}}
        """)
    try world.roll("p", 3)
    #expect(try world.exchange("p", "sun").void == .tooFewRolls)
    try world.roll("p", 1)
    #expect(try world.exchange("p", "sun").void == nil)
    #expect(try world.exchange("p", "sun").void == .tooFewRolls)
  }

  /// Each card comes twice before one comes a third time, where its rarity is protected.
  @Test func `protect the rarities that are named`() throws {
    var world = try PoolWorld(
      pools: """
        {"id": "p", "cards": ["sun", "moon", "star"], "price": {"gems": 1}, "rates": {"legendary": 1},
         "protection": {"legendary": 2}},
        {"id": "q", "cards": ["sun", "moon", "star"], "price": {"gems": 1}, "rates": {"legendary": 1},
         "protection": {"common": 2}}
        """)
    #expect(try world.cards("p", 6).sorted() == ["moon", "moon", "star", "star", "sun", "sun"])
    // Without protection, 30 rolls of three cards would hardly be ten of each.
    let counts = Dictionary(try world.cards("q", 30).map { ($0, 1) }, uniquingKeysWith: +)
    #expect(counts.values.contains { $0 != 10 })
  }

  @Test func `give the cards of a cycle in their order`() throws {
    var world = try PoolWorld(
      pools: """
        {"id": "p", "cycle": [{"card": "wood", "count": 2}, "iron", "sun"], "price": {"gems": 1},
         "featured": {"cards": ["sun"]}}
        """)
    #expect(try world.cards("p", 6) == ["wood", "wood", "iron", "sun", "wood", "wood"])
    let position = try #require(world.profile.rulebook.poolPosition(id: "p"))
    let view = world.profile.rulebook.pools(in: world.profile.state, on: world.today)[position]
    #expect(view.nextInCycle.map { world.profile.rulebook.definition.cards[$0].id } == "iron")
    let draws = try world.roll("p", 2).draws
    #expect(draws.map(\.isFeatured) == [false, true])
  }

  /// What a rulebook does not use is absent from its stored form, so that its hash stays.
  @Test func `are written as they are read`() throws {
    let text = """
      {"id":"p","cards":["wood"],"price":{"gems":[5,4]},"first_price":{"gems":0},\
      "exchange":{"prices":{"common":35},"per_roll":5,"choose":"any"},"protection":{"common":2}}
      """
    let world = try PoolWorld(pools: text)
    let pool = try #require(world.profile.rulebook.definition.pools.first)
    #expect(PoolDefinition.table.json(pool).text() == text)
    let cycle = #"{"id":"c","cycle":["wood",{"card":"iron","count":2}]}"#
    let other = try #require(
      try PoolWorld(pools: cycle).profile.rulebook.definition.pools.first)
    #expect(PoolDefinition.table.json(other).text() == cycle)
  }
}
