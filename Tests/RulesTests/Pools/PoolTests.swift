import FlintCalendar
import FlintRandom
import FlintJSON
import FlintRules
import FlintSchema
import Testing

/// Each pool of these tests leaves nothing to chance, or what is counted is worked out by hand.
struct `A pool` {
  private let all = #""cards": ["wood", "stone", "iron", "gold", "sun", "moon"]"#
  private let free = #""price": {"gems": 1}"#

  @Test func `takes its price, and nothing where the balance does not cover it`() throws {
    var world = try PoolWorld(
      pools:
        #"{"id": "p", \#(all), "price": {"gems": 160}, "bundle": {"size": 10, "price": {"gems": 1440}}}"#,
      currencies: #"{"gems": {"start": 3200}}"#)
    #expect(try world.cards("p").count == 1)
    #expect(world.gems == 3040)
    // A bundle and two single rolls: 1440 + 320.
    #expect(try world.cards("p", 12).count == 12)
    #expect(world.gems == 1280)
    let refused = try world.roll("p", 10)
    #expect(refused.void == .notCovered)
    #expect(refused.draws.isEmpty)
    #expect(world.gems == 1280)
    #expect(try world.roll("q").void == .unknownPool)
  }

  @Test func `gives the featured card after another one, with a guarantee`() throws {
    var world = try PoolWorld(
      pools: """
        {"id": "p", \(all), \(free), "rates": {"legendary": 1},
         "featured": {"cards": ["sun"], "share": 0, "guarantee": true}}
        """)
    #expect(try world.cards("p", 6) == ["moon", "sun", "moon", "sun", "moon", "sun"])
  }

  @Test func `gives the chosen card after as many others as its path has`() throws {
    var world = try PoolWorld(
      pools: """
        {"id": "p", \(all), \(free), "rates": {"legendary": 1}, "featured":
         {"cards": ["sun", "star"], "share": "0.000001", "path": 2}}
        """)
    #expect(try world.cards("p", 3) == ["moon", "moon", "moon"])
    #expect(try world.choose("p", "moon").void == .notOffered)
    #expect(try world.choose("p", "star").void == nil)
    #expect(try world.cards("p", 6) == ["moon", "moon", "star", "moon", "moon", "star"])
    // One other card, then another choice: the count begins anew.
    #expect(try world.cards("p") == ["moon"])
    #expect(try world.choose("p", "sun").void == nil)
    #expect(try world.cards("p", 3) == ["moon", "moon", "sun"])
  }

  /// A pack of two common cards and one that is hardly ever legendary: the featured card of each second pack
  /// is its last.
  @Test func `gives one featured card in the pack in which it is certain`() throws {
    var world = try PoolWorld(
      pools: """
        {"id": "p", "cards": ["wood"], \(free), "featured": {"cards": ["sun"], "hard": 2},
         "packs": [{"slots": [{"count": 2, "rates": {"common": 1}},
           {"rates": {"common": "0.999999", "legendary": "0.000001"}}]}]}
        """)
    let pack = ["wood", "wood", "wood", "wood", "wood", "sun"]
    #expect(try world.cards("p", 6) == pack + pack + pack)
  }

  @Test func `makes a rarity certain by pity, and earlier until it first came`() throws {
    var world = try PoolWorld(
      pools: """
        {"id": "p", \(all), \(free), "rates": {"common": 1},
         "pity": {"legendary": {"hard": 5, "first": 3}, "rare": {"hard": 2}},
         "featured": {"cards": ["sun", "moon"]}}
        """)
    let rarities = try world.cards("p", 11).map { id in
      ["wood": "c", "stone": "c", "iron": "r", "gold": "e", "sun": "L", "moon": "L"][id] ?? id
    }
    // A legendary at the 3rd, 8th and 13th roll; of the others every second is at least rare.
    #expect(rarities.joined() == "crLcrcrLcrc")
  }

  @Test func `makes a rarity certain in each bundle that lacks it`() throws {
    var world = try PoolWorld(
      pools: """
        {"id": "p", \(all), \(free), "rates": {"common": 1},
         "bundle": {"size": 4, "at_least": "rare"}}
        """)
    let commons = Set(["wood", "stone"])
    let cards = try world.cards("p", 10)
    #expect(
      cards.map { commons.contains($0) ? "c" : $0 }.joined()
        == "ccciironccciironcc".replacing("iiron", with: "iron"))
  }

