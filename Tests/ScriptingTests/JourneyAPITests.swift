import Lua
import Testing

/// Today is 2026-03-01.
struct `journey, activity and achievement` {
  /// A journey of ten days, recorded today, with an entry and a session of today.
  private let tenDays = """
    local started = journey.start('2026-02-19', {at = '2026-03-01T09:00'})
    local wrote = activity.add{kind = 'journal', text = 'Snow again.', at = '2026-03-01T10:00'}
    activity.add{kind = 'self_care', at = '2026-03-01T11:00'}

    """

  @Test func `scores follow from what was done`() throws {
    // d = 10, J = 1, A = 1, S = 1, U = 0:
    // consistency 0.3 + 0.05 + 0.01·√10; self-care 0.2 + min(0.3, 0.5);
    // stability min(0.5, 0.3 + 0.05) + 0.381622/4 + 0.5/4, truncated.
    let scores = try Playground().run(tenDays + "return journey.scores()").values.first
    #expect(scores?["day"] == .text("2026-03-01"))
    #expect(scores?["days"] == .integer(10))
    #expect(scores?["consistency"] == .number(0.381622))
    #expect(scores?["self_care"] == .number(0.5))
    #expect(scores?["stability"] == .number(0.570405))
  }

  @Test func `a past day and a day to come have scores of their own`() throws {
    // The fifth day, without anything done: consistency 0.01·√5; 0.3 + 0.025 + 0.022360/4.
    let code = """
      local past, later = journey.scores('2026-02-24'), journey.scores('2026-03-11')
      return past.consistency, past.self_care, past.stability, later.days, later.consistency,
        journey.scores('2026-02-18')
      """
    // Day 20: min(0.4, 3/20) + 0.5/20 + 0.01·√20.
    #expect(
      try Playground().run(tenDays + code).values == [
        .number(0.02236), .number(0), .number(0.33059), .integer(20), .number(0.219721), .nil,
      ])
  }

  @Test func `outcomes of events contain unlocked achievements`() throws {
    let code = """
      local a = achievement.get('time-1')
      return started.achievements, wrote.achievements, a.title, a.day, a.at, a.unlocked,
        a.conditions[1].have, a.conditions[1].need, a.conditions[1].missing
      """
    #expect(
      try Playground().run(tenDays + code).values == [
        .array([.text("time-1")]), .array([.text("journaling-1")]), .text("Out of the Door"),
        .text("2026-03-01"), .text("2026-03-01T09:00:00+01:00"), .boolean(true), .integer(10),
        .integer(1), .integer(0),
      ])
  }

  @Test func `what unlocks as a day opens has no time`() throws {
    let code = """
      journey.start('2026-02-27', {at = '2026-02-27T10:00'})
      local a = achievement.get('time-1')
      return a.day, a.at, achievement.get('time-3').unlocked
      """
    #expect(
      try Playground().run(code).values == [.text("2026-02-28"), .nil, .boolean(false)])
  }

  @Test func `achievements are found by ladder and by whether they are unlocked`() throws {
    let code = """
      local function ids(filter)
        local list = {}
        for a in achievement.each(filter) do list[#list + 1] = a.id end
        return #list, list[1], list[#list]
      end
      local all, first = ids()
      local unlocked, one, two = ids{unlocked = true}
      local rest, next = ids{ladder = 'time', unlocked = false}
      return all, first, unlocked, one, two, rest, next, (ids{ladder = 'sos'}),
        achievement.get('nothing')
      """
    // 10 + 4 + 6 + 4 + 3 + 5 + 5 rungs on ladders, and nine of one rung.
    #expect(
      try Playground().run(tenDays + code).values == [
        .integer(46), .text("time-1"), .integer(2), .text("time-1"), .text("journaling-1"),
        .integer(9), .text("time-3"), .integer(5), .nil,
      ])
  }

  @Test func `next goals contain the missing amount, and the day of unlocking where it is certain`()
    throws
  {
    let code = """
      local goals = {}
      for _, goal in ipairs(journey.next_goals()) do goals[goal.ladder] = goal end
      local time, sos, both = goals.time, goals.sos, goals.positive
      return time.id, time.unlocks_on, time.conditions[1].missing, sos.conditions[1].metric,
        sos.conditions[1].missing, sos.unlocks_on, both.conditions[1].have,
        both.conditions[2].metric, both.conditions[2].need, both.conditions[2].missing,
        time.needs_journey, #journey.next_goals()
      """
    #expect(
      try Playground().run(tenDays + code).values == [
        .text("time-3"), .text("2026-03-02"), .integer(0), .text("sos_sessions"), .integer(1),
        .nil, .integer(1), .text("consistency"), .number(0.6), .number(0.218378),
        .boolean(false), .integer(16),
      ])
  }

  @Test func `the landscape ends today and stays within its noise`() throws {
    let points = try Playground().run(tenDays + "return journey.landscape()").values.first
    guard case .array(let days)? = points else {
      Issue.record("no landscape")
      return
    }
    #expect(
      days.map { $0["day"]?.text?.suffix(5) } == [
        "02-23", "02-24", "02-25", "02-26", "02-27", "02-28", "03-01",
      ])
    guard case .number(let first)? = days.first?["value"],
      case .number(let last)? = days.last?["value"]
    else {
      Issue.record("no values")
      return
    }
    // Day 4: 0.34 + 0.2 · 0.02. Day 10: 0.4 + 0.2 · 0.381622 + 0.15 · 0.5 + 6 · 0.005.
    #expect(abs(first - 0.344) <= 0.02)
    #expect(abs(last - 0.581324) <= 0.02)
  }

  @Test func `the summary of a journey has all fields`() throws {
    let journey = try Playground().run(tenDays + "return journey.get()").values.first
    let expected: [(String, LuaValue)] = [
      ("day", .text("2026-03-01")), ("first_day", .text("2026-02-19")), ("days", .integer(10)),
      ("started_at", .text("2026-03-01T09:00:00+01:00")), ("streak", .integer(1)),
      ("longest_streak", .integer(1)), ("streak_goal", .integer(3)), ("active", .boolean(true)),
      ("active_days", .integer(1)),
      ("first_active_day", .text("2026-03-01")), ("journals", .integer(1)),
      ("sos_sessions", .integer(0)), ("self_care_sessions", .integer(1)),
      ("achievements", .integer(2)), ("achievements_total", .integer(46)),
    ]
    for (name, value) in expected { #expect(journey?[name] == value, "\(name)") }
  }

  @Test func `without a journey there are days but no scores`() throws {
    let code = """
      spark.add{title = 'Ran', category = 'energy', at = '2026-02-28T08:00'}
      local j = journey.get()
      local waits = 0
      for _, goal in ipairs(journey.next_goals()) do
        if goal.needs_journey then waits = waits + 1 end
      end
      return journey.scores(), #journey.landscape(), j.first_day, j.days, j.active_days, j.streak,
        j.active, waits
      """
    // All but streak, journaling, sos, engagement and fortnight-writer ask for a journey.
    #expect(
      try Playground().run(code).values == [
        .nil, .integer(0), .nil, .nil, .integer(1), .integer(1), .boolean(false), .integer(11),
      ])
  }

  @Test func `the journey started last counts before it is removed`() throws {
    let code = """
      journey.start('2026-01-01', {at = '2026-02-01'})
      local second = journey.start()
      local now = journey.get()
      local was = achievement.get('time-7').unlocked
      journey.remove(second.id)
      return now.first_day, now.days, was, now.id == second.id, journey.get().first_day,
        select(2, journey.remove(second.id)).code
      """
    // From 31 days on 1 February: 1, 3 and 7 on the first three days.
    #expect(
      try Playground().run(code).values == [
        .text("2026-03-01"), .integer(0), .boolean(true), .boolean(true), .text("2026-01-01"),
        .text("not_found"),
      ])
  }

  @Test func `activities are listed, and removed with the achievements that they unlocked`() throws
  {
    let code = """
      activity.add{kind = 'open', at = '2026-02-01T08:00'}
      local a = activity.add{kind = 'journal', text = ' First words ', at = '2026-02-02T21:00+03:00', key = 'n1'}
      activity.add{kind = 'sos', text = 'Rang', at = '2026-02-03T03:00'}
      local function kinds(filter)
        local list = {}
        for a in activity.each(filter) do list[#list + 1] = a.kind end
        return table.concat(list, ' ')
      end
      local entry
      for a in activity.each{kind = 'journal'} do entry = a end
      local all, newest = kinds(), kinds{order = 'newest', limit = 2}
      local some = kinds{since = '2026-02-01T08:01', before = '2026-02-03'}
      local was = achievement.get('journaling-1').unlocked
      local gone = activity.remove(a.id)
      return all, newest, some, entry.text, entry.at, entry.day, entry.key, was, gone, kinds(),
        achievement.get('journaling-1').unlocked, select(2, activity.remove(a.id)).code
      """
    #expect(
      try Playground().run(code).values == [
        .text("open journal sos"), .text("sos journal"), .text("journal"),
        .text(" First words "), .text("2026-02-02T21:00:00+03:00"), .text("2026-02-02"),
        .text("n1"), .boolean(true), .boolean(true), .text("open sos"), .boolean(false),
        .text("not_found"),
      ])
  }

  @Test(arguments: [
    (
      "journey.start('2026-03-02')",
      "journey.start: argument 1 \"day\": expected a day that is not later than 2026-03-01, "
        + "got 2026-03-02"
    ),
    (
      "journey.start('2026-02-02', {at = '2026-02-01'})",
      "journey.start: argument 1 \"day\": expected a day that is not later than 2026-02-01, "
        + "got 2026-02-02"
    ),
    (
      "journey.scores('yesteday')",
      "journey.scores: argument 1 \"day\": expected a day such as 2026-03-01, yesterday, mon "
        + "or -7d, got \"yesteday\" (did you mean \"yesterday\"?)"
    ),
    (
      "activity.add{kind = 'journal'}",
      "activity.add: field \"text\": expected a text that is not empty, got nothing"
    ),
    (
      "activity.add{kind = 'jurnal', text = 'x'}",
      "activity.add: field \"kind\": expected open, journal, sos or self_care, "
        + "got \"jurnal\" (did you mean \"journal\"?)"
    ),
    (
      "activity.add{kind = 'sos', at = '2026-04-01'}",
      "activity.add: field \"at\": expected a time that is not later "
        + "than now (2026-03-01T12:00:00+01:00), got 2026-04-01T12:00:00+02:00"
    ),
    (
      "achievement.each{ladder = 'times'}",
      "achievement.each: field \"ladder\": expected the id of a ladder (time, activity-streak, "
        + "journaling, consistency, self-care, sos, engagement, positive, gratitude, strength, "
        + "self-compassion, growth, steady, month-writer, balanced, fortnight-writer), "
        + "got \"times\" (did you mean \"time\"?)"
    ),
    (
      "journey.days = 3",
      "journey.days: journeys cannot be written: start one with journey.start(day)"
    ),
    (
      "achievement.get = nil",
      "achievement.get: achievements cannot be written: they unlock when all of their "
        + "conditions are met"
    ),
  ])
  func `errors state the function, the argument and the fix`(code: String, message: String) throws {
    #expect(try Playground().failure(code) == "script.lua:1: " + message)
  }

  @Test func `an activity can be updated without changing its position in history`() throws {
    let code = """
      local a = activity.add{kind = 'journal', text = 'Slept wel.', at = '2026-02-01T08:00'}
      local fixed = activity.update(a.id, {text = 'Slept well.', at = '2026-02-01T09:00'})
      local other = activity.update(a.id, {kind = 'sos', text = false})
      local ok, why = pcall(activity.update, a.id, {kind = 'journal'})
      return fixed.text, fixed.at, other.kind, other.text, tostring(why),
        select(2, activity.update('\(String(repeating: "0", count: 32))', {})).code
      """
    let values = try Playground().run(code).values
    #expect(
      values == [
        .text("Slept well."), .text("2026-02-01T09:00:00+01:00"), .text("sos"), .nil,
        .text(
          "activity.update: argument 2 \"changes\": field \"text\": expected a text that is not "
            + "empty, got nothing"), .text("not_found"),
      ])
  }
}
