import Lua
import Testing

/// Today is Sunday, 2026-03-01, 12:00.
struct `tracker` {
  /// A tracker with a field of each type.
  static let running = """
    local made = tracker.add{
      name = ' Running ', description = 'Out there', category = 'health', goal = 'Ten kilometres',
      target = 100, at = '2026-02-01T08:00',
      fields = {
        {name = 'Distance', type = 'number'}, {name = 'Route', type = 'text'},
        {name = 'Rain', type = 'boolean'}, {name = 'Shoes', type = 'day'},
      },
    }

    """

  @Test func `a tracker has its fields and the totals of its entries`() throws {
    let tracker = try #require(
      try Playground().run(
        Self.running + """
          tracker.add_entry('Running', {minutes = 30, at = '2026-02-27T07:00'})
          tracker.add_entry('Running', {minutes = 45, at = '2026-02-28T07:00'})
          assert(tracker.get(made.id).name == tracker.get('rUNNING').name)
          return tracker.get('Running')
          """
      ).values.first)
    let expected: [(String, LuaValue?)] = [
      ("name", .text("Running")), ("description", .text("Out there")),
      ("category", .text("health")), ("goal", .text("Ten kilometres")),
      ("target", .integer(100)), ("created_at", .text("2026-02-01T08:00:00+01:00")),
      ("entries", .integer(2)), ("hours", .number(1.25)), ("active_days", .integer(2)),
      ("streak", .integer(2)), ("best_streak", .integer(2)), ("total", .integer(75)),
      ("progress", .number(0.75)),
    ]
    for (name, value) in expected { #expect(tracker[name] == value, "\(name)") }
    #expect(tracker["id"]?.text?.count == 32)
    guard case .array(let fields)? = tracker["fields"] else {
      Issue.record("no fields")
      return
    }
    #expect(
      fields.map { "\($0["name"]?.text ?? "") \($0["type"]?.text ?? "")" }
        == ["Distance number", "Route text", "Rain boolean", "Shoes day"])
  }

  @Test func `fields can be types by name, in the order of names`() throws {
    let code = """
      tracker.add{name = 'T', fields = {b = 'text', a = 'number', C = 'day'}}
      local t = tracker.get('T')
      return t.fields[1].name, t.fields[2].name, t.fields[3].name, t.description, t.target,
        t.progress, t.category, #tracker.get('T').fields
      """
    #expect(
      try Playground().run(code).values == [
        .text("C"), .text("a"), .text("b"), .nil, .nil, .nil, .text("personal"), .integer(3),
      ])
  }

  @Test func `each iterates in the order of creation, by category`() throws {
    let code = """
      for i, c in ipairs{'health', 'work', 'health'} do
        tracker.add{name = 'T' .. i, category = c, at = '2026-02-0' .. i}
      end
      local names = {}
      for t in tracker.each() do names[#names + 1] = t.name end
      for t in tracker.each{category = 'health'} do names[#names + 1] = t.name end
      return table.concat(names, ' ')
      """
    #expect(try Playground().run(code).values == [.text("T1 T2 T3 T1 T3")])
  }

  @Test func `a name that is taken is refused, the same one again is not`() throws {
    let code = """
      local first = tracker.add{name = 'A', at = '2026-02-01'}
      local nothing, why = tracker.add{name = 'a'}
      local b = tracker.add{name = 'B', key = 'b'}
      return nothing, why.code, tostring(why), tracker.add{name = 'B', key = 'b'}.status,
        select(2, tracker.add{name = 'C', key = 'b'}).code
      """
    #expect(
      try Playground().run(code).values == [
        .nil, .text("refused"), .text("there is a tracker of that name"), .text("unchanged"),
        .text("conflict"),
      ])
  }

  @Test func `stats add up by kind`() throws {
    let code = """
      tracker.add{name = 'T', at = '2026-02-01', target = 1000}
      for i, e in ipairs{
        {minutes = 30}, {minutes = 60}, {number = 1.5}, {number = '-0.5'}, {text = 'a'},
        {done = true}, {done = true}, {done = false}, {rating = 5}, {rating = 2},
      } do
        e.at = clock.add_days('2026-02-10', i // 2) .. 'T09:00'
        tracker.add_entry('T', e)
      end
      local s = tracker.stats('T')
      local k = s.by_kind
      return s.name, s.entries, s.hours, s.active_days, s.streak, s.best_streak, s.total, s.progress,
        s.first_day, s.last_day, k.session.mean, k.session.min, k.session.max, k.session.sum,
        k.measurement.mean, k.measurement.min, k.log.entries, k.log.mean, k.checklist.sum,
        k.checklist.mean, k.rating.mean, k.rating.entries
      """
    // Values of several kinds have no total. The 10th to the 15th of February.
    #expect(
      try Playground().run(code).values == [
        .text("T"), .integer(10), .number(1.5), .integer(6), .integer(0), .integer(6),
        .nil, .nil, .text("2026-02-10"), .text("2026-02-15"), .integer(45),
        .integer(30), .integer(60), .integer(90), .number(0.5), .number(-0.5), .integer(1), .nil,
        .integer(2), .number(0.666667), .number(3.5), .integer(2),
      ])
  }

  @Test func `update changes what is given, from then on`() throws {
    let code =
      Self.running + """
        tracker.add_entry('Running', {minutes = 5, at = '2026-02-10', values = {Route = 'a'}})
        local t = tracker.update('Running', {
          name = 'Run', goal = false, target = false, category = 'hobbies',
          remove_fields = {'route'}, add_fields = {{name = 'rain', type = 'text'}, {name = 'New', type = 'day'}},
        })
        local names = {}
        for _, f in ipairs(t.fields) do names[#names + 1] = f.name .. ':' .. f.type end
        local same = tracker.update(made.id, {})
        for e in tracker.each_entry('Run') do
          return t.name, t.goal, t.target, t.category, t.description, table.concat(names, ' '),
            e.values.Route, same.name, tracker.get('Running'), t.entries,
            tracker.update('Run', {description = false, target = '0.5'}).target
        end
        """
    #expect(
      try Playground().run(code).values == [
        .text("Run"), .nil, .nil, .text("hobbies"), .text("Out there"),
        .text("Distance:number rain:text Shoes:day New:day"), .text("a"), .text("Run"), .nil,
        .integer(1), .number(0.5),
      ])
  }

  @Test func `an invalid update is refused`() throws {
    let code =
      Self.running + """
        tracker.add{name = 'Other'}
        local _, taken = tracker.update('Running', {name = 'OTHER'})
        local _, missing = tracker.update('Rowing', {name = 'x'})
        local ok, unknown = pcall(tracker.update, 'Running', {remove_fields = {'Speed'}})
        local ok2, typo = pcall(tracker.update, 'Running', {add_fields = {X = 'int'}})
        return taken.code, missing.code, unknown, typo
        """
    #expect(
      try Playground().run(code).values == [
        .text("refused"), .text("not_found"),
        .text(
          "tracker.update: argument 2 \"changes\": field \"remove_fields\": expected fields of "
            + "\"Running\" (Distance, Route, Rain, Shoes), got \"Speed\""),
        .text(
          "tracker.update: argument 2 \"changes\": field \"add_fields\": expected text, number, "
            + "boolean or day as the type of \"X\", got \"int\""),
      ])
  }

  @Test(arguments: [
    ("{'a'}", "{name = …, type = …} at item 1, got string"),
    (
      "{{name = 'a', kind = 'text'}}", "{name = …, type = …} at item 1, got table with other fields"
    ),
    ("{{name = 'a'}}", "text, number, boolean or day as the type of \"a\", got nothing"),
    ("{{name = '', type = 'text'}}", "a name of 1 to 100 characters, got \"\""),
    ("{a = 'text', A = 'text'}", "names that differ by more than case, got \"a\" twice"),
    ("{[2.5] = 'text'}", "types by name, got a key that is number"),
    ("'text'", "list of {name = …, type = …} or types by name, got string"),
  ])
  func `invalid fields are an error`(fields: String, message: String) throws {
    let failure = try Playground().failure("tracker.add{name = 'T', fields = \(fields)}")
    #expect(
      failure.hasSuffix("tracker.add: field \"fields\": expected \(message)"), "\(failure)")
  }

  @Test func `a missing tracker is reported`() throws {
    let code = """
      local id = ('0'):rep(32)
      local list = {}
      for _, call in ipairs{
        function() return tracker.add_entry('T', {minutes = 1}) end,
        function() return tracker.stats('T') end,
        function() return tracker.remove('T') end, function() return tracker.update('T', {}) end,
        function() return tracker.update_entry(id, {}) end,
        function() return tracker.remove_entry(id) end,
      } do
        local nothing, why = call()
        list[#list + 1] = tostring(nothing) .. ' ' .. why.code .. ': ' .. why.message
      end
      return table.concat(list, '\\n'), tracker.get('T')
      """
    let unknown = "nil not_found: there is no tracker \"T\""
    let entry = "nil not_found: there is no tracker.entry 00000000000000000000000000000000"
    #expect(
      try Playground().run(code).values == [
        .text(
          ([String](repeating: unknown, count: 4) + [entry, entry]).joined(separator: "\n")), .nil,
      ])
  }

  @Test func `entries of a removed tracker are void before it is restored`() throws {
    let playground = try Playground()
    let code =
      Self.running + """
        local e = tracker.add_entry('Running', {minutes = 30, at = '2026-02-10'})
        checkpoint()
        tracker.remove('Running')
        local reasons = {}
        for v in history.each_void() do reasons[#reasons + 1] = v.kind .. ': ' .. v.reason end
        local nothing = tracker.get('Running')
        local refused = select(2, tracker.update_entry(e.id, {minutes = 31}))
        checkpoint()
        history.undo()
        return nothing, #reasons, reasons[1], refused.code, tracker.get('Running').entries
        """
    #expect(
      try playground.run(code).values == [
        .nil, .integer(1), .text("tracker.entry: there is no such tracker"), .text("not_found"),
        .integer(1),
      ])
  }
}