  @Test func `makes a featured card certain at the hard roll, once or each time`() throws {
    for (once, expected) in [(false, "..S..S..S"), (true, "..S......")] {
      var world = try PoolWorld(
        pools: """
          {"id": "p", \(all), \(free), "rates": {"common": 1},
           "featured": {"cards": ["sun"], "hard": 3, "once": \(once)}}
          """)
      #expect(try world.cards("p", 9).map { $0 == "sun" ? "S" : "." }.joined() == expected)
    }
  }

  /// What is certain of both falls on one roll: each five rolls have a legendary card, and the featured one comes at
  /// the latest at the sixth.
  @Test(arguments: [
    #""pity": {"legendary": {"hard": 5}}"#,
    #""pity": {}, "bundle": {"size": 5, "at_least": "legendary"}"#,
  ])
  func `settles what is certain of a rarer rarity before a featured card`(rule: String) throws {
    var world = try PoolWorld(
      pools: """
        {"id": "p", "cards": ["wood", "stone", "moon"], \(free), \(rule),
         "rates": {"common": "97%", "rare": "2%", "legendary": "1%"},
         "featured": {"cards": ["iron"], "hard": 5}}
        """)
    var all: [String] = []
    for _ in 0..<100 {
      let cards = try world.cards("p", 5)
      #expect(cards.contains("moon"), "\(cards)")
      all += cards
    }
    let featured = all.indices.filter { all[$0] == "iron" }
    let gaps = Set(zip([-1] + featured, featured).map { $1 - $0 })
    #expect(gaps.max() == 6, "\(gaps)")
  }

  @Test func `exchanges rolls for a featured card`() throws {
    var world = try PoolWorld(
      pools: """
        {"id": "p", \(all), \(free), "rates": {"common": 1}, "featured": {"cards": ["sun"]},
         "exchange": {"at": 3, "limit": 1}}
        """)
    try world.roll("p", 2)
    #expect(try world.exchange("p", "sun").void == .tooFewRolls)
    try world.roll("p", 4)
    #expect(try world.exchange("p", "wood").void == .notOffered)
    let exchanged = try world.exchange("p", "sun")
    #expect(exchanged.draws.first?.isNew == true)
    #expect(try world.exchange("p", "sun").void == .notOffered)
  }

