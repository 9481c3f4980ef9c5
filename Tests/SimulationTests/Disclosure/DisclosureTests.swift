import FlintCalendar
import Chance
import Design
import Foundation
import FlintJSON
import FlintRules
import FlintSchema
import Testing

/// Disclosures of small pools, with values worked out by hand, and of pools of the reference
/// (Tests/PoolReference/pools.py).
struct `A disclosure` {
  private let day = CivilDay(number: 20_000)

  private func fraction(_ text: String) throws -> Fraction { try #require(Fraction(text)) }

  private func rulebook(
    _ pool: PoolDefinition, edit: (inout RulebookDefinition) -> Void = { _ in }
  ) throws -> Rulebook {
    var definition = RulebookDefinition.ignition
    definition.id = "world"
    let cards: [(String, CardRarity)] = [
      ("wood", .common), ("stone", .common), ("iron", .rare), ("zinc", .rare), ("gold", .epic),
      ("sun", .legendary), ("moon", .legendary),
    ]
    definition.cards += cards.map { id, rarity in
      var card = CardDefinition(id: id, name: id, category: .idea, rarity: rarity)
      card.isExclusive = true
      return card
    }
    definition.currencies = [CurrencyDefinition(id: "gems")]
    definition.moneyUnit = "EUR"
    var small = OfferDefinition(id: "small", money: try fraction("0.99"))
    small.grants = [CurrencyAmount("gems", 60)]
    var large = OfferDefinition(id: "large", money: try fraction("4.99"))
    large.grants = [CurrencyAmount("gems", 330)]
    definition.offers = [small, large]
    definition.pools = [pool]
    edit(&definition)
    return try Rulebook(definition)
  }

  private func disclosed(_ pool: PoolDefinition) throws -> DisclosedPool {
    let disclosure = try Disclosure(try rulebook(pool), on: day, version: "test")
    return try #require(disclosure.pools.first)
  }

  /// 80 % wood or stone, 20 % iron or zinc, of which three in four are iron, which is featured.
  private func small() throws -> PoolDefinition {
    var pool = PoolDefinition(id: "small")
    pool.cards = CardSelection(ids: ["wood", "stone", "zinc"])
    pool.rates = [
      NamedValue("common", try fraction("0.8")), NamedValue("rare", try fraction("0.2")),
    ]
    pool.pity = []
    pool.featured = FeaturedDefinition(cards: ["iron"], share: try fraction("3/4"))
    pool.price = [CurrencyAmount("gems", 10)]
    return pool
  }

  private func agrees(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) <= 1e-9 * abs(expected) } ?? false
  }

  @Test func `states the share of a card in its rarity, exactly`() throws {
    let pool = try disclosed(small())
    let nominal = pool.cards.map { "\($0.definition.id) \($0.nominal.fraction ?? "-")" }
    #expect(nominal == ["wood 2/5", "stone 2/5", "iron 3/20", "zinc 1/20"])
    #expect(pool.cards.allSatisfy { agrees($0.effective?.value, $0.nominal.value) })
    #expect(pool.tiers.map(\.nominal.fraction) == ["4/5", "1/5", nil, nil])
    #expect(pool.canRepeat)
    #expect(pool.isOpen)
  }

  /// A geometric distribution of rate 0.15: the mean is 20/3, and ln(1 − q)/ln 0.85 is 4.3, 14.2 and 28.3.
  @Test func `states the rolls and the price of a featured card`() throws {
    let pool = try disclosed(small())
    let cost = try #require(pool.costs.first)
    #expect(agrees(cost.mean, 20.0 / 3))
    #expect(cost.quantiles.map(\.amount?.rolls) == [5, 15, 29])
    #expect(
      cost.quantiles.map(\.amount?.price) == [50, 150, 290].map { [CurrencyAmount("gems", $0)] })
    // 60 gems, 3 · 60, and 5 · 60 gems, which are cheaper than 330.
    #expect(cost.quantiles.map(\.amount?.money) == [990_000, 2_970_000, 4_950_000])
    // The mean of the lowest price of each number of rolls, by Python.
    #expect(agrees(cost.meanMoney, 1.5849551624554457))
    #expect(cost.certain == nil)
  }

  /// 0.6 %, certain at 90, half of them the featured card, which is certain after one that is not: a chain of the rolls
  /// and the guarantee in Python, over 50 and 100 rolls.
  @Test(arguments: [
    (50, 0.006, 0.0031918455045359), (100, 0.0121670924798413, 0.00659115851466014),
  ])
  func `states the rates in the rolls that a limit leaves a player`(
    limit: Int64, five: Double, featured: Double
  ) throws {
    var pool = PoolDefinition(id: "limited")
    pool.cards = CardSelection(ids: ["wood", "zinc"])
    pool.rates = [
      NamedValue("common", try fraction("0.994")), NamedValue("rare", try fraction("0.006")),
    ]
    var pity = PityDefinition()
    pity.hard = 90
    pool.pity = [NamedValue("rare", pity)]
    pool.featured = FeaturedDefinition(cards: ["iron"], share: try fraction("1/2"))
    pool.featured?.hasGuarantee = true
    pool.price = [CurrencyAmount("gems", 10)]
    pool.limit = limit
    let disclosed = try disclosed(pool)
    #expect(agrees(disclosed.tiers[1].withinLimit?.value, five))
    let iron = try #require(disclosed.cards.first { $0.definition.id == "iron" })
    #expect(agrees(iron.withinLimit?.value, featured))
    #expect(agrees(disclosed.tiers[1].effective?.value, 1 / ((1 - pow(0.994, 90)) / 0.006)))
    // Of rolls that no player has, nothing is stated.
    let cost = try #require(disclosed.costs.first)
    #expect(cost.mean == nil && cost.meanMoney == nil && cost.meanPrice.isEmpty)
    #expect(cost.quantiles.allSatisfy { $0.amount.map { $0.rolls <= limit } ?? true })
    pool.limit = nil
    #expect(try self.disclosed(pool).tiers[1].withinLimit == nil)
  }

  /// Geometric distributions of rates 0.05 and 0.4, by Python: ln(1 − q)/ln 0.95 is 13.5, 44.9 and 89.8, that of 0.6 1.4,
  /// 4.5 and 9.02.
  @Test func `states the rolls of cards that are not featured and share a rarity`() throws {
    let costs = try disclosed(small()).costs
    #expect(costs.count == 6)
    let others = costs.suffix(3).map { cost in
      "\(cost.subject) \(cost.mean ?? 0) \(cost.quantiles.map { $0.amount?.rolls ?? 0 })"
    }
    #expect(others[0].contains("zinc") && others[0].hasSuffix(" [14, 45, 90]"))
    #expect(others[1].contains("wood") && others[1].hasSuffix(" [2, 5, 10]"))
    #expect(others[2].contains("stone") && others[2].hasSuffix(" [2, 5, 10]"))
    #expect(agrees(costs[3].mean, 20) && agrees(costs[4].mean, 2.5))
    #expect(costs.allSatisfy { !$0.isEstimated })
  }

  /// Of the rare cards until a featured one, three in four times there is one, else two: 5/4 on average.
  @Test func `includes the guarantee in the rate of the long run`() throws {
    var definition = try small()
    definition.featured?.hasGuarantee = true
    let pool = try disclosed(definition)
    #expect(agrees(pool.cards[2].effective?.value, 0.2 * 4 / 5))
    #expect(agrees(pool.cards[3].effective?.value, 0.2 / 5))
  }

  /// Never more than 20 rolls: 19 others, or the points of 12.
  @Test func `states when a card is certain`() throws {
    var definition = try small()
    definition.featured?.hard = 20
    #expect(try disclosed(definition).costs.first?.certain?.rolls == 20)
    definition.exchange = ExchangeDefinition(at: 12)
    #expect(try disclosed(definition).costs.first?.certain?.rolls == 12)
    var box = PoolDefinition(id: "box")
    box.box = BoxDefinition(
      counts: [NamedValue("wood", 9), NamedValue("sun", 1)], reset: .empty)
    let boxed = try disclosed(box)
    #expect(boxed.cards.map(\.nominal.fraction) == ["9/10", "1/10"])
    #expect(boxed.costs.first?.certain?.rolls == 10)
  }

  /// The reference's genshin-character: 5 stars are legendary, 4 stars epic.
  private func genshin() throws -> PoolDefinition {
    var pool = PoolDefinition(id: "character")
    pool.cards = CardSelection(ids: ["wood", "gold", "moon"])
    pool.rates = [
      NamedValue("common", try fraction("94.3%")), NamedValue("epic", try fraction("5.1%")),
      NamedValue("legendary", try fraction("0.6%")),
    ]
    pool.pity = [
      NamedValue("epic", PityDefinition(softStart: 9, softStep: try fraction("51%"), hard: 10)),
      NamedValue(
        "legendary", PityDefinition(softStart: 74, softStep: try fraction("6%"), hard: 90)),
    ]
    pool.featured = FeaturedDefinition(cards: ["sun"], share: try fraction("1/2"))
    pool.featured?.hasGuarantee = true
    return pool
  }

  @Test func `has the reference's values of a pool with pity`() throws {
    let pool = try disclosed(genshin())
    #expect(agrees(pool.tiers[3].effective?.value, 0.016052051785521756))
    #expect(agrees(pool.tiers[2].effective?.value, 0.12351061168486978))
    #expect(agrees(pool.cards.last?.effective?.value, 0.016052051785521756 / 3))
    let featured = try #require(pool.costs.first)
    #expect(agrees(featured.mean, 93.44599805944645))
    #expect(featured.quantiles.map(\.amount?.rolls) == [80, 155, 161])
    #expect(featured.certain?.rolls == 180)
    let legendary = try #require(pool.costs.dropFirst().first)
    #expect(agrees(legendary.mean, 62.29733203963097))
    #expect(legendary.quantiles.map(\.amount?.rolls) == [76, 80, 83])
    #expect(legendary.certain?.rolls == 90)
    // A card of 5 stars may come instead of one of 4, again and again.
    #expect(pool.costs.dropFirst(2).first?.certain == nil)
  }

  @Test func `states the rate by the roll since the last hit`() throws {
    let tiers = try disclosed(genshin()).tiers
    let steps = tiers[3].steps.map {
      "\($0.first)-\($0.last ?? 0) \($0.chance.fraction ?? "\($0.chance.value)")"
    }
    #expect(steps.count == 18)
    #expect(steps.prefix(3) == ["1-73 3/500", "74-74 33/500", "75-75 63/500"])
    #expect(steps.suffix(2) == ["89-89 483/500", "90-90 1.0"])
    #expect(tiers[3].certainAt == 90)
    #expect(tiers[2].certainAt == 10)
    // 5.1 % and 0.6 % together, then 51 % more.
    #expect(tiers[2].steps.map(\.chance.fraction) == ["57/1000", "567/1000", nil])
  }

  /// Three in four packs: two common cards, then a common or a rare one. One in four: two rare or legendary ones.
  private func packs() throws -> PoolDefinition {
    func slot(_ count: Int64, _ rates: (String, String)...) throws -> SlotDefinition {
      SlotDefinition(
        count: count, rates: try rates.map { NamedValue($0.0, try fraction($0.1)) })
    }
    var pool = try small()
    pool.cards?.ids += ["sun", "moon"]
    pool.packs = [
      PackDefinition(
        rate: try fraction("3/4"),
        slots: [try slot(2, ("common", "1")), try slot(1, ("common", "1/2"), ("rare", "1/2"))]),
      PackDefinition(
        rate: try fraction("1/4"), slots: [try slot(2, ("rare", "1/2"), ("legendary", "1/2"))]),
    ]
    return pool
  }

  /// Wood: 3/4 · (1 − 1/2² · 3/4); iron: 3/4 · 3/8 + 1/4 · (1 − (5/8)²); sun: 1/4 · (1 − (3/4)²).
  @Test func `states the chance of at least one in a pack, exactly`() throws {
    let pool = try disclosed(packs())
    #expect(pool.tiers.map(\.inPack?.fraction) == ["3/4", "9/16", nil, "3/16"])
    #expect(pool.tiers[2].inPack?.value == 0)
    #expect(
      pool.cards.map { "\($0.definition.id) \($0.inPack?.fraction ?? "-")" } == [
        "wood 39/64", "stone 39/64", "iron 111/256", "zinc 39/256", "sun 7/64", "moon 7/64",
      ])
    let slots = pool.packs[0].slots
    #expect(slots.map(\.first) == [1, 3] && slots.map(\.count) == [2, 1])
    let places = pool.variants[0].places
    #expect(places.map { $0.chance(of: pool.cards[2]).value } == [0, 0.375])
    #expect(try disclosed(small()).cards.allSatisfy { $0.inPack == nil })
  }

  /// Two different ones of wood and stone are both. Iron, which has three quarters of the rare cards, is missing where
  /// both cards are common (1/4), or one is common and one zinc (2 · 1/2 · 1/8).
  @Test func `states the chances of different cards`() throws {
    var definition = try small()
    definition.packs = [
      PackDefinition(
        slots: [
          SlotDefinition(
            count: 2, rates: [NamedValue("common", try fraction("1"))], isDistinct: true)
        ])
    ]
    let all = try disclosed(definition)
    #expect(all.packs[0].slots.map(\.isDistinct) == [true])
    #expect(all.cards.prefix(2).allSatisfy { $0.inPack?.value == 1 })
    let place = try #require(all.variants[0].places.first)
    #expect(place.count == 2 && place.chance(of: all.cards[0]).value == 0.5)
    definition.packs[0].slots[0].rates = [
      NamedValue("common", try fraction("1/2")), NamedValue("rare", try fraction("1/2")),
    ]
    let mixed = try disclosed(definition)
    #expect(agrees(mixed.tiers[1].inPack?.value, 0.75))
    #expect(agrees(mixed.cards[2].inPack?.value, 1 - 0.25 - 2 * 0.5 * 0.125))
    // Iron comes at most once, so that its expected number is its chance; at the first place it is 1/2 · 3/4. Common
    // and rare cards never run out.
    #expect(agrees(mixed.cards[2].nominal.value, 0.625))
    let byPlace = mixed.variants[0].places
    #expect(byPlace.map(\.first) == [1, 2] && byPlace.map(\.count) == [1, 1])
    #expect(agrees(byPlace[0].chance(of: mixed.cards[2]).value, 0.375))
    #expect(agrees(byPlace[1].chance(of: mixed.cards[2]).value, 0.25))
    #expect(byPlace.allSatisfy { agrees($0.rates[0], 0.5) && agrees($0.rates[1], 0.5) })
  }

  /// Python, over all orders of three different cards: 90 % common ones of weights 3, 1 and 2, 10 % rare ones, of which
  /// three quarters are the featured one.
  @Test func `states the chances by place of cards of many weights`() throws {
    var definition = try small()
    definition.cards = CardSelection(ids: ["wood", "stone", "coal", "zinc"])
    definition.packs = [
      PackDefinition(
        slots: [
          SlotDefinition(
            count: 3,
            rates: [
              NamedValue("common", try fraction("9/10")), NamedValue("rare", try fraction("1/10")),
            ], isDistinct: true)
        ])
    ]
    let rulebook = try rulebook(definition) {
      var card = CardDefinition(id: "coal", name: "coal", category: .idea, rarity: .common)
      (card.isExclusive, card.weight) = (true, 2)
      $0.cards.append(card)
      for index in $0.cards.indices where $0.cards[index].id == "wood" {
        $0.cards[index].weight = 3
      }
    }
    let disclosure = try Disclosure(rulebook, on: day, version: "test")
    let pool = try #require(disclosure.pools.first)
    let expected = [
      "wood": [0.45, 0.3285, 0.17105], "stone": [0.15, 0.2175, 0.467416666666667],
      "coal": [0.3, 0.354, 0.262533333333333], "iron": [0.075, 0.07, 0.06525],
      "zinc": [0.025, 0.03, 0.03375],
    ]
    for card in pool.cards {
      guard let chances = expected[card.definition.id] else { continue }
      let places = pool.variants[0].places.map { $0.chance(of: card).value }
      #expect(places.count == 3 && zip(places, chances).allSatisfy { abs($0 - $1) < 1e-12 })
      #expect(agrees(card.nominal.value, chances.reduce(0, +)))
      #expect(agrees(card.inPack?.value, chances.reduce(0, +)))
    }
    // Both rare ones run out in 1 of 100, so that the third card is common.
    #expect(
      agrees(pool.tiers[0].nominal.value, 2.701) && agrees(pool.tiers[1].inPack?.value, 0.271))
  }

  /// Two different cards, 90 % the only legendary one, 10 % iron or zinc, of which three quarters are iron: the
  /// legendary card is missing only where both are rare (0.1 · 0.1), and is certain to run out else.
  @Test func `states the expected number of cards of a rarity that runs out`() throws {
    var definition = try small()
    definition.cards = CardSelection(ids: ["iron", "zinc", "sun"])
    definition.packs = [
      PackDefinition(
        slots: [
          SlotDefinition(
            count: 2,
            rates: [
              NamedValue("rare", try fraction("1/10")),
              NamedValue("legendary", try fraction("9/10")),
            ], isDistinct: true)
        ])
    ]
    let pool = try disclosed(definition)
    #expect(agrees(pool.tiers[3].nominal.value, 0.99))
    #expect(agrees(pool.tiers[1].nominal.value, 1.01))
    #expect(agrees(pool.tiers[1].inPack?.value, 1))
    let places = pool.variants[0].places
    // At the second place, a rare card follows a legendary one for certain, and a rare one in 1 of 10.
    #expect(agrees(places[0].rates[3], 0.9) && agrees(places[1].rates[3], 0.1 * 0.9))
    #expect(agrees(places[1].rates[1], 0.9 + 0.1 * 0.1))
    // Iron: 3/40 at first; then 3/4 of rare ones after the legendary one, or after zinc, which was 1/40.
    let iron = try #require(pool.cards.first { $0.definition.id == "iron" })
    #expect(agrees(places[0].chance(of: iron).value, 0.075))
    #expect(agrees(places[1].chance(of: iron).value, 0.9 * 0.75 + 0.025 * 0.1))
  }

  /// Python's decimal: 1 − 0.999¹⁰⁰ and 1 − 0.99925¹⁰⁰.
  @Test func `states the chances in a pack of many cards`() throws {
    var definition = try packs()
    definition.packs = [
      PackDefinition(
        slots: [
          SlotDefinition(
            count: 100,
            rates: [
              NamedValue("common", try fraction("999/1000")),
              NamedValue("rare", try fraction("1/1000")),
            ])
        ])
    ]
    let pool = try disclosed(definition)
    #expect(agrees(pool.tiers[1].inPack?.value, 0.0952078528862909))
    #expect(pool.tiers[0].inPack?.value == 1)
    #expect(agrees(pool.cards[2].inPack?.value, 0.0722826191434423))
  }

  /// Decisions have no legendary card: the 2 % become epic, of which there are two.
  @Test func `states the effective rates of the categories`() throws {
    let disclosure = try Disclosure(
      Rulebook(.ignition), pools: ["default"], on: day, version: "test")
    #expect(disclosure.pools.map(\.definition.id) == SparkCategory.ignition.map(\.name))
    let decision = try #require(disclosure.pools.first)
    let epic = try #require(decision.cards.last)
    #expect(epic.nominal.fraction == "1/25")
    #expect(epic.effective?.fraction == "1/20")
    #expect(decision.tiers.map(\.effective?.fraction) == ["3/5", "3/10", "1/10", nil])
    #expect(agrees(decision.costs.first?.mean, 10))
  }

  /// Money buys one currency: the price of a roll in two has none, whichever of them is sold.
  @Test(arguments: [["gems"], ["dust"], ["gems", "dust"], ["dust", "gems"]])
  func `states a price in money only of one currency that is sold`(price: [String]) throws {
    var definition = try small()
    definition.price = price.map { CurrencyAmount($0, $0 == "gems" ? 10 : 7) }
    let rulebook = try rulebook(definition) {
      $0.currencies = [CurrencyDefinition(id: "dust"), CurrencyDefinition(id: "gems")]
    }
    let disclosure = try Disclosure(rulebook, on: day, version: "test")
    let cost = try #require(disclosure.pools.first?.costs.first)
    let isSold = price == ["gems"]
    #expect(agrees(cost.meanMoney, 1.5849551624554457) == isSold)
    #expect((cost.meanMoney == nil) == !isSold)
    #expect(
      cost.quantiles.map(\.amount?.money)
        == (isSold ? [990_000, 2_970_000, 4_950_000] : [nil, nil, nil]))
    // The price of 20/3 rolls in each currency, and of five rolls.
    let expected = price.sorted().map { ($0, $0 == "gems" ? 10.0 : 7.0) }
    #expect(cost.meanPrice.map(\.name).sorted() == expected.map(\.0))
    for (name, each) in expected {
      let mean = cost.meanPrice.first { $0.name == name }?.value
      #expect(agrees(mean, each * 20 / 3))
      let five = cost.quantiles.first?.amount?.price.first { $0.name == name }?.value
      #expect(five == Int64(5 * each))
    }
  }

  @Test func `refuses a pool that the rulebook lacks, with the nearest`() throws {
    let rulebook = try rulebook(small())
    let error = #expect(throws: OddsError.self) {
      _ = try Disclosure(rulebook, pools: ["smal"], on: day, version: "test")
    }
    #expect(
      error?.description
        == #"pool: rulebook world has no pool "smal" (did you mean "small"?); expected small or default"#
    )
  }

  private func lines(_ pool: PoolDefinition, _ columns: [String]) throws -> [String] {
    let disclosure = try Disclosure(rulebook(pool), on: day, version: "test")
    let columns = DisclosureRecord.schema.columns(named: columns)
    return disclosure.records.map { record in
      columns.map { $0.value(record).plain }.joined(separator: " ")
    }
  }

  /// 1/2 of a rare card is 3/8 of iron, which has three quarters of it, and 1/8 of zinc.
  @Test func `is a table of the cards of a pool, and of each slot of its packs`() throws {
    let names = [
      "kind", "card", "nominal_fraction", "pack", "pack_rate", "slot_first", "slot_last",
    ]
    #expect(
      try lines(packs(), names).suffix(10) == [
        "slot wood 1/2 1 0.75 1 2", "slot stone 1/2 1 0.75 1 2", "slot wood 1/4 1 0.75 3 3",
        "slot stone 1/4 1 0.75 3 3", "slot iron 3/8 1 0.75 3 3", "slot zinc 1/8 1 0.75 3 3",
        "slot iron 3/8 2 0.25 1 2", "slot zinc 1/8 2 0.25 1 2", "slot sun 1/4 2 0.25 1 2",
        "slot moon 1/4 2 0.25 1 2",
      ])
    let chances = try lines(packs(), ["kind", "card", "in_pack_fraction", "pack"])
    #expect(chances.count == 16 && chances.prefix(3).last == "pool iron 111/256 ")
    // A slot has no chance of the whole pack.
    #expect(chances.last == "slot moon  2")
    let rolls = ["card", "featured", "weight", "p50_rolls", "p90_rolls", "p99_rolls", "certain_at"]
    #expect(
      try lines(small(), rolls).suffix(2) == ["iron true 1 5 15 29 ", "zinc false 1 14 45 90 "])
    #expect(
      DisclosureRecord.schema.columns.map(\.name) == [
        "rulebook", "hash", "date", "flint", "kind", "pool", "card", "name", "category", "rarity",
        "featured", "weight", "copies", "nominal", "nominal_fraction", "effective", "mean_rolls",
        "p50_rolls", "p90_rolls", "p99_rolls", "certain_at", "estimated", "in_pack",
        "in_pack_fraction", "pack", "pack_rate", "slot_first", "slot_last",
      ])
  }

  @Test func `has the fields of its schema, and no others`() throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let file = root.appendingPathComponent("docs/reference/disclosure.schema.json")
    let schema = try JSONValue(parsing: String(contentsOf: file, encoding: .utf8))
    let rulebooks = try [small(), genshin(), packs()].map { try rulebook($0) }
    for rulebook in rulebooks + [try Rulebook(.ignition)] {
      let json = try Disclosure(rulebook, on: day, version: "test").json
      #expect(SchemaCheck(root: schema).faults(of: json, by: schema, at: "$") == [])
    }
  }
}

