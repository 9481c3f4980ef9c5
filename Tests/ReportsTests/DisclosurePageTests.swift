import Calendar
import Charts
import Rules
import Simulation
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
    #expect(page.sections.map(\.id) == Category.ignition.map { "sparks-\($0.name)" })
    // 2 % become epic in decisions: 8 % and 10 % in all, for two cards.
    let tables = tables(try #require(page.sections.first))
    #expect(tables[0].rows[1].prefix(4) == ["epic", "8 %", "2/25", "10 %"])
    #expect(tables[1].rows[0].suffix(3) == ["4 %", "1/25", "5 %"])
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
}
