import FlintCalendar
import Lua
import FlintRules
import Testing

/// Rome's clocks skip 02:30 on 29 March 2026, and show it twice on 25 October.
struct `A local time that clocks skip or show twice` {
  private func play(_ now: String) throws -> Playground {
    var playground = try Playground()
    playground.now = Timestamp(now)
    return playground
  }

  @Test func `is noted for a reminder like for the time of an event`() throws {
    let code = """
      local spark = spark.add{title = 'x', category = 'idea', at = '2026-03-29T02:30'}
      local task = task.add{name = 'x', reminder = '2026-03-29T02:30'}
      return spark.note, task.note
      """
    #expect(try play("2026-11-01").run(code).values == [.text("skipped"), .text("skipped")])
  }

  @Test func `is noted for an updated reminder, and returned with the resolved time`() throws {
    let code = """
      local id = task.add{name = 'x', at = '2026-10-01'}.id
      local changed = task.update(id, {reminder = '2026-10-25T02:30'})
      local plain = task.update(id, {reminder = '2026-10-26T02:30'})
      local dated = task.update(id, {name = 'y', at = '2026-10-25T02:40'})
      return changed.note, changed.reminder, plain.note, dated.note, task.get(id).note
      """
    #expect(
      try play("2026-11-01").run(code).values == [
        .text("ambiguous"), .text("2026-10-25T02:30:00+02:00"), .nil, .text("ambiguous"), .nil,
      ])
  }

  @Test func `is not noted where an offset was written or a number given`() throws {
    let code = """
      return task.add{name = 'x', reminder = '2026-10-25T02:30+01:00'}.note,
        task.add{name = 'y', reminder = 1792888200}.note,
        task.update(task.add{name = 'z'}.id, {reminder = false}).note
      """
    #expect(try play("2026-11-01").run(code).values == [.nil, .nil, .nil])
  }
}
