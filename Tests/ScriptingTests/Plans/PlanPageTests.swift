import Lua
import Schema
import Simulation
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

  @Test func `describes every field of a plan and of a policy`() {
    for name in PlanTable.table.names + Policy.table.names {
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
