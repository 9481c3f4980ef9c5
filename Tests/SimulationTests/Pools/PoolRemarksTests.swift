import Design
import FlintRules
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

  /// 0.48 % of all rolls are 30 % of 1.6 %, and 0.48 % of 1.6 % are 0.00768 %.
  @Test(arguments: [#", "guarantee": true"#, ""])
  func `take a share for the rate of all rolls where it is not above that of its rarity`(
    more: String
  ) throws {
    #expect(
      try remarks(share: #""0.48%""#, more: more) == [
        "a featured share of 0.48 % is that of the cards of its rarity, no rate: of legendary, which has 1.6 %, it "
          + "gives 0.008 % of all rolls; if 0.48 % of all rolls are featured ones, the share is 30 %"
      ])
    for share in [#""30%""#, #""1.7%""#, #"["30%", "45%", "70%", 1]"#, #"["30%", "45%"]"#] {
      #expect(try remarks(share: share, more: more).isEmpty)
    }
  }

  /// Base rates by bisection of an independent recursion: 0.874 % with a certain roll alone; 0.012 % of 1.5 %, which is
  /// absurd; 0.509 % of 2 %, where steps of 2.5 % are about the size of the rate.
  @Test func `note consolidated rates where there can be a base rate`() throws {
    func remarks(
      _ rate: String, _ start: Int64?, _ step: String?, _ hard: Int64
    ) throws -> [String] {
      try Prize(
        rate: #require(Fraction(rate)), softStart: start,
        softStep: step.map { try #require(Fraction($0)) }, hard: hard
      ).remarks
    }
    #expect(
      try remarks("1.6%", nil, nil, 90).first?.hasSuffix("the base rate is 0.874 %") == true)
    #expect(
      try remarks("1/90", nil, nil, 90) == [
        "the rate of 1.111 % is taken for the base rate of a roll, which pity raises to 1.752 %; if it is the "
          + "consolidated rate of the long run, the base rate is 0: roll 90, which is certain, gives it alone"
      ])
    #expect(try remarks("1.5%", 61, "2.5%", 70).isEmpty)
    #expect(try remarks("2%", 51, "2.5%", 90).isEmpty)
    #expect(try remarks("2%", 51, "2%", 99).isEmpty)
    #expect(try remarks("0.6%", nil, nil, 90).isEmpty)
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
