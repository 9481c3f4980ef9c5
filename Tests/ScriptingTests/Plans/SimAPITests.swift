import Lua
import Testing

@testable import Scripting

struct `sim` {
  @Test func `plays a plan and gives what came of it`() throws {
    let code = """
      local r = sim.run{
        players = 600, seed = 4, sparks = 30, measure = {"cards", "sparks until first:rare"},
      }
      local cards, rare = r.results[1].measures[1], r.results[1].measures[2]
      return r.players, r.events, r.results[1].rules, cards.measure,
        math.abs(cards.mean - cards.exact.mean) < 4 * cards.standard_error,
        rare.measure, rare.reached > 590 and rare.reached <= 600, rare.quantiles[3].p
      """
    #expect(
      try Playground().run(code).values == [
        .integer(600), .integer(18_000), .text("ignition"), .text("cards"), .boolean(true),
        .text("sparks until first:rare"), .boolean(true), .number(0.5),
      ])
  }

  @Test(arguments: [
    ("sim.run{player = 3}", "sim.run: player: unknown field (did you mean \"players\"?)"),
    ("sim.run{players = 0}", "sim.run: players: expected a number from 1 to 4294967296, got 0"),
    (
      "sim.run{policy = function() end}",
      "sim.run: the plan contains a function; run it with flint simulate"
    ),
    (
      "sim.run{rules = \"/etc/none.lua\"}", "sim.run: rules: /etc/none.lua: no such file"
    ),
    (
      "sim.assert{measure = \"points\", at_most = 3}",
      "sim.assert: can only be called in a plan; run the plan with flint simulate"
    ),
  ])
  func `refuses what cannot be played`(code: String, message: String) throws {
    #expect(try Playground().run(code).error?.detail == message)
  }
}