  @Test func `draws a box without replacement`() throws {
    let counts = #"{"gold": 1, "iron": 3, "wood": 6}"#
    var world = try PoolWorld(
      pools: #"{"id": "p", \#(free), "box": {"counts": \#(counts)}}, "#
        + #"{"id": "q", \#(free), "box": {"counts": \#(counts), "reset": "never"}}"#)
    for _ in 0..<20 {
      let cards = try world.cards("p", 10)
      let tally = Dictionary(grouping: cards) { $0 }.mapValues(\.count)
      #expect(tally == ["gold": 1, "iron": 3, "wood": 6])
    }
    #expect(try world.cards("q", 9).count == 9)
    #expect(try world.roll("q", 2).void == .boxEmpty)
    #expect(try world.cards("q").count == 1)
  }

  @Test func `refills a box once its featured card is drawn`() throws {
    var world = try PoolWorld(
      pools: """
        {"id": "p", \(free), "box": {"counts": {"gold": 1, "wood": 4}, "reset": "featured"},
         "featured": {"cards": ["gold"]}}
        """)
    let cards = try world.cards("p", 1000)
    var since = 0
    for card in cards {
      since += 1
      if card == "gold" { since = 0 }
      #expect(since < 5)
    }
    // The number of draws to the prize is uniform over 1 to 5: about a third of the cards.
    #expect((280...390).contains(cards.count { $0 == "gold" }))
  }

  @Test func `opens packs slot by slot`() throws {
    var world = try PoolWorld(
      pools: """
        {"id": "p", \(all), \(free), "packs": [
          {"rate": 1, "slots": [{"count": 3, "rates": {"common": 1}}, {"rates": {"epic": 1}}]},
          {"rate": 0, "slots": [{"count": 5, "rates": {"legendary": 1}}]}],
         "pity": {"legendary": {"hard": 3}}}
        """,
      more: #""change_cards": {}"#)
    let first = try world.cards("p")
    #expect(first.count == 4)
    #expect(first.last == "gold")
    // No slot of the pack can give a legendary card, so that pity has no slot.
    #expect(try world.cards("p", 3).count == 12)
  }

  @Test func `makes a rarity certain in the last slot that can give it`() throws {
    var world = try PoolWorld(
      pools: """
        {"id": "p", \(all), \(free), "pity": {"legendary": {"hard": 3}},
         "packs": [{"slots": [{"count": 2, "rates": {"common": 1}},
           {"rates": {"epic": "0.999999", "legendary": "0.000001"}},
           {"rates": {"rare": 1}}]}]}
        """)
    let cards = try world.cards("p", 3)
    #expect(cards.count == 12)
    #expect([cards[2], cards[6]] == ["gold", "gold"])
    #expect(["sun", "moon"].contains(cards[10]))
  }

  @Test func `gives every card of a rarity before a second copy, with duplicate protection`() throws
  {
    var world = try PoolWorld(
      pools: """
        {"id": "p", "cards": ["sun", "moon", "star"], \(free), "rates": {"legendary": 1},
         "protection": 1}
        """)
    #expect(Set(try world.cards("p", 3)).count == 3)
  }

  @Test func `shares counters and guarantees with the pools of its name`() throws {
    func pool(_ id: String, _ featured: String) -> String {
      """
      {"id": "\(id)", \(all), \(free), "carry": "banner", "rates": {"common": 1},
       "pity": {"legendary": {"hard": 4}},
       "featured": {"cards": ["\(featured)"], "share": 0, "guarantee": true}}
      """
    }
    var world = try PoolWorld(pools: pool("a", "sun") + ", " + pool("b", "moon"))
    #expect(try world.cards("a", 4).last == "moon")
    #expect(try world.cards("a", 3).contains("sun") == false)
    // The fourth roll since, and the guarantee of the other pool.
    #expect(try world.cards("b") == ["moon"])
  }

  @Test func `is open in its season and up to its limit`() throws {
    var world = try PoolWorld(
      pools: """
        {"id": "p", \(all), \(free), "from": "2024-10-04", "before": "2024-10-05", "limit": 3}
        """)
    // Day 20000 is 2024-10-04.
    #expect(try world.roll("p", 2).void == nil)
    #expect(try world.roll("p", 2).void == .poolLimit)
    world.today = CivilDay(number: 20_001)
    #expect(try world.roll("p").void == .poolClosed)
  }

  @Test func `has draws that depend on the seed, the event and the card's number alone`() throws {
    let pools = #"{"id": "p", \#(all), \#(free)}"#
    var one = try PoolWorld(pools: pools)
    var two = try PoolWorld(pools: pools)
    try two.roll("p", 7, draw: 99)
    let (first, second) = (try one.roll("p", 10, draw: 5), try two.roll("p", 10, draw: 5))
    #expect(first.draws.map(\.card) == second.draws.map(\.card))
  }

  @Test func `has the rates that it is given`() throws {
    var world = try PoolWorld(
      pools:
        #"{"id": "p", \#(all), \#(free), "rates": {"common": "1/2", "rare": "1/4", "epic": "1/8", "legendary": "1/8"}}"#,
      currencies: #"{"gems": {"start": 100000}}"#)
    var counts: [CardRarity?: Int] = [:]
    for _ in 0..<40 {
      for draw in try world.roll("p", 1000).draws { counts[draw.rarity, default: 0] += 1 }
    }
    // Chi-square with 3 degrees of freedom; 21.1 is exceeded with a chance of 0.0001. The seed is fixed.
    let expected: [(CardRarity, Double)] = [
      (.common, 20_000), (.rare, 10_000), (.epic, 5000), (.legendary, 5000),
    ]
    let statistic = expected.reduce(0) { sum, cell in
      let distance = Double(counts[cell.0] ?? 0) - cell.1
      return sum + distance * distance / cell.1
    }
    #expect(statistic < 21.1)
  }

  @Test func `keeps its state in the cache`() throws {
    var world = try PoolWorld(
      pools: """
        {"id": "p", \(all), \(free), "featured": {"cards": ["sun"], "share": "50%",
         "guarantee": true, "path": 1}, "exchange": {"at": 5}},
        {"id": "q", \(free), "box": {"counts": {"gold": 1, "wood": 4}}}
        """)
    _ = try world.choose("p", "sun")
    try world.roll("p", 30)
    try world.roll("q", 3)
    let decoded = ProfileState(
      encoded: world.profile.state.encoded, rulebook: world.profile.rulebook)
    #expect(decoded == world.profile.state)
  }
}
