import Lua
import Testing

struct `stats.relate` {
  /// Forty rated days from 2026-01-01; even days are great, and have a workout, a spark with the tag
  /// "sun" and a task of Home; odd ones are bad, and have an entry with the tag "rain".
  private static let days = """
    tracker.add{name = "Gym", at = "2025-12-31T10:00"}
    tracker.add{name = "Notes", at = "2025-12-31T10:00"}
    for i = 0, 39 do
      local day = clock.add_days("2026-01-01", i)
      local even = i % 2 == 0
      mood.add{mood = even and "great" or "bad", day = day, at = day .. "T22:00"}
      assert(tracker.add_entry("Gym", {done = even, at = day .. "T18:00"}))
      if even then
        spark.add{title = "Out", category = "energy", tags = {"sun"}, at = day .. "T12:00"}
        local t = task.add{name = "Clean", project = "Home", at = day .. "T08:00"}
        task.complete(t.id, {at = day .. "T09:00"})
      else
        assert(tracker.add_entry("Notes", {text = "wet", tags = {"rain"}, at = day .. "T12:00"}))
      end
    end

    """

  private static let list = """
    local list = {}
    for _, r in ipairs(report.relations) do
      list[#list + 1] = ("%s %s %d/%d %.0f"):format(
        r.kind, r.factor, r.days_with, r.days_without, r.difference)
    end
    table.sort(list)

    """

  @Test func `finds the days of habits, tags, trackers, sparks and tasks`() throws {
    let result = try Playground().run(
      Self.days + "local report = stats.relate{}\n" + Self.list
        + "return table.concat(list, '; '), report.rated_days, #report.too_few_days")
    // great 4 and bad 1. "rain" and Notes begin a day later, so that the first great day is not theirs.
    #expect(
      result.values == [
        .text(
          "habit Gym 20/20 3; spark energy 20/20 3; tag rain 20/19 -3; tag sun 20/20 3; "
            + "task any task 20/20 3; tracker Notes 20/19 -3"),
        .integer(40), .integer(0),
      ])
  }

  @Test func `days with an amount above the median are compared with other days with an amount`()
    throws
  {
    let code =
      Self.days + """
        tracker.add{name = "Pages", at = "2025-12-31T10:00"}
        for i = 0, 39 do
          if i % 5 < 4 then
            local at = clock.add_days("2026-01-01", i) .. "T12:00"
            tracker.add_entry("Pages", {number = i % 2 == 0 and 9.5 or 2, at = at})
            if i % 2 == 1 then tracker.add_entry("Pages", {number = 0.5, at = at}) end
          end
        end
        local report = stats.relate{with = {"trackers"}}

        """ + Self.list + "return table.concat(list, '; '), report.too_few_days[1].factor"
    // Of 32 days with pages 16 are even, with 9.5; the others have 2 + 0.5 = 2.5, the lower median.
    // 8 days have none, too few for pages on any day.
    #expect(
      try Playground().run(code).values == [
        .text("tracker Notes 20/19 -3; tracker Pages above 2.5 16/16 3"), .text("Pages"),
      ])
  }

  @Test func `kinds, days and lags are chosen`() throws {
    let code =
      Self.days + """
        local report = stats.relate{with = {"habits", "tasks"}, since = "2026-01-11", lag = 1}

        """ + Self.list
        + """
        return table.concat(list, '; '), report.rated_days, report.since, report.relations[1].lag,
          #stats.relate{with = {"habits"}, lag = "0..3"}.relations
        """
    // The day after a workout is bad. Thirty days from 01-11 on: 15 after a workout, of the day before the
    // range too.
    #expect(
      try Playground().run(code).values == [
        .text("habit Gym 15/15 -3; task any task 15/15 -3"), .integer(30), .text("2026-01-11"),
        .integer(1), .integer(4),
      ])
  }

  @Test func `removed sparks and entries are no days of a factor`() throws {
    let code =
      Self.days + """
        for s in spark.each{tag = "sun", limit = 12} do spark.remove(s.id) end
        local report = stats.relate{with = {"tags", "sparks"}}
        return report.too_few_days[1].factor, report.too_few_days[1].days_with,
          report.too_few_days[2].kind, report.too_few_days[2].days_with, #report.relations
        """
    #expect(
      try Playground().run(code).values == [
        .text("sun"), .integer(8), .text("spark"), .integer(8), .integer(1),
      ])
  }

  @Test func `other kinds, lags and seeds are refused`() throws {
    let playground = try Playground()
    #expect(
      try playground.failure("stats.relate{with = {'sleep'}}").contains(
        "names among habits, tags, trackers, sparks, tasks"))
    #expect(
      try playground.failure("stats.relate{lag = '0..4'}").contains(
        "a number of days from 0 to 3, or several such as 0..3"))
    #expect(try playground.failure("stats.relate{lag = 4}").contains("lag"))
    #expect(try playground.failure("stats.relate{seed = -1}").contains("seed"))
  }
}
