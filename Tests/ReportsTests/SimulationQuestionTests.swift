import FlintJSON
import Players
import FlintRules
import FlintSchema
import Testing
@testable import Reports

/// What a page says of the question that a simulation answers.
struct `The page of a simulation` {
  /// A pool whose rolls cost nothing but gems, of which players have ten a day.
  private func page(_ measures: [String], _ engine: Plan.Engine) throws -> String {
    let definition = try RulebookDefinition(
      reading: JSONValue(
        parsing: #"""
          {"id": "shop", "extends": "ignition", "money_unit": "EUR", "currencies": {"gems": {}}, "pools": [
            {"id": "well", "cards": {"rarity": ["common", "rare"]}, "price": {"gems": 10}, "pity": {},
             "rates": {"common": "60%", "rare": "40%"}}]}
          """#), bundled: RulebookDefinition.bundled)
    var plan = Plan(name: "plan")
    plan.variants = [Plan.Variant(name: "shop", rulebook: try Rulebook(definition))]
    (plan.players, plan.horizon, plan.engine) = (5, .days(3), engine)
    plan.measures = try measures.map { try Measure(parsing: $0) }
    var policy = Policy(for: definition)
    policy.income = [CurrencyAmount("gems", 10)]
    policy.pools = [PoolPolicy(pool: "well")]
    plan.behaviour = .policy(policy)
    let result = try Simulator(plan, threads: 1, version: "test").run()
    return ReportPage(result, rulebooks: plan.variants.map(\.rulebook)).text(width: 100)
  }

  @Test func `has the unit of money, where money is measured`() throws {
    #expect(try page(["money"], .rules).contains("Money is in hundredths of EUR."))
    #expect(try !page(["points"], .rules).contains("hundredths"))
  }

  @Test func `has no kinds and times of sparks where only rolls are played`() throws {
    let goal = ["rolls until well/first:rare"]
    #expect(try page(goal, .rules).contains("Categories"))
    #expect(try !page(goal, .rolls).contains("Categories"))
  }
}
