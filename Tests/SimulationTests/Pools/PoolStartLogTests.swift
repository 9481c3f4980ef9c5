import Chance
import Design
import FlintRules
import Testing

/// The states are counted by hand.
@Suite struct `A state from a log` {
  private static func log(
    _ draws: String, of pool: String, player: String? = nil, state: String? = nil,
    isOfOnePool: Bool = false, includesCards: Bool = false
  ) throws -> PoolStartLog {
    let entries = draws.split(separator: " ").enumerated().map { index, draw in
      // ITEM, ITEM@POOL, ITEM:RARITY or PLAYER/ITEM.
      let player = draw.split(separator: "/")
      let pool = (player.last ?? "").split(separator: "@")
      let rarity = (pool.first ?? "").split(separator: ":")
      return DrawLog.Entry(
        String(rarity[0]), rarity: rarity.count == 2 ? String(rarity[1]) : nil,
        player: player.count == 2 ? String(player[0]) : "",
        pool: pool.count == 2 ? String(pool[1]) : "", line: index + 2)
    }
    return try PoolStartLog(
      entries, of: try Rulebook(try PoolRulebooks.banner()), asked: [pool], player: player,
      given: try state.map { try PoolStartText(parsing: $0) } ?? PoolStartText(),
      isOfOnePool: isOfOnePool, includesCards: includesCards, unit: "line")
  }

  @Test(
    arguments: [
      ("three hermit three three three", "character", nil, "pity.legendary=3,guaranteed"),
      ("three hermit three hero three", "character", nil, "pity.legendary=1"),
      ("three legendary three", "character", nil, "pity.legendary=1"),
      ("Diluc:legendary three", "character", nil, "pity.legendary=1,guaranteed"),
      (
        "three bow hermit three", "weapons", "chosen=blade",
        "chosen=blade,pity.legendary=1,guaranteed,path=2"
      ),
      ("bow blade three", "weapons", "chosen=blade", "chosen=blade,pity.legendary=1"),
      ("three@a three@character", "character", nil, "pity.legendary=1"),
    ] as [(String, String, String?, String)])
  func `is what the draws lead to`(
    draws: String, pool: String, given: String?, state: String
  ) throws {
    #expect(try Self.log(draws, of: pool, state: given).start.description == state)
  }

  @Test func `of one player has those draws alone, and the cards where they count`() throws {
    let log = try Self.log(
      "ann/three ben/hermit ann/three", of: "character", player: "ann", includesCards: true)
    #expect(log.start.description == "pity.legendary=2,owned=three*2")
    #expect(log.notes.count == 1)
  }

  @Test func `is the state of the question`() throws {
    var question = PoolQuestion(
      try PoolRulebooks.banner(),
      [.init(pool: "character", target: try PoolTarget(parsing: "featured"))])
    question.start = try Self.log("three hermit three three three", of: "character").start
    // One legendary card after three rolls without.
    #expect(abs((try question.answer().mean ?? .nan) - 60.39591275618174) < 1e-9)
  }

  @Test(
    arguments: [
      ("a/three b/three", nil, "state_log: the log has 2 players: a, b; choose one with --player"),
      ("ann/three", "anne", "player: the log has no player \"anne\" (did you mean \"ann\"?)"),
      (
        "thre", nil,
        """
        state_log: line 2: expected a card of the pool character, by id or name, or a rarity, got \
        "thre" (did you mean "three"?); with --rank-column, a card that the pool lacks counts as one \
        of its rarity
        """
      ),
      (
        "three@301 three@302", nil,
        """
        state_log: the log has draws from "301", "302": choose those of the pool with --only-pool, or \
        name the column of the pool's id with --pool-column
        """
      ),
      ("", nil, "state_log: the log has no draws"),
    ] as [(String, String?, String)])
  func `that is not known is refused`(draws: String, player: String?, problem: String) {
    let error = #expect(throws: OddsError.self) {
      try Self.log(draws, of: "character", player: player)
    }
    #expect(error?.description == problem)
  }

  private static func kept(
    _ draws: String, of pool: String, state: String = "gems=0"
  ) throws -> PoolStartLog {
    let world = try PoolRulebooks.rulebook(
      cards: [
        "a:common", "b:common", "x:rare", "whale:legendary", "narwhal:legendary", "sun:legendary",
      ],
      pools: """
        {"id": "lagoon", "cards": ["a", "b", "x", "whale", "narwhal"], "pity": {},
         "rates": {"common": "80%", "rare": "17%", "legendary": "3%"},
         "exchange": {"prices": {"legendary": 60}, "choose": "any",
          "per_duplicate": {"common": 1, "rare": 5, "legendary": 20}}},
        {"id": "wheel", "cards": ["a", "x", "whale"],
         "rates": {"common": "80%", "rare": "15%", "legendary": "5%"},
         "pity": {"legendary": {"rates": [{"from": 5, "step": "1%", "every": 4},
          {"from": 61, "rate": 1}], "round": 4}},
         "featured": {"cards": ["sun"], "share": "50%"},
         "price": {"gems": [6, 5, 5, 4]}, "first_price": {"gems": 0}},
        {"id": "few", "cards": ["a", "whale"], "pity": {}, "limit": 20,
         "rates": {"common": "95%", "legendary": "5%"}}
        """)
    let entries = draws.split(separator: " ").enumerated().map { index, draw in
      let item = draw.split(separator: ":")
      return DrawLog.Entry(
        String(item[0]), rarity: item.count == 2 ? String(item[1]) : nil, line: index + 2)
    }
    return try PoolStartLog(
      entries, of: try Rulebook(world), asked: [pool], player: nil,
      given: try PoolStartText(parsing: state), isOfOnePool: true, includesCards: false,
      unit: "line")
  }

  /// Three duplicates of 20; one of 1 and one of 5.
  @Test(arguments: [
    ("whale whale whale whale", "points=60,owned=whale*4"),
    ("a a x x whale", "points=6,owned=a*2+x*2+whale*1"),
  ])
  func `has the points of duplicates alone where rolls give none`(
    draws: String, state: String
  ) throws {
    let log = try Self.kept(draws, of: "lagoon")
    #expect(log.start.description == "gems=0," + state)
    #expect(
      log.notes == [
        "the points of the exchange are those for each duplicate among the cards of the log; with "
          + "points=N in --state, those that are left"
      ])
  }

  @Test func `has the rolls on which prices depend`() throws {
    let draws = "sun a a a x whale"
    #expect(
      try Self.kept(draws, of: "wheel").start.description
        == "gems=0,rolls=6,round.legendary=2,round-pity.legendary=3")
    // After 100 others, the third roll of a round is the first of the log.
    #expect(
      try Self.kept(draws, of: "wheel", state: "rolls=108").start.description
        == "rolls=108")
  }

  @Test func `has the rolls that count against a limit`() throws {
    #expect(try Self.kept("a a whale", of: "few").start.description == "gems=0,rolls=3")
  }

  @Test func `names the cards that are like those of the log`() throws {
    let log = try Self.kept("wale:legendary Diluc:legendary", of: "lagoon")
    #expect(
      log.notes.first
        == #""wale" is no card of the pool (did you mean "whale"?) and counts as another legendary card"#
    )
    #expect(!log.notes.contains { $0.contains("Diluc") })
    let error = #expect(throws: OddsError.self) {
      try Self.kept("a:common whale:rare", of: "lagoon")
    }
    #expect(
      error?.description.hasPrefix(
        "state_log: line 3: whale is legendary in rulebook world, got rare") == true)
  }
}
