import Lua
import Testing

@testable import Scripting

/// Names that the API had before 0.3.0 and that answer until 0.4.0.
struct `Former names` {
  private static let setting = """
    local function list(next) local all = {} for row in next do all[#all + 1] = row end return all end
    tracker.add{name = 'Read', at = '2026-02-01'}
    tracker.add_entry('Read', {minutes = 5, at = '2026-02-02T10:00'})
    habit.add{name = 'Floss', schedule = {per = 'day'}}
    project.add('Garden')
    quest.add('examples/data/quests/harbour.json')
    local t = task.add{name = 'Gone', at = '2026-02-01'}
    task.complete(t.id)
    task.remove(t.id)
    checkpoint()

    """

  /// A call by each former name, and what it is now; both have to return the same.
  private static let calls: [(former: String, old: String, new: String)] = [
    (
      "activity.record", "activity.record('journal', 'x', {key = 'k'})",
      "activity.add{kind = 'journal', text = 'x', key = 'k'}"
    ),
    ("card.sets", "card.sets()", "card.all_sets()"),
    ("currency.balance", "currency.balance('gems') == nil", "currency.get('gems') == nil"),
    ("habit.list", "habit.list{stopped = true}", "habit.all{stopped = true}"),
    (
      "habit.set", "habit.set('Floss', {schedule = {times = 2, per = 'week'}})",
      "habit.update('Floss', {schedule = {times = 2, per = 'week'}})"
    ),
    ("history.batches", "list(history.batches())", "history.all_batches()"),
    ("history.void", "list(history.void())", "history.all_void()"),
    (
      "mood.record", "mood.record('2026-02-27', 'good', {note = 'n'})",
      "mood.add{mood = 'good', day = '2026-02-27', note = 'n'}"
    ),
    (
      "project.rename", "project.rename('garden', 'Yard').status and project.get('yard')",
      "project.update('garden', {name = 'Yard'})"
    ),
    (
      "quest.available", "quest.available{limit = 2}",
      "quest.all_nodes{status = 'available', limit = 2}"
    ),
    ("quest.find", "quest.find{text = 'lamp'}", "quest.all_nodes{text = 'lamp'}"),
    ("quest.gates", "quest.gates()", "quest.all_gates()"),
    (
      "quest.load", "quest.load('examples/data/quests/lighthouse.json')",
      "quest.add('examples/data/quests/lighthouse.json')"
    ),
    (
      "quest.missions", "quest.missions('harbour', {status = 'empty'})",
      "quest.all_missions{set = 'harbour', status = 'empty'}"
    ),
    ("quest.nodes", "quest.nodes{set = 'harbour'}", "quest.all_nodes{set = 'harbour'}"),
    ("quest.sets", "quest.sets()", "quest.all()"),
    (
      "tracker.create", "tracker.create{name = 'Run', target = 60}",
      "tracker.add{name = 'Run', target = 60}"
    ),
    (
      "tracker.entries", "list(tracker.entries('Read', {limit = 1}))",
      "tracker.all_entries('Read', {limit = 1})"
    ),
    (
      "tracker.entry", "tracker.entry('Read', {minutes = 7})",
      "tracker.add_entry('Read', {minutes = 7})"
    ),
  ]

  @Test(arguments: calls.map(\.former))
  func `answer as the present ones do`(former: String) throws {
    let call = try #require(Self.calls.first { $0.former == former })
    let (old, new) = (
      try Playground().run(Self.setting + "return " + call.old),
      try Playground().run(Self.setting + "return " + call.new)
    )
    #expect(old.error == nil, "\(old.error?.message ?? "")")
    #expect(old.values == new.values)
    #expect(new.values.first != .nil)
  }

  @Test func `are all called here`() {
    let names = Reference().modules.flatMap { module in
      module.functions.flatMap { $0.former.map { module.fullName(of: $0) } }
    }
    #expect(names.sorted() == Self.calls.map(\.former).sorted())
  }

  @Test(arguments: [
    ("card.collection{search = 'lantern'}", "card.collection{text = 'lantern'}"),
    ("mission.all{sort = 'progress'}", "mission.all{order = 'progress'}"),
    (
      "mood.update(mood.add{mood = 'bad'} and clock.day(), {value = 'good'}).mood",
      "mood.update(mood.add{mood = 'bad'} and clock.day(), {mood = 'good'}).mood"
    ),
    (
      "stats.series{metric = 'entries', where = {tracker = 'Read'}}",
      "stats.series{metric = 'entries', tracker = 'Read'}"
    ),
    ("stats.summary{where = {tag = 'x'}}", "stats.summary{tag = 'x'}"),
  ])
  func `of fields answer as the present ones do`(old: String, new: String) throws {
    let first = try Playground().run(Self.setting + "return " + old)
    #expect(first.error == nil, "\(first.error?.message ?? "")")
    #expect(first.values == (try Playground().run(Self.setting + "return " + new).values))
  }

  @Test func `of fields are not mixed with the present ones`() throws {
    #expect(
      try Playground().failure("stats.summary{tag = 'x', where = {text = 'y'}}")
        == "script.lua:1: stats.summary: field \"tag\": expected nothing, since where has filters, "
        + "got a value")
  }

  @Test func `are in no reference, but deprecated for the language server`() {
    let reference = Reference()
    for call in Self.calls {
      #expect(!reference.markdown.contains("### `\(call.former)("), "\(call.former)")
      #expect(!reference.json.contains("\"name\": \"\(call.former)\""), "\(call.former)")
    }
    #expect(!reference.markdown.contains("| `where.tag`"))
    #expect(
      reference.luaLS.contains(
        "---@deprecated since 0.3.0 write habit.all instead of it\n"), "habit.list")
    #expect(
      ConsoleHelp.text(for: "habit.list", columns: 80)?
        .hasPrefix("since 0.3.0 write habit.all instead of habit.list\n\nhabit.all[{…}]") == true)
  }

  @Test(arguments: [
    (
      "mood.record(nil, \"good\")", 6,
      "since 0.3.0 write mood.add{mood = …, day = …} instead of mood.record"
    ),
    ("print(#quest.sets())", 14, "since 0.3.0 write quest.all instead of quest.sets"),
    (
      "print(#card.all{search = \"x\"})", 17,
      "card.all: since 0.3.0 write text instead of the field \"search\""
    ),
  ])
  func `are found by flint check`(code: String, column: Int, message: String) throws {
    let found = try ScriptCheck(files: FileGrants(reading: []), environment: EnvironmentGrants())
      .findings(in: Array(code.utf8), path: "script.lua")
    #expect(found.map(\.message) == [message])
    #expect(found.map(\.kind) == [.formerName])
    #expect(found.map(\.column) == [column])
  }
}
