import Chance
import Charts
import Design
import Players
import FlintRules
import Testing
import Views
@testable import Reports

/// Pages of odds and audits, against values worked out by hand.
struct `Pages of chances` {
  /// Returns the page of a question.
  private func page(
    _ subject: OddsQuestion.Subject, copies: Int = 1, at: [Int64] = [], perDay: Int64? = nil
  ) throws -> ReportPage {
    var question = OddsQuestion(subject)
    (question.copies, question.at, question.sparksPerDay) = (copies, at, perDay)
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

  private func fraction(_ text: String) throws -> Fraction { try #require(Fraction(text)) }

  @Test func `a fair coin takes two rolls on average, and seven in 99 of 100 cases`() throws {
    let page = try page(.prize(Prize(rate: fraction("1/2"))), at: [3], perDay: 2)
    let result = try section("result", of: page)
    #expect(result.title == "Result, in rolls")
    // σ² = (1 − p)/p² = 2; 1 − 2⁻ⁿ: 15/16 at 4, 31/32 at 5, 127/128 at 7.
    #expect(
      facts(result) == [
        "Mean": "2.00", "Standard deviation": "1.41", "Half of all players": "1",
        "90 % of players": "4", "95 % of players": "5", "99 % of players": "7",
      ])
    // A day is done with 3/4: 4/3 days, σ² = 1/4 · 16/9.
    #expect(
      facts(try section("days", of: page)) == [
        "Mean": "1.33", "Standard deviation": "0.67", "Half of all players": "1",
        "90 % of players": "2", "95 % of players": "3", "99 % of players": "4",
        "Number per day": "2",
      ])
    let chances = rows(try section("chances", of: page))
    #expect(chances.map(\.[0]) == (1...10).map(String.init))
    #expect(chances[0] == ["1", "1", "50 %"] && chances[2] == ["3", "2", "87.5 %"])
    #expect(chances[4] == ["5", "3", "96.88 %"] && chances[9] == ["10", "5", "99.9 %"])
    #expect(rows(try section("rates", of: page)) == [["prize", "50 %", "50 %"]])
    let charts = page.charts
    #expect(charts.count == 2)
    #expect(
      charts.first?.caption.table.rows
        == [
          ["1", "50.0 %"], ["2", "25.0 %"], ["3", "12.5 %"], ["4", "6.3 %"], ["5", "3.1 %"],
          ["6", "1.6 %"], ["7", "0.8 %"],
        ])
    // 2⁻⁷ = 0.78125 %
    #expect(page.text(width: 80).contains("0.7812 % need more than 7 rolls."))
    #expect(page.lead.last?.contains("nine in ten at most 4, and 99 in 100 at most 7") == true)
  }

  @Test func `the long-run rate of a prize with pity is prizes over rolls`() throws {
    // Certain at the third roll: 1 + 1/2 + 1/4 = 7/4 rolls for one.
    let prize = try Prize(rate: fraction("1/2"), hard: 3)
    let page = try page(.prize(prize), copies: 2)
    #expect(facts(try section("result", of: page))["Mean, exactly"] == "7/2")
    #expect(rows(try section("rates", of: page)) == [["prize", "50 %", "57.14 %"]])
    // Both at once 1/4; 3 rolls 1/2 · 1/4 · 2; … certain after six.
    let bars = try #require(page.charts.first?.caption.table.rows)
    #expect(bars.prefix(2) == [["2", "25.0 %"], ["3", "25.0 %"]])
    #expect(bars.last?.first == "6")
    #expect(!page.text(width: 80).contains("need more than"))
  }

  @Test func `three items of the weights 1/2, 1/3 and 1/6 are complete after 73/10 rolls`() throws {
    let weights = try ["1/2", "1/3", "1/6"].map { try fraction($0) }
    let page = try page(.weights(.complete, weights), at: [3])
    let facts = facts(try section("result", of: page))
    #expect(facts["Mean"] == "7.30" && facts["Mean, exactly"] == "73/10")
    #expect(
      rows(try section("rates", of: page)) == [
        ["1", "0.5", "50 %"], ["2", "1/3", "33.33 %"], ["3", "1/6", "16.67 %"],
      ])
    // In three rolls all three: 3! / 36; different ones: Σ 1 − (1 − p)³ = 0.875 + 0.7037 + 0.4213.
    let row = try #require(rows(try section("chances", of: page)).first { $0[0] == "3" })
    #expect(row == ["3", "16.67 %", "2.00"])
  }

  @Test
  func `long distributions have bars of several values whose chances sum to that of the last`()
    throws
  {
    let page = try page(.prize(Prize(rate: fraction("1/1000"))))
    // Of 1,000ths up to 6,905: round numbers from the first hundredth, and every thousand.
    #expect(
      rows(try section("chances", of: page)).map(\.[0]) == [
        "20", "50", "100", "200", "500", "1,000", "2,000", "3,000", "4,000", "5,000", "6,000",
      ])
    let chart = try #require(page.charts.first)
    #expect(chart is HistogramChart)
    let rows = chart.caption.table.rows
    // 4,603 rolls for 99 %, and a seventh more, 5,260: bins of 200.
    #expect(rows.first?.prefix(2) == ["1", "200"] && rows.count == 27)
    #expect(rows.last?.prefix(2) == ["5,201", "5,400"])
    // 1 − 0.999²⁰⁰
    #expect(rows.first?.last == "18.14 %")
  }

  @Test func `an audit of counts that fit has ratios of 1`() throws {
    let counts: [Int64] = [60, 30, 10]
    let rates = try AuditRates(["60", "30", "10"].map { try fraction($0) })
    let audit = try Audit(counts: counts, rates: rates, labels: ["a", "b", "c"])
    let page = ReportPage(try CountsAudit(audit), AuditPower())
    #expect(page.title == "Audit of 100 draws")
    #expect(page.lead.last?.hasPrefix("Nothing contradicts the rates") == true)
    #expect(rows(try section("tests", of: page)).first == ["chi-square", "0", "2", "1", "fits"])
    // Of 60 %: Wilson, Clopper and Pearson (by bisection), and 0.6 ± √(9.6347/100 · 0.24).
    let intervals = try section("rates", of: page).blocks.compactMap { block in
      if case .table("Intervals of the rates", let table) = block { table } else { nil }
    }
    #expect(intervals.first?.columns == ["outcome", "Wilson", "Clopper-Pearson", "unseen"])
    #expect(
      intervals.first?.rows.first == ["a", "50.2–69.06 %", "49.72–69.67 %", "44.79–75.21 %"])
    let ratios = try #require(page.charts.first?.caption.table.rows)
    // Wilson's interval of 60 of 100 is 50.20 % to 69.06 %, over 60 %.
    #expect(ratios.first == ["a", "1.00", "0.84", "1.15"])
    #expect(
      page.charts.last?.caption.table.rows
        == [
          ["a", "60.00 %", "60.00 %"], ["b", "30.00 %", "30.00 %"], ["c", "10.00 %", "10.00 %"],
        ])
  }

  @Test func `an outcome of few expected draws does not stretch the picture of the others`() throws
  {
    let rates = try AuditRates(["98", "2"].map { try fraction($0) })
    let audit = try Audit(counts: [99, 1], rates: rates)
    let page = ReportPage(try CountsAudit(audit), AuditPower())
    #expect(page.charts.first?.caption.table.rows.map(\.[0]) == ["1"])
    #expect(page.text(width: 80).contains("Without 1 outcome of which fewer than 5 are expected."))
    #expect(page.text(width: 80).contains("Rough: fewer than 5 are expected of 2."))
  }
}

