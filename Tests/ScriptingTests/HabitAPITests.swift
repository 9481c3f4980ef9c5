import Lua
import Testing

/// Today is Sunday, 2026-03-01, 12:00.
@Suite struct `Habits in Lua` {
  @Test func `are created with their tracker, or of one that exists`() throws {
    let code = """
      tracker.add{name = 'Run', at = '2026-02-01'}
      habit.add{name = 'run', schedule = {times = 3, per = 'week'}, at = '2026-02-02T08:00'}
      habit.add{
        name = 'Read', schedule = {per = 'week'}, category = 'learning',
        goal = {at_least = 100, of = 'minutes', over = 'period'}, at = '2026-02-02T08:00',
      }
      local names = {}
      for i, h in ipairs(habit.all()) do
        names[i] = table.concat({h.name, h.category, h.text, h.first_day, h.today}, '|')
      end
      return table.concat(names, ' ')
      """
    #expect(
      try Playground().run(code).values == [
        .text(
          "Run|personal|3 times a week|2026-02-02|unknown "
            + "Read|learning|at least 1 h 40 min a week|2026-02-02|unknown")
      ])
  }

  @Test func `are recorded by the entry that fits the goal`() throws {
    let code = """
      habit.add{name = 'Yes', schedule = {per = 'day'}, at = '2026-02-27T08:00'}
      habit.add{
        name = 'Walk', schedule = {per = 'day'}, goal = {at_least = 4.5, of = 'number'},
        at = '2026-02-27T08:00'}
      habit.add{
        name = 'Read', schedule = {per = 'day'}, goal = {at_least = 20, of = 'minutes'},
        at = '2026-02-27T08:00'}
      habit.done('Yes', nil, {at = '2026-02-28T09:00', note = 'early'})
      habit.done('yes')
      habit.done('Walk', '5.25')
      habit.done('Read', 15)
      habit.not_done('Yes', {at = '2026-02-27T21:00'})
      local found = {}
      for e in tracker.each_entry('Yes') do found[#found + 1] = e.kind .. tostring(e.done) .. (e.notes or '') end
      for e in tracker.each_entry('Walk') do found[#found + 1] = e.kind .. e.number end
      for e in tracker.each_entry('Read') do found[#found + 1] = e.kind .. e.minutes end
      for _, name in ipairs{'Yes', 'Walk', 'Read'} do
        local h = habit.get(name)
        found[#found + 1] = h.today .. h.streak
      end
      return table.concat(found, ' ')
      """
    #expect(
      try Playground().run(code).values == [
        .text(
          "checklistfalse checklisttrueearly checklisttrue measurement5.25 session15 "
            + "done2 done1 partial0")
      ])
  }

  @Test func `are skipped, paused, resumed, changed and stopped`() throws {
    let code = """
      habit.add{name = 'A', schedule = {per = 'day'}, at = '2026-02-20T08:00'}
      habit.skip('A', '2026-02-21', {note = 'ill'})
      habit.pause('A', {at = '2026-02-23T08:00'})
      habit.resume('A', {at = '2026-02-25T08:00'})
      habit.update('A', {schedule = {weekdays = {'mon'}}, at = '2026-02-26T08:00'})
      local days = {}
      for i, d in ipairs(habit.days('A')) do days[i] = d.status end
      local periods = habit.periods('A', {since = '2026-02-24'})
      habit.stop('A')
      return table.concat(days, ' '), #periods, periods[2].status, #habit.all(),
        habit.all{stopped = true}[1].text, habit.get('a').today
      """
    #expect(
      try Playground().run(code).values == [
        .text(
          "not_done skipped not_done paused paused not_done not_done not_due not_due not_due"),
        .integer(3), .text("missed"), .integer(0), .text("stopped"), .nil,
      ])
  }

  @Test func `keep what is not given when they are changed`() throws {
    let code = """
      habit.add{name = 'A', schedule = {times = 2, per = 'week'}, at = '2026-02-20T08:00'}
      local texts = {}
      for _, change in ipairs{
        {goal = {at_least = 2, of = 'entries'}}, {schedule = {times = 3, per = 'month'}},
        {goal = {at_most = 9, of = 'number'}}, {goal = false},
      } do
        habit.update('A', change)
        texts[#texts + 1] = habit.get('A').text
      end
      return table.concat(texts, '|')
      """
    #expect(
      try Playground().run(code).values == [
        .text(
          [
            "twice a week, at least 2 entries", "3 times a month, at least 2 entries",
            "at most 9 a month", "once a month",
          ].map { "twice a week; from 2026-03-02: \($0)" }.joined(separator: "|"))
      ])
  }

  @Test(arguments: [
    (
      "habit.add{name = 'A', schedule = {times = 9, per = 'week'}}",
      "habit.add: field \"schedule.times\": expected 1 to 7, the days of the period, got 9"
    ),
    (
      "habit.add{name = 'A', schedule = {per = 'day'}, goal = {at_least = 2, of = 'pages'}}",
      "habit.add: field \"goal.of\": expected number, minutes or entries, got \"pages\""
    ),
    (
      "habit.add{name = 'A'}",
      "habit.add: field \"schedule\": expected value, got nothing"
    ),
    (
      "habit.add{name = 'A', schedule = 'daily'}",
      "habit.add: field \"schedule\": expected a table with times, per, days and weekdays, got "
        + "\"daily\""
    ),
    (
      "habit.done('Walk')",
      "habit.done: argument 2 \"amount\": expected the number (the goal is at least 4.5), got nothing"
    ),
    (
      "habit.done('Yes', 3)",
      "habit.done: argument 2 \"amount\": expected nothing, since the habit has no goal of an "
        + "amount, got 3"
    ),
    (
      "habit.skip('Yes', 'someday')",
      "habit.skip: argument 2 \"day\": expected a day such as 2026-03-01, yesterday, mon or "
        + "-7d, got \"someday\""
    ),
    (
      "habit.update('Yes', {})",
      "habit.update: expected schedule, goal, of or needs, got none of them"
    ),
  ])
  func `refuse invalid arguments with the path`(code: String, message: String) throws {
    let setup = """
      habit.add{name = 'Yes', schedule = {per = 'day'}, at = '2026-02-27T08:00'}
      habit.add{
        name = 'Walk', schedule = {per = 'day'}, goal = {at_least = 4.5, of = 'number'},
        at = '2026-02-27T08:00'}

      """
    let found = try Playground().failure(setup + code)
    #expect(found.hasSuffix(message), "\(found)")
  }

  @Test func `have a series of the days that entries made done`() throws {
    let code = """
      habit.add{name = 'A', schedule = {per = 'day'}, at = '2026-02-23T08:00'}
      habit.add{
        name = 'B', schedule = {per = 'week'}, goal = {at_least = 3, of = 'entries', over = 'period'},
        at = '2026-02-23T08:00'}
      for _, day in ipairs{'24', '24', '26'} do
        habit.done('A', nil, {at = '2026-02-' .. day .. 'T09:00'})
        habit.done('B', nil, {at = '2026-02-' .. day .. 'T09:00'})
      end
      local function days(tracker)
        local found = {}
        local series = stats.series{
          metric = 'habits', by = 'day', since = '2026-02-24', before = '2026-02-27',
          tracker = tracker}
        for i, b in ipairs(series.buckets) do found[i] = b.value end
        return table.concat(found, ' ')
      end
      return days(), days('b')
      """
    #expect(try Playground().run(code).values == [.text("1 0 2"), .text("0 0 1")])
  }

  @Test func `refuse what is impossible with a reason`() throws {
    let code = """
      habit.add{name = 'Yes', schedule = {per = 'day'}, at = '2026-02-27T08:00'}
      tracker.add{name = 'Weight'}
      local found = {}
      for _, call in ipairs{
        function() return habit.done('Yess') end, function() return habit.skip('Weight') end,
        function() return habit.resume('Yes') end, function() return habit.days('No') end,
        function() return habit.add{name = 'yes', schedule = {per = 'week'}} end,
        function() return habit.done('Yes', nil, {at = '2026-02-26T08:00'}) end,
      } do
        local ok, why = call()
        found[#found + 1] = tostring(ok) .. ' ' .. why.code .. ': ' .. why.message
      end
      return table.concat(found, '\\n'), #habit.all()
      """
    let values = try Playground().run(code).values
    let lines = try #require(values.first?.text).split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(5) == [
        "nil not_found: there is no habit \"Yess\" (did you mean \"Yes\"?)",
        "nil not_habit: \"Weight\" is a tracker without a schedule; habit.add gives it one",
        "nil refused: the habit is not paused",
        "nil not_found: there is no habit \"No\"",
        "nil refused: \"Yes\" is a habit already (every day); habit.update changes its schedule",
      ])
    #expect(lines.last?.hasPrefix("nil refused: tracker \"Yes\" was created") == true)
    #expect(values.last == .integer(1))
  }
}
