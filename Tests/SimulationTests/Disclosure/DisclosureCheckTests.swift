import Calendar
import Design
import JSON
import Rules
import Schema
import Testing

/// A pool of two cards: 0.6 %, from roll 74 on 6 % more with each, certain at roll 90. By an independent recursion, a
/// card comes each 62.297332039631 rolls on average, so that its rate in the long run is 1.60520452 %.
struct `A published table` {
  private func disclosure() throws -> Disclosure {
    let definition = try RulebookDefinition(
      reading: JSONValue(
        parsing: #"""
          {"id": "world", "extends": "ignition", "cards": [
            {"id": "wood", "name": "A Log", "category": "idea", "rarity": "common", "exclusive": true},
            {"id": "sun", "name": "The Sun", "category": "idea", "rarity": "legendary", "exclusive": true}],
          "pools": [{"id": "p", "cards": ["wood", "sun"],
            "rates": {"common": "99.4%", "legendary": "0.6%"},
            "pity": {"legendary": {"soft_start": 74, "soft_step": "6%", "hard": 90}}}]}
          """#), bundled: RulebookDefinition.bundled)
    return try Disclosure(Rulebook(definition), on: CivilDay(number: 20_000), version: "0")
  }

  private func check(
    _ lines: [String], column: String? = nil, tolerance: Double? = nil
  ) throws -> DisclosureCheck {
    let rows = lines.map { $0.split(separator: ";").map(String.init) }
    let table = try PublishedTable(
      header: rows[0],
      records: rows.dropFirst().enumerated().map { .init(line: $0 + 2, values: $1) },
      column: column)
    return DisclosureCheck(table, with: try disclosure(), tolerance: tolerance)
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
    Case(lines: ["name;rate", "wood;99.4%", "sun;0.6%", "son;1%"], faults: [.unknown]),
  ]

  @Test(arguments: cases) func `is compared to the digits that it prints`(_ table: Case) throws {
    #expect(try check(table.lines).faults.map(\.problem) == table.faults)
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
