import FlintCalendar
import FlintRules
import FlintSchema
import TestSupport
import Testing
@testable import Design

/// Audits of logs under the rules of a pool of a rulebook.
struct `A log of draws from a pool` {
  /// A world of five cards of which a pool has most, with rates, pity and more given as JSON.
  private func world(_ rules: String, cards: String = #""tail", "eagle", "owl""#) throws
    -> RulebookDefinition
  {
    try PoolRulebooks.rulebook(
      cards: ["tail:common", "eagle:legendary", "owl:legendary", "hare:rare", "head:legendary"],
      pools: #"{"id": "coin", "cards": [\#(cards)], \#(rules)}"#)
  }

  private func read(
    _ items: [String], _ definition: RulebookDefinition
  ) throws -> (log: DrawLog, remarks: [String], rejected: [(line: Int, reason: String)]) {
    let pool = try #require(definition.pool("coin"))
    return try DrawLog.reading(
      items.enumerated().map { DrawLog.Entry($1, line: $0 + 2) }, from: pool, in: definition,
      isComplete: true)
  }

  private static let rates =
    #""rates": {"common": "3/4", "legendary": "1/4"}, "pity": {}"#
  private static let featured =
    rates + #", "featured": {"cards": ["head"], "share": "1/2"}"#

  @Test func `has the rates, the pity, the featured card and the items of the rulebook`() throws {
    let definition = try world(
      #"""
      "rates": {"common": "99.4%", "legendary": "0.6%"}, "featured": {"cards": ["head"],
      "share": "50%", "guarantee": true},
      "pity": {"legendary": {"soft_start": 74, "soft_step": "6%", "hard": 90}}
      """#)
    let model = try read(["tail"], definition).log.model
    let expected = try DrawModel(
      tiers: [
        .init(
          "legendary", rate: try #require(Fraction("0.6%")),
          pity: PityDefinition(softStart: 74, softStep: try #require(Fraction("6%")), hard: 90)),
        .init("common", rate: try #require(Fraction("99.4%"))),
      ],
      featured: .init(
        ["head"], share: try #require(Fraction("1/2")), isGuaranteed: true, tier: "legendary"),
      prizes: [
        .init("tail", tier: "common"), .init("eagle", tier: "legendary"),
        .init("owl", tier: "legendary"), .init("head", tier: "legendary"),
      ])
    #expect(model == expected)
  }

  @Test func `is tested as scipy tests it`() throws {
    // Seven legendary cards in twelve draws, five of them featured; of the others an eagle and an owl.
    let log = [
      "head", "tail", "head", "eagle", "tail", "tail", "head", "head", "tail", "head", "owl",
      "tail",
    ]
    let read = try read(log, try world(Self.featured))
    #expect(read.remarks.isEmpty && read.rejected.isEmpty)
    let audit = try DrawAudit(read.log)
    func pValue(_ kind: DrawTest.Kind, _ subject: String) throws -> Double {
      try #require(audit.tests.first { $0.kind == kind && $0.subject == subject }).pValue
    }
    // scipy.stats.binomtest(7, 12, 0.25) and binomtest(5, 7, 0.5).
    #expect(isClose(try pValue(.rate, "legendary"), 0.014252781867980957, within: 1e-10))
    #expect(isClose(try pValue(.share, "legendary"), 0.453125, within: 1e-12))
    // One of each of two equally likely cards: nothing is more likely.
    #expect(try pValue(.items, "legendary, others") == 1)
  }

  @Test func `names cards by id, name or rarity, without case`() throws {
    let definition = try world(Self.featured)
    let pool = try #require(definition.pool("coin"))
    let drawn = try DrawnPool(pool, in: definition)
    #expect(drawn.item("HEAD") == .card("head") && drawn.item("Tail") == .card("tail"))
    #expect(drawn.item("Legendary") == .rarity("legendary"))
    #expect(drawn.item("hare") == nil && drawn.item("rare") == nil)
  }

  @Test func `of rarities alone has no cards to test`() throws {
    let read = try read(["legendary", "common", "common"], try world(Self.featured))
    #expect(read.log.model.featured == nil && read.log.model.prizes.isEmpty)
    let audit = try DrawAudit(read.log)
    #expect(audit.tiers.map(\.observed) == [1, 2] && audit.groups.isEmpty)
  }

  @Test func `names unknown items and the nearest cards`() throws {
    let error = #expect(throws: AuditError.self) {
      try read(["tail", "haed", "tail", "haed", "basilisk"], try world(Self.featured))
    }
    #expect(
      error?.description
        == "items: expected cards of the pool coin, by id or name, or rarities, got "
        + "\"haed\" (did you mean \"head\"?), 2 draws from line 3; \"basilisk\" in line 6")
  }

  @Test func `is of cards or of rarities`() throws {
    let error = #expect(throws: AuditError.self) {
      try read(["tail", "legendary"], try world(Self.featured))
    }
    #expect(
      error?.description
        == "items: expected either cards or rarities, got \"tail\" (line 2) and \"legendary\" (line 3)"
    )
  }

  @Test func `demotes rarities of which the pool has no card`() throws {
    let definition = try world(
      #""rates": {"common": "1/2", "rare": "3/10", "epic": "1/10", "legendary": "1/10"}, "pity": {}"#,
      cards: #""tail", "hare", "owl""#)
    // The tenth of epic cards is rare.
    #expect(
      try read(["tail"], definition).log.model.tiers.map { "\($0.name) \($0.rate)" }
        == ["legendary 0.1", "rare 0.4", "common 0.5"])
  }

  @Test func `keeps the order of rarities where their rates do not`() throws {
    let definition = try world(
      #""rates": {"common": "1/2", "rare": "1/10", "legendary": "4/10"}, "pity": {}"#,
      cards: #""tail", "hare", "owl""#)
    #expect(
      try read(["tail"], definition).log.model.tiers.map(\.name) == ["legendary", "rare", "common"])
  }

  @Test func `leaves out what a chosen card decides`() throws {
    let definition = try world(
      Self.rates + #", "featured": {"cards": ["head", "owl"], "share": "1/2", "path": 1}"#)
    let read = try read(["head", "tail", "owl", "eagle"], definition)
    #expect(
      read.remarks == [
        "not tested: which cards of legendary are drawn, which depends on the chosen card"
      ])
    let audit = try DrawAudit(read.log)
    #expect(audit.featured == nil && !audit.groups.contains { $0.tier == "legendary" })
  }

  @Test(arguments: [
    (#""share": ["1/2", 1]"#, "which depends on the chances lost in a row"),
    (#""share": "1/2", "from": 20"#, "of which a featured one is the next after 20 rolls without"),
  ])
  func `leaves out what earlier chances decide`(featured: String, reason: String) throws {
    let definition = try world(Self.rates + #", "featured": {"cards": ["head"], \#(featured)}"#)
    let read = try read(["head", "tail", "owl", "eagle"], definition)
    #expect(read.remarks == ["not tested: which cards of legendary are drawn, \(reason)"])
    #expect(try DrawAudit(read.log).featured == nil)
  }

  /// The rate is 1/10, 1/5 from the second draw on and 1 at the fourth: the counts of the other cards are of one tier.
  @Test func `counts as one what a rarer card does not reset`() throws {
    let definition = try world(
      #"""
      "rates": {"common": "7/10", "rare": "1/5", "legendary": "1/10"},
      "pity": {"rare": {"hard": 5, "reset": "exact"},
       "legendary": {"rates": [{"from": 2, "rate": "1/5"}, {"from": 4, "rate": 1}]}}
      """#, cards: #""tail", "hare", "owl""#)
    let read = try read(["hare", "tail", "owl", "tail", "tail", "hare", "owl"], definition)
    #expect(
      read.remarks == [
        "not tested: rare and common, since a rarer card does not reset the counter of rare"
      ])
    let audit = try DrawAudit(read.log)
    #expect(audit.tiers.map(\.observed) == [2, 5])
    // One in 1 + 9/10 + 9/10 · 4/5 + 9/10 · 4/5 · 4/5 draws.
    let chain = try DrawChain(read.log.model)
    #expect(isClose(chain.effectiveRates[0], 1 / 3.196, within: 1e-12))
    #expect(try self.read(["rare", "common", "legendary"], definition).rejected.isEmpty)
  }

  @Test(arguments: [
    (
      #""rates": {"common": "3/4", "legendary": "1/4"}, "packs": [{"slots": [{"count": 2}]}]"#,
      "packs"
    ),
    (
      #""rates": {"common": "3/4", "legendary": "1/4"}, "pity": {}, "featured": {"cards": ["head"], "hard": 9}"#,
      "featured.hard"
    ),
    (
      #""rates": {"common": "3/4", "legendary": "1/4"}, "pity": {"legendary": {"hard": 9, "first": 3}}"#,
      "first"
    ),
    (
      #""rates": {"common": "3/4", "epic": "1/4"}, "pity": {}, "empty_cell": "reroll""#, "epic"
    ),
    (
      #""rates": {"common": "3/4", "legendary": "1/4"}, "pity": {"legendary": {"hard": 9, "round": 3}}"#,
      "round"
    ),
  ])
  func `is refused where draws depend on more than a log shows`(rules: String, found: String) throws
  {
    let definition = try world(rules)
    let error = #expect(throws: AuditError.self) { try read(["tail"], definition) }
    #expect(
      error?.subject == .pool && error?.found.contains(found) == true, "\(error?.found ?? "")")
  }

  /// Returns the cards of some rolls of a profile.
  private func rolled(_ rolls: Int, seed: UInt64) throws -> [String] {
    var definition = try PoolRulebooks.banner()
    definition.currencies[1].start = 1_000_000
    let rulebook = try Rulebook(definition)
    var state = rulebook.initialState()
    let roll = try PoolRoll(pool: "character")
    return (1...rolls).flatMap { count in
      let event = ProfileEvent(
        id: EventID(high: UInt64(count), low: 0), at: Instant(milliseconds: Int64(count) * 1000),
        offset: .zero, action: .pool(.roll(roll)))
      return rulebook.apply(event, to: &state, seed: seed).draws.compactMap(\.card)
        .map { definition.cards[$0].id }
    }
  }

  private func audit(_ items: [String], _ change: (inout PoolDefinition) -> Void) throws
    -> DrawAudit
  {
    var definition = try PoolRulebooks.banner()
    change(&definition.pools[0])
    let pool = try #require(definition.pool("character"))
    return try DrawAudit(
      DrawLog.reading(
        items.enumerated().map { DrawLog.Entry($1, line: $0 + 1) }, from: pool, in: definition,
        isComplete: true
      ).log)
  }

  @Test(arguments: cases([1, 2, 3] as [UInt64], quick: 1))
  func `that the fold drew fits its own rules, and no others`(seed: UInt64) throws {
    let items = try rolled(3000, seed: seed)
    #expect(items.count == 3000)
    // Seeds are fixed: a true model is rejected once in a thousand.
    #expect(try audit(items) { _ in }.decisivePValue > 0.001)
    let early = try audit(items) { $0.pity?[0].value.hard = 75 }
    #expect(early.decisivePValue == 0 && early.tests.contains { $0.kind == .certainty })
    let rare = try audit(items) { $0.pity = [] }
    #expect(rare.decisivePValue < 1e-6)
  }
}