/// Pages of simulations whose results do not depend on chance.
struct `Pages of simulations` {
  private func result(_ change: (inout Plan) throws -> Void) throws -> (Plan, SimulationResult) {
    var plan = Plan(name: "steady")
    plan.players = 8
    plan.horizon = .days(3)
    plan.variants = [Plan.Variant(name: "ignition", rulebook: try Rulebook(.ignition))]
    plan.measures = [try Measure(parsing: "sparks")]
    try change(&plan)
    let simulator = try Simulator(plan, threads: 1, version: "1", assertions: [], players: nil)
    return (plan, try simulator.run { _, _ in true })
  }

  @Test func `a constant has numbers, but no pictures`() throws {
    let (_, result) = try result { _ in }
    let page = ReportPage(result)
    #expect(page.title == "Simulation: steady")
    #expect(page.lead == ["8 players, 3 days from 2024-01-01, under ignition."])
    let estimates = try #require(page.sections.first { $0.title == "Estimates" })
    guard case .table("Means", let means)? = estimates.blocks.first else {
      Issue.record("no means")
      return
    }
    #expect(means.columns == ["measure", "mean", "± 95 %", "sd", "exact"])
    #expect(means.rows == [["sparks", "9", "0", "0", "9"]])
    // Without a note on the rule of three, since the value is known.
    #expect(page.sections.map(\.title) == ["What was asked", "Estimates"])
    #expect(page.charts.isEmpty)
  }

  @Test func `a constant whose value is not known has the interval of the rule of three`() throws {
    let (_, result) = try result { plan in plan.measures = [try Measure(parsing: "streak")] }
    let sections = ReportPage(result).sections
    guard
      case .table("Means", let means)? = sections.first(where: { $0.id == "estimates" })?.blocks
        .first,
      case .list(let notes)? = sections.first(where: { $0.id == "methods" })?.blocks.first,
      let note = notes.first
    else {
      Issue.record("no means or no note")
      return
    }
    // 3/8
    #expect(means.rows == [["streak", "3", "0.375", "0"]])
    #expect(note.hasPrefix("If all players have the same value, ± is 3/n (rule of three"))
  }

