import Chance
import Design
import Rules
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
      ("a/three b/three", nil, "state-log: the log has 2 players: a, b; choose one with --player"),
      ("ann/three", "anne", "player: the log has no player \"anne\" (did you mean \"ann\"?)"),
      (
        "thre", nil,
        """
        state-log: line 2: expected a card of the pool character, by id or name, or a rarity, got \
        "thre" (did you mean "three"?); with --rank-column, a card that the pool lacks counts as one \
        of its rarity
        """
      ),
      (
        "three@301 three@302", nil,
        """
        state-log: the log has draws from "301", "302": choose those of the pool with --only-pool, or \
        name the column of the pool's id with --pool-column
        """
      ),
      ("", nil, "state-log: the log has no draws"),
    ] as [(String, String?, String)])
  func `that is not known is refused`(draws: String, player: String?, problem: String) {
    let error = #expect(throws: OddsError.self) {
      try Self.log(draws, of: "character", player: player)
    }
    #expect(error?.description == problem)
  }
}
