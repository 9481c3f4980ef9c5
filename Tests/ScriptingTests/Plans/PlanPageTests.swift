import Lua
import Players
import FlintSchema
import Testing
@testable import Scripting

@Suite struct `The reference of plan files` {
  @Test func `has an example that can be simulated`() throws {
    var file = try `Plan files`.read(PlanPage.example)
    #expect(PlanPage.markdown.contains("```lua\n\(PlanPage.example)\n```"))
    file.plan.players = 20
    file.plan.horizon = .days(8)
    let plan = file.plan
    let result = try Simulator(
      plan, threads: 1, version: "test",
      players: file.maker(plan, limits: LuaLimits(), started: { _ in })
    ).run()
    #expect(result.players == 20)
  }

  @Test func `has variants of a design that can be compared`() throws {
    #expect(PlanPage.markdown.contains("```lua\n\(PlanPage.variants)\n```"))
    let file = try `Plan files`.read(PlanPage.variants)
    let result = try Simulator(
      file.plan, threads: 2, version: "test",
      players: file.maker(file.plan, limits: LuaLimits(), started: { _ in })
    ).run()
    // 60 days of 2 coins are 12 draws, of 3 coins 18, each with a probability of 1/20 for a prize.
    let difference = try #require(result.differences.first?.first)
    #expect(abs(difference.principal.value - 0.3) < 4 * difference.principal.standardError)
  }

  @Test func `has segments of players with pools that can be simulated`() throws {
    #expect(PlanPage.markdown.contains("```lua\n\(PlanPage.banner)\n```"))
    let file = try `Plan files`.read(PlanPage.banner)
    #expect(file.plan.segments.map(\.name) == ["free", "whale"])
    #expect(file.plan.segments.map(\.policy.pools.count) == [1, 1])
    #expect(file.plan.segments.map(\.policy.buys.count) == [0, 1])
    let result = try Simulator(
      file.plan, threads: 2, version: "test", assertions: file.assertions
    ).run()
    #expect(result.checks.map(\.verdict) == [.holds])
    // 1,600 and 42 times 60 gems are 25 rolls.
    let free = try #require(
      result.plan.measures.firstIndex { $0.name == "rolls.character@free" })
    #expect(result.tallies.tallies[0][free].greatest == 25)
  }

  @Test func `describes every field of a plan and of a policy`() {
    for name in PlanTable.table.names + Policy.table.names + PoolPolicy.table.names
      + PurchasePolicy.table.names + SegmentTable.table.names
    {
      #expect(PlanPage.markdown.contains("| `\(name)` | "), "\(name)")
    }
  }

  @Test(arguments: [
    "points", "level", "cards", "drops", "duplicates", "sparks", "missions", "streak", "overloads",
    "fuel", "tokens", "achievements", "task_score", "moods", "active_days", "events",
  ])
  func `describes totals that can be measured`(name: String) throws {
    #expect(PlanPage.markdown.contains("| `\(name)` |"))
    #expect(try Measure(parsing: name).name == name)
  }

  @Test func `explains the comparison of custom designs, and means of goals`() {
    for text in [
      "profile().rulebook", "restricted_mean", "mean_of_reached", "of all players", "`never`",
    ] {
      #expect(PlanPage.markdown.contains(text), "\(text)")
    }
  }
}
