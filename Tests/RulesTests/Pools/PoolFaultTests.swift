import FlintRules
import FlintSchema
import Testing

/// Pools, currencies and offers that a rulebook file cannot have: the path and the whole text of each error.
struct `A pool is refused` {
  /// The members of a pool beside its id and its price, and all errors in them.
  struct Case: Sendable, CustomTestStringConvertible {
    var members: String
    var faults: [String]
    var testDescription: String { members }

    init(_ members: String, _ faults: String...) {
      self.members = members
      self.faults = faults
    }
  }

  private static let all = #""cards": ["wood", "stone", "iron", "gold", "sun", "moon"]"#
  private static let rarities = "common, rare, epic or legendary"

  static let cards: [Case] = [
    Case(#""cards": ["wood", "zzz"]"#, #"cards[2]: unknown card "zzz""#),
    Case(
      #""cards": ["wod", "stone", "son"]"#,
      #"cards[1]: unknown card "wod" (did you mean "wood"?)"#,
      #"cards[3]: unknown card "son" (did you mean "sun"?)"#),
    Case(
      #""cards": ["wood", "stone", "wood", "wood"]"#, #"cards[3]: "wood" is listed twice"#,
      #"cards[4]: "wood" is listed twice"#),
    Case(
      #""cards": []"#,
      "cards: expected at least one card or filter; leave cards out for every card"),
    Case(
      #""cards": {}"#,
      "cards: expected at least one card or filter; leave cards out for every card"),
    Case(
      #""cards": [{"rarity": "epic"}]"#,
      "cards: expected ids in a list, or filters without one: cards = {rarity = …}"),
    Case(
      #""cards": {"rarity": "mythic"}"#,
      #"cards.rarity: unknown rarity "mythic"; expected \#(rarities)"#),
    Case(
      #""cards": {"category": ["idea", "ide", "zzz"]}"#,
      #"cards.category: unknown category "ide" (did you mean "idea"?)"#,
      #"cards.category: unknown category "zzz"; expected decision, energy, idea, experiment or "#
        + "challenge"),
    Case(
      #""cards": ["gold"], "rates": {"rare": "1/2", "epic": "1/2"}"#,
      "cards: a rare card can be rolled, but the pool has none of that or a lower rarity; add one, or "
        + "set empty_cell to \"none\""),
    Case(
      #""cards": ["sun"], "rates": {"epic": 1}"#,
      "cards: an epic card can be rolled, but the pool has none of that or a lower rarity; add one, or "
        + "set empty_cell to \"none\""),
    // Pity alone makes a rarity possible.
    Case(
      #""cards": ["sun"], "rates": {"legendary": 1}, "pity": {"rare": {"hard": 5}}"#,
      "cards: a rare card can be rolled, but the pool has none of that or a lower rarity; add one, or "
        + "set empty_cell to \"none\""),
  ]

  static let rates: [Case] = [
    Case(
      #"\#(all), "rates": {"common": "1/2", "legendry": "1/2"}"#,
      #"rates.legendry: unknown rarity "legendry" (did you mean "legendary"?)"#),
    Case(
      #"\#(all), "rates": {"common": "1/2"}"#, "rates: rates must sum to 1, got 0.5; 0.5 is missing"
    ),
    Case(
      #"\#(all), "rates": {"common": "2/3", "rare": "2/3"}"#,
      "rates: rates must sum to 1, got 4/3; 1/3 is too much"),
    Case(
      #"\#(all), "rates": {"common": "99999999999999996/99999999999999997", "#
        + #""rare": "1/99999999999999997"}"#,
      "rates: the rates' common denominator is too large; round them"),
    Case(
      #"\#(all), "pity": {"common": {"hard": 3}}"#,
      "pity.common: the commonest rarity cannot have pity"),
    Case(
      #"\#(all), "pity": {"mythic": {"hard": 3}}"#,
      #"pity.mythic: unknown rarity "mythic"; expected \#(rarities)"#),
    Case(
      #"\#(all), "pity": {"rare": {"hard": 3, "first": 4}}"#,
      "pity.rare.first: 4 can never be reached: hard is 3"),
    Case(
      #"\#(all), "pity": {"rare": {"hard": 3, "soft_start": 2}}"#,
      "pity.rare: soft_start has no effect without a soft_step above 0"),
    Case(
      #"\#(all), "pity": {"rare": {"hard": 3, "rates": [{"from": 2, "rate": 1}]}}"#,
      "pity.rare.rates: rates state the whole rule; remove hard, or set what is inherited to false"),
    Case(
      #"\#(all), "pity": {"rare": {"rates": [{"from": 2}, {"from": 3, "rate": 1, "step": 1}]}}"#,
      "pity.rare.rates[1]: expected either rate or step",
      "pity.rare.rates[2]: expected either rate or step"),
    Case(
      #"\#(all), "pity": {"rare": {"rates": [{"from": 3, "rate": 1}, {"from": 3, "step": "1%"}]}}"#,
      "pity.rare.rates[2].from: rolls must rise: 3 follows 3"),
    Case(
      #"\#(all), "pity": {"rare": {"rates": [{"from": 3, "rate": 1}, {"from": 4, "step": "1%"}]}}"#,
      "pity.rare.rates[2].from: 4 can never be reached: the rate is 1 from 3 on"),
    Case(
      #"\#(all), "pity": {"rare": {"rates": [{"from": 3, "step": 0}]}}"#,
      "pity.rare.rates[1].step: a step of 0 has no effect; state the rate"),
    Case(
      #"\#(all), "pity": {"rare": {"rates": [{"from": 3, "rate": 1, "every": 5}]}}"#,
      "pity.rare.rates[1].every: every has no effect without step"),
    Case(
      #"\#(all), "rates": {"common": "9/10", "rare": "1/10"}, "#
        + #""pity": {"rare": {"rates": [{"from": 3, "rate": "5%"}]}}"#,
      "pity.rare.rates[1].rate: 0.05 is below the rate of the rarity, 0.1, which pity only raises"),
    Case(
      #"\#(all), "pity": {"rare": {"reset": "exact"}}"#,
      "pity.rare: the rule has no effect; set hard, or soft_start and soft_step"),
    Case(
      #"\#(all), "pity": {"rare": {"hard": 3, "round": 5, "rates": []}}, "packs": [{"slots": [{}]}]"#,
      "pity.rare: packs have only hard pity; remove round"),
  ]

  static let featured: [Case] = [
    Case(#"\#(all), "featured": {"cards": []}"#, "featured.cards: expected at least one card"),
    Case(
      #"\#(all), "featured": {"cards": ["sun", "son"]}"#,
      #"featured.cards[2]: unknown card "son" (did you mean "sun"?)"#),
    Case(
      #"\#(all), "featured": {"cards": ["sun", "moon", "sun"]}"#,
      #"featured.cards[3]: "sun" is listed twice"#),
    Case(
      #"\#(all), "featured": {"cards": ["sun"], "once": true}"#,
      "featured.once: once has no effect without hard or from"),
    Case(
      #"\#(all), "featured": {"cards": ["sun"], "share": "1/2", "hard": 9, "from": 8}"#,
      "featured.from: 8 has no effect: hard is 9"),
    Case(
      #"\#(all), "featured": {"cards": ["sun"], "share": ["1/2", 1, "1/2"]}"#,
      "featured.share[3]: no chance is lost at a share of 1; remove what follows"),
    Case(
      #"\#(all), "featured": {"cards": ["sun"], "share": []}"#,
      "featured.share: expected at least one chance"),
    Case(
      #"\#(all), "featured": {"cards": ["sun"], "share": ["1/2", 2]}"#,
      "featured.share[2]: expected 0 to 1, got 2"),
    Case(
      #"\#(all), "featured": {"cards": ["sun"], "share": 0}"#,
      "featured.share: a featured card can never come at a share of 0"),
    Case(
      #"\#(all), "exchange": {"at": 5}"#,
      "exchange: the pool has no featured cards; add them or set choose to \"any\""),
    Case(
      #"\#(all), "exchange": {"at": 5, "choose": "all"}"#,
      #"exchange.choose: expected featured or any, got "all""#),
  ]

  static let prices: [Case] = [
    Case(
      #"\#(all), "exchange": {"choose": "any"}"#,
      "exchange.at: missing; expected a whole number, or prices by rarity"),
    Case(
      #"\#(all), "exchange": {"at": 5, "prices": {"rare": 1}, "choose": "any"}"#,
      "exchange.prices: cannot be given together with at"),
    Case(
      #"\#(all), "exchange": {"prices": {"rar": 1}, "choose": "any"}"#,
      #"exchange.prices.rar: unknown rarity "rar" (did you mean "rare"?)"#),
    Case(#"\#(all), "first_price": {"gem": 0}"#, "first_price.gem: the price has no gem"),
    Case(#"\#(all), "protection": {}"#, "protection: expected at least one rarity"),
    Case(
      #"\#(all), "protection": {"rar": 1}"#,
      #"protection.rar: unknown rarity "rar" (did you mean "rare"?)"#),
    Case(
      #"\#(all), "first_price": {"gems": 0}, "bundle": {"size": 10}"#,
      "bundle: where rolls differ in their prices, they are not sold together; remove bundle, or let "
        + "a roll open a pack"),
    Case(#""cycle": []"#, "cycle: expected at least one card"),
    Case(#""cycle": ["wod"]"#, #"cycle[1]: unknown card "wod" (did you mean "wood"?)"#),
    Case(
      #""cycle": [{"card": "wood", "count": 10001}]"#,
      "cycle[1].count: expected 1 to 10000, got 10001"),
    Case(
      #""cycle": ["wood"], "rates": {"common": 1}, "bundle": {"size": 2, "at_least": "rare"}"#,
      "rates: a cycle has no rates; remove it",
      "bundle.at_least: a cycle has no at_least; remove it"),
  ]

  static let bundles: [Case] = [
    Case(#"\#(all), "bundle": {}"#, "bundle.size: missing; expected a whole number"),
    Case(
      #"\#(all), "bundle": {"size": 2, "at_least": "rar"}"#,
      #"bundle.at_least: unknown rarity "rar" (did you mean "rare"?)"#),
    Case(
      #""cards": ["wood"], "rates": {"common": 1}, "bundle": {"size": 2, "at_least": "rare"}"#,
      "bundle.at_least: the pool has no card of rare or better"),
    Case(
      #"\#(all), "bundle": {"size": 2, "price": {"gem": 1}}"#,
      #"bundle.price.gem: unknown currency (did you mean "gems"?)"#),
  ]

  static let boxes: [Case] = [
    Case(
      #""box": {"counts": {"wod": 1, "stone": 1}}"#,
      #"box.counts.wod: unknown card "wod" (did you mean "wood"?)"#),
    Case(
      #""box": {"counts": {"wood": 1}, "reset": "featured"}"#,
      "box.reset: the pool has no featured cards"),
    Case(
      #""box": {"counts": {"wood": 1}}, "carry": "c", "protection": 1, "packs": [{"slots": [{}]}], "#
        + #""pity": {"rare": {"hard": 5}}, "rates": {"common": 1}, "cards": ["wood"]"#,
      "rates: a box has no rates; remove it", "pity: a box has no pity; remove it",
      "packs: a box has no packs; remove it", "cards: a box has no cards; remove it",
      "protection: a box has no protection; remove it", "carry: a box has no carry; remove it"),
  ]

  static let packs: [Case] = [
    Case(
      #"\#(all), "packs": [{"rate": 1, "slots": [{}]}, {"rate": 0, "slots": []}]"#,
      "packs[2].slots: expected at least one slot"),
    Case(
      #"\#(all), "packs": [{"slots": [{}, {"rates": {"common": "1/2"}}]}]"#,
      "packs[1].slots[2].rates: rates must sum to 1, got 0.5; 0.5 is missing"),
    Case(
      #"\#(all), "packs": [{"slots": [{"rates": {"mythic": 1}}]}]"#,
      #"packs[1].slots[1].rates.mythic: unknown rarity "mythic"; expected \#(rarities)"#),
    Case(
      #"\#(all), "packs": [{"rate": "2/5", "slots": [{}]}, {"rate": "2/5", "slots": [{}]}]"#,
      "packs: rates must sum to 1, got 0.8; 0.2 is missing"),
    Case(
      #"\#(all), "packs": [{"rate": "99999999999999996/99999999999999997", "slots": [{}]}, "#
        + #"{"rate": "1/99999999999999997", "slots": [{}]}]"#,
      "packs: the rates' common denominator is too large; round them"),
    Case(
      #"\#(all), "packs": [{"slots": [{"rates": {"common": "99999999999999996/99999999999999997", "#
        + #""rare": "1/99999999999999997"}}]}]"#,
      "packs[1].slots[1].rates: the rates' common denominator is too large; round them"),
    Case(
      #"\#(all), "packs": [{"slots": [{}]}], "pity": {"rare": {"soft_start": 5, "soft_step": 0.1}}"#,
      "pity.rare: packs have only hard pity; remove soft_start and soft_step"),
    Case(
      #"\#(all), "packs": [{"slots": [{}, {"count": 4, "rates": {"legendary": 1}, "distinct": true}]}]"#,
      "packs[1].slots[2].count: expected at most 2 different cards, as many as there are, got 4"),
    Case(
      #""cards": ["wood", "stone"], "rates": {"common": "1/2", "rare": "1/2"}, "#
        + #""packs": [{"slots": [{"count": 2, "distinct": true}]}]"#,
      "packs[1].slots[1].rates: different cards need a card of every rarity that can be drawn; the pool "
        + "has no rare card: set the slot's rates"),
  ]

  static let seasons: [Case] = [
    Case(
      #"\#(all), "from": "2026-12-24", "before": "2026-12-24""#,
      "before: expected a day after from, 2026-12-24, got 2026-12-24")
  ]

  private static func faults(_ pools: String, currencies: String) -> [String]? {
    do {
      _ = try PoolWorld(pools: pools, currencies: currencies)
      return []
    } catch let error as RulebookError {
      return error.faults.map(\.description)
    } catch {
      return nil
    }
  }

  private static func faults(of members: String) -> [String]? {
    faults(#"{"id": "p", "price": {"gems": 1}, \#(members)}"#, currencies: #"{"gems": {}}"#)
  }

  @Test(arguments: cards + rates + featured + prices + bundles + boxes + packs + seasons)
  func `with every error and its path`(refused: Case) {
    #expect(Self.faults(of: refused.members) == refused.faults.map { "pools[1].\($0)" })
  }

  /// A number, its member written with `N` for it, its path, and its limits.
  static let limits: [(member: String, path: String, least: Int64, most: Int64)] = [
    (#""limit": N"#, "limit", 1, 1_000_000_000),
    (#""protection": N"#, "protection", 1, 1_000_000),
    (#""featured": {"cards": ["sun"], "path": N}"#, "featured.path", 1, 1000),
    (#""featured": {"cards": ["sun"], "hard": N}"#, "featured.hard", 1, 1_000_000),
    (#""bundle": {"size": N}"#, "bundle.size", 2, 1000),
    (#""bundle": {"size": 2, "price": {"gems": N}}"#, "bundle.price.gems", 1, 1_000_000_000_000),
    (#""exchange": {"at": N, "choose": "any"}"#, "exchange.at", 1, 1_000_000),
    (#""exchange": {"at": 1, "choose": "any", "limit": N}"#, "exchange.limit", 1, 1_000_000),
    (#""packs": [{"slots": [{"count": N}]}]"#, "packs[1].slots[1].count", 1, 100),
    (#""pity": {"rare": {"hard": N}}"#, "pity.rare.hard", 1, 1_000_000),
  ]

  @Test(arguments: limits.indices)
  func `with a number beyond its limits, and not with one at them`(index: Int) {
    let (member, path, least, most) = Self.limits[index]
    func faults(_ number: Int64) -> [String]? {
      Self.faults(of: "\(Self.all), " + member.replacing("N", with: "\(number)"))
    }
    #expect(faults(least) == [])
    #expect(faults(most) == [])
    // A number far beyond them is not computed with.
    for number in [least - 1, most + 1, .min, -1, 1 << 40, .max]
    where number < least || number > most {
      #expect(
        faults(number) == ["pools[1].\(path): expected \(least) to \(most), got \(number)"])
    }
  }

  @Test func `beside which the errors of the others are reported`() {
    #expect(
      Self.faults(
        #"{"id": "p", "price": {"gems": 1}, \#(Self.all), "packs": [{"slots": [{"count": 2147483648, "#
          + #""rates": {"mythic": 1}}]}]}, {"id": "q", "price": {"gems": 1}, "cards": ["sun"], "#
          + #""rates": {"epic": 1}}"#, currencies: #"{"gems": {}}"#) == [
          "pools[1].packs[1].slots[1].count: expected 1 to 100, got 2147483648",
          #"pools[1].packs[1].slots[1].rates.mythic: unknown rarity "mythic"; expected \#(Self.rarities)"#,
          "pools[2].cards: an epic card can be rolled, but the pool has none of that or a lower rarity; "
            + "add one, or set empty_cell to \"none\"",
        ])
  }

  @Test(arguments: [
    (0, "pools[1].box.counts.wood: expected 1 to 100000, got 0"), (1, nil), (100_000, nil),
    (100_001, "pools[1].box.counts.wood: expected 1 to 100000, got 100001"),
  ])
  func `with a box of none or of too many copies`(count: Int, fault: String?) {
    #expect(
      Self.faults(of: #""box": {"counts": {"wood": \#(count)}}"#) == (fault.map { [$0] } ?? []))
  }

  @Test func `with too many variants of packs, or too many cards in them`() {
    func variants(_ count: Int) -> [String]? {
      let packs = (0..<count).map { _ in #"{"rate": "1/\#(count)", "slots": [{}]}"# }
      return Self.faults(of: "\(Self.all), \"packs\": [\(packs.joined(separator: ", "))]")
    }
    #expect(variants(100) == [])
    #expect(variants(101) == ["pools[1].packs: expected at most 100, got 101"])
    func cards(_ last: Int) -> [String]? {
      let slots = [Int](repeating: 100, count: 9) + [99, last]
      let written = slots.map { #"{"count": \#($0)}"# }.joined(separator: ", ")
      return Self.faults(of: "\(Self.all), \"packs\": [{\"slots\": [\(written)]}]")
    }
    #expect(cards(1) == [])
    #expect(cards(2) == ["pools[1].packs: the packs have more than 1000 cards"])
  }

  @Test(arguments: [
    (#"{}"#, "; the rulebook has no currencies"), (#"{"tickets": {}}"#, "; expected tickets"),
    (#"{"tickets": {}, "coins": {}}"#, "; expected coins or tickets"),
    (#"{"gem": {}, "coins": {}}"#, #" (did you mean "gem"?)"#),
  ])
  func `with a currency that the rulebook lacks`(currencies: String, rest: String) {
    #expect(
      Self.faults(
        #"{"id": "p", "cards": ["wood"], "rates": {"common": 1}, "price": {"gems": 1}}"#,
        currencies: currencies)
        == ["pools[1].price.gems: unknown currency\(rest)"])
  }

  @Test func `with an id that another pool has, and beyond a thousand pools`() {
    let pool = #"{"id": "p", "price": {"gems": 1}, \#(Self.all)}"#
    #expect(
      Self.faults("\(pool), \(pool)", currencies: #"{"gems": {}}"#)
        == [#"pools[2].id: "p" is already the id of pools[1]"#])
    var definition = RulebookDefinition.ignition
    definition.pools = (0...1000).map { PoolDefinition(id: "p\($0)") }
    #expect(
      definition.faults().map(\.description) == ["pools: expected at most 1000, got 1001"])
    definition.pools.removeLast()
    #expect(definition.faults() == [])
  }
}

struct `A rulebook's money` {
  private static func faults(_ parts: String) -> [String]? {
    do {
      _ = try readRulebook(#"{"id": "mine", "extends": "ignition", \#(parts)}"#)
      return []
    } catch let error as RulebookError {
      return error.faults.map(\.description)
    } catch {
      return nil
    }
  }

  /// The rarity of a card is not known; what the pool costs and when it exchanges is.
  @Test func `is reported beside cards that could not be read`() {
    #expect(
      Self.faults(
        #""currencies": {"gems": {}}, "cards": [{"id": "coal", "name": "Coal", "category": "idea", "#
          + #""rarity": "comon"}], "pools": [{"id": "p", "price": {"gem": 1}, "cards": ["coal"], "#
          + #""exchange": {"at": 0, "choose": "any"}}]"#) == [
          "cards[1].rarity: expected common, rare, epic or legendary, got \"comon\" (did you mean "
            + "\"common\"?)",
          "pools[1].exchange.at: expected 1 to 1000000, got 0",
          #"pools[1].price.gem: unknown currency (did you mean "gems"?)"#,
        ])
  }

  @Test(arguments: [
    (#""currencies": 5"#, ["currencies: expected a table, got 5"]),
    (
      #""currencies": {"My Gems": {}}"#,
      [
        #"currencies["My Gems"]: expected 1 to 100 lower-case letters, digits, "-" or "_", got "My Gems""#
      ]
    ),
    // Sorted by id.
    (
      #""currencies": {"zinc": {"start": -1}, "amber": {"per_day": -1, "title": " "}}"#,
      [
        "currencies.amber.title: expected a title, got nothing",
        "currencies.amber.per_day: expected 0 to 1000000000000, got -1",
        "currencies.zinc.start: expected 0 to 1000000000000, got -1",
      ]
    ),
    (
      #""currencies": {"zinc": {"start": 1000000000001}, "amber": {"per_day": 1000000000001}}"#,
      [
        "currencies.amber.per_day: expected 0 to 1000000000000, got 1000000000001",
        "currencies.zinc.start: expected 0 to 1000000000000, got 1000000000001",
      ]
    ),
    (
      #""currencies": {"zinc": {"start": 1000000000000}, "amber": {"per_day": 1000000000000}}"#, []
    ),
    (
      #""duplicate_grants": {"mythic": {"gems": 1}}"#,
      [
        "duplicate_grants.mythic: unknown rarity; expected common, rare, epic or legendary",
        "duplicate_grants.mythic.gems: unknown currency; the rulebook has no currencies",
      ]
    ),
    (
      #""earn": [{"event": "task.complete", "grants": {"gems": 5}}]"#,
      ["earn[1].grants.gems: unknown currency; the rulebook has no currencies"]
    ),
    (
      #""levels": [{"title": "One", "threshold": 0}, "#
        + #"{"title": "Two", "threshold": 5, "grants": {"gems": 1}}], "#
        + #""change_missions": {"mythical-ascent": false}"#,
      ["levels[2].grants.gems: unknown currency; the rulebook has no currencies"]
    ),
    (
      #""offers": [{"id": "o", "money": 1, "grants": {"gems": 1}}]"#,
      ["offers[1].grants.gems: unknown currency; the rulebook has no currencies"]
    ),
  ])
  func `is refused with every error and its path`(parts: String, faults: [String]) {
    #expect(Self.faults(parts) == faults)
  }

  @Test func `has at most 64 currencies`() {
    func faults(_ count: Int) -> [String]? {
      let list = (0..<count).map { #""c\#($0)": {}"# }.joined(separator: ", ")
      return Self.faults("\"currencies\": {\(list)}")
    }
    #expect(faults(64) == [])
    #expect(faults(65) == ["currencies: expected at most 64, got 65"])
  }

  @Test(arguments: [
    ("0", false), ("1e-6", true), ("0.000001", true), ("0.0000001", false), ("1000000", true),
    ("1000000.000001", false),
  ])
  func `has offers with prices within the limits`(money: String, isAccepted: Bool) {
    let faults = Self.faults(
      #""currencies": {"gems": {}}, "offers": [{"id": "o", "money": \#(money), "grants": {"gems": 1}}]"#
    )
    #expect(
      faults
        == (isAccepted
          ? []
          : [
            "offers[1].money: expected an amount above 0, up to 1000000, with at most 6 decimals, got "
              + money
          ]))
  }

  @Test func `has offers of something, each with its own id`() {
    #expect(
      Self.faults(
        #""currencies": {"gems": {}}, "offers": [{"id": "o", "money": 1, "grants": {}}, "#
          + #"{"id": "o", "money": 1, "grants": {"gems": 1}}]"#)
        == [
          "offers[1].grants: expected at least one currency",
          #"offers[2].id: "o" is already the id of offers[1]"#,
        ])
  }

  /// The most money of one grant is 9,000,000,000,000; the sum of millionths has 64 bits.
  @Test func `of grants stays as it is where a sum would be too large`() throws {
    var world = try PoolWorld(
      pools: #"{"id": "p", "cards": ["sun"], "rates": {"legendary": 1}, "price": {"gems": 1}}"#,
      currencies: #"{"gems": {}}"#)
    func grant(_ millionths: Int64) throws {
      let money = try #require(DecimalNumber(millionths: millionths))
      let grant = try CurrencyGrant(currency: "gems", amount: 1, money: money)
      #expect(world.profile.apply(.currency(.grant(grant)), on: world.today).void == nil)
    }
    try grant(9_000_000_000_000_000_000)
    // 2⁶³ − 1 is 9,223,372,036,854,775,807.
    try grant(223_372_036_854_775_808)
    #expect(world.profile.state.wallet.money == 9_000_000_000_000_000_000)
    try grant(223_372_036_854_775_807)
    #expect(world.profile.state.wallet.money == .max)
    try grant(1)
    #expect(world.profile.state.wallet.money == .max)
    // The amounts are granted all the same.
    #expect(world.gems == 4)
  }
}
