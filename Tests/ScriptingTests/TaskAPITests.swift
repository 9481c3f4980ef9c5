import Lua
import Sessions
import Storage
import Testing

private let nobody = String(repeating: "0", count: 32)

/// Now is Sunday, 2026-03-01, noon in Rome.
struct `task` {
  @Test func `has its fields once it is added`() throws {
    let result = try Playground().run(
      """
      local got = task.add{name = ' Call Ada ', details = 'About the loom', priority = 'P1',
        type = 'upcoming', project = 'Mill', due = '2026-03-04', reminder = '2026-03-03T09:00',
        at = '2026-02-27T10:00', key = 't1'}
      return got, task.get(got.id)
      """)
    let (outcome, task) = (result.values[0], result.values[1])
    #expect(outcome["status"] == .text("added"))
    #expect(outcome["points"] == .integer(0))
    #expect(outcome["score"] == nil)
    #expect(outcome["pending"] == nil)
    #expect(outcome["missions"] == .array([]))
    #expect(outcome["level"] == .integer(1))
    #expect(outcome["id"]?.text?.count == 32)
    let expected: [(String, LuaValue?)] = [
      ("id", outcome["id"]), ("name", .text("Call Ada")), ("details", .text("About the loom")),
      ("priority", .text("P1")), ("type", .text("upcoming")), ("project", .text("Mill")),
      ("due", .text("2026-03-04")), ("reminder", .text("2026-03-03T09:00:00+01:00")),
      ("status", .text("open")), ("overdue", .boolean(false)),
      ("added_at", .text("2026-02-27T10:00:00+01:00")), ("completed_at", nil),
      ("completed_day", nil), ("score", .integer(0)),
    ]
    for (name, value) in expected { #expect(task[name] == value, "\(name)") }
  }

  @Test func `defaults to type morning, project Inbox and priority P2`() throws {
    let task = try Playground().run("return task.get(task.add{name = 'x'}.id)").values[0]
    let expected: [(String, LuaValue?)] = [
      ("priority", .text("P2")), ("type", .text("morning")), ("project", .text("Inbox")),
      ("details", nil), ("due", nil), ("reminder", nil),
      ("added_at", .text("2026-03-01T12:00:00+01:00")),
    ]
    for (name, value) in expected { #expect(task[name] == value, "\(name)") }
  }

  @Test(arguments: [
    ("type = 'evening'", "evening"), ("evening = true", "evening"),
    ("evening = true, type = 'evening'", "evening"), ("evening = false", "morning"),
    ("evening = false, type = 'inbox'", "inbox"), ("type = 3", "upcoming"), ("type = 4", "inbox"),
  ])
  func `has the given type, or type evening`(said: String, type: String) throws {
    let code = "return task.get(task.add{name = 'x', \(said)}.id).type"
    #expect(try Playground().run(code).values == [.text(type)])
  }

  @Test func `scores by its priority, given as a name or a number`() throws {
    let code = """
      local scores = {}
      for _, p in ipairs{'P0', 'P1', 'P2', 'P3', 1, 2, 3, 4} do
        local t = task.add{name = 'x', priority = p, at = '2026-02-20T08:00', key = 'k' .. p}
        scores[#scores + 1] = task.complete(t.id, {at = '2026-02-20T09:00', key = 'c' .. p}).score
          or task.score(t.id)
      end
      return table.concat(scores, ' '), task.day_score('2026-02-20'), task.day_score('2026-02-21')
      """
    #expect(
      try Playground().run(code).values == [
        .text("7 4 3 2 7 4 3 2"), .integer(32), .integer(0),
      ])
  }

  @Test func `completed on another day than it was due scores on that other day`() throws {
    let code = """
      local t = task.add{name = 'x', priority = 'P0', due = '2026-02-26', at = '2026-02-25T08:00'}
      local got = task.complete(t.id, {at = '2026-02-28T23:30'})
      local done = task.get(t.id)
      return got.score, done.status, done.completed_at, done.completed_day, done.score,
        done.overdue, task.day_score('2026-02-26'), task.day_score('2026-02-28'), task.day_score()
      """
    #expect(
      try Playground().run(code).values == [
        .integer(7), .text("completed"), .text("2026-02-28T23:30:00+01:00"), .text("2026-02-28"),
        .integer(7), .boolean(false), .integer(0), .integer(7), .integer(0),
      ])
  }

