import Lua
import Testing

@testable import Scripting

struct `The end of a range` {
  @Test(arguments: [
    (
      "spark.count{before = '2026-03-01', ['until'] = '2026-02-01'}",
      "spark.count: fields \"before\" and \"until\" are the same; give one of them"
    ),
    (
      "tracker.entries('Run', {['until'] = 1, before = 2})",
      "tracker.entries: fields \"before\" and \"until\" are the same; give one of them"
    ),
    (
      "stats.summary{['until'] = 5}",
      "stats.summary: field \"until\": expected string, got number"
    ),
    (
      "stats.summary{before = 5}", "stats.summary: field \"before\": expected string, got number"
    ),
    (
      "stats.summary{['until'] = 'never'}",
      "stats.summary: field \"until\": expected a day such as 2026-03-01, got \"never\""
    ),
    (
      "stats.summary{since = '2026-03-01', ['until'] = '2026-02-01'}",
      "stats.summary: field \"until\": expected a day after since (2026-03-01), got 2026-02-01"
    ),
    (
      "stats.summary{untl = '2026-03-01'}", "stats.summary: unknown field \"untl\""
    ),
    (
      "mood.each{since = 3, ['until'] = true}",
      "mood.each: field \"since\": expected string, got number"
    ),
  ])
  func `has two names, of which one is given`(code: String, message: String) throws {
    #expect(try Playground().failure("return \(code)") == "script.lua:1: \(message)")
  }

  @Test func `may be given by either name`() throws {
    let code = """
      return spark.count{['until'] = '2026-03-01'}, spark.count{before = '2026-03-01'}
      """
    #expect(try Playground().run(code).values == [.integer(0), .integer(0)])
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

  private static let hint = " (\"until\" is a keyword of Lua; the end of a range is \"before\")"

  @Test(arguments: [
    ("spark.count{until = '2026-03-01'}", "unexpected symbol near 'until'", true),
    ("local q = {since = 'x',\n  until = 'y'}", "unexpected symbol near 'until'", true),
    ("local q = {}; q.until = 'y'", "<name> expected near 'until'", true),
    ("local q = until", "unexpected symbol near 'until'", false),
    ("until x == 3", "<eof> expected near 'until'", false),
  ])
  func `called until gets a hint`(code: String, message: String, isHinted: Bool) throws {
    let failure = try Playground().failure(code)
    #expect(failure.hasSuffix(": " + message + (isHinted ? Self.hint : "")), "\(failure)")
  }

  @Test func `called until gets the hint in a rulebook file too`() {
    let source = "return {cards = {{id = \"x\", until = \"2026-03-01\"}}}"
    #expect(throws: LuaFileError.self) {
      try RulebookFile.definition(of: Array(source.utf8), path: "my.lua")
    }
    do throws(LuaFileError) {
      _ = try RulebookFile.definition(of: Array(source.utf8), path: "my.lua")
    } catch {
      #expect(error.description.contains("near 'until'" + Self.hint + "\n"), "\(error)")
    }
  }
}
