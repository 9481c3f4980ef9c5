import Lua
import Testing

/// Today is Sunday, 2026-03-01.
struct `mood` {
  @Test func `a rated day has the fields of its event`() throws {
    let day = try Playground().run(
      """
      mood.add{mood = 'good', day = '2026-02-27', note = 'Rain.', entry_type = 'header',
        at = '2026-02-27T22:00', key = 'm1'}
      return mood.get('2026-02-27')
      """
    ).values.first
    let expected: [(String, LuaValue)] = [
      ("day", .text("2026-02-27")), ("mood", .text("good")), ("value", .integer(3)),
      ("entry_type", .text("header")), ("recorded_at", .text("2026-02-27T22:00:00+01:00")),
      ("weekday", .text("Friday")), ("can_edit", .boolean(true)), ("can_delete", .boolean(true)),
      ("note", .text("Rain.")), ("ratings", .integer(1)),
    ]
    for (name, value) in expected { #expect(day?[name] == value, "\(name)") }
    #expect(day?["id"]?.text?.count == 32)
  }

  @Test(arguments: ["'great'", "4", "4.0"])
  func `a rating is a name or a number, and a day is today's if not given`(value: String) throws {
    let code = "mood.add{mood = \(value)} local m = mood.get() return m.day, m.mood, m.value"
    #expect(
      try Playground().run(code).values == [
        .text("2026-03-01"), .text("great"), .integer(4),
      ])
  }

