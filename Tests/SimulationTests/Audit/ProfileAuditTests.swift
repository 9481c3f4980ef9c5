import FlintCalendar
import FlintRules
import Testing
@testable import Design

@Suite struct `An audit of a profile's draws` {
  /// Sparks of all categories in turn, drawn with a seed.
  static func tally(
    _ rulebook: Rulebook, seed: UInt64, sparks: Int, category: SparkCategory? = nil
  ) -> DrawTally {
    var state = rulebook.initialState()
    var tally = DrawTally()
    for number in 0..<sparks {
      let category = category ?? SparkCategory.ignition[number % SparkCategory.ignition.count]
      let event = ProfileEvent(
        id: EventID(high: UInt64(number), low: UInt64(number)),
        at: Instant(milliseconds: Int64(number) * 3_600_000), offset: UTCOffset(seconds: 0),
        action: .spark(category, .low))
      tally.apply(event, to: &state, of: rulebook, seed: seed)
    }
    return tally
  }

  static func rulebook(_ change: (inout DropDefinition) -> Void) throws -> Rulebook {
    var definition = RulebookDefinition.ignition
    definition.missions = []
    change(&definition.drops)
    return try Rulebook(definition)
  }

  static func pity() throws -> Rulebook {
    try rulebook {
      $0.pity[3] = PityDefinition(
        softStart: 20, softStep: .percent(4), hard: 40)
      $0.pity[2] = PityDefinition(hard: 12)
    }
  }

  @Test func `counts every draw once, by category, rarity and card`() throws {
    let rulebook = try Self.rulebook { _ in }
    let audit = try #require(
      ProfileAudit(Self.tally(rulebook, seed: 5, sparks: 1000), rulebook))
    #expect(audit.draws == 1000 && audit.rarities.draws == 1000)
    #expect(audit.categories.map(\.category) == SparkCategory.ignition)
    #expect(audit.categories.allSatisfy { $0.audit.draws == 200 && $0.audit.isHomogeneous })
    #expect(audit.choices.reduce(0) { $0 + $1.audit.draws } == 1000)
    // Decision and energy have no legendary: two degrees, the others three.
    #expect(audit.total.df == 2 + 2 + 3 + 3 + 3)
    #expect(audit.categories[0].audit.cells.map(\.expectedRate) == [0.6, 0.3, 0.1, 0, 0])
    #expect(!audit.isConditional)
    // The statistic is the sum of those of the categories, the overall test has four rarities.
    let sum = audit.categories.reduce(0) { $0 + $1.audit.chiSquare }
    #expect(isClose(audit.total.chiSquare, sum, within: 1e-14) && audit.rarities.df == 3)
  }

  @Test func `without draws there is nothing to audit`() throws {
    let rulebook = try Self.rulebook { _ in }
    #expect(ProfileAudit(DrawTally(), rulebook) == nil)
  }

  @Test func `a drop chance adds a cell for no card`() throws {
    let rulebook = try Self.rulebook { $0.chance = .percent(40) }
    let audit = try #require(
      ProfileAudit(Self.tally(rulebook, seed: 5, sparks: 1000), rulebook))
    let none = try #require(audit.rarities.cells.last)
    #expect(none.label == "none" && isClose(none.expectedRate, 0.6, within: 1e-14))
    #expect(none.observed == 1000 - audit.choices.reduce(0) { $0 + $1.audit.draws })
    #expect(audit.total.df == 3 + 3 + 4 + 4 + 4)
  }

  /// 150 profiles of 300 draws each: if the statistic has the distribution it is compared with, a share s of
  /// the p-values lies below s. Four standard errors of such a share are allowed.
  @Test(arguments: [false, true]) func `p-values of right rates are uniformly distributed`(
    hasPity: Bool
  ) throws {
    let rulebook = hasPity ? try Self.pity() : try Self.rulebook { _ in }
    var below: [Double: Int] = [:]
    let profiles = 150
    for seed in 1...profiles {
      let groups = Self.tally(rulebook, seed: UInt64(seed), sparks: 300).groups
      let audit = Audit(
        groups.map { Audit.Stratum(chances: $0.distribution.chances, counts: $0.counts) },
        labels: CardRarity.ignitionNames + ["none"], mostOutcomes: 0)
      #expect(audit.df == 3)
      for share in [0.1, 0.5, 0.9] where audit.pValue < share { below[share, default: 0] += 1 }
    }
    for share in [0.1, 0.5, 0.9] {
      let error = (share * (1 - share) / Double(profiles)).squareRoot()
      #expect(abs(Double(below[share, default: 0]) / Double(profiles) - share) < 4 * error)
    }
  }

  @Test func `under pity each draw is compared with the rates when it was made`() throws {
    let rulebook = try Self.pity()
    let audit = try #require(ProfileAudit(Self.tally(rulebook, seed: 2, sparks: 200), rulebook))
    #expect(audit.isConditional && audit.totalG == nil && audit.rarities.df == 3)
    #expect(audit.rarities.exact == .missing("draws differ in their rates"))
    // More legendary cards than 2 % of those that idea, experiment and challenge ask for.
    #expect(audit.rarities.cells[3].expected > 0.02 * 120)
    #expect(audit.decisivePValue > 0.01)
  }

  @Test func `draws of other rates than the rulebook's are detected`() throws {
    // Drawn with 3 % legendary, audited as 2 %; and with pity, audited without.
    let drawn = try Self.rulebook {
      $0.rates = [.percent(55), .percent(30), .percent(8), .percent(7)]
    }
    let said = try Self.rulebook { _ in }
    for rulebook in [drawn, try Self.pity()] {
      let strata = Self.tally(rulebook, seed: 9, sparks: 3000, category: .idea).groups
      var counts: [Int64] = [0, 0, 0, 0]
      for group in strata { for index in counts.indices { counts[index] += group.counts[index] } }
      let audit = try Audit(
        counts: counts, rates: AuditRates(said.rates(for: .idea).map(\.effective)))
      #expect(audit.pValue < 1e-6)
    }
  }
}
