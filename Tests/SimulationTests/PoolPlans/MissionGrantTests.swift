import FlintRules
import FlintSchema
import Testing
@testable import Players

/// A mission of each day grants 60 gems for three sparks, and a roll costs 160: of ten days, three have a roll.
struct `Currencies that missions grant` {
  private func plan(_ metric: Metric, sparks: Int64) throws -> Plan {
    var definition = try PoolPlans.rulebook([PoolPlans.character()]).definition
    var mission = MissionDefinition(
      id: "daily", title: "Daily", window: .day, metric: metric, target: 3, reward: 0,
      difficulty: .easy)
    mission.grants = [NamedValue("gems", 60)]
    definition.missions = [mission]
    return try PoolPlans.plan(
      Rulebook(definition), measures: ["rolls until character/featured", "rolls.character"]
    ) {
      $0.sparks = [.constant(sparks)]
      $0.pools = [PoolPolicy(pool: "character")]
    }
  }

  /// Of the chances of three rolls by hand: 0.003, then the other half of 0.006 with the next certain.
  @Test func `leave the chance exact where all players complete them`() throws {
    let sparks = Metric.sparks(category: nil, minIntensity: nil, beforeHour: nil)
    let result = try Simulator(plan(sparks, sparks: 3), threads: 1, version: "test").run()
    let reached = try #require(result.estimates[0][0].exact?.reached)
    #expect(abs(reached - 0.008999892) < 1e-12)
    #expect(result.estimates[0][1].tally.least == 3)
    // Some players have all three in one category, and others do not.
    let luck = try Simulator(plan(.distinctCategories, sparks: 3), threads: 1, version: "test")
    #expect(try luck.run().estimates[0][0].exact == nil)
  }

  @Test func `can be swept from 0`() throws {
    let sparks = Metric.sparks(category: nil, minIntensity: nil, beforeHour: nil)
    var plan = try plan(sparks, sparks: 3)
    let rulebook = try #require(plan.variants.first?.rulebook)
    plan.variants = try Sweep(parsing: "missions.daily.grants.gems=0,60").variants(of: rulebook)
    let result = try Simulator(plan, threads: 1, version: "test").run()
    #expect(result.estimates.map { $0[1].tally.greatest } == [0, 3])
  }
}
