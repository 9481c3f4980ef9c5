import FlintRules
import Testing
@testable import Chance
@testable import Design

/// Rules of draws that cannot be, with the whole text.
@Suite struct `Rules of draws are refused` {
  private static func tier(
    _ name: String, _ percent: UInt64, start: Int64? = nil, step: UInt64 = 0, hard: Int64? = nil
  ) -> DrawModel.Tier {
    let hasPity = start != nil || step > 0 || hard != nil
    return DrawModel.Tier(
      name, rate: .percent(percent),
      pity: hasPity
        ? PityDefinition(softStart: start, softStep: .percent(step), hard: hard) : nil)
  }

  static let tiers: [([DrawModel.Tier], text: String)] = [
    ([], "rates: expected 1 to 16 tiers, got 0"),
    ((1...17).map { tier("\($0)", 1) }, "rates: expected 1 to 16 tiers, got 17"),
    (
      [tier("a", 1), tier("b", 1), tier("a", 2)],
      "rates: expected each tier once, with a name, got \"a\" again"
    ),
    (
      [tier("a", 101)],
      "rates: expected a rate of a from 0 to 1, got 1.01; 1.01 percent is \"1.01%\""
    ),
    ([tier("a", 0), tier("b", 1)], "rates: expected a: a rate above 0, or pity, got 0"),
    ([tier("a", 60), tier("b", 50)], "rates: expected a sum of at most 1, got about 1.1"),
    (
      [tier("a", 25), tier("other", 25)],
      "rates: expected a sum of exactly 1 where a tier is named \"other\", got about 0.5"
    ),
    ([tier("a", 100)], "rates: expected a rate below 1, got 1"),
    (
      [tier("a", 10), tier("b", 90, hard: 3)],
      "pity: expected no pity for the commonest tier, which pays for that of others, got \"b\""
    ),
    ([tier("a", 10, hard: 0)], "pity: expected a: hard from 1 to 100000, got 0"),
    ([tier("a", 10, hard: 100_001)], "pity: expected a: hard from 1 to 100000, got 100001"),
    (
      [tier("a", 10, start: 0, step: 5)], "pity: expected a: soft_start from 1 to 100000, got 0"
    ),
    (
      [tier("a", 10, start: 5)],
      "pity: expected a: a soft_start with a soft_step above 0, or hard, got neither"
    ),
    (
      [tier("a", 10, step: 5, hard: 9)], "pity: expected a: soft_start beside soft_step, got none"
    ),
    (
      [tier("a", 10, start: 5, hard: 9)],
      "pity: expected a: a soft_step above 0 from draw 5 on, got 0"
    ),
    (
      [tier("a", 10, start: 10, step: 5, hard: 9)],
      "pity: expected a: soft_start up to hard (9), got 10"
    ),
    // 90 more draws of 1 % each, the last of which is the 100,001st.
    (
      [tier("a", 10, start: 99_911, step: 1)],
      "pity: expected a: a rate that reaches 1 within 100000 draws, or hard, got soft_step 0.01"
    ),
  ]

  @Test(arguments: tiers.indices)
  func `with a reason`(index: Int) {
    let (tiers, text) = Self.tiers[index]
    let error = #expect(throws: AuditError.self) { try DrawModel(tiers: tiers) }
    #expect(error?.description == text)
  }

  @Test(arguments: [
    [tier("a", 10, hard: 1)], [tier("a", 10, hard: 100_000)], (1...16).map { tier("\($0)", 6) },
    [tier("a", 10, start: 9, step: 5, hard: 9)], [tier("a", 10, start: 99_910, step: 1)],
    [tier("a", 0, hard: 5)], [tier("a", 50), tier("other", 50)],
  ])
  func `but not at their limits`(tiers: [DrawModel.Tier]) {
    #expect(throws: Never.self) { try DrawModel(tiers: tiers) }
  }

  /// The denominators are prime, and their product is above 2⁴⁸.
  @Test func `of rates without a common denominator`() throws {
    let rates = [33_554_393, 67_108_859].compactMap { Fraction(1, over: $0) }
    let model = try DrawModel(tiers: zip(["a", "b"], rates).map { DrawModel.Tier($0, rate: $1) })
    let error = #expect(throws: AuditError.self) { try DrawChain(model) }
    #expect(error?.description == "rates: expected rates with fewer digits, got too many digits")
  }

  /// 10 %, then 10 % more from the second draw on: the tenth is certain, in whole numbers.
  @Test func `but not where the steps reach 1`() throws {
    let chain = try DrawChain(DrawModel(tiers: [Self.tier("a", 10, start: 2, step: 10)]))
    #expect(chain.lengths == [10])
    for draw in 1...10 {
      #expect(chain.bounds[2 * draw - 2] == Double(draw) / 10)
      #expect(chain.bounds[2 * draw - 1] == 1)
    }
  }

