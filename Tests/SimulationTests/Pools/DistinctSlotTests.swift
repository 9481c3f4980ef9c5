import Chance
import Design
import FlintRules
import Testing

/// Packs whose slots give different cards. The values are those of a program in Python that follows every card by itself,
/// in sets of cards owned and given, with the words of docs/pools.md.
@Suite struct `Packs of different cards` {
  /// Four common, three rare and one epic card, of which a slot gives three different ones.
  private static func rulebook() throws -> RulebookDefinition {
    let rates = #""rates": {"common": "60%", "rare": "30%", "epic": "10%"}"#
    let slot = #"{"count": 3, \#(rates), "distinct": true}"#
    func pool(_ id: String, _ cards: [String], _ more: String = "", extra: String = "") -> String {
      let ids = cards.map { "\"\($0)\"" }.joined(separator: ", ")
      return """
        {"id": "\(id)", "cards": [\(ids)], \(more.isEmpty ? #""pity": {}"# : more),
         "packs": [{"slots": [\(slot)\(extra)]}]}
        """
    }
    let cards = ["a0", "a1", "a2", "a3", "b0", "b1", "b2", "c0"]
    let heavy = ["heavy", "a1", "a2", "a3", "b0", "b1", "b2", "c0"]
    let featured = #""featured": {"cards": ["b0"], "share": "50%", "guarantee": true}"#
    let pools = [
      pool("plain", cards),
      pool("more", cards, extra: #", {"rates": {"rare": "90%", "epic": "10%"}}"#),
      pool("protected", cards, #""pity": {}, "protection": 1"#),
      pool("featured", cards, #""pity": {}, \#(featured)"#),
      pool("certain", cards, #""pity": {"epic": {"hard": 5}}, \#(featured)"#),
      pool("weights", heavy),
      pool(
        "path", cards,
        #""pity": {}, "featured": {"cards": ["b0", "b1"], "share": "50%", "path": 1}"#),
    ]
    // Cards of unequal weights, of which slots can give all common ones, or not.
    let steep = (1...5).map { "s\($0):common:\($0)" } + (1...8).map { "t\($0):rare:\($0)" }
    let scarce =
      [1, 3].map { "u\($0):common:\($0)" } + [5, 3, 2, 1].map { "v\($0):rare:\($0)" }
    let uneven = [(steep, "steep", 5, "90%", "10%"), (scarce, "scarce", 3, "60%", "40%")].map {
      """
      {"id": "\($1)", "pity": {}, "cards": [\(Self.ids($0))], "packs": [{"slots": [
        {"count": \($2), "rates": {"common": "\($3)", "rare": "\($4)"}, "distinct": true}]}]}
      """
    }
    return try PoolRulebooks.rulebook(
      cards: cards.map { "\($0):\($0.hasPrefix("a") ? "common" : $0 == "c0" ? "epic" : "rare")" }
        + ["heavy:common:3"] + steep + scarce, pools: (pools + uneven).joined(separator: ", "))
  }

  /// The ids of cards with their rarities, as a list.
  private static func ids(_ cards: [String]) -> String {
    cards.map { "\"\($0.prefix { $0 != ":" })\"" }.joined(separator: ", ")
  }

  @Test(
    arguments: [
      ("plain/complete", 10, 7.225802682899946, 0.8720801295204578),
      ("more/complete", 10, 5.2905773176584345, 0.9737478881694798),
      ("protected/complete", 10, 5.210850123318148, 0.9558068907211036),
      ("featured/card:b0", 2, 2.011732357610802, 0.7372742716049381),
      ("certain/complete", 10, 8.262445842263562, 0.7824278276876768),
      ("weights/complete", 10, 7.526440620535091, 0.8540135090444229),
      ("weights/card:heavy", 1, 1.4245465193580054, 0.7019777777777776),
      ("weights/card:a1", 1, 2.6849108012967147, 0.3724518518518516),
      ("path/card:b0", 3, 2.264082126503277, 0.8487213526035663),
      // 87.16 packs for all of eight cards of weights 1 to 8, whose other cards have unequal weights, too.
      ("steep/all:rare", 87, 87.16067491139742, 0.6372290057887817),
      ("scarce/all:rare", 8, 8.122110089763092, 0.6620753499546627),
      ("scarce/all:common", 2, 1.477920227920228, 0.9072),
      ("scarce/complete", 8, 8.16007385697851, 0.6620406492954486),
    ] as [(String, Int64, Double, Double)])
  func `take as many rolls as a program of single cards says`(
    goal: String, rolls: Int64, mean: Double, chance: Double
  ) throws {
    let question = PoolQuestion(
      try Self.rulebook(), try PoolQuestion.stages(parsing: goal))
    let distribution = try #require(try question.answer().distribution)
    #expect(abs(distribution.mean - mean) < 1e-10 * mean)
    #expect(abs(distribution.probability(doneWithin: rolls) - chance) < 1e-11)
  }

  /// An album of 670 stickers in packs of five, by the hypergeometric chain of the missing ones; as a pool and as a loot
  /// table.
  @Test func `fill an album`() throws {
    let entries = (1...670).map { "\"s\($0)\"" }.joined(separator: ", ")
    let table = #"{"rolls": 5, "replacement": false, "entries": [\#(entries)]}"#
    let distribution = try #require(try lootAnswer(table) { $0.until = "all" }.distribution)
    #expect(abs(distribution.mean - 946.9837487767805) < 1e-7)
    #expect(abs(distribution.standardDeviation - 170.7168458125271) < 1e-7)
    #expect(distribution.quantile(0.5) == 919)
    #expect(abs(distribution.probability(doneWithin: 900) - 0.4516962229345363) < 1e-10)
  }

  /// One to three different entries of six of weight 1, six of weight 2 and nothing of weight 4, by recursion.
  @Test func `fill an album of unequal weights from packs of unequal sizes`() throws {
    let entries = (0..<12).map { #"{"item": "s\#($0)", "weight": \#($0 < 6 ? 1 : 2)}"# }
    let table = """
      {"rolls": [1, 3], "replacement": false,
       "entries": [\(entries.joined(separator: ", ")), {"empty": true, "weight": 4}]}
      """
    let distribution = try #require(try lootAnswer(table) { $0.until = "all" }.distribution)
    #expect(abs(distribution.mean - 26.334458556250418) < 1e-9)
  }
}
