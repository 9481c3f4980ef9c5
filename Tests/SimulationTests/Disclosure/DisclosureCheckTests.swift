import FlintCalendar
import Design
import FlintJSON
import FlintRules
import FlintSchema
import Testing

/// A pool of two cards: 0.6 %, from roll 74 on 6 % more with each, certain at roll 90. By an independent recursion, a
/// card comes each 62.297332039631 rolls on average, so that its rate in the long run is 1.60520452 %.
struct `A published table` {
  private static let pity = #"""
    {"id": "p", "cards": ["wood", "sun"], "rates": {"common": "99.4%", "legendary": "0.6%"},
     "pity": {"legendary": {"soft_start": 74, "soft_step": "6%", "hard": 90}}}
    """#
  /// Packs of two cards: 1.6 of wood and 0.4 of the sun on average, at least one in 1 − 0.2² and 1 − 0.8² of the packs.
  private static let packs = #"""
    {"id": "k", "cards": ["wood", "sun"],
     "packs": [{"slots": [{"count": 2, "rates": {"common": "80%", "legendary": "20%"}}]}]}
    """#

  private func disclosure(_ pool: String = Self.pity, moon: Int = 1) throws -> Disclosure {
    let definition = try RulebookDefinition(
      reading: JSONValue(
        parsing: #"""
          {"id": "world", "extends": "ignition", "cards": [
            {"id": "wood", "name": "A Log", "category": "idea", "rarity": "common", "exclusive": true},
            {"id": "sun", "name": "The Sun", "category": "idea", "rarity": "legendary", "exclusive": true},
            {"id": "moon", "name": "The Moon", "category": "idea", "rarity": "legendary", "weight": \#(moon),
             "exclusive": true}],
          "pools": [\#(pool)]}
          """#), bundled: RulebookDefinition.bundled)
    return try Disclosure(Rulebook(definition), on: CivilDay(number: 20_000), version: "0")
  }

  private func check(
    _ lines: [String], of pool: String = Self.pity, column: String? = nil, tolerance: Double? = nil,
    moon: Int = 1
  ) throws -> DisclosureCheck {
    let rows = lines.map {
      $0.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    }
    let table = try PublishedTable(
      header: rows[0],
      records: rows.dropFirst().enumerated().map { .init(line: $0 + 2, values: $1) },
      column: column)
    return DisclosureCheck(table, with: try disclosure(pool, moon: moon), tolerance: tolerance)
  }

  struct Case: Sendable {
    var lines: [String]
    var faults: [DisclosureCheck.Problem] = []
  }

  private static let cases = [
    Case(lines: ["name;rate", "wood;99.4%", "sun;0.6%"]),
    Case(lines: ["item;Drop Rate", "A Log;0.994", "the sun;0.006"]),
    Case(lines: ["id;rate (%)", "wood;99,40", "sun;0,600"]),
    Case(lines: ["name;rate", "wood;99.4 %", "sun;1 in 167"]),
    Case(lines: ["rarity;rate", "common;497/500", "legendary;3/500"]),
    // Rounded to whole percents, 99.4 % is 99 %.
    Case(lines: ["name;rate", "wood;99%", "sun;0.6%"]),
    Case(lines: ["name;rate", "wood;99%", "sun;1%"]),
    // Neither rounded to the decimals of the other rate nor to one digit, 0.6 % is 1 %.
    Case(lines: ["name;rate", "wood;99.4%", "sun;1%"], faults: [.differs, .sum]),
    Case(lines: ["name;base;consolidated", "wood;99.4%;98.395%", "sun;0.6%;1.605%"]),
    Case(
      lines: ["name;base;consolidated", "wood;99.4%;98.395%", "sun;0.6%;1.606%"], faults: [.differs]
    ),
    Case(lines: ["name;effective", "wood;98.39%", "sun;0.6%"], faults: [.kind]),
    Case(lines: ["name;rate", "wood;99.4%", "sun;1.6%"], faults: [.kind, .sum]),
    Case(lines: ["name;rate", "wood;0.994", "sun;0.6"], faults: [.unit, .sum]),
    Case(lines: ["name;rate", "wood;99.4%", "sun;0.006%"], faults: [.unit, .sum]),
    Case(lines: ["name;rate", "wood;99.0%", "sun;0.6%"], faults: [.differs, .sum]),
    Case(lines: ["name;rate", "wood;99.4%", "sun;0%"], faults: [.differs, .sum]),
    Case(lines: ["name;rate", "wood;99.4%", "sun;100%"], faults: [.share, .sum]),
    Case(lines: ["name;rate", "wood;99.4%"], faults: [.missing]),
    Case(lines: ["物品;概率", "wood;99.4 % ", "sun;0,6 % (1 su 167)"]),
    Case(lines: ["oggetto;probabilità", "wood;~99.4%", "sun;≈ 0,60 % (1 de cada 167)"]),
    Case(
      lines: [
        "name;nominal;effective;copies;effective_copies", "wood;0.994;0.994;;", "sun;0.006;0.006;;",
      ], faults: [.kind, .kind]),
    Case(lines: ["item;rarity;rate", "wood;common;99.4%", "sun;common;0.6%"], faults: [.differs]),
    Case(lines: ["name;rate", "wood;99.4%", "sun;0.6%", "son;1%"], faults: [.unknown]),
    Case(lines: ["name;Drop rate in %", "wood;99.4", "sun;0.6"]),
    Case(lines: ["rarity;rate", "common;99.4%", "legendary;"], faults: [.missing]),
    Case(lines: ["name;nominal;in_pack", "wood;99.4%;", "sun;0.6%;"]),
    Case(lines: ["name;rate", "wood;99.4%", "sun;0.6%", "sun;0.6%"], faults: [.repeated]),
    Case(lines: ["rarity;rate", "common;98.0%", "legendary;0.6%"], faults: [.differs, .sum]),
    Case(lines: ["name;rate", "wood;99.4%", "sun;0.6%", "Total;100%"]),
    Case(lines: ["name;rate", "wood;99.4%", "sun;0.6%", "Total;99.00%"], faults: [.sum]),
    // A unit that is wrong in the whole table is one fault, not one in each row.
    Case(lines: ["name;rate", "wood;99.4", "sun;0.6", "Sum;100"], faults: [.unit]),
    Case(lines: ["name;rate (%)", "wood;0.994", "sun;0.006"], faults: [.unit]),
  ]

  @Test(arguments: cases) func `is compared to the digits that it prints`(_ table: Case) throws {
    #expect(try check(table.lines).faults.map(\.problem) == table.faults)
  }

  private static let packCases = [
    Case(lines: ["name;chance in a pack", "wood;96%", "sun;36%"]),
    Case(lines: ["name;at least one", "wood;96%", "sun;36%"]),
    Case(lines: ["name;expected;chance per pack", "wood;1.6;96%", "sun;0.4;36%"]),
    Case(lines: ["name;nominal;in_pack", "wood;1.6;0.96", "sun;0.4;0.36"]),
    // A name that says nothing of the kind is read by the rates.
    Case(lines: ["name;rate", "wood;96%", "sun;36%"]),
    Case(lines: ["name;rate", "wood;160%", "sun;40%"]),
    Case(lines: ["name;rate", "wood;96", "sun;36"], faults: [.unit]),
    Case(lines: ["name;rate", "wood;150%", "sun;36.00%"], faults: [.differs]),
    Case(lines: ["name;rate", "wood;160%", "sun;36%"], faults: [.ambiguous]),
    Case(lines: ["name;in a pack", "wood;160%", "sun;36%"], faults: [.kind]),
    Case(lines: ["name;nominal;copies;effective_copies", "wood;0.96;1.6;1.6", "sun;0.36;0.4;0.4"]),
  ]

  @Test(arguments: packCases) func `of packs may have the chance of at least one`(
    _ table: Case
  ) throws {
    #expect(try check(table.lines, of: Self.packs).faults.map(\.problem) == table.faults)
  }

  @Test func `whose kind is not known is refused with its readings`() throws {
    let lines = ["name;rate", "wood;160%", "sun;36%"]
    #expect(
      try check(lines, of: Self.packs).faults.first?.text
        == #"the rates of the column "rate" may be the expected numbers in a pack (160%) or the chances of at "#
        + #"least one in a pack (96%): say it with --column "rate=nominal" or --column "rate=in_pack""#
    )
    #expect(
      try check(lines, of: Self.packs, column: "rate=in_pack").faults.map(\.text) == [
        "160% is its nominal rate, the expected number in a pack; that of at least one in a pack is 96%"
      ])
  }

  @Test func `says what is wrong, and where`() throws {
    let faults = try check(["name;rate", "wood;99.4%", "sun;1.6%"]).faults
    #expect(faults[0].line == 3 && faults[0].item == "sun" && faults[0].pool == "p")
    #expect(
      faults[0].text
        == "1.6% is its effective rate, consolidated over the long run; the nominal one is 0.6%")
    #expect(faults[1].text == "the nominal rates sum to 101% instead of 100%: 1% are too much")
    let unit = try check(["name;rate", "wood;99.4%", "sun;0.6"]).faults[0]
    #expect(
      unit.text
        == "0.6 is 60%, a hundred times the exact 0.6%; a percentage needs its sign: 0.6%")
    let units = try check(["name;rate", "wood;99.4", "sun;0.6"]).faults[0]
    #expect(
      units.text
        == #"the rates of the column "rate" are a hundred times the exact ones: 99.4 is 9940%, 99.4% is exact; "#
        + "percentages need their sign")
    let total = try check(["name;rate", "wood;99.4%", "sun;0.6%", "Total;99.00%"]).faults[0]
    #expect(total.line == 4 && total.text == "99% is published, but the rows sum to 100%")
    let unknown = try check(["name;rate", "wod;99.4%", "sun;0.6%"]).faults[0]
    #expect(unknown.text.hasSuffix("(did you mean \"wood\"?)"))
  }

  @Test func `is read by a column that is named, and compared with a tolerance`() throws {
    let lines = ["name;long", "wood;98.39%", "sun;1.61%"]
    #expect(try check(lines, column: "long=effective", tolerance: 1e-4).faults.isEmpty)
    #expect(try check(lines, column: "long=effective", tolerance: 1e-5).faults.count == 2)
    #expect(throws: DraftError.self) { try check(lines) }
    #expect(throws: DraftError.self) { try check(["name;rate", "wood;often"]) }
    #expect(throws: DraftError.self) { try check(["a;rate", "wood;1%"]) }
  }

  /// 2 of 75 is 1 in 37.5. In a rarity of 1 %, a share is a hundred times the rate.
  @Test(arguments: [
    ("1 in 37", [DisclosureCheck.Problem]()), ("1 in 38", []), ("1 in 36", [.differs]),
    ("1 in 39", [.differs]), ("2.67% (1 in 38)", []), ("12.5%", [.share]), ("0.125", [.unit]),
  ])
  func `of ratios is right to half a unit of the second number`(
    rate: String, faults: [DisclosureCheck.Problem]
  ) throws {
    let isShare = ["12.5%", "0.125"].contains(rate)
    // 8 % by a third: 2/75; 1 % by an eighth: 0.125 %.
    let (stated, weight) = isShare ? ("1%", 7) : ("8%", 2)
    let other = isShare ? "99%" : "92%"
    let pool = #"""
      {"id": "p", "cards": ["wood", "sun", "moon"], "rates": {"common": "\#(other)", "legendary": "\#(stated)"}}
      """#
    let lines = [
      "name;rate", "wood;\(other)", "moon;\(isShare ? "0.875%" : "4/75")", "sun;\(rate)",
    ]
    let check = try check(lines, of: pool, moon: weight)
    #expect(check.faults.map(\.problem).filter { $0 != .sum } == faults)
  }

  /// Of four rolls at most, the last is certain after three without: (4 × 0.1 + 0.9³ × 0.9) / 4 = 0.264025.
  @Test func `of a pool with a limit may have the rates within it`() throws {
    let pool = #"""
      {"id": "p", "cards": ["wood", "sun"], "rates": {"common": "90%", "legendary": "10%"}, "limit": 4,
       "pity": {"legendary": {"hard": 4}}}
      """#
    let lines = ["name;effective within limit;note", "wood;73.5975%;a", "sun;26.4025%;b"]
    let right = try check(lines, of: pool)
    #expect(right.faults.isEmpty && right.leftOut == ["note"])
    let wrong = try check(["name;effective", "sun;26.4025%"], of: pool).faults[0]
    #expect(wrong.problem == .kind && wrong.text.contains("within the limit"))
  }

  @Test(arguments: DisclosureForm.allCases)
  func `of a form has its fields for every item`(form: DisclosureForm) throws {
    let filled = FormDisclosure(try disclosure(), in: form)
    #expect(filled.items.count == 2 && !form.duties.isEmpty)
    let columns = FormItem.schema.columns(named: filled.fields)
    #expect(columns.count == filled.fields.count)
    // The rarest item is the first.
    let texts = columns.map { $0.value(filled.items[0]).plain }
    #expect(texts.contains("0.006") && texts.contains("The Sun"))
  }
}
