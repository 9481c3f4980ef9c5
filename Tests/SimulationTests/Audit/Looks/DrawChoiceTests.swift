import FlintRules
import TestSupport
import Testing
@testable import Chance
@testable import Design

@Suite struct `Tests of a log that are chosen before looking` {
  @Test(arguments: [
    (["number:epic"], ["number:epic"]),
    (["rate:EPIC"], ["number:epic"]),
    (["number"], ["number:legendary", "number:epic"]),
    (
      ["gaps:epic, change-over-time:legendary"],
      ["gaps:epic or better", "change-over-time:legendary"]
    ),
    (
      ["certain draw:legendary", "draw by draw"],
      ["draw-by-draw:legendary", "certain-draw:legendary"]
    ),
  ])
  func `are found by the word for them and their subject`(names: [String], made: [String]) throws {
    let log = try DrawCase.named("wish").log
    let chain = try DrawChain(log.model)
    let known = DrawAudit.testNames(log, chain, DrawHistory(log, chain), [], playerCount: 1)
    #expect(try DrawTest.Name.chosen(names, among: known).map(\.description) == made)
  }

  /// Without pity: one test is corrected for nothing, two by Holm.
  @Test func `are corrected for nothing but each other`() throws {
    let log = try DrawCase.named("flat").log
    let one = try DrawAudit(log, only: ["number:legendary"])
    let exact = try one.test(.rate, "legendary").pValue
    #expect(one.tests.count == 1)
    #expect(one.decisivePValue == exact)
    let two = try DrawAudit(log, only: ["number:legendary,featured-share"])
    let share = try two.test(.share, "legendary").pValue
    #expect(two.only == ["number:legendary", "featured-share:legendary"])
    #expect(two.decisivePValue == min(1, 2 * min(exact, share)))
  }

  @Test func `a guarantee that was kept is a result where it was asked for`() throws {
    let audit = try DrawAudit(try DrawCase.named("wish").log, only: ["guarantee"])
    #expect(audit.tests.map(\.pValue) == [1])
    #expect(audit.tests.first?.statistic == 0)
  }

  @Test func `an unknown one is refused with the list`() throws {
    let log = try DrawCase.named("flat").log
    #expect(
      throws: AuditError(
        .only,
        expected:
          "one of number:legendary; number:epic; gaps:legendary; featured-share:legendary; order-of-featured:legendary; "
          + "change-over-time:legendary; change-over-time:epic",
        found: "\"number:epik\" (did you mean \"number:epic\"?)")
    ) {
      try DrawAudit(log, only: ["number:epik"])
    }
  }
}

@Suite struct `Outcomes of counts that are chosen before looking` {
  /// The exact binomial test of 8 of 20 at 1/5, by fractions.
  @Test func `are tested by their own rates alone`() throws {
    let rates = try AuditRates([Fraction(50), Fraction(30), Fraction(20)])
    let audit = try Audit(
      counts: [7, 5, 8], rates: rates, labels: ["a", "b", "c"], only: ["c"], level: 0.95,
      power: AuditPower())
    #expect(audit.cells.map(\.label) == ["c", "others"])
    #expect(audit.cells.map(\.observed) == [8, 12])
    #expect(isClose(audit.decisivePValue, 0.0436718781269436, within: 1e-12))
  }
}