  @Test func `of several ratings the latest by time counts`() throws {
    let code = """
      local late = mood.add{mood = 'good', day = '2026-02-20', at = '2026-02-22T09:00', note = 'so'}
      local early = mood.add{mood = 'bad', day = '2026-02-20', at = '2026-02-21T09:00', note = 'no'}
      local m = mood.get('2026-02-20')
      return m.mood, m.note, m.ratings, m.id == late.id, m.superseded[1] == early.id,
        mood.year{year = 2026}.rated
      """
    #expect(
      try Playground().run(code).values == [
        .text("good"), .text("so"), .integer(2), .boolean(true), .boolean(true), .integer(1),
      ])
  }

  @Test func `update changes the rating that counts without changing its time`() throws {
    let code = """
      local got = mood.add{mood = 'bad', day = '2026-02-20', note = 'no', at = '2026-02-20T21:00'}
      local same = mood.update('2026-02-20', {})
      local better = mood.update('2026-02-20', {value = 'average'})
      local bare = mood.update('2026-02-20', {note = false})
      local gone, why = mood.update('2026-02-21', {value = 1})
      return same.mood, same.note, better.mood, better.note, better.id == got.id, bare.note,
        bare.mood, bare.recorded_at, bare.ratings, gone, why.code, tostring(why)
      """
    #expect(
      try Playground().run(code).values == [
        .text("bad"), .text("no"), .text("average"), .text("no"), .boolean(true), .nil,
        .text("average"), .text("2026-02-20T21:00:00+01:00"), .integer(1), .nil,
        .text("not_found"), .text("2026-02-21 is not rated"),
      ])
  }

  @Test func `removing a day removes all of its ratings`() throws {
    let code = """
      mood.add{mood = 'bad', day = '2026-02-20', at = '2026-02-20T21:00'}
      mood.add{mood = 'good', day = '2026-02-20', at = '2026-02-21T21:00'}
      mood.add{mood = 'great', day = '2026-02-21'}
      local gone = mood.remove('2026-02-20')
      local again = mood.add{mood = 'bad', day = '2026-02-20', at = '2026-02-20T21:00'}
      return gone, again.status, mood.get('2026-02-20').ratings, mood.get('2026-02-21').mood,
        select(2, mood.remove('2026-02-19')).code
      """
    #expect(
      try Playground().run(code).values == [
        .integer(2), .text("restored"), .integer(1), .text("great"), .text("not_found"),
      ])
  }

  @Test func `filling shows unrated days as missing, and records only changes`() throws {
    let code = """
      local function list(filter)
        local days = {}
        for m in mood.each(filter) do
          days[#days + 1] = m.day:sub(-2) .. ' ' .. m.mood .. (m.can_delete and '' or '*')
        end
        return table.concat(days, ', ')
      end
      mood.add{mood = 'good', day = '2026-02-25'}
      mood.add{mood = 'bad', day = '2026-02-27'}
      local off = mood.fill(false)
      local before = list()
      local on, again = mood.fill(), mood.fill(true)
      local filled = list()
      local missing = mood.get('2026-02-26')
      return off.status, off.id, before, on.status, again.status, again.id == on.id, filled,
        missing.value, missing.entry_type, missing.recorded_at, missing.id,
        mood.get('2026-02-24'), mood.get('2026-03-01'), mood.fill(false).status, list()
      """
    // From the first rating to yesterday, the 28th.
    #expect(
      try Playground().run(code).values == [
        .text("unchanged"), .nil, .text("25 good, 27 bad"), .text("added"), .text("unchanged"),
        .boolean(true), .text("25 good, 26 missing*, 27 bad, 28 missing*"), .integer(5),
        .text("filled_in_missing"), .nil, .nil, .nil, .nil, .text("added"),
        .text("25 good, 27 bad"),
      ])
  }

  @Test func `days are found by range, weekday and order`() throws {
    let code = """
      for i = 0, 13 do mood.add{mood = i % 5, day = clock.add_days('2026-02-16', i), note = 'n' .. i} end
      local function list(filter)
        local days = {}
        for m in mood.each(filter) do days[#days + 1] = m.day:sub(-2) .. m.note end
        return table.concat(days, ' ')
      end
      return list{weekdays = {'sat', 'Sunday'}}, list{since = '2026-02-26', order = 'newest'},
        list{before = '2026-02-18'}, list{since = '2026-02-20', limit = 2},
        list{since = '2026-03-05'}, list{weekdays = {}}
      """
    #expect(
      try Playground().run(code).values == [
        .text("21n5 22n6 28n12 01n13"), .text("01n13 28n12 27n11 26n10"), .text("16n0 17n1"),
        .text("20n4 21n5"), .text(""), .text(""),
      ])
  }

  @Test func `removing days while going through them is safe`() throws {
    let code = """
      for i = 1, 5 do mood.add{mood = i - 1, day = '2026-02-0' .. i, note = 'n'} end
      local seen = 0
      for m in mood.each() do
        seen = seen + 1
        mood.remove('2026-02-05')
      end
      return seen, mood.summary().rated
      """
    #expect(try Playground().run(code).values == [.integer(5), .integer(4)])
  }

  @Test func `a traveller's day is that of the time's own offset`() throws {
    // 00:30 of the 2nd at +14:00 is 11:30 of the 1st in Rome: before now.
    let code = """
      mood.add{mood = 'great', day = '2026-03-02', at = '2026-03-02T00:30+14:00'}
      local list = {}
      for m in mood.each() do list[#list + 1] = m.day .. ' ' .. m.recorded_at end
      return table.concat(list), mood.summary().rated
      """
    #expect(
      try Playground().run(code).values == [
        .text("2026-03-02 2026-03-02T00:30:00+14:00"), .integer(1),
      ])
  }

  @Test func `a month is weeks from Monday to Sunday`() throws {
    let code = """
      mood.add{mood = 'good', day = '2026-02-28', note = 'n'}
      mood.add{mood = 'bad', day = '2026-02-26'}
      mood.fill()
      local m = mood.month{year = 2026, month = 2}
      local first, last = m.weeks[1], m.weeks[5]
      local some = mood.month{year = 2026, month = 2, weekdays = {'sat'}}.weeks[5]
      return m.month, #m.weeks, #first, first[6].mood, first[6].value, first[7].day,
        first[7].mood, last[4].mood, last[5].mood, last[6].note, last[7].mood, some[5].mood,
        some[6].mood, #mood.month{year = 2027, month = 2}.weeks
      """
    // February 2026 begins on a Sunday and ends on a Saturday.
    #expect(
      try Playground().run(code).values == [
        .text("2026-02"), .integer(5), .integer(7), .text("placeholder"), .integer(6),
        .text("2026-02-01"), .nil, .text("bad"), .text("missing"), .text("n"),
        .text("placeholder"), .text("placeholder"), .text("good"), .integer(4),
      ])
  }

  @Test func `a year is summed up`() throws {
    // Mon 0, Tue 4, Wed 4, Sat 3 in February, Sun 4 in March: 15 over 5 days. 0 + 4 against 3 + 4.
    let code = """
      mood.add{mood = 0, day = '2026-02-23'}
      mood.add{mood = 4, day = '2026-02-24'}
      mood.add{mood = 4, day = '2026-02-25'}
      mood.add{mood = 3, day = '2026-02-28'}
      mood.add{mood = 4, day = '2026-03-01'}
      mood.fill()
      local y = mood.year{year = 2026}
      local some = mood.summary{since = '2026-02-24', before = '2026-03-01',
        weekdays = {'tue', 'sat'}}
      return y.rated, y.missing, y.mean, y.median, y.counts.great, y.counts.missing,
        y.best_weekday, y.worst_weekday, y.best_month, y.worst_month, y.longest_run, y.trend,
        y.trend_change, y.since, y.before, #y.by_month, y.by_month[1].rated,
        y.by_month[1].mean, #y.by_weekday, y.by_weekday[4].mean, some.rated, some.mean,
        some.longest_run, table.concat(some.weekdays, ' '), mood.year{year = 2025}.mean
      """
    #expect(
      try Playground().run(code).values == [
        .integer(5), .integer(2), .number(3), .number(4), .integer(3), .integer(2),
        .text("Tuesday"), .text("Monday"), .text("2026-03"), .text("2026-02"), .integer(3),
        .text("rising"), .number(1.5), .text("2026-01-01"), .text("2027-01-01"), .integer(2),
        .integer(4), .number(2.75), .integer(7), .nil, .integer(2), .number(3.5), .integer(2),
        .text("Tuesday Saturday"), .nil,
      ])
  }

  @Test(arguments: [
    (
      "mood.add{mood = 'good', day = '2026-03-02'}",
      "mood.add: field \"day\": expected a day that is not later than 2026-03-01, "
        + "got 2026-03-02"
    ),
    (
      "mood.add{mood = 'good', day = '2026-02-02', at = '2026-02-01T12:00'}",
      "mood.add: field \"day\": expected a day that is not later than 2026-02-01, "
        + "got 2026-02-02"
    ),
    (
      "mood.add{mood = 'gret', day = '2026-02-02'}",
      "mood.add: field \"mood\": expected horrible, bad, average, good or great "
        + "(or 0 to 4), got \"gret\" (did you mean \"great\"?)"
    ),
    (
      "mood.add{mood = 5, day = '2026-02-02'}",
      "mood.add: field \"mood\": expected horrible, bad, average, good or great "
        + "(or 0 to 4), got 5"
    ),
    (
      "mood.add{mood = 1, day = '2026-02-30'}",
      "mood.add: field \"day\": expected a day that exists (February 2026 has 28 "
        + "days), got \"2026-02-30\""
    ),
    (
      "mood.add{mood = 1, day = '2026-02-02', entry_type = 'page'}",
      "mood.add: field \"entry_type\": expected header, list, "
        + "filled_in_missing, import or script, got \"page\""
    ),
    (
      "mood.each{weekdays = {'mon', 'some'}}",
      "mood.each: field \"weekdays\": expected weekdays such as mon or Monday, got \"some\""
    ),
    (
      "mood.summary{since = '2026-02-02', before = '2026-02-01'}",
      "mood.summary: field \"before\": expected a day that is not before 2026-02-02, got 2026-02-01"
    ),
    (
      "mood.month{year = 2026, month = 13}",
      "mood.month: field \"month\": expected integer from 1 to 12, got 13"
    ),
    (
      "mood.update('2026-02-02', {note = true})",
      "mood.update: argument 2 \"changes\": field \"note\": expected string or false, got true"
    ),
    (
      "mood.today = 3",
      "mood.today: the mood module is read-only; rate days with mood.add{mood = …}"
    ),
  ])
  func `errors state the function, the argument and the fix`(code: String, message: String) throws {
    #expect(try Playground().failure(code) == "script.lua:1: " + message)
  }
}
