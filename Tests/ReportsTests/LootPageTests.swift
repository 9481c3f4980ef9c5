import Charts
import Design
import FlintJSON
import FlintSchema
import Testing
@testable import Reports

/// The page of an answer about a loot table.
struct `The page of a loot table` {
  /// One in four is a.
  private static let coin = #"{"entries": [{"item": "a"}, {"item": "b", "weight": 3}]}"#

  private func page(
    _ json: String, _ change: (inout LootQuestion) -> Void
  ) throws -> ReportPage {
    var question = LootQuestion(
      try LootTables(reading: JSONValue(parsing: json), name: "chest", notation: .json))
    change(&question)
    return ReportPage(try question.answer())
  }

  private func tables(_ page: ReportPage) -> [DataTable] {
    page.sections.flatMap(\.blocks).compactMap {
      if case .table(_, let table) = $0 { table } else { nil }
    }
  }

  @Test func `has the chances within some numbers of openings beside the others`() throws {
    let table = try #require(tables(try page(Self.coin) { $0.at = [2, 3] }).first)
    #expect(
      table.columns == [
        "item", "chance", "mean", "exact chance", "exact mean", "in 2", "in 3",
      ])
    // 1 − (3/4)² and 1 − (3/4)³.
    #expect(table.rows[0] == ["a", "25 %", "0.25", "1/4", "1/4", "43.75 %", "57.81 %"])
  }

  @Test func `leaves fractions with many digits to JSON`() throws {
    // (4²⁰ − 3²⁰)/4²⁰, which is 0.99683.
    let table = try #require(tables(try page(Self.coin) { $0.openings = 20 }).first)
    #expect(table.rows[0] == ["a", "99.68 %", "5", "in JSON", "5"])
  }

  @Test func `has the combinations of several items`() throws {
    let page = try page(Self.coin) { $0.things = ["a", "b"] }
    let table = try #require(tables(page).last)
    #expect(table.columns == ["exactly these", "chance", "exact chance"])
    // One opening gives exactly one of the two.
    #expect(
      table.rows.map { $0.suffix(2) } == [
        ["0 %", "0"], ["25 %", "1/4"], ["75 %", "3/4"], ["0 %", "0"],
      ])
    #expect(table.rows.map(\.[0]) == ["none", "a", "b", "a + b"])
  }

  @Test func `says that the openings until a goal are estimated`() throws {
    let pools = (1...12).map { "{\"entries\": [\"a\($0)\", \"b\", {\"empty\": true}]}" }
    let page = try page("{\"pools\": [\(pools.joined(separator: ","))]}") { $0.until = "all" }
    #expect(
      page.notes.contains {
        $0.hasPrefix(
          "No exact method is within reach: the openings until the goal are estimated; up to 8")
      })
    let facts = page.sections.flatMap(\.blocks).compactMap { block in
      if case .facts(let facts) = block { facts.map(\.name) } else { nil }
    }
    #expect(
      facts == [
        [
          "Mean", "Mean from (95 %)", "Mean to (95 %)", "Standard deviation", "Half need at most",
          "95 % interval", "90 % need at most", "95 % interval", "95 % need at most",
          "95 % interval", "99 % need at most", "95 % interval", "Method",
        ]
      ])
  }

  @Test func `says that a table gives nothing`() throws {
    let page = try page(#"{"entries": [{"item": "a", "when": "night"}]}"#) { _ in }
    #expect(page.text(width: 80).contains("The table gives nothing under these flags."))
    #expect(page.notes.contains("Flags not set: night."))
  }
}
