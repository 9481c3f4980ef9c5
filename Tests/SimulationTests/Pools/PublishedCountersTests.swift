import FlintRules
import Testing
@testable import Chance

/// Published rules of counters, with the numbers of dynamic programmes of their own.
struct `A published rule of counters` {
  private static func pool(
    _ id: String, _ rates: String, _ pity: String, _ featured: String = ""
  ) -> String {
    """
    {"id": "\(id)", "cards": ["three", "four", "std"], "price": {"gems": 160},
     "rates": {\(rates)}, "pity": {\(pity)}\(featured.isEmpty ? "" : #", "featured": {"cards": ["hero"], \#(featured)}"#)}
    """
  }

  private static func rulebook() throws -> RulebookDefinition {
    let half = #""share": "50%""#
    let chance = #""legendary": {"soft_start": 51, "soft_step": "2%", "hard": 99}"#
    let five = #""legendary": {"soft_start": 74, "soft_step": "6%", "hard": 90}"#
    let four = #""epic": {"rates": [{"from": 9, "step": "51%"}, {"from": 10, "rate": 1}]"#
    let usual = #""common": "94.3%", "epic": "5.1%", "legendary": "0.6%""#
    let slopes = """
      "legendary": {"rates": [{"from": 1, "rate": "0.8%"}, {"from": 66, "step": "4%"},
       {"from": 71, "step": "8%"}, {"from": 76, "step": "10%"}, {"from": 79, "rate": 1}]}
      """
    let fives = """
      "legendary": {"rates": [{"from": 6, "step": "0.5%", "every": 5}, {"from": 121, "rate": 1}], "round": 5}
      """
    let tens = """
      "legendary": {"rates": [{"from": 11, "step": "0.5%", "every": 10}, {"from": 101, "rate": 1}]}
      """
    return try PoolRulebooks.rulebook(
      cards: ["three:common", "four:epic", "std:legendary", "hero:legendary"],
      pools: [
        pool(
          "slopes", #""common": "99.2%", "legendary": "0.8%""#, slopes,
          half + #", "guarantee": true"#),
        pool("fives", #""common": "94%", "legendary": "6%""#, fives, half),
        pool("tens", #""common": "96%", "legendary": "4%""#, tens, #""share": "1/8""#),
        pool("next", #""common": "98%", "legendary": "2%""#, chance, half + #", "from": 150"#),
        pool(
          "memory", usual, five,
          #""share": ["50%", "50%", "75%", 1], "guarantee": true"#),
        pool("exact", usual, five + ", " + four + #", "reset": "exact"}"#),
        pool("better", usual, five + ", " + four + "}"),
      ].joined(separator: ","))
  }

  private func answer(_ order: String, _ state: String) throws -> PoolAnswer {
    var question = PoolQuestion(try Self.rulebook(), try PoolQuestion.stages(parsing: order))
    if !state.isEmpty { question.start = try PoolStartText(parsing: state) }
    return try question.answer()
  }

  @Test(arguments: [
    ("slopes/featured", "", 81.15411567973857, 39.210490613619),
    ("slopes/featured", "pity.legendary=70,guaranteed", 2.589807613961613, 1.481687795391),
    ("fives/featured", "", 28.604912157509, 26.31661962093),
    // After 52 rolls without, two of which are of this round; and after one, in a round that began after 40.
    ("fives/featured", "pity.legendary=52,round.legendary=2", 22.2203171416127, 24.304685718647),
    (
      "fives/featured", "pity.legendary=1,round.legendary=3,round-pity.legendary=40",
      27.765933222149, 26.45124987390
    ),
    ("tens/featured", "", 170.893188984948, 167.59909250848),
    ("next/featured", "", 66.16056206529, 47.844358952242),
    ("memory/featured", "", 93.44599805944641, 43.091398584255),
    ("memory/featured", "pity.legendary=20,lost=2", 64.5223621809896, 33.879779094774),
    ("exact/first:epic", "", 7.657135305783116, 2.840604375686),
    ("better/first:epic", "", 7.820099556780086, 3.117432741808),
  ])
  func `has the mean and the deviation of the reference`(
    order: String, state: String, mean: Double, deviation: Double
  ) throws {
    let distribution = try #require(try answer(order, state).distribution)
    #expect(abs(distribution.mean - mean) <= 2e-9)
    #expect(abs(distribution.boundedDeviation.value - deviation) <= 2e-9)
  }

  /// 62.297332 rolls a card of the rarity, and 1 + 13/29 such cards a featured one in the long run.
  @Test func `has the mean in the long run`() throws {
    let rates = try PoolOdds.rates(of: try #require(Self.rulebook().pool("memory")))
    #expect(abs(1 / (try #require(rates.cards["hero"])) - 90.22372226429309) < 1e-9)
  }

  @Test(arguments: [("exact", 0.1305665668339408), ("better", 0.12351061168486908)])
  func `has the share in the long run`(pool: String, share: Double) throws {
    let rates = try PoolOdds.rates(of: try #require(Self.rulebook().pool(pool)))
    #expect(abs(rates.tiers[2] - share) < 1e-10)
    #expect(abs(rates.tiers[3] - 0.01605205178552148) < 1e-12)
  }
}
