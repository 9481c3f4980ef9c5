import Chance
import Design
import FlintRules
import Testing

/// The packs are counted by hand.
@Suite struct `A state from a log of packs` {
  private static func definition() throws -> RulebookDefinition {
    try PoolRulebooks.rulebook(
      cards: ["a:common", "b:common", "whale:legendary"],
      pools: """
        {"id": "three", "cards": ["a", "b", "whale"], "pity": {"legendary": {"hard": 6}},
         "packs": [{"slots": [{"count": 2, "rates": {"common": "90%", "legendary": "10%"}},
          {"rates": {"common": 1}}]}]},
        {"id": "mixed", "cards": ["a", "b", "whale"], "pity": {"legendary": {"hard": 6}}, "packs": [
          {"rate": "50%", "slots": [{"count": 2, "rates": {"common": "90%", "legendary": "10%"}}]},
          {"rate": "50%", "slots": [{"count": 3, "rates": {"common": "90%", "legendary": "10%"}}]}]}
        """)
  }

  /// Reads draws as `ITEM` or `ITEM#EVENT`.
  private static func log(_ draws: String, of pool: String) throws -> PoolStartLog {
    let entries = draws.split(separator: " ").enumerated().map { index, draw in
      let sides = draw.split(separator: "#")
      return DrawLog.Entry(
        String(sides[0]), event: sides.count == 2 ? String(sides[1]) : "", line: index + 2)
    }
    return try PoolStartLog(
      entries, of: try Rulebook(try definition()), asked: [pool], player: nil,
      given: PoolStartText(), isOfOnePool: true, includesCards: false, unit: "line")
  }

  private static let partial =
    "of a pack of the pool three, which has 3 cards, the log has 1; it counts as a roll, as if no others were in it"
  private static let ordered =
    "the cards of the pool three are taken as packs of 3 in the order of the log, from its first draw on"

  @Test(
    arguments: [
      ("whale#1 a#1 b#1 a#2 b#2 a#2", "three", "pity.legendary=1", []),
      // Two packs of one event.
      ("whale#1 a#1 a#1 a#1 a#1 b#1", "three", "pity.legendary=1", []),
      ("a#1 a#1 a#1 a#2 whale#2 b#2", "three", "", []),
      ("whale#1 a#1 a#1 a#2", "three", "pity.legendary=1", ["line 5: \(partial)"]),
      ("b#1 whale#2 a#2 a#2 a#3 a#3 b#3", "three", "pity.legendary=1", ["line 2: \(partial)"]),
      ("whale a a a a a", "three", "pity.legendary=1", [ordered]),
      // Packs of 2 and 2, of 3, and of 2.
      ("whale#1 a#1 a#1 a#1 a#2 a#2 b#2 a#3 a#3", "mixed", "pity.legendary=3", []),
    ] as [(String, String, String, [String])])
  func `counts a pack as a roll`(
    draws: String, pool: String, state: String, notes: [String]
  ) throws {
    let log = try Self.log(draws, of: pool)
    #expect(log.start.description == state)
    #expect(log.notes == notes)
  }

  @Test func `is the state of the question`() throws {
    let packs = (1...5).map { "a#\($0) b#\($0) a#\($0)" }.joined(separator: " ")
    var question = PoolQuestion(
      try Self.definition(),
      [.init(pool: "three", target: try PoolTarget(parsing: "first:legendary"))])
    question.start = try Self.log(packs, of: "three").start
    // The sixth pack has a legendary card for certain.
    #expect(abs((try question.answer().mean ?? .nan) - 1) < 1e-9)
  }

  @Test(
    arguments: [
      (
        "a#1 a#1 a#1 a#2 a#3 a#3 a#3", "three",
        "line 5: which of 1 card came in one pack of the pool three, which has 3, is not known"
      ),
      // Two and three, or three and two.
      (
        "a#1 a#1 a#1 a#1 a#1", "mixed",
        "lines 2 to 6: which of 5 cards came in one pack of the pool mixed, which has 2 or 3, is not known"
      ),
      (
        "a a a a", "mixed",
        "lines 2 to 5: which of 4 cards came in one pack of the pool mixed, which has 2 or 3, is not known"
      ),
      (
        (1...6).map { "a#\($0) b#\($0) a#\($0)" }.joined(separator: " "), "three",
        "after its draws the state is pity.legendary=6, which is none of pool three: pity.legendary: the pity of "
          + "legendary is certain at 6; expected 0 to 5; the log lacks draws, or they were made in another order or "
          + "under other rules"
      ),
    ] as [(String, String, String)])
  func `is refused where packs cannot be told apart, and where the rules contradict it`(
    draws: String, pool: String, problem: String
  ) {
    let error = #expect(throws: OddsError.self) { try Self.log(draws, of: pool) }
    #expect(error?.description.hasPrefix("state_log: " + problem) == true, "\(error)")
  }
}
