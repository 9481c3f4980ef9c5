import FlintCalendar
import Charts
import Design
import FlintJSON
import FlintRules
import Testing
import Views
@testable import Reports

/// The page of a disclosure, in every language.
struct `The page of a disclosure` {
  private func page(_ language: Language) throws -> ReportPage {
    let disclosure = try Disclosure(
      Rulebook(.ignition), on: CivilDay(number: 20_000), version: "0")
    return ReportPage(disclosure, language: language)
  }

  private func tables(_ section: ReportPage.Section) -> [DataTable] {
    section.blocks.compactMap { if case .table(_, let table) = $0 { table } else { nil } }
  }

  @Test func `has a section for each category of a rulebook without pools`() throws {
    let page = try page(.english)
    #expect(page.sections.map(\.id) == SparkCategory.ignition.map { "sparks-\($0.name)" })
    // 2 % become epic in decisions: 8 % and 10 % in all, for two cards.
    let tables = tables(try #require(page.sections.first))
    #expect(tables[0].rows[1].prefix(4) == ["epic", "8 %", "2/25", "10 %"])
    #expect(tables[1].rows[0].suffix(3) == ["4 %", "1/25", "5 %"])
  }

  // By hand: one pack in two has two cards of 1/10 epic, 1 − 0.9² = 19 %, and one of their cards the same with its
  // share of 1/10; the other pack has none.
  @Test func `has the chance of at least one in a pack, and that of each card by its place`() throws
  {
    let definition = try RulebookDefinition(
      reading: JSONValue(
        parsing: #"""
          {"id": "world", "extends": "ignition", "pools": [
            {"id": "packs", "cards": {"rarity": ["common", "epic"]}, "packs": [
              {"rate": "1/2", "slots": [
                {"count": 2, "rates": {"common": "9/10", "epic": "1/10"}}, {"rates": {"common": 1}}]},
              {"rate": "1/2", "slots": [{"rates": {"common": 1}}]}]}]}
          """#), bundled: RulebookDefinition.bundled)
    let epics = definition.cards.count { $0.rarity == .epic && !$0.isExclusive }
    let disclosure = try Disclosure(
      Rulebook(definition), on: CivilDay(number: 20_000), version: "0")
    for (language, heading) in [
      (Language.english, "at least one in a pack"), (.spanish, "al menos una por sobre"),
      (.italian, "almeno una per bustina"),
    ] {
      let page = ReportPage(disclosure, language: language)
      let tables = tables(try #require(page.sections.first))
      #expect(tables[0].columns[4] == heading)
      #expect(tables[0].rows[0][4] == language.chance(0.095))
      let one = 0.1 / Double(epics)
      #expect(tables[1].rows[0].last == language.chance((1 - (1 - one) * (1 - one)) / 2))
      // The rates of rarities, then of cards, in each pack.
      #expect(tables[3].columns.suffix(2) == ["1–2", "3"])
      #expect(tables[3].rows[0].suffix(2) == [language.chance(one), language.chance(0)])
      #expect(tables[4].columns.last == "1" && tables[4].rows.count < tables[3].rows.count)
    }
  }

  @Test func `is in each language`() throws {
    let pages = try Language.allCases.map { try page($0) }
    #expect(
      pages.map(\.title) == [
        "Probabilities: ignition", "Probabilidades: ignition", "Probabilità: ignition",
      ])
    #expect(Set(pages.map { $0.notes.joined() }).count == 3)
    let epic = try pages.map { try tables(#require($0.sections.first))[0].rows[1][0] }
    #expect(epic == ["epic", "épica", "epica"])
  }

  @Test(arguments: [
    (0.006, "0.6 %", "0,6\u{A0}%"), (0.016052051785521756, "1.605 %", "1,605\u{A0}%"),
    (1, "100 %", "100\u{A0}%"), (0.999_999, "99.9999 %", "99,9999\u{A0}%"),
    (0.000_000_1, "0.00001 %", "0,00001\u{A0}%"),
  ])
  func `writes chances as percentages`(chance: Double, english: String, italian: String) {
    #expect(Language.english.chance(chance) == english)
    #expect(Language.italian.chance(chance) == italian)
  }

  /// Within 50 rolls, neither a certain card in roll 90, nor a featured one in roll 200, nor an exchange can come.
  @Test func `names the rules that begin beyond the limit of rolls`() throws {
    let definition = try RulebookDefinition(
      reading: JSONValue(
        parsing: #"""
          {"id": "world", "extends": "ignition", "pools": [
            {"id": "short", "cards": {"rarity": ["common", "epic"]}, "limit": 50,
             "rates": {"common": "99%", "epic": "1%"}, "pity": {"epic": {"hard": 90}},
             "featured": {"cards": ["aurora"], "share": "50%", "hard": 200}, "exchange": {"at": 300}}],
           "cards": [{"id": "aurora", "name": "Aurora", "category": "energy", "rarity": "epic",
             "exclusive": true}]}
          """#), bundled: RulebookDefinition.bundled)
    let disclosure = try Disclosure(
      Rulebook(definition), on: CivilDay(number: 20_000), version: "0")
    let pool = try #require(disclosure.pools.first)
    #expect(
      pool.remarks(in: .english) == [
        "A player has at most 50 rolls, so that these rules never take effect: the pity of the rarity epic from roll 90 "
          + "on, the certain featured card from roll 200 on and the exchange for 300 rolls."
      ])
    let tables = tables(try #require(ReportPage(disclosure).sections.first))
    #expect(tables[0].columns.contains("effective within the limit"))
    // 1 − 0.995⁵⁰ is 22.2 %: there is no mean, and no number of rolls for half of the players.
    let rolls = try #require(tables.first { $0.columns.contains("expected") })
    #expect(rolls.rows[0].dropFirst() == ["–", "–", "–", "–", "never"])
  }
}