  @Test func `reopened loses its score on the day of completion`() throws {
    let code = """
      local t = task.add{name = 'x', priority = 'P1', at = '2026-02-25T08:00'}
      task.complete(t.id, {at = '2026-02-26T08:00'})
      local before = task.day_score('2026-02-26')
      local got = task.reopen(t.id)
      return before, got.score, task.day_score('2026-02-26'), task.day_score(),
        task.get(t.id).status, task.score(t.id), task.get(t.id).completed_at
      """
    #expect(
      try Playground().run(code).values == [
        .integer(4), .integer(-4), .integer(0), .integer(0), .text("open"), .integer(0), .nil,
      ])
  }

  @Test func `update changes what is given and keeps all else`() throws {
    let code = """
      local id = task.add{name = 'Old', details = 'd', priority = 'P1', type = 'inbox',
        project = 'Mill', due = '2026-03-04', reminder = '2026-03-03T09:00'}.id
      local function line(t)
        return table.concat({t.name, tostring(t.details), t.priority, t.type, t.project,
          tostring(t.due), tostring(t.reminder)}, ' ')
      end
      return line(task.update(id, {})), line(task.update(id, {name = 'New'})),
        line(task.update(id, {priority = 4})), line(task.update(id, {type = 'morning'})),
        line(task.update(id, {evening = true})), line(task.update(id, {project = 'Yard'})),
        line(task.update(id, {due = '2026-03-05'})), line(task.update(id, {details = 'e'})),
        line(task.update(id, {reminder = '2026-03-05T07:00'})), line(task.get(id))
      """
    let reminder = "2026-03-03T09:00:00+01:00"
    #expect(
      try Playground().run(code).values == [
        .text("Old d P1 inbox Mill 2026-03-04 \(reminder)"),
        .text("New d P1 inbox Mill 2026-03-04 \(reminder)"),
        .text("New d P3 inbox Mill 2026-03-04 \(reminder)"),
        .text("New d P3 morning Mill 2026-03-04 \(reminder)"),
        .text("New d P3 evening Mill 2026-03-04 \(reminder)"),
        .text("New d P3 evening Yard 2026-03-04 \(reminder)"),
        .text("New d P3 evening Yard 2026-03-05 \(reminder)"),
        .text("New e P3 evening Yard 2026-03-05 \(reminder)"),
        .text("New e P3 evening Yard 2026-03-05 2026-03-05T07:00:00+01:00"),
        .text("New e P3 evening Yard 2026-03-05 2026-03-05T07:00:00+01:00"),
      ])
  }

  @Test func `update with false clears optional fields`() throws {
    let code = """
      local id = task.add{name = 'x', details = 'd', due = '2026-03-04',
        reminder = '2026-03-03T09:00'}.id
      local a = task.update(id, {details = false})
      local b = task.update(id, {due = false})
      local c = task.update(id, {reminder = false})
      return a.details, a.due, b.due, b.reminder, c.reminder, c.name,
        task.update(id, {details = '', due = '2026-03-06'}).details
      """
    #expect(
      try Playground().run(code).values == [
        .nil, .text("2026-03-04"), .nil, .text("2026-03-03T09:00:00+01:00"), .nil, .text("x"),
        .nil,
      ])
  }

  @Test func `update keeps earlier scores, and applies from its own time on`() throws {
    let code = """
      local id = task.add{name = 'x', priority = 'P3', at = '2026-02-20T08:00'}.id
      task.complete(id, {at = '2026-02-22T08:00'})
      local late = task.update(id, {priority = 'P0'})
      local kept = task.score(id)
      -- Recorded now, but it happened before the task was completed.
      task.update(id, {priority = 'P1', at = '2026-02-21T08:00'})
      return late.priority, kept, task.score(id), task.get(id).priority, task.day_score('2026-02-22')
      """
    #expect(
      try Playground().run(code).values == [
        .text("P0"), .integer(2), .integer(4), .text("P0"), .integer(4),
      ])
  }

  @Test func `an update of nothing records nothing`() throws {
    let playground = try Playground()
    _ = try playground.run("task.add{name = 'x', key = 'k', at = '2026-02-20'}")
    let code = """
      local id
      for t in task.each() do id = t.id end
      task.update(id, {})
      return task.get(id).name
      """
    #expect(try playground.run(code).values == [.text("x")])
    #expect(try playground.store.session { try $0.history.batches().count } == 1)
  }

  @Test func `removed is gone, with its score`() throws {
    let code = """
      local id = task.add{name = 'x', priority = 'P0'}.id
      task.complete(id)
      local removed = task.remove(id)
      local again, why = task.remove(id)
      return removed, task.get(id), task.score(id), task.day_score(), again, why.code, why.message
      """
    let values = try Playground().run(code).values
    #expect(
      values.dropLast() == [
        .boolean(true), .nil, .nil, .integer(0), .nil, .text("not_found"),
      ])
    #expect(values.last?.text?.hasPrefix("there is no task ") == true)
  }

  @Test(arguments: [
    ("task.complete(id)", "refused", "the task is completed already"),
    ("task.reopen(other)", "refused", "the task is not completed"),
    ("task.complete('\(nobody)')", "not_found", "there is no such task"),
    ("task.reopen('\(nobody)')", "not_found", "there is no such task"),
    ("task.update('\(nobody)', {name = 'y'})", "not_found", "there is no such task"),
    ("task.update('\(nobody)', {})", "not_found", "there is no such task"),
    ("task.remove('\(nobody)')", "not_found", "there is no task \(nobody)"),
    // In the past the task was not there yet.
    (
      "task.complete(other, {at = '2026-01-01'})", "refused",
      "task \"y\" was added 2026-02-20T08:00:00+01:00; this has to be later"
    ),
    (
      "task.update(other, {name = 'y', at = '2026-01-01'})", "refused",
      "task \"y\" was added 2026-02-20T08:00:00+01:00; this has to be later"
    ),
  ])
  func `refusals are returned as values`(call: String, code: String, message: String) throws {
    let script = """
      local id = task.add{name = 'x', at = '2026-02-20T08:00'}.id
      local other = task.add{name = 'y', at = '2026-02-20T08:00'}.id
      task.complete(id, {at = '2026-02-21T08:00'})
      local before = profile().task_score
      local got, why = \(call)
      return got, why.code, why.message, tostring(why), before == profile().task_score
      """
    #expect(
      try Playground().run(script).values == [
        .nil, .text(code), .text(message), .text(message), .boolean(true),
      ])
  }

  @Test func `nothing is found by an id that is none`() throws {
    #expect(
      try Playground().run("return task.get('\(nobody)'), task.score('\(nobody)')").values == [
        .nil, .nil,
      ])
  }

  @Test func `a key is recognised again, and conflicts if the fields differ`() throws {
    let code = """
      local first = task.add{name = 'x', key = 'k', at = '2026-02-20'}
      local same = task.add{name = 'x', key = 'k', at = '2026-02-20'}
      local untimed = task.add{name = 'x', key = 'k'}
      local other, why = task.add{name = 'y', key = 'k', at = '2026-02-20'}
      return first.status, same.status, same.id == first.id, untimed.status, other, why.code,
        why.id == first.id
      """
    #expect(
      try Playground().run(code).values == [
        .text("added"), .text("unchanged"), .boolean(true), .text("unchanged"), .nil,
        .text("conflict"), .boolean(true),
      ])
  }

  @Test func `recorded in the past is pending`() throws {
    let code = """
      local id = task.add{name = 'x', at = '2026-02-20'}.id
      task.add{name = 'y', at = '2026-02-25'}
      local got = task.complete(id, {at = '2026-02-21'})
      return got.status, got.pending, got.score, task.score(id)
      """
    #expect(
      try Playground().run(code).values == [
        .text("added"), .boolean(true), .nil, .integer(3),
      ])
  }

  /// Tasks that lie in every view; today is 2026-03-01.
  private static let plan = """
    local ids = {}
    local function add(name, t)
      t.name, t.at = name, '2026-02-20T08:00'
      ids[name] = task.add(t).id
    end
    add('today', {due = '2026-03-01', project = 'P'})
    add('late', {due = '2026-02-27', project = 'P', priority = 'P0'})
    add('evening', {due = '2026-03-01', type = 'evening', project = 'P'})
    add('later', {due = '2026-03-03', project = 'p'})
    add('some day', {type = 'upcoming', due = '2026-02-26', project = 'P'})
    add('anywhere', {details = 'ÉTÉ'})
    add('thought', {type = 'inbox', due = '2026-03-01', project = 'P', priority = 'P3'})
    add('done', {due = '2026-02-26', project = 'P'})
    task.complete(ids.done, {at = '2026-03-01T09:00'})
    local function names(filter)
      local list = {}
      for t in task.each(filter) do list[#list + 1] = t.name end
      return table.concat(list, ', ')
    end

    """

  @Test(arguments: [
    // Of a type, due on the day, completed on it, or, when it is today, overdue.
    ("view = 'morning'", "done, late, today"),
    ("view = 'morning', day = '2026-02-27'", "late"),
    ("view = 'morning', day = '2026-02-26'", "done"),
    ("view = 'morning', day = '2026-03-03'", "later"),
    ("view = 'evening'", "evening"),
    ("view = 'upcoming'", "some day, later"),
    ("view = 'inbox'", "thought, anywhere"),
    ("view = 'overdue'", "some day, late"),
    ("view = 'overdue', day = '2026-02-27'", "some day"),
    ("view = 'completed'", "done"),
    ("view = 'completed', day = '2026-02-28'", ""),
    ("view = 'project', project = 'inbox'", "anywhere"),
    ("view = 'project', project = 'p', status = 'completed'", "done"),
    ("project = 'p', limit = 2", "some day, done"),
    ("priority = 'P0'", "late"), ("priority = 4", "thought"), ("type = 'evening'", "evening"),
    ("status = 'completed'", "done"), ("text = 'été'", "anywhere"),
    ("text = 'DAY'", "some day, today"),
    ("due_since = '2026-03-01', due_before = '2026-03-02'", "today, evening, thought"),
    ("due_since = '2026-03-03'", "later"), ("due_before = '2026-02-27'", "some day, done"),
    ("order = 'name', limit = 3", "anywhere, done, evening"),
    ("order = 'added', limit = 0", ""),
    ("order = 'priority', due_before = '2026-03-01'", "late, some day, done"),
    ("", "some day, done, late, today, evening, thought, later, anywhere"),
  ])
  func `each iterates over the tasks that match a filter`(filter: String, names: String) throws {
    let result = try Playground().run(Self.plan + "return names{\(filter)}")
    #expect(result.error?.message == nil)
    // Of those due on one day, the more urgent first, then as they were added; which of equal ones
    // was added first at one instant is for their ids to say.
    func sorted(_ text: String?) -> [String] {
      (text ?? "none").split(separator: ", ").map(String.init).sorted()
    }
    #expect(sorted(result.values.first?.text) == sorted(names))
  }

  @Test func `each follows the requested order`() throws {
    let code = """
      local n = 0
      local function add(t) n = n + 1; t.at = 1771600000 + n; task.add(t) end
      add{name = 'b', priority = 'P2', due = '2026-03-05'}
      add{name = 'A', priority = 'P0'}
      add{name = 'c', priority = 'P1', due = '2026-03-05'}
      add{name = 'd', priority = 'P0', due = '2026-03-04'}
      local function names(order)
        local list = {}
        for t in task.each{order = order} do list[#list + 1] = t.name end
        return table.concat(list)
      end
      return names(), names('due'), names('priority'), names('added'), names('name')
      """
    #expect(
      try Playground().run(code).values == [
        .text("dcbA"), .text("dcbA"), .text("dAcb"), .text("bAcd"), .text("Abcd"),
      ])
  }

  @Test func `changing tasks while iterating over them is safe`() throws {
    let code = """
      for i = 1, 20 do task.add{name = 'T' .. i} end
      local seen = 0
      for t in task.each() do
        seen = seen + 1
        task.remove(t.id)
        task.add{name = 'More ' .. seen}
      end
      local left = 0
      for t in task.each() do left = left + 1 end
      return seen, left
      """
    #expect(try Playground().run(code).values == [.integer(20), .integer(20)])
  }

  @Test func `analytics of nothing are zeros and no ratio`() throws {
    let code = """
      local a = task.analytics()
      local sum = 0
      for _, d in ipairs(a.days) do
        sum = sum + d.score + d.completed + d.mean_7 + d.mean_30
      end
      return #a.days, a.days[1].day, a.days[30].day, sum, a.completed, a.of, a.completion_ratio,
        a.streak, a.longest_streak, #a.by_project, a.by_project[1].project, a.by_project[1].open,
        #a.by_priority, a.by_priority[1].priority, a.by_priority[1].score
      """
    #expect(
      try Playground().run(code).values == [
        .integer(30), .text("2026-01-31"), .text("2026-03-01"), .number(0), .integer(0),
        .integer(0), .nil, .integer(0), .integer(0), .integer(1), .text("Inbox"), .integer(0),
        .integer(4), .text("P0"), .integer(0),
      ])
  }

  @Test func `analytics of a range without days are empty`() throws {
    let code = """
      task.complete(task.add{name = 'x'}.id)
      local a = task.analytics{since = '2026-02-01', before = '2026-02-01'}
      return #a.days, a.completed, a.of, a.completion_ratio, a.streak
      """
    #expect(
      try Playground().run(code).values == [
        .integer(0), .integer(0), .integer(0), .nil, .integer(1),
      ])
  }

  @Test func `analytics contain completed tasks`() throws {
    // 21 points on the 24th, 7 on the 25th; of five tasks four were done.
    let code = """
      local function done(name, priority, project, day)
        local t = task.add{name = name, priority = priority, project = project,
          at = '2026-02-24T08:00'}
        if day then task.complete(t.id, {at = day .. 'T12:00'}) end
      end
      done('a', 'P0', 'Mill', '2026-02-24')
      done('b', 'P0', 'Mill', '2026-02-24')
      done('c', 'P0', nil, '2026-02-24')
      done('d', 'P0', nil, '2026-02-25')
      done('e', 'P3', 'Mill')
      local a = task.analytics{since = '2026-02-24', before = '2026-03-01'}
      local days = {}
      for _, d in ipairs(a.days) do
        days[#days + 1] = d.day:sub(9) .. ' ' .. d.completed .. ' ' .. d.score .. ' ' .. d.mean_7
          .. ' ' .. d.mean_30
      end
      local p, q = a.by_project[2], a.by_priority[4]
      return table.concat(days, '; '), a.completed, a.of, a.completion_ratio, a.streak,
        a.longest_streak, a.by_project[1].score, p.project, p.completed, p.score, p.open,
        a.by_priority[1].score, q.open, q.completed
      """
    #expect(
      try Playground().run(code).values == [
        .text(
          "24 3 21 3.0 0.7; 25 1 7 4.0 0.933333; 26 0 0 4.0 0.933333; 27 0 0 4.0 0.933333; "
            + "28 0 0 4.0 0.933333"),
        .integer(4), .integer(5), .number(0.8), .integer(0), .integer(2), .integer(14),
        .text("Mill"), .integer(2), .integer(14), .integer(1), .integer(28), .integer(1),
        .integer(0),
      ])
  }

  @Test(arguments: [
    (
      "task.add{name = 'x', priority = 'P5'}",
      "task.add: field \"priority\": expected P0, P1, P2 or P3 (or 1 to 4), got \"P5\" "
        + "(did you mean \"P0\"?)"
    ),
    (
      "task.add{name = 'x', priority = 5}",
      "task.add: field \"priority\": expected P0, P1, P2 or P3 (or 1 to 4), got 5"
    ),
    (
      "task.add{name = 'x', type = 'mornig'}",
      "task.add: field \"type\": expected morning, evening, upcoming or inbox (or 1 to "
        + "4), got \"mornig\" (did you mean \"morning\"?)"
    ),
    (
      "task.add{name = '  '}",
      "task.add: field \"name\": expected 1 to 200 characters, got \"  \""
    ),
    (
      "task.add{name = ('x'):rep(201)}",
      "task.add: field \"name\": expected 1 to 200 characters, got 201 characters"
    ),
    ("task.add{}", "task.add: field \"name\": expected string, got nothing"),
    (
      "task.add{name = 'x', evening = true, type = 'inbox'}",
      "task.add: field \"type\": expected evening, since the task is for the evening, got inbox"
    ),
    (
      "task.add{name = 'x', due = 'tomorow'}",
      "task.add: field \"due\": expected a day such as 2026-03-01, yesterday, mon or -7d, got "
        + "\"tomorow\" (did you mean \"tomorrow\"?)"
    ),
    (
      "task.add{name = 'x', due = '2026-02-30'}",
      "task.add: field \"due\": expected a day that exists (February 2026 has 28 days), got "
        + "\"2026-02-30\""
    ),
    (
      "task.add{name = 'x', reminder = 'noon'}",
      "task.add: field \"reminder\": expected a time such as 14:30, yesterday 14:30, -3h or "
        + "2026-03-01T09:30, got \"noon\""
    ),
    (
      "task.add{name = 'x', project = ' '}",
      "task.add: field \"project\": expected 1 to 100 characters, got \" \""
    ),
    (
      "task.add{name = 'x', at = '2026-03-02'}",
      "task.add: field \"at\": expected a time that is not later than now "
        + "(2026-03-01T12:00:00+01:00), got 2026-03-02T12:00:00+01:00"
    ),
    (
      "task.add{name = 'x', key = ''}",
      "task.add: field \"key\": expected 1 to 1000 bytes, got 0 bytes"
    ),
    ("task.add{name = 'x', color = 'red'}", "task.add: unknown field \"color\""),
    (
      "task.complete('\(nobody)', {at = '2027-01-01'})",
      "task.complete: argument 2 \"options\": field \"at\": expected a time that is not later than "
        + "now (2026-03-01T12:00:00+01:00), got 2027-01-01T12:00:00+01:00"
    ),
    (
      "task.update('\(nobody)', {priority = 'high'})",
      "task.update: argument 2 \"changes\": field \"priority\": expected P0, P1, P2 or P3 (or 1 "
        + "to 4), got \"high\""
    ),
    (
      "task.update('\(nobody)', {details = true})",
      "task.update: argument 2 \"changes\": field \"details\": expected string or false, got true"
    ),
    (
      "task.update('\(nobody)', {due = true})",
      "task.update: argument 2 \"changes\": field \"due\": expected string or false, got true"
    ),
    (
      "task.update('\(nobody)', {name = ''})",
      "task.update: argument 2 \"changes\": field \"name\": expected 1 to 200 characters, got \"\""
    ),
    (
      "task.update('\(nobody)', {score = 9})",
      "task.update: unknown field \"score\""
    ),
    (
      "task.each{view = 'overdu'}",
      "task.each: field \"view\": expected morning, evening, upcoming, inbox, overdue, completed or "
        + "project, got \"overdu\" (did you mean \"overdue\"?)"
    ),
    (
      "task.each{day = '1.3.2026'}",
      "task.each: field \"day\": expected 2026-01-03 or 2026-03-01, since \"1.3.2026\" "
        + "can be read as either, got \"1.3.2026\""
    ),
    (
      "task.each{limit = -1}",
      "task.each: field \"limit\": expected integer of at least 0, got -1"
    ),
    (
      "task.day_score('2026')",
      "task.day_score: argument 1 \"day\": expected a day such as 2026-03-01, yesterday, "
        + "mon or -7d, not a range, got \"2026\""
    ),
    (
      "task.analytics{since = '2026-03-01', before = '2026-02-01'}",
      "task.analytics: field \"before\": expected a day from since to 100000 days after it, "
        + "got 2026-02-01"
    ),
    (
      "task.score = nil",
      "task.score: the task module is read-only; add tasks with task.add{…}"
    ),
  ])
  func `errors state the function, the argument and the fix`(code: String, message: String) throws {
    #expect(try Playground().failure(code) == "script.lua:1: " + message)
  }
}