  /// All players leave after the first day: none of 64 is retained, and Wilson's interval ends at z²/(64 + z²), 5.662 %.
  @Test func `shares of players have the whole interval, and no quantiles`() throws {
    let (_, result) = try result { plan in
      var churn = Policy.Churn()
      churn.daily = .percent(100)
      plan.players = 64
      plan.measures = try ["retention.1", "sparks"].map { try Measure(parsing: $0) }
      var policy = Policy.standard
      policy.churn = churn
      plan.behaviour = .policy(policy)
    }
    let estimates = try #require(ReportPage(result).sections.first { $0.id == "estimates" })
    var tables: [String: DataTable] = [:]
    for case .table(let title, let table) in estimates.blocks { tables[title] = table }
    #expect(tables["Means"]?.rows.map(\.[0]) == ["sparks"])
    #expect(
      tables["Shares of players"]?.columns == ["measure", "share", "95 % interval", "exact"])
    #expect(
      tables["Shares of players"]?.rows == [["retention.1", "0 %", "0–5.662 %", "0 %"]])
    #expect(tables["Quantiles"]?.rows.map(\.[0]) == ["sparks"])
  }

  @Test(arguments: [(1e-4, true), (0.9, false)])
  func `a precision that was missed is noted`(precision: Double, isMissed: Bool) throws {
    let (_, result) = try result { plan in
      plan.precision = precision
      plan.measures = [try Measure(parsing: "points")]
    }
    let text = ReportPage(result).text(width: 1000)
    let note =
      "The precision of 0.01 % was not reached with 8 players, as many as the plan has; give more "
      + "players: points ± "
    #expect(text.contains(note) == isMissed)
  }

  @Test func `players who do not reach a goal are counted below the pictures`() throws {
    let (_, result) = try result { plan in
      plan.players = 64
      plan.measures = [try Measure(parsing: "sparks until first:epic")]
    }
    let missed = result.estimates[0][0].tally.absent
    try #require(missed > 0 && missed < 64)
    let section = try #require(ReportPage(result).sections.first { $0.id == "measure-1" })
    let notes = section.blocks.compactMap { block in
      if case .chart(_, let note) = block { note } else { nil }
    }
    // Of 64 players, each is 1.5625 %.
    let share = (Double(missed) * 1.5625).significantText(4)
    let sentence = "\(share) % of players do not reach it within 3 days."
    #expect(notes == [sentence, sentence])
  }

  @Test func `totals on several days are drawn over the days, one day as a measure`() throws {
    let (_, one) = try result { plan in
      plan.measures = [try Measure(parsing: "points on day 2")]
    }
    #expect(
      ReportPage(one).sections.map(\.title) == ["What was asked", "Estimates", "Points on day 2"])
    let (_, several) = try result { plan in
      plan.measures = try ["points on day 3", "points on day 1"].map { try Measure(parsing: $0) }
    }
    let page = ReportPage(several)
    #expect(page.sections.map(\.title) == ["What was asked", "Estimates", "Points by day"])
    #expect(page.charts.first?.caption.table.rows.map(\.[0]) == ["1", "3"])
  }

  @Test func `measures for fans alone have no section of their own`() throws {
    let (plan, result) = try result { plan in
      plan.measures = [try Measure(parsing: "points")]
      plan.addFanMeasures()
    }
    #expect(plan.measures.count == 4)
    let page = ReportPage(result, measures: 1)
    #expect(
      page.sections.map(\.title) == ["What was asked", "Estimates", "Points", "Points by day"])
  }

  @Test func `a sweep has one picture of the medians over the days`() throws {
    let (_, result) = try result { plan in
      plan.measures = [try Measure(parsing: "points")]
      plan.addFanMeasures()
      let sweep = try Sweep(parsing: "chance=0.25,0.5,1")
      (plan.sweep, plan.variants) = (sweep.name, try sweep.variants(of: plan.variants[0].rulebook))
    }
    let page = ReportPage(result, measures: 1)
    #expect(
      page.lead == ["8 players, 3 days from 2024-01-01, for 3 values of chance, on the same draws."]
    )
    #expect(
      page.charts.map(\.caption.title) == [
        "Mean of points by chance", "Mean of points", "Points, less that of 0.25",
        "Points: share at or below", "Points: medians by day",
      ])
    #expect(page.charts.last?.caption.table.columns == ["day", "0.25", "0.5", "1"])
  }
}
