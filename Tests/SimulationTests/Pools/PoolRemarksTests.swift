import Design
import Rules
import Testing
@testable import Chance

struct `Remarks on the rates of pools` {
  private func remarks(share: String, more: String = "", pity: String = "{}") throws -> [String] {
    let world = try PoolRulebooks.rulebook(
      cards: ["moth:common", "stag:legendary", "swan:legendary"],
      pools: """
        {"id": "mirror", "cards": ["moth", "stag"], "pity": \(pity),
         "rates": {"common": "98.4%", "legendary": "1.6%"},
         "featured": {"cards": ["swan"], "share": \(share) \(more)}}
        """)
    return try #require(PoolTable(world.pools[0], in: world)).remarks(world)
  }

  @Test func `call no share a rate where a list of them ends with certainty`() throws {
    #expect(try remarks(share: #"["30%", "45%", "70%", 1]"#).isEmpty)
    #expect(try remarks(share: #""30%""#, more: #", "guarantee": true"#).isEmpty)
    // 1.6 % of 30 %.
    #expect(
      try remarks(share: #"["30%", "45%"]"#) == [
        "a featured share of 30 % is no rate: a roll gives a featured legendary with 0.48 % as stated while no chance "
          + "is lost, and without a guarantee no number of others makes one certain"
      ])
  }

  /// The base rate is by bisection of an independent recursion; both rules are the same.
  @Test(arguments: [
    #"{"legendary": {"soft_start": 74, "soft_step": "6%", "hard": 90}}"#,
    #"{"legendary": {"rates": [{"from": 74, "step": "6%"}, {"from": 90, "rate": 1}]}}"#,
  ])
  func `read rates by roll as they read a soft start`(pity: String) throws {
    let found = try remarks(share: #""50%""#, more: #", "guarantee": true"#, pity: pity)
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix("the base rate is 0.591 %") == true)
  }

  /// A card at the first place leaves three rolls of its round; after 15 more rounds, the 64th roll is certain.
  @Test func `say when a rarity of rounds is certain at the latest`() throws {
    let world = try PoolRulebooks.rulebook(
      cards: ["cog:common", "star:legendary"],
      pools: """
        {"id": "wheel", "cards": ["cog", "star"], "rates": {"common": "95%", "legendary": "5%"},
         "pity": {"legendary": {"rates": [{"from": 5, "step": "1%", "every": 4},
          {"from": 61, "rate": 1}], "round": 4}}}
        """)
    let pool = try #require(PoolTable(world.pools[0], in: world))
    let tier = try #require(DisclosedPool(ratesOf: pool, in: world).tiers.last)
    #expect(tier.certainAt == 64)
    #expect(tier.steps.last?.first == 61)
  }
}