struct `project` {
  @Test func `is found by its name in any case`() throws {
    let code = """
      project.add('Mill', 'Wheels and water')
      task.add{name = 'a', project = 'MILL'}
      local t = task.add{name = 'b', project = ' mill '}
      task.complete(t.id)
      task.add{name = 'c', project = 'Yard'}
      local lines = {}
      for p in project.each() do
        lines[#lines + 1] = p.name .. ' ' .. p.open .. ' ' .. p.completed .. ' '
          .. tostring(p.description)
      end
      return table.concat(lines, '; '), task.get(t.id).project
      """
    #expect(
      try Playground().run(code).values == [
        .text("Inbox 0 0 nil; Mill 1 1 Wheels and water; Yard 1 0 nil"), .text("Mill"),
      ])
  }

  @Test func `is Inbox alone at first`() throws {
    let code = """
      local names = {}
      for p in project.each() do names[#names + 1] = p.name end
      return table.concat(names, ' ')
      """
    #expect(try Playground().run(code).values == [.text("Inbox")])
  }

  @Test func `renamed keeps its tasks, removed leaves them to Inbox`() throws {
    let code = """
      local t = task.add{name = 'a', project = 'Mill'}
      local renamed = project.update('mill', {name = 'Watermill'})
      local first = task.get(t.id).project
      -- Another spelling of its own name is no other project's.
      project.update('Watermill', {name = 'WaterMill'})
      local second = task.get(t.id).project
      local removed = project.remove('watermill')
      return renamed.name, first, second, removed.status, task.get(t.id).project
      """
    #expect(
      try Playground().run(code).values == [
        .text("Watermill"), .text("Watermill"), .text("WaterMill"), .text("added"), .text("Inbox"),
      ])
  }

  @Test func `created by a task it can still be added, once`() throws {
    let code = """
      task.add{name = 'a', project = 'Mill'}
      local first = project.add('mill', 'Wheels')
      local again, why = project.add('Mill')
      local description
      for p in project.each() do description = p.description end
      return first.status, description, again, why.code
      """
    #expect(
      try Playground().run(code).values == [
        .text("added"), .text("Wheels"), .nil, .text("refused"),
      ])
  }

  @Test(arguments: [
    ("project.add('MILL')", "refused", "there is a project of that name"),
    ("project.add('inbox')", "refused", "there is a project of that name"),
    ("project.update('Nowhere', {name = 'x'})", "not_found", "there is no such project"),
    ("project.update('Mill', {name = 'yard'})", "refused", "there is a project of that name"),
    ("project.update('Mill', {name = 'INBOX'})", "refused", "there is a project of that name"),
    (
      "project.update('inbox', {name = 'x'})", "refused", "Inbox can be neither renamed nor removed"
    ),
    ("project.remove('Inbox')", "refused", "Inbox can be neither renamed nor removed"),
    ("project.remove('Nowhere')", "not_found", "there is no such project"),
  ])
  func `refusals are returned as values`(call: String, code: String, message: String) throws {
    let script = """
      project.add('Mill')
      project.add('Yard')
      local got, why = \(call)
      local count = 0
      for p in project.each() do count = count + 1 end
      return got, why.code, why.message, count
      """
    #expect(
      try Playground().run(script).values == [
        .nil, .text(code), .text(message), .integer(3),
      ])
  }

  @Test(arguments: [
    (
      "project.add('')", "project.add: argument 1 \"name\": expected 1 to 100 characters, got \"\""
    ),
    (
      "project.add(('x'):rep(101))",
      "project.add: argument 1 \"name\": expected 1 to 100 characters, got 101 characters"
    ),
    (
      "project.update('a', {name = ' '})",
      "project.update: argument 2 \"changes\": field \"name\": expected 1 to 100 characters, got \" \""
    ),
    (
      "project.update('', {name = 'b'})",
      "project.update: argument 1 \"project\": expected 1 to 100 characters, got \"\""
    ),
    (
      "project.remove('')",
      "project.remove: argument 1 \"name\": expected 1 to 100 characters, got \"\""
    ),
    ("project.remove()", "project.remove: argument 1 \"name\": expected string, got nothing"),
    (
      "project.add('x', 'y', {at = '2027-01-01'})",
      "project.add: argument 3 \"options\": field \"at\": expected a time that is not later than now "
        + "(2026-03-01T12:00:00+01:00), got 2027-01-01T12:00:00+01:00"
    ),
    (
      "project.add('x', 'y', {key = ''})",
      "project.add: argument 3 \"options\": field \"key\": expected 1 to 1000 bytes, got 0 bytes"
    ),
    (
      "project.update('x', {name = 'y', key = ''})",
      "project.update: argument 2 \"changes\": field \"key\": expected 1 to 1000 bytes, got 0 bytes"
    ),
    (
      "project.remove('x', {key = ''})",
      "project.remove: argument 2 \"options\": field \"key\": expected 1 to 1000 bytes, got 0 bytes"
    ),
  ])
  func `errors state the function, the argument and the fix`(code: String, message: String) throws {
    #expect(try Playground().failure(code) == "script.lua:1: " + message)
  }
}
