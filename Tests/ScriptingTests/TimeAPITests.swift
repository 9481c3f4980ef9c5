import FlintCalendar
import Lua
import Testing

@testable import Scripting

/// The present of these scripts is Sunday 2026-03-01T12:00 in Rome.
struct `Everyday words in scripts` {
  @Test(arguments: [
    ("time.parse('yesterday 14:30')", "2026-02-28T14:30:00+01:00"),
    ("time.parse('now')", "2026-03-01T12:00:00+01:00"),
    ("time.parse('-90min')", "2026-03-01T10:30:00+01:00"),
    ("time.parse('3 days ago')", "2026-02-26T12:00:00+01:00"),
    ("time.parse('today')", "2026-03-01T00:00:00+01:00"),
    ("time.parse('mon 9:00')", "2026-02-23T09:00:00+01:00"),
    ("time.parse('mon 9:00', 'next')", "2026-03-02T09:00:00+01:00"),
    ("time.parse('2026-07-01T09:00')", "2026-07-01T09:00:00+02:00"),
    ("time.day('-1mo')", "2026-02-01"), ("time.day('sun')", "2026-03-01"),
    ("time.day('sun', 'next')", "2026-03-08"), ("time.day('2026-02-03')", "2026-02-03"),
    ("time.range('last week').since", "2026-02-16"),
    ("time.range('last week').before", "2026-02-23"),
    ("time.range('2026-02').before", "2026-03-01"),
    ("clock.day('yesterday 23:30')", "2026-02-28"), ("clock.weekday('tomorrow')", "Monday"),
    ("clock.add_days('yesterday', -1)", "2026-02-27"),
  ])
  func `mean days and times`(code: String, expected: String) throws {
    #expect(try Playground().run("return \(code)").values == [.text(expected)])
  }

  @Test(arguments: [
    (
      "time.parse('yesteday 14:30')",
      "time.parse: argument 1 \"text\": expected a time such as 14:30, yesterday 14:30, -3h or "
        + "2026-03-01T09:30, got \"yesteday 14:30\" (did you mean \"yesterday\"?)"
    ),
    (
      "time.day('3/11')",
      "time.day: argument 1 \"text\": expected a date with its year, YYYY-03-11 or YYYY-11-03, since "
        + "\"3/11\" can be read as either, got \"3/11\""
    ),
    (
      "time.range('9am')",
      "time.range: argument 1 \"text\": expected a range such as today, last week, 2026-11 or "
        + "2026-03-01..2026-03-31, without a time, got \"9am\""
    ),
    (
      "spark.count{since = 'mon..tue'}",
      "spark.count: field \"since\": expected a day or time such as 2026-03-01, yesterday, -7d or "
        + "2026-03-01T09:30, not a range, got \"mon..tue\""
    ),
    (
      "time.day('+9999y')",
      "time.day: argument 1 \"text\": expected a day in the years 1 to 9999, got \"+9999y\""
    ),
  ])
  func `are refused with what was expected`(code: String, message: String) throws {
    #expect(try Playground().failure("return \(code)") == "script.lua:1: \(message)")
  }

  @Test func `are recorded as the days and times that they mean`() throws {
    let words = """
      local s = spark.add{title = 'Read', category = 'idea', at = 'yesterday 14:30'}
      local e = spark.add{title = 'Ran', category = 'energy', at = '-3h'}
      local t = task.add{name = 'Call', due = 'sun', reminder = 'mon 9:00'}
      local m = mood.add{mood = 'good', day = 'yesterday', at = 'now'}
      return s.id, e.id, t.id, m.id
      """
    let written = """
      local s = spark.add{title = 'Read', category = 'idea', at = '2026-02-28T14:30'}
      local e = spark.add{title = 'Ran', category = 'energy', at = '2026-03-01T09:00'}
      local t = task.add{name = 'Call', due = '2026-03-08', reminder = '2026-03-02T09:00'}
      local m = mood.add{mood = 'good', day = '2026-02-28', at = '2026-03-01T12:00'}
      return s.id, e.id, t.id, m.id
      """
    let ids = try Playground().run(words).values
    #expect(ids.count == 4 && Set(ids.map { "\($0)" }).count == 4)
    #expect(try Playground().run(written).values == ids)
  }

  @Test func `select what a view contains`() throws {
    let code = """
      for _, at in ipairs{'2026-01-31T09:00', '2026-02-28T09:00', '2026-03-01T09:00'} do
        spark.add{title = 'Read', category = 'idea', at = at}
      end
      return spark.count{since = 'yesterday'}, spark.count{before = 'today'},
        spark.count{since = '2026-02', before = 'this month'}, spark.count{since = '-3h'},
        stats.summary{since = '-1d'}.days, spark.count(time.range('last month'))
      """
    #expect(
      try Playground().run(code).values == [
        .integer(2), .integer(2), .integer(1), .integer(1), .integer(2), .integer(1),
      ])
  }

  @Test func `are arguments of a script`() throws {
    let code = "return args.parse{{'--since', type = 'day'}}.since"
    #expect(
      try Playground().run(code, arguments: ["--since", "-7d"]).values == [.text("2026-02-22")])
    #expect(
      try Playground().run(code, arguments: ["--since", "2026-02-03"]).values
        == [.text("2026-02-03")])
  }
}
