import Lua
import Testing

/// Now is Sunday, 2026-03-01, noon in Rome.
struct `task, planned` {
  @Test func `has tags, a recurrence, tasks that come first and a day to wait for`() throws {
    let result = try Playground().run(
      """
      local can = task.add{name = 'Fill the can', at = '2026-02-27T10:00'}
      local t = task.add{name = 'Water', tags = {'Garden', 'home'}, every = {weekdays = {'wed', 'mon'}},
        after = {'fill the can'}, due = '2026-03-02', wait = '2026-03-02', at = '2026-02-27T11:00'}
      local got = task.get(t.id)
      return table.concat(got.tags, ' '), got.every, got.after[1] == can.id, got.wait, got.waiting,
        got.blocked, got.started_at
      """)
    #expect(
      result.values == [
        .text("garden home"), .text("mon,wed"), .boolean(true), .text("2026-03-02"),
        .boolean(true), .boolean(true), .nil,
      ])
  }

  @Test func `moves on when it is completed, and back when it is reopened`() throws {
    let code = """
      local t = task.add{name = 'Rent', every = 'monthly', due = '2026-01-31',
        at = '2026-01-01T10:00'}
      task.complete(t.id, {at = '2026-01-31T10:00'})
      task.complete(t.id, {at = '2026-02-28T10:00'})
      local got = task.get(t.id)
      task.reopen(t.id)
      return got.due, got.status, #got.completions, got.completions[1].day, got.score,
        task.get(t.id).due
      """
    #expect(
      try Playground().run(code).values == [
        .text("2026-03-31"), .text("open"), .integer(2), .text("2026-01-31"), .integer(6),
        .text("2026-02-28"),
      ])
  }

  @Test func `that comes after an open one is refused with its name`() throws {
    let code = """
      local first = task.add{name = 'Buy paint'}
      local t = task.add{name = 'Paint', after = {first.id}}
      local none, err = task.complete(t.id)
      local again, cycle = task.update(first.id, {after = {t.id}})
      return none, err.code, err.message, again, cycle.message
      """
    #expect(
      try Playground().run(code).values == [
        .nil, .text("locked"),
        .text("\"Paint\" comes after \"Buy paint\"; complete that first"), .nil,
        .text(
          "the tasks would wait for each other: \"Buy paint\" after \"Paint\" after \"Buy paint\""),
      ])
  }

  @Test(arguments: [
    ("every = 'often'", "expected a recurrence such as day, 2 weeks, month"),
    ("every = {times = 3, per = 'week'}", "expected 1, since a task has one due day in a period"),
    ("after = {'nobody'}", "there is no task \"nobody\""),
    ("tags = {' '}", "expected tags that are not empty"),
  ])
  func `that means nothing is an error`(_ fields: String, _ message: String) throws {
    let code = "return pcall(task.add, {name = 'x', \(fields)})"
    let values = try Playground().run(code).values
    #expect(values.first == .boolean(false))
    #expect(values.last?.text?.contains(message) ?? false, "\(values)")
  }

  @Test func `is ordered by urgency, and found by tag and status`() throws {
    let code = """
      task.add{name = 'usual'}
      task.add{name = 'soon', tags = {'next'}}
      task.add{name = 'later', wait = '2026-03-09'}
      local function names(filter)
        local list = {}
        for t in task.each(filter) do list[#list + 1] = t.name end
        return table.concat(list, ' ')
      end
      return names{order = 'urgency'}, names{tag = 'NEXT'}, names{status = 'ready', order = 'added'},
        names{status = 'waiting'}, task.get('soon').urgency, task.get('soon').urgency_terms[1].factor
      """
    #expect(
      try Playground().run(code).values == [
        .text("soon usual later"), .text("soon"), .text("usual soon"), .text("later"),
        .number(17.6), .text("priority"),
      ])
  }

  @Test func `is started and stopped, and its minutes become an entry`() throws {
    let code = """
      local t = task.add{name = 'Read', project = 'Work', at = '2026-02-28T08:00'}
      task.start(t.id, {at = '2026-02-28T09:00'})
      local running = task.running()
      local work = task.stop{at = '2026-02-28T09:25'}
      local none, err = task.stop()
      return running.name, running.project, work.minutes, work.tracker, task.running(), none, err.code,
        tracker.get('Work').total
      """
    #expect(
      try Playground().run(code).values == [
        .text("Read"), .text("Work"), .integer(25), .text("Work"), .nil, .nil, .text("refused"),
        .integer(25),
      ])
  }
}
