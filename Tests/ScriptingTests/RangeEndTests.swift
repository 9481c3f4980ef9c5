import Lua
import Testing

@testable import Scripting

struct `The end of a range` {
  @Test(arguments: [
    (
      "stats.summary{before = 5}", "stats.summary: field \"before\": expected string, got number"
    ),
    (
      "stats.summary{before = 'never'}",
      "stats.summary: field \"before\": expected a day such as 2026-03-01, yesterday, mon or -7d, "
        + "got \"never\""
    ),
    (
      "stats.summary{since = '2026-03-01', before = '2026-02-01'}",
      "stats.summary: field \"before\": expected a day after since (2026-03-01), got 2026-02-01"
    ),
    (
      "spark.count{['until'] = '2026-02-01'}", "spark.count: unknown field \"until\""
    ),
  ])
  func `is named before in errors`(code: String, message: String) throws {
    #expect(try Playground().failure("return \(code)") == "script.lua:1: \(message)")
  }

  @Test func `has the same name in results as in arguments`() throws {
    let code = """
      local range = {since = '2026-02-01', before = '2026-02-08'}
      local s, t, m = stats.summary(range), stats.series{metric = 'sparks', since = range.since,
        before = range.before}, mood.summary(range)
      return s.since, s.before, s.days, t.since, t.before, m.since, m.before, s.start, s.last
      """
    let (since, before) = (LuaValue.text("2026-02-01"), LuaValue.text("2026-02-08"))
    #expect(
      try Playground().run(code).values == [
        since, before, .integer(7), since, before, since, before, .nil, .nil,
      ])
  }
}
