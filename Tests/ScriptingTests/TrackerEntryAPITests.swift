import Lua
import Testing

/// Today is Sunday, 2026-03-01, 12:00.
struct `Entries of a tracker` {
  @Test func `the kind of an entry follows from its value`() throws {
    let code = """
      tracker.add{name = 'T', at = '2026-02-01'}
      local entries = {
        {minutes = 90}, {number = 72.5}, {text = 'words'}, {done = false}, {rating = 4},
        {kind = 'session', minutes = 30.0}, {kind = 'measurement', number = '0.1'},
      }
      for i, e in ipairs(entries) do
        e.at = '2026-02-0' .. i + 1
        assert(tracker.add_entry('T', e).status == 'added')
      end
      local lines = {}
      for e in tracker.each_entry('T') do
        local value = e.minutes or e.number or e.text or e.rating
        if value == nil then value = e.done end
        lines[#lines + 1] = e.day:sub(-1) .. e.kind .. '=' .. tostring(value)
      end
      return table.concat(lines, ' ')
      """
    #expect(
      try Playground().run(code).values == [
        .text(
          "2session=90 3measurement=72.5 4log=words 5checklist=false 6rating=4 7session=30 "
            + "8measurement=0.1")
      ])
  }

  @Test(arguments: [
    ("{}", "tracker.add_entry: expected one of minutes, number, text, done and rating, got none"),
    (
      "{number = 1, rating = 2}",
      "tracker.add_entry: argument 2 \"entry\": field \"rating\": expected one value for each entry, got "
        + "number and rating"
    ),
    (
      "{kind = 'session', number = 5}",
      "tracker.add_entry: argument 2 \"entry\": field \"minutes\": expected minutes of a session, got "
        + "nothing"
    ),
    (
      "{kind = 'log', text = 'a', done = true}",
      "tracker.add_entry: argument 2 \"entry\": field \"done\": expected nothing, as the kind is log, "
        + "got a value"
    ),
    (
      "{rating = 6}",
      "tracker.add_entry: argument 2 \"entry\": field \"rating\": expected integer from 1 to 5, got 6"
    ),
    (
      "{text = '  '}",
      "tracker.add_entry: argument 2 \"entry\": field \"text\": expected a text that is not empty, got "
        + "\"  \""
    ),
    (
      "{number = 'far'}",
      "tracker.add_entry: argument 2 \"entry\": field \"number\": expected a number, got \"far\""
    ),
    (
      "{number = '0.0000001'}",
      "tracker.add_entry: argument 2 \"entry\": field \"number\": expected a number with at most 6 "
        + "decimals, got \"0.0000001\""
    ),
    (
      "{number = 0/0}",
      "tracker.add_entry: argument 2 \"entry\": field \"number\": expected a number from "
        + "-9000000000000 to 9000000000000, got -nan"
    ),
    (
      "{number = 1e300}",
      "tracker.add_entry: argument 2 \"entry\": field \"number\": expected a number from "
        + "-9000000000000 to 9000000000000, got \"1e+300\""
    ),
    (
      "{minutes = 1, tags = {' '}}",
      "tracker.add_entry: argument 2 \"entry\": field \"tags\": expected tags that are not empty, got "
        + "\" \""
    ),
    (
      "{minutes = 1, at = '2026-03-02'}",
      "tracker.add_entry: argument 2 \"entry\": field \"at\": expected a time that is not later than "
        + "now (2026-03-01T12:00:00+01:00), got 2026-03-02T12:00:00+01:00"
    ),
  ])
  func `an invalid entry is an error`(entry: String, message: String) throws {
    let failure = try Playground().failure(
      tracker.running + "tracker.add_entry('Running', \(entry))")
    #expect(failure.hasSuffix(message), "\(failure)")
  }

  @Test func `an entry cannot be earlier than its tracker`() throws {
    let code =
      tracker.running + """
        local nothing, why = tracker.add_entry('Running', {minutes = 1, at = '2026-01-31'})
        return nothing, why.code, why.message, tracker.get('Running').entries
        """
    #expect(
      try Playground().run(code).values == [
        .nil, .text("refused"),
        .text(
          "tracker \"Running\" was created 2026-02-01T08:00:00+01:00; this has to be later"),
        .integer(0),
      ])
  }

  @Test(arguments: [
    ("{Distence = 5}", "fields of \"Running\" (Distance, Route, Rain, Shoes), got \"Distence\""),
    ("{Distance = 'far'}", "a number for \"Distance\", got \"far\""),
    ("{Distance = true}", "a number for \"Distance\", got boolean"),
    ("{Route = 5}", "a text for \"Route\", got number"),
    ("{Rain = 'yes'}", "true or false for \"Rain\", got \"yes\""),
    ("{Shoes = '2026-02-30'}", "a day such as 2026-03-01 for \"Shoes\", got \"2026-02-30\""),
    ("{Shoes = {}}", "a day such as 2026-03-01 for \"Shoes\", got table"),
    ("{'a'}", "values by field, got list"), ("5", "values by field, got number"),
    ("{distance = 1, Distance = 2}", "one value for each field, got two values of \"Distance\""),
  ])
  func `a value that does not match the fields of the tracker is an error`(
    values: String, message: String
  ) throws {
    let failure = try Playground().failure(
      tracker.running + "tracker.add_entry('Running', {minutes = 1, values = \(values)})")
    #expect(
      failure.hasSuffix(
        "tracker.add_entry: argument 2 \"entry\": field \"values\": expected \(message)"),
      "\(failure)")
  }

  @Test func `values are returned as given, regardless of the case of their names`() throws {
    let code =
      tracker.running + """
        tracker.add_entry('Running', {minutes = 1, at = '2026-02-10',
          values = {DISTANCE = 5.25, route = 'River, north', Rain = false, Shoes = '2026-01-15'}})
        for e in tracker.each_entry('Running') do
          local v = e.values
          return v.Distance, v.Route, v.Rain, v.Shoes, e.tracker, e.at, #e.tags
        end
        """
    #expect(
      try Playground().run(code).values == [
        .number(5.25), .text("River, north"), .boolean(false), .text("2026-01-15"),
        .text("Running"), .text("2026-02-10T12:00:00+01:00"), .integer(0),
      ])
  }

  @Test(
    arguments: [
      ("0.1 + 0.2", .number(0.3)), ("1/3", .number(0.333333)), ("2/3", .number(0.666667)),
      ("-2/3", .number(-0.666667)), ("1e-9", .integer(0)), ("'0.1'", .number(0.1)),
      ("4.1 + 0.1", .number(4.2)), ("7", .integer(7)), ("7.0", .integer(7)),
      ("2^40", .integer(1 << 40)),
      ("1234567890123.4", .number(1_234_567_890_123.4)), ("'-0.000001'", .number(-0.000001)),
      ("8999999999999.999", .number(8_999_999_999_999.999)), ("' 12.50 '", .number(12.5)),
    ] as [(String, LuaValue)])
  func `a number computed by Lua is rounded to six decimals, a text is exact`(
    number: String, value: LuaValue
  ) throws {
    let code = """
      tracker.add{name = 'T', fields = {F = 'number'}, target = \(number)}
      tracker.add_entry('T', {number = \(number), values = {F = \(number)}})
      for e in tracker.each_entry('T') do return e.number, e.values.F, tracker.get('T').target end
      """
    #expect(try Playground().run(code).values == [value, value, value])
  }

  @Test func `entries are found by kind, time, tag and text, in either order`() throws {
    let code = """
      tracker.add{name = 'T', at = '2026-02-01', fields = {Place = 'text'}}
      tracker.add{name = 'Other', at = '2026-02-01'}
      tracker.add_entry('Other', {text = 'elsewhere', at = '2026-02-03'})
      tracker.add_entry('T', {minutes = 1, at = '2026-02-02', title = 'One', tags = {'A, b', 'x'}})
      tracker.add_entry('T', {text = 'Two words', at = '2026-02-03', notes = 'ÉCLAIR'})
      tracker.add_entry('T', {minutes = 3, at = '2026-02-04', values = {Place = 'the éclair shop'}})
      tracker.add_entry('T', {rating = 4, at = '2026-02-05', tags = {'x'}})
      local function days(filter)
        local list = {}
        for e in tracker.each_entry('T', filter) do list[#list + 1] = e.day:sub(-1) end
        return table.concat(list)
      end
      return days(), days{order = 'newest'}, days{kind = 'session'}, days{tag = 'a, B'},
        days{tag = 'X', limit = 1}, days{text = 'éclair'}, days{text = 'session'},
        days{since = '2026-02-03', before = '2026-02-05'}, days{text = 'ONE'},
        days{limit = 0}, days{limit = 2, order = 'newest'}, days{before = '2026-02-03'}
      """
    #expect(
      try Playground().run(code).values
        == ["2345", "5432", "24", "2", "2", "34", "", "34", "2", "", "54", "2"]
        .map { LuaValue.text($0) })
  }

  @Test func `an entry is corrected without changing its position in history`() throws {
    let code =
      tracker.running + """
        local e = tracker.add_entry('Running', {minutes = 30, title = 'a', notes = 'n', tags = {'x'},
          values = {Distance = 5, Route = 'r', Rain = true}, at = '2026-02-10'})
        local one = tracker.update_entry(e.id, {minutes = 45, title = false, at = '2026-02-11T08:00'})
        local two = tracker.update_entry(e.id, {values = {route = false, Rain = false}, tags = {}})
        local three = tracker.update_entry(e.id, {rating = 5, values = false, notes = 'm'})
        local t = tracker.stats('Running')
        return one.minutes, one.title, one.notes, one.day, one.values.Route, one.id == e.id,
          two.values.Route, two.values.Rain, two.values.Distance, #two.tags, three.kind, three.rating,
          three.minutes, next(three.values), three.notes, t.entries, t.hours
        """
    #expect(
      try Playground().run(code).values == [
        .integer(45), .nil, .text("n"), .text("2026-02-11"), .text("r"), .boolean(true), .nil,
        .boolean(false), .integer(5), .integer(0), .text("rating"), .integer(5), .nil, .nil,
        .text("m"), .integer(1), .integer(0),
      ])
  }

  @Test func `a value of a removed field is kept, and can be corrected`() throws {
    let code =
      tracker.running + """
        local e = tracker.add_entry('Running', {minutes = 30, values = {Distance = 5, Route = 'r'},
          at = '2026-02-10'})
        tracker.update('Running', {remove_fields = {'Route', 'Distance'}})
        local kept = tracker.update_entry(e.id, {minutes = 31}).values.Route
        local other = tracker.update_entry(e.id, {values = {Route = 'q', Distance = 5.5}}).values
        return kept, other.Route, other.Distance,
          tracker.update_entry(e.id, {values = {Route = false}}).values.Route,
          (pcall(tracker.update_entry, e.id, {values = {Route = 'q'}}))
        """
    #expect(
      try Playground().run(code).values == [
        .text("r"), .text("q"), .number(5.5), .nil, .boolean(false),
      ])
  }

  @Test func `a removed entry has no effect, and one with a key is recognised again`() throws {
    let code = """
      tracker.add{name = 'T', at = '2026-02-01'}
      local e = tracker.add_entry('T', {minutes = 30, at = '2026-02-10', key = 'k'})
      local again = tracker.add_entry('T', {minutes = 30, at = '2026-02-10', key = 'k'}).status
      local removed = tracker.remove_entry(e.id)
      local count = tracker.stats('T').entries
      local back = tracker.add_entry('T', {minutes = 30, at = '2026-02-10', key = 'k'})
      return again, removed, count, back.status, back.id == e.id, tracker.stats('T').entries,
        select(2, tracker.remove_entry(tracker.get('T').id)).code
      """
    #expect(
      try Playground().run(code).values == [
        .text("unchanged"), .boolean(true), .integer(0), .text("restored"), .boolean(true),
        .integer(1), .text("not_found"),
      ])
  }
}