  private static let two = [tier("gold", 10), tier("dust", 90)]

  static let prizes: [([DrawModel.Prize], text: String)] = [
    (
      [.init("ring", tier: "gold"), .init("crown", tier: "goold")],
      "items: expected crown: one of the tiers gold, dust, got \"goold\""
    ),
    (
      [.init("ring", tier: "gold", weight: .zero)],
      "items: expected ring: a weight above 0, got 0"
    ),
    (
      [.init("ring", tier: "gold"), .init("ring", tier: "dust")],
      "items: expected each once, got \"ring\" again"
    ),
    (
      (0...100_000).map { .init("\($0)", tier: "gold") },
      "items: expected at most 100000, got 100001"
    ),
  ]

  @Test(arguments: prizes.indices)
  func `with an item that does not fit`(index: Int) {
    let (prizes, text) = Self.prizes[index]
    let error = #expect(throws: AuditError.self) {
      try DrawModel(tiers: Self.two, prizes: prizes)
    }
    #expect(error?.description == text)
  }

  static let featured: [(DrawModel.Featured, text: String)] = [
    (
      .init([], share: .one, isGuaranteed: false),
      "featured: expected at least one name, each once, got "
    ),
    (
      .init(["ring", "crown", "ring"], share: .one, isGuaranteed: false),
      "featured: expected at least one name, each once, got ring,crown,ring"
    ),
    (
      .init(["ring"], share: .zero, isGuaranteed: true), "share: expected above 0, at most 1, got 0"
    ),
    (
      .init(["ring"], share: .percent(101), isGuaranteed: true),
      "share: expected above 0, at most 1, got 1.01"
    ),
    (
      .init(["pearl"], share: .one, isGuaranteed: false, tier: "goold"),
      "featured: expected one of the tiers gold, dust, got \"goold\""
    ),
    (
      .init(["ring", "mud"], share: .one, isGuaranteed: false, tier: "gold"),
      "featured: expected prizes of the tier gold, got dust, gold"
    ),
  ]

  @Test(arguments: featured.indices)
  func `with a featured item that does not fit`(index: Int) {
    let (featured, text) = Self.featured[index]
    let prizes: [DrawModel.Prize] = [
      .init("ring", tier: "gold"), .init("crown", tier: "gold"), .init("mud", tier: "dust"),
    ]
    let error = #expect(throws: AuditError.self) {
      try DrawModel(tiers: Self.two, featured: featured, prizes: prizes)
    }
    #expect(error?.description == text)
  }

  @Test func `or have a featured item of the tier of its prize, else of the rarest`() throws {
    func tier(_ names: [String], _ tier: String? = nil) throws -> String? {
      try DrawModel(
        tiers: Self.two,
        featured: .init(names, share: .one, isGuaranteed: false, tier: tier),
        prizes: [.init("mud", tier: "dust")]
      ).featured?.tier
    }
    #expect(try tier(["mud"]) == "dust")
    #expect(try tier(["pearl"]) == "gold")
    #expect(try tier(["pearl"], "dust") == "dust")
  }
}

/// Pools of a rulebook whose draws a log does not show.
@Suite struct `A pool cannot be compared with a log` {
  private static let rates = #""rates": {"common": "3/4", "legendary": "1/4"}, "pity": {}"#
  private static let cards = #""cards": ["tail", "head"]"#

  @Test(arguments: [
    (
      #"\#(cards), \#(rates), "packs": [{"slots": [{}]}]"#,
      "coin: packs, of which a log does not show the slots"
    ),
    (#""box": {"counts": {"tail": 1}}"#, "coin: a box, in which each draw changes the rates"),
    (
      #"\#(cards), \#(rates), "featured": {"cards": ["head"], "hard": 5}"#,
      "coin: featured.hard, which makes a featured card certain"
    ),
    (
      #"\#(cards), "rates": {"common": 1}, "pity": {"legendary": {"hard": 5, "first": 3}}"#,
      "coin: pity with first"
    ),
  ])
  func `where draws depend on more than rates, pity and featured cards`(
    members: String, found: String
  ) throws {
    let definition = try PoolRulebooks.rulebook(
      cards: ["tail:common", "head:legendary"], pools: #"{"id": "coin", \#(members)}"#)
    let pool = try #require(definition.pool("coin"))
    let error = #expect(throws: AuditError.self) {
      try DrawLog.reading(
        [DrawLog.Entry("tail", line: 2)], from: pool, in: definition, isComplete: true)
    }
    #expect(
      error?.description
        == "pool: expected draws that depend on rates, pity and featured cards alone, got \(found)")
  }
}