/// A check by the keywords of JSON Schema that Flint's schema uses.
private struct SchemaCheck {
  let root: JSONValue

  func faults(of value: JSONValue, by schema: JSONValue, at path: String) -> [String] {
    guard let schema = members(schema) else { return ["\(path): no schema"] }
    if case .string(let reference)? = schema["$ref"] {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      let target = members(root)?["$defs"].flatMap { members($0)?[name] } ?? .null
      return faults(of: value, by: target, at: path)
    }
    var faults: [String] = []
    if let types = schema["type"], !isOf(types, value) { faults.append("\(path): type") }
    if case .array(let values)? = schema["enum"], !values.contains(value) {
      faults.append("\(path): enum")
    }
    if case .array(let values) = value, let entry = schema["items"] {
      for (index, value) in values.enumerated() {
        faults += self.faults(of: value, by: entry, at: "\(path)[\(index)]")
      }
    }
    guard case .object(let fields) = value else { return faults }
    let known = schema["properties"].flatMap(members) ?? [:]
    if case .array(let required)? = schema["required"] {
      for case .string(let name) in required where !fields.contains(where: { $0.name == name }) {
        faults.append("\(path).\(name): missing")
      }
    }
    for (name, value) in fields {
      if let field = known[name] {
        faults += self.faults(of: value, by: field, at: "\(path).\(name)")
      } else if schema["additionalProperties"] == .boolean(false) {
        faults.append("\(path).\(name): unknown")
      } else if let others = schema["additionalProperties"] {
        faults += self.faults(of: value, by: others, at: "\(path).\(name)")
      }
    }
    return faults
  }

  private func members(_ value: JSONValue) -> [String: JSONValue]? {
    guard case .object(let fields) = value else { return nil }
    return Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
  }

  private func isOf(_ types: JSONValue, _ value: JSONValue) -> Bool {
    let names: [JSONValue] = if case .array(let list) = types { list } else { [types] }
    let own: [String] =
      switch value {
      case .null: ["null"]
      case .boolean: ["boolean"]
      case .integer: ["integer", "number"]
      case .number: ["number"]
      case .string: ["string"]
      case .array: ["array"]
      case .object: ["object"]
      }
    return names.contains { name in own.contains { name == .string($0) } }
  }
}
