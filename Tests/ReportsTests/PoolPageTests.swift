import Chance
import Charts
import Design
import FlintJSON
import FlintRules
import Testing
@testable import Reports

/// Pages of questions about pools, against values worked out by hand.
struct `Pages of pools` {
  /// A world with two pools of a common and a featured legendary card, of the rates 1/2 and 1/4.
  private static func coins() throws -> RulebookDefinition {
    func card(_ id: String, _ rarity: String) -> String {
      #"{"id": "\#(id)", "name": "\#(id)", "category": "idea", "rarity": "\#(rarity)", "exclusive": true}"#
    }
    let more = (0..<24).map { card("c\($0)", "rare") }
    let ids = (["head"] + (0..<24).map { "c\($0)" }).map { "\"\($0)\"" }.joined(separator: ",")
    return try RulebookDefinition(
      reading: JSONValue(
        parsing: #"""
          {"id": "coins", "extends": "ignition", "currencies": {"gems": {}},
           "cards": [\#(([card("tail", "common"), card("head", "legendary")] + more).joined(separator: ","))],
           "offers": [{"id": "purse", "money": "1", "grants": {"gems": 20}}],
           "pools": [
            {"id": "coin", "cards": ["tail"], "rates": {"common": "1/2", "legendary": "1/2"},
             "pity": {}, "featured": {"cards": ["head"]}, "price": {"gems": 10}},
            {"id": "quarter", "cards": ["tail"], "rates": {"common": "3/4", "legendary": "1/4"},
             "pity": {}, "featured": {"cards": ["head"]}, "price": {"gems": 10}},
            {"id": "crowd", "cards": [\#(ids)],
             "rates": {"rare": "9/10", "legendary": "1/10"},
             "pity": {"legendary": {"hard": 30}}, "price": {"gems": 10}},
            {"id": "soft", "cards": ["tail", "head"], "rates": {"common": "1/2", "legendary": "1/2"},
             "pity": {"legendary": {"soft_start": 5, "soft_step": "1%", "hard": 9}}}]}
          """#), bundled: RulebookDefinition.bundled)
  }

  private func page(
    _ order: String, _ change: (inout PoolQuestion) throws -> Void = { _ in }
  ) throws -> ReportPage {
    var question = PoolQuestion(try Self.coins(), try PoolQuestion.stages(parsing: order))
    try change(&question)
    return ReportPage(try question.answer())
  }

  private func section(_ id: String, of page: ReportPage) throws -> ReportPage.Section {
    try #require(page.sections.first { $0.id == id })
  }

  private func facts(_ section: ReportPage.Section) -> [String: String] {
    for case .facts(let facts) in section.blocks {
      return Dictionary(uniqueKeysWithValues: facts.map { ($0.name, $0.value) })
    }
    return [:]
  }

  private func rows(_ section: ReportPage.Section) -> [[String]] {
    for case .table(_, let table) in section.blocks { return table.rows }
    return []
  }

  /// Two numbers have rows that fit a terminal, and maps of all that was asked for.
  @Test func `have tables and maps of two numbers`() throws {
    var question = PoolQuestion(
      try Self.coins(), try PoolQuestion.stages(parsing: "coin/featured"))
    question.at = [2]
    question.budget = try PoolQuestion.Budget(parsing: "gems=20")
    let comparison = try PoolComparison(
      question,
      sweeping: [
        try Sweep(parsing: "rates.legendary=25%,50%", most: 4),
        try Sweep(parsing: "price.gems=5,10", most: 4),
      ])
    let page = ReportPage(comparison)
    let blocks = try section("result", of: page).blocks
    let tables = blocks.compactMap { block -> DataTable? in
      if case .table(_, let table) = block { table } else { nil }
    }
    #expect(
      tables.map { $0.columns.prefix(2) } == [["legendary", "gems"], ["legendary", "gems"]])
    #expect(tables.first?.rows.map { $0[2] } == ["4.00", "4.00", "2.00", "2.00"])
    #expect(tables.first?.rows.map { $0[8] } == ["43.75 %", "43.75 %", "75 %", "75 %"])
    #expect(tables.first?.rows.map { $0[9] } == ["68.36 %", "43.75 %", "93.75 %", "75 %"])
    #expect(tables.last?.rows.map { $0[2] } == ["20.00", "40.00", "10.00", "20.00"])
    let maps = blocks.compactMap { block -> String? in
      if case .chart(let chart, _) = block { chart.caption.title } else { nil }
    }
    #expect(maps.count == 3)
    #expect(maps.last == "Chance of being done with the budget, by legendary (down) and gems")
  }

  /// A combination that contradicts itself has a row without numbers and a note with the reason.
  @Test func `say why a combination has no answer`() throws {
    let page = ReportPage(
      try PoolComparison(
        PoolQuestion(try Self.coins(), try PoolQuestion.stages(parsing: "soft/first:legendary")),
        sweeping: [try Sweep(parsing: "hard=8,4", most: 4)]))
    #expect(rows(try section("result", of: page)).map { $0[1] == "–" } == [false, true])
    #expect(
      page.notes.contains { $0.hasPrefix("No answer with 4: ") && $0.contains("hard is 4") })
  }

  @Test func `have the time and the price of a goal`() throws {
    let page = try page("coin/featured") { $0.at = [3] }
    #expect(page.title == "Odds: featured of coin under coins")
    let hash = try Rulebook(Self.coins()).hash
    #expect(
      page.lead == [
        "How many rolls does it take to have a featured card from pool coin, under the rulebook coins "
          + "(hash \(hash))?",
        "On average 2.00 rolls; half of all players need at most 1, 90 % at most 4, 95 % at most 5 "
          + "and 99 % at most 7.",
      ])
    let result = try section("result", of: page)
    // σ² = (1 − p)/p² = 2.
    #expect(
      facts(result) == [
        "Mean": "2.00", "Standard deviation": "1.41", "Mean price": "20.00 gems",
      ])
    #expect(
      rows(result) == [
        ["50 %", "1", "10 gems"], ["90 %", "4", "40 gems"], ["95 %", "5", "50 gems"],
        ["99 %", "7", "70 gems"],
      ])
    let distribution = try section("distribution", of: page)
    // 1 − 2⁻ⁿ.
    #expect(
      rows(distribution)[0] == ["1", "50 %", "10 gems"]
        && rows(distribution)[2] == ["3", "87.5 %", "30 gems"])
    #expect(
      page.charts.first?.caption.table.rows.prefix(3) == [
        ["1", "50.0 %"], ["2", "25.0 %"], ["3", "12.5 %"],
      ])
    #expect(page.text(width: 80).contains("0.7812 % need more than 7 rolls."))
    #expect(page.notes.first?.contains("computed exactly") == true)
  }

  @Test func `have what a budget buys and the offers bought`() throws {
    let page = try page("coin/featured") { question in
      question.budget = try PoolQuestion.Budget(parsing: "gems=10,money=1.50")
    }
    // A purse of 20 gems for 1, and nothing for the rest of the money: three rolls.
    let facts = facts(try section("budget", of: page))
    #expect(facts["To spend"] == "30 gems" && facts["With the offers"] == "1 × purse")
    #expect(facts["Rolls that it buys"] == "3" && facts["Chance of being done"] == "87.5 %")
  }

  @Test func `have the number of cards of some rolls`() throws {
    let page = try page("coin/featured") { $0.rolls = [3] }
    let cards = try section("cards", of: page)
    // Binomial: 1/8, 3/8, 3/8, 1/8; σ² = 3/4.
    #expect(
      facts(cards) == ["Rolls": "3", "Mean number of cards": "1.50", "Standard deviation": "0.87"])
    #expect(
      rows(cards) == [
        ["0", "12.5 %", "100 %"], ["1", "37.5 %", "87.5 %"], ["2", "37.5 %", "50 %"],
        ["3", "12.5 %", "12.5 %"],
      ])
    #expect(
      page.charts.last?.caption.table.rows == [
        ["0", "12.5 %"], ["1", "37.5 %"], ["2", "37.5 %"], ["3", "12.5 %"],
      ])
  }

  @Test func `have the goals of an order one after the other`() throws {
    let page = try page("coin/featured, quarter/featured")
    let order = try section("order", of: page)
    let table = rows(order)
    #expect(
      table.map { $0.prefix(3) } == [
        ["coin", "featured", "2.00"], ["quarter", "featured", "6.00"],
      ])
    #expect(table[0].dropFirst(3) == ["1", "4", "5", "7"])
    let chart = try #require(page.charts.last?.caption)
    #expect(chart.title == "Chance of having reached each goal by then")
    #expect(
      chart.table.columns == ["rolls", "featured of coin", "featured of quarter"])
    // After two rolls: 3/4, and 1/2 · 1/4.
    let row = try #require(chart.table.rows.first { $0[0] == "2" })
    #expect(row == ["2", "75 %", "12.5 %"])
  }

  @Test func `begin with the state that was asked about`() throws {
    let page = try page("coin/cards:head*3") { question in
      question.start = try PoolStartText(parsing: "owned=head*2")
    }
    #expect(page.title == "Odds: cards:head*3 of coin under coins, from owned=head*2")
    #expect(page.lead.first?.contains("head, 3 times each from pool coin") == true)
    #expect(facts(try section("result", of: page))["Mean"] == "2.00")
  }

  @Test func `say that a goal is reached before the first roll`() throws {
    let page = try page("coin/cards:head") { question in
      question.start = try PoolStartText(parsing: "owned=head")
    }
    #expect(page.charts.isEmpty)
    #expect(page.text(width: 80).contains("The goals are reached before the first roll."))
  }

  @Test func `have each number of rolls where it is asked for`() throws {
    let page = try page("coin/featured") { $0.listsRolls = true }
    let steps = rows(try section("rolls", of: page))
    // 1 − 2⁻¹⁷ is the first above 0.99999.
    #expect(steps.count == 17 && steps[1] == ["2", "25 %", "75 %"])
  }

  @Test func `have the interval of an estimate, and its reason`() throws {
    // Each of 24 cards is had up to six times: 30! / 24! / 6! states and more.
    let page = try page("crowd/complete*6") { $0.players = 200 }
    let result = try section("result", of: page)
    #expect(result.title == "Result, in rolls, estimated")
    #expect(facts(result)["Mean price"]?.hasSuffix("gems") == true)
    #expect(facts(result)["95 % interval"]?.contains("–") == true)
    let distribution = try section("distribution", of: page)
    for case .table(_, let table) in distribution.blocks {
      #expect(table.columns == ["rolls", "chance", "from", "to", "price"])
    }
    #expect(page.charts.map(\.caption.title).allSatisfy { $0.contains("estimated") })
    #expect(page.notes.first?.hasPrefix("Estimated, not exact: no exact method") == true)
    #expect(page.lead.last?.hasPrefix("Estimated: on average") == true)
  }
}
