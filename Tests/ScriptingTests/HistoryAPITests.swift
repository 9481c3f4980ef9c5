import Lua
import Testing

struct `history` {
  @Test func `iterates over records, the latest first`() throws {
    let code = """
      local s = spark.add{title = 'a', category = 'idea', at = '2026-02-01T10:00'}
      spark.update(s.id, {title = 'b'})
      local t = task.add{name = 't', at = '2026-02-02T10:00'}
      task.remove(t.id)
      card.roll('energy')
      local lines = {}
      for r in history.each() do
        lines[#lines + 1] = table.concat({r.what, r.kind, r.text, r.state, tostring(r.at)}, ' ')
        assert(r.batch == 1 and #r.id == 32 and r.recorded:sub(1, 10) == '2026-03-01')
      end
      return table.concat(lines, '\\n')
      """
    #expect(
      try Playground().run(code).values == [
        .text(
          """
          add roll {"category":"energy"} live 2026-03-01T12:00:00+01:00
          remove task  removed nil
          add task {"name":"t"} removed 2026-02-02T10:00:00+01:00
          edit spark b live 2026-02-01T10:00:00+01:00
          add spark a live 2026-02-01T10:00:00+01:00
          """)
      ])
  }

  @Test func `iterates over the records that match a filter`() throws {
    let playground = try Playground()
    _ = try playground.run("for i = 1, 3 do spark.add{title = 's' .. i, category = 'idea'} end")
    let code = """
      local t = task.add{name = 't'}
      task.complete(t.id)
      spark.remove(spark.each{limit = 1}().id)
      local function count(filter)
        local n = 0
        for r in history.each(filter) do n = n + 1 end
        return n
      end
      return count(), count{kind = 'spark'}, count{batch = 1}, count{event = t.id},
        count{corrections = true}, count{limit = 2}, count{limit = 0},
        count{kind = 'task.complete'}, count{since = '2026-03-01T12:00'},
        count{before = '2026-03-01T12:00'}, count{corrections = true, kind = 'task'}
      """
    #expect(
      try playground.run(code).values
        == [6, 4, 3, 2, 1, 2, 0, 1, 6, 0, 0].map { LuaValue.integer($0) })
  }

  @Test func `iterates over thousands of records, and none added during the iteration`() throws {
    let code = """
      for i = 1, 1000 do task.add{name = 't' .. i, key = 'k' .. i} end
      local n, seen = 0, {}
      for r in history.each{kind = 'task'} do
        n = n + 1
        assert(not seen[r.id])
        seen[r.id] = true
        if n % 100 == 0 then task.add{name = 'late', key = 'late' .. n} end
      end
      local m = 0
      for r in history.each{limit = 300} do m = m + 1 end
      return n, m
      """
    #expect(try Playground().run(code).values == [.integer(1000), .integer(300)])
  }

  @Test func `undoes the batches before the script one by one, and redoes them`() throws {
    let playground = try Playground()
    _ = try playground.run("spark.add{title = 'a', category = 'idea'}", name: "one.lua")
    _ = try playground.run(
      "spark.update(spark.each()().id, {title = 'b'})", name: "two.lua")
    let code = """
      task.add{name = 'its own'}
      local function title()
        local s = spark.each()()
        return s and s.title or 'none'
      end
      local first = history.undo()
      local titles = {title()}
      local second = history.undo()
      titles[2] = title()
      local nothing, why = history.undo()
      local again = history.redo()
      titles[3] = title()
      history.redo()
      titles[4] = title()
      local none, because = history.redo()
      return table.concat(titles, ' '), first.batch, first.changed, first.removed, second.batch,
        second.removed, #second.left, nothing, why.code, why.message, again.batch, again.restored,
        none, because.message
      """
    #expect(
      try playground.run(code, name: "three.lua").values == [
        .text("a none a b"), .integer(2), .integer(1), .integer(0), .integer(1), .integer(1),
        .integer(0), .nil, .text("nothing"), .text("there is nothing to undo"), .integer(1),
        .integer(1), .nil, .text("there is nothing to redo"),
      ])
    let batches = try playground.run(
      """
      local lines = {}
      for b in history.each_batch() do
        lines[#lines + 1] = ('%d %s %s %s'):format(b.batch, b.kind, b.source, b.undoes)
      end
      return table.concat(lines, '\\n')
      """)
    // The records of the script itself precede its undo; nothing followed.
    #expect(
      batches.values == [
        .text(
          """
          7 redo three.lua 4
          6 redo three.lua 5
          5 undo three.lua 1
          4 undo three.lua 2
          3 script three.lua nil
          2 script two.lua nil
          1 script one.lua nil
          """)
      ])
  }

  @Test func `undoes a batch by its number and an event by its id`() throws {
    let code = """
      local t = task.add{name = 'a'}
      checkpoint()
      task.add{name = 'b'}
      local batch
      for r in history.each{event = t.id} do batch = r.batch end
      local one = history.undo(batch)
      local back = history.undo(one.batch + 2)
      local two = history.undo(t.id)
      return one.batch, one.removed, back.restored, two.batch, two.removed, task.get(t.id),
        select(2, history.undo(99)).code, select(2, history.undo(('0'):rep(32))).code,
        select(2, history.undo('yesterday')).code
      """
    #expect(
      try Playground().run(code).values == [
        .integer(1), .integer(1), .integer(1), .nil, .integer(1), .nil, .text("not_found"),
        .text("not_found"), .text("not_found"),
      ])
  }

  @Test func `returns the ids of events left unchanged because of later records`() throws {
    let playground = try Playground()
    let id = try playground.value("tracker.add{name = 'T', at = '2026-02-01'}.id").text ?? ""
    let entry = try playground.value("tracker.add_entry('T', {minutes = 1}).id").text ?? ""
    _ = try playground.run("tracker.update_entry('\(entry)', {minutes = 2})")
    _ = try playground.run("tracker.update_entry('\(entry)', {minutes = 3})")
    let code = """
      local report = history.undo(3)
      return #report.left, report.left[1], report.changed, tracker.stats('T').hours * 60
      """
    #expect(
      try playground.run(code).values == [
        .integer(1), .text(entry), .integer(0), .number(3),
      ])
    #expect(id.count == 32)
  }

  @Test func `returns the reasons why events are void`() throws {
    let code = """
      local t = task.add{name = 'Water', at = '2026-02-01T10:00'}
      task.complete(t.id, {at = '2026-02-02T10:00'})
      task.remove(t.id)
      for e in history.each_void() do
        local r = history.each{event = e.id}()
        return e.kind, e.reason, e.at, e.text == '{"task":"' .. t.id .. '"}', e.batch, r.state
      end
      """
    #expect(
      try Playground().run(code).values == [
        .text("task.complete"), .text("there is no such task"), .text("2026-02-02T10:00:00+01:00"),
        .boolean(true), .integer(1), .text("void: there is no such task"),
      ])
  }

  @Test func `cannot be written`() throws {
    let failure = try Playground().failure("history.each = 1")
    #expect(
      failure
        == "script.lua:1: history.each: history cannot be written; undo records with history.undo()"
    )
  }
}
