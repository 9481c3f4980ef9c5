import FlintCalendar
import Lua
import FlintRules
import Testing

struct `due` {
  private static let tasks = """
    local rent = task.add{name = 'Rent', due = '2026-02-27', priority = 'P0', project = 'House'}
    task.add{name = 'Call Ada', reminder = '2026-03-01T15:30', at = '2026-02-20'}
    task.add{name = 'Sow', due = '2026-03-09', at = '2026-02-20'}
    local function titles(filter)
      local list = {}
      for d in due.each(filter) do list[#list + 1] = d.kind .. ' ' .. d.title end
      return table.concat(list, ', ')
    end

    """

  @Test func `iterates over due items`() throws {
    let code =
      Self.tasks + """
        return titles{kinds = {'task', 'overdue', 'reminder'}}, titles{within = 8, kinds = {'task'}},
          titles{within = '3h', kinds = {'reminder'}}, titles{within = '4h', kinds = {'reminder'}},
          titles{kinds = {'mood'}}
        """
    #expect(
      try Playground().run(code).values == [
        .text("overdue Rent, reminder Call Ada"), .text("task Sow"), .text(""),
        .text("reminder Call Ada"), .text(""),
      ])
  }

  @Test func `returns the fields of each item`() throws {
    let code =
      Self.tasks + """
        local d = due.each{kinds = {'overdue'}}()
        local r = due.each{kinds = {'reminder'}}()
        local rude = due.each{kinds = {'overdue'}, tone = 'rude'}()
        return d.kind, d.id == 'task-' .. rent.id, d.title, d.due, d.urgency, d.missing,
          d.detail:match('^2 days late, P0 in House%. ') ~= nil, r.due, r.urgency,
          rude.detail ~= d.detail
        """
    #expect(
      try Playground().run(code).values == [
        .text("overdue"), .boolean(true), .text("Rent"), .text("2026-02-27"), .text("high"), .nil,
        .boolean(true), .text("2026-03-01T15:30:00+01:00"), .text("normal"), .boolean(true),
      ])
  }

  @Test func `returns the count missing to a mission`() throws {
    let code = """
      spark.add{title = 'a', category = 'idea', at = '2026-03-01T11:00'}
      for d in due.each{within = 0, kinds = {'mission'}} do
        if d.title == 'Spark Streak' then return d.id, d.missing, d.due end
      end
      """
    #expect(
      try Playground().run(code).values == [
        .text("mission-spark-streak-2026-03-01"), .integer(2), .text("2026-03-01"),
      ])
  }

  @Test func `reads days across a change of clocks`() throws {
    var playground = try Playground()
    // Rome's clocks go forward on 2026-03-29 at 2:00: two days from here are 47 hours.
    playground.now = .init("2026-03-28T00:10")
    let code = """
      task.add{name = 'In', reminder = '2026-03-30T23:59:59'}
      task.add{name = 'Out', reminder = '2026-03-31T00:00'}
      local list = {}
      for d in due.each{within = '2d', kinds = {'reminder'}} do list[#list + 1] = d.title end
      return table.concat(list, ' ')
      """
    #expect(try playground.run(code).values == [.text("In")])
  }

  @Test func `creates an equal calendar each time`() throws {
    let code =
      Self.tasks + """
        local text = due.calendar{within = '2w'}
        local _, todos = text:gsub('BEGIN:VTODO\\r\\n', '')
        return todos, text == due.calendar{within = 14},
          text:find('DTSTAMP:20260301T110000Z', 1, true) ~= nil,
          due.calendar{kinds = {'rung'}}:sub(1, 17)
        """
    #expect(
      try Playground().run(code).values == [
        .integer(3), .boolean(true), .boolean(true), .text("BEGIN:VCALENDAR\r\n"),
      ])
  }

  @Test(arguments: [
    (
      "due.each{within = 'soon'}",
      "due.each: field \"within\": expected a span such as 2d, 12h, 90m or 1w, of at most 3660 "
        + "days, got \"soon\""
    ),
    ("due.each{within = -1}", "due.each: field \"within\": expected 0 to 3660 days, got -1"),
    (
      "due.each{kinds = {'task', 'chore'}}",
      "due.each: field \"kinds\": expected names among overdue, reminder, task, streak, habit, "
        + "quest, mission, pool, mood, rung, report, got \"chore\""
    ),
    (
      "due.each{tone = 'gruff'}",
      "due.each: field \"tone\": expected nice or rude, got \"gruff\""
    ),
    (
      "due.each = nil",
      "due.each: the due module is read-only: due items are derived from the history"
    ),
  ])
  func `reports invalid arguments`(code: String, message: String) throws {
    #expect(try Playground().failure(code) == "script.lua:1: " + message)
  }
}
