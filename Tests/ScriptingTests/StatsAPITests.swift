import FlintCalendar
import Lua
import FlintRules
import Testing

struct `stats` {
  /// Sparks of three days, from a Friday to a Sunday.
  private static let sparks = """
    spark.add{title = 'Ran', category = 'energy', intensity = 'extreme', at = '2026-02-27T07:00',
      actual = 40, tags = {'home'}}
    spark.add{title = 'Saw it', category = 'idea', at = '2026-02-27T21:00', notes = 'in a dream'}
    spark.add{title = 'Wrote it', category = 'idea', intensity = 'high', at = '2026-03-01T07:30',
      actual = 5, tags = {'home', 'desk'}}

    """

  @Test func `counts by day, week, month and year`() throws {
    let code =
      Self.sparks + """
        local function values(query)
          local list = {}
          for _, b in ipairs(stats.series(query).buckets) do
            list[#list + 1] = b.period .. '=' .. tostring(b.value)
          end
          return table.concat(list, ' ')
        end
        return values{metric = 'sparks'}, values{metric = 'spark_points', by = 'week'},
          values{metric = 'minutes', by = 'month', since = '2026-01-31', before = '2026-03-02'},
          values{metric = 'sparks', by = 'year', before = '2026-03-01'},
          values{metric = 'mean_intensity', since = '2026-02-28'}
        """
    // 15 × 2.5 + 8 × 1.5 = 37 + 12 in the one week, with 8 × 2 = 16 on its Sunday.
    #expect(
      try Playground().run(code).values == [
        .text("2026-02-27=2 2026-02-28=0 2026-03-01=1"), .text("2026-W09=65"),
        .text("2026-01=0 2026-02=40 2026-03=5"), .text("2026=2"),
        .text("2026-02-28=nil 2026-03-01=3.0"),
      ])
  }

  @Test func `returns the range and its total`() throws {
    let code =
      Self.sparks + """
        local s = stats.series{metric = 'mean_intensity', by = 'week'}
        local b = s.buckets[1]
        return s.metric, s.by, s.since, s.before, s.days, s.total, #s.buckets, b.first_day, b.days,
          math.type(stats.series{metric = 'sparks'}.total)
        """
    #expect(
      try Playground().run(code).values == [
        .text("mean_intensity"), .text("week"), .text("2026-02-27"), .text("2026-03-02"),
        .integer(3), .number(3), .integer(1), .text("2026-02-27"), .integer(3), .text("integer"),
      ])
  }

  @Test(arguments: [
    ("sparks", "category = 'idea'"), ("spark_points", "min_intensity = 'high'"),
    ("minutes", "intensity = 'extreme'"), ("sparks", "tag = ' Home '"),
    ("sparks", "text = 'DREAM'"), ("spark_points", "category = 'idea', tag = 'desk'"),
    ("sparks", "text = 'nowhere'"), ("sparks", "tag = 'hom'"), ("spark_points", "text = 'ran'"),
    ("minutes", "text = 'desk'"), ("sparks", "intensity = 'low', min_intensity = 'high'"),
  ])
  func `filters sparks as spark_each does`(metric: String, filter: String) throws {
    let value = [
      "sparks": "1", "spark_points": "s.points", "minutes": "s.actual or 0",
    ][metric]
    let code =
      Self.sparks + """
        local days = {}
        local sum = 0
        for s in spark.each{\(filter)} do
          days[s.day] = (days[s.day] or 0) + (\(value ?? "0"))
          sum = sum + (\(value ?? "0"))
        end
        local series = stats.series{metric = '\(metric)', \(filter)}
        for _, b in ipairs(series.buckets) do
          if b.value ~= (days[b.period] or 0) then return b.period end
        end
        return series.total == sum
        """
    #expect(try Playground().run(code).values == [.boolean(true)])
  }

  @Test func `includes corrections and excludes future events`() throws {
    var playground = try Playground()
    let value = { (playground: Playground) in
      try playground.value(
        """
        (function()
          local a = stats.series{metric = 'sparks', before = '2027-01-01'}
          local b = stats.series{metric = 'sparks', before = '2027-01-01', text = ''}
          assert(a.total == b.total)
          return b.total
        end)()
        """)
    }
    _ = try playground.run(Self.sparks)
    #expect(try value(playground) == .integer(3))
    _ = try playground.run(
      "for s in spark.each{tag = 'desk'} do spark.remove(s.id) end")
    #expect(try value(playground) == .integer(2))
    playground.now = Timestamp("2026-06-01T12:00")
    _ = try playground.run("spark.add{title = 'Later', category = 'idea'}")
    #expect(try value(playground) == .integer(3))
    playground.now = Timestamp("2026-03-01T12:00")
    #expect(try value(playground) == .integer(2))
  }

  @Test func `finds the sparks of a few days among those of many`() throws {
    let code = """
      for i = 0, 399 do
        spark.add{title = 'S' .. i, category = 'idea', actual = i,
          at = clock.add_days('2025-01-01', (i * 7919) % 400) .. 'T' .. (i % 2 == 0 and '00:10' or '23:50')}
      end
      local all = stats.series{metric = 'minutes', by = 'month'}
      assert(all.total == 399 * 200)
      for _, by in ipairs{'day', 'week', 'month'} do
        for _, b in ipairs(stats.series{metric = 'minutes', by = by}.buckets) do
          local alone = stats.series{metric = 'minutes', since = b.first_day,
            before = clock.add_days(b.first_day, b.days)}
          if alone.total ~= b.value then return b.period, alone.total, b.value end
        end
      end
      """
    let result = try Playground().run(code)
    #expect(result.error == nil)
    #expect(result.values == [])
  }

  @Test func `filters tasks, entries and activities`() throws {
    let code = """
      local function done(fields)
        fields.at = '2026-02-28T08:00'
        task.complete(task.add(fields).id, {at = '2026-02-28T09:00'})
      end
      done{name = 'a', priority = 'P0', project = 'House'}
      done{name = 'b', priority = 'P1', project = 'House'}
      done{name = 'c', priority = 'P0'}
      local function total(metric, filter)
        local query = {metric = metric}
        for name, value in pairs(filter or {}) do query[name] = value end
        return stats.series(query).total
      end
      return total('tasks'), total('tasks', {project = 'house'}), total('task_score', {priority = 1}),
        total('task_score', {project = 'House', priority = 'P1'}), total('activities', {activity = 'sos'})
      """
    #expect(
      try Playground().run(code).values == [
        .integer(3), .integer(2), .integer(14), .integer(4), .integer(0),
      ])
  }

  @Test func `returns a summary of days`() throws {
    let code =
      Self.sparks + """
        local s = stats.summary()
        local f = stats.summary{since = '2026-02-27', category = 'idea'}
        return s.sparks, s.minutes, s.hour, s.weekday, s.by_category.idea.share,
          s.by_intensity.extreme.sparks, s.productivity, s.trend.direction, s.points.spark,
          s.active_days, s.mood_mean, f.sparks, f.events, f.trend.recent
        """
    #expect(
      try Playground().run(code).values == [
        .integer(3), .integer(45), .integer(7), .text("Friday"), .number(0.666667), .integer(1),
        // 0.4 · 9/12 + 0.3 · 2/5 + 0.3 · 2/3, in whole millionths.
        .number(0.62), .text("rising"), .integer(65), .integer(2), .nil, .integer(2), .nil,
        .integer(28),
      ])
  }

  @Test func `contains zeros and no NaN without events`() throws {
    let code = """
      local s, n = stats.summary(), stats.series{metric = 'mood_mean', by = 'year'}
      local text = json.encode(s) .. json.encode(n)
      return s.sparks, s.days, s.productivity, s.by_category.idea.share, s.hour, #n.buckets,
        n.total, text:lower():find('nan'), text:find('inf')
      """
    #expect(
      try Playground().run(code).values == [
        .integer(0), .integer(1), .nil, .number(0), .nil, .integer(1), .nil, .nil, .nil,
      ])
  }

  @Test(arguments: [
    (
      "stats.series{metric = 'spraks'}",
      "stats.series: field \"metric\": expected events, sparks, points, spark_points, "
        + "duplicate_points, mission_points, task_points, earned_points, cards, duplicates, "
        + "missions, overloads, tasks, task_score, quest_steps, moods, mood_mean, activities, "
        + "entries, habits, minutes, "
        + "mean_intensity, active_days, spark_days or achievements, got \"spraks\" "
        + "(did you mean \"sparks\"?)"
    ),
    (
      "stats.series{metric = 'moods', tag = 'x'}",
      "stats.series: field \"tag\": expected a metric that supports this filter (sparks, "
        + "spark_points, minutes, mean_intensity, spark_days, tasks or task_score), got moods"
    ),
    (
      "stats.series{metric = 'tasks', project = 'Hose'}",
      "stats.series: field \"project\": expected a project of the profile, got \"Hose\""
    ),
    (
      "stats.series{metric = 'entries', tracker = 'Pulse'}",
      "stats.series: field \"tracker\": expected the name or id of a tracker of the "
        + "profile, got \"Pulse\""
    ),
    (
      "stats.series{metric = 'sparks', since = '2026-03-02', before = '2026-03-02'}",
      "stats.series: field \"before\": expected a day after since (2026-03-02), got 2026-03-02"
    ),
    (
      "stats.series{metric = 'sparks', since = '0001-01-01'}",
      "stats.series: field \"by\": expected a period with at most 100000 buckets, got day, "
        + "with 739676"
    ),
    (
      "stats.summary{project = 'Inbox'}",
      "stats.summary: unknown field \"project\""
    ),
    (
      "stats.series = nil",
      "stats.series: statistics cannot be written: they are computed from the history"
    ),
  ])
  func `reports invalid arguments`(code: String, message: String) throws {
    #expect(try Playground().failure(code) == "script.lua:1: " + message)
  }
}
