import Lua
import Testing

@testable import Scripting

/// How functions fail: the reference promises nil and an error, or an error is raised.
struct `The failure of a function` {
  /// A call of each function that may return nil and an error, which is refused after `setting`.
  private static let refused: KeyValuePairs = [
    "spark.add": "spark.add{title = 'x', category = 'idea', key = 'taken'}",
    "spark.get": "spark.get(several.spark)",
    "spark.update": "spark.update(no, {title = 'x'})",
    "spark.remove": "spark.remove(no)",
    "card.roll": "card.roll('idea')",
    "card.buy": "card.buy('idea-paper-lantern')",
    "pool.roll": "pool.roll('nope')",
    "pool.exchange": "pool.exchange('nope', 'x')",
    "pool.choose": "pool.choose('nope', 'x')",
    "currency.grant": "currency.grant{currency = 'gems', amount = 1}",
    "task.add": "task.add{name = 'x', key = 'taken'}",
    "task.complete": "task.complete(no)",
    "task.reopen": "task.reopen(no)",
    "task.update": "task.update(no, {name = 'x'})",
    "task.start": "task.start(no)",
    "task.stop": "task.stop()",
    "task.remove": "task.remove(no)",
    "task.get": "task.get(several.task)",
    "task.score": "task.score(several.task)",
    "project.add": "project.add('Inbox')",
    "project.update": "project.update('nope', {name = 'x'})",
    "project.remove": "project.remove('nope')",
    "quest.add": "quest.add('examples/data/quests/harbour.json', {key = 'taken'})",
    "quest.remove": "quest.remove('nope')",
    "quest.complete": "quest.complete('nope')",
    "quest.reset": "quest.reset('nope')",
    "quest.open_gate": "quest.open_gate('nope')",
    "quest.set_level": "quest.set_level(6, {key = 'taken'})",
    "quest.graph": "quest.graph('nope')",
    "mood.add": "mood.add{mood = 'good', key = 'taken'}",
    "mood.update": "mood.update('2026-01-05', {note = 'x'})",
    "mood.remove": "mood.remove('2026-01-05')",
    "journey.start": "journey.start('2026-01-02', {key = 'taken'})",
    "journey.remove": "journey.remove(no)",
    "activity.add": "activity.add{kind = 'journal', text = 'b', key = 'taken'}",
    "activity.update": "activity.update(no, {text = 'x'})",
    "activity.remove": "activity.remove(no)",
    "tracker.add": "tracker.add{name = 'Running'}",
    "tracker.update": "tracker.update('nope', {target = 5})",
    "tracker.remove": "tracker.remove('nope')",
    "tracker.stats": "tracker.stats('nope')",
    "tracker.add_entry": "tracker.add_entry('nope', {minutes = 1})",
    "tracker.all_entries": "tracker.all_entries('nope')",
    "tracker.update_entry": "tracker.update_entry(no, {minutes = 1})",
    "tracker.remove_entry": "tracker.remove_entry(no)",
    "habit.add": "habit.add{name = 'Walk', schedule = {per = 'day'}}",
    "habit.update": "habit.update('nope', {goal = {at_least = 1, of = 'minutes'}})",
    "habit.stop": "habit.stop('nope')",
    "habit.done": "habit.done('nope')",
    "habit.not_done": "habit.not_done('nope')",
    "habit.skip": "habit.skip('nope')",
    "habit.pause": "habit.pause('nope')",
    "habit.resume": "habit.resume('nope')",
    "habit.days": "habit.days('nope')",
    "habit.periods": "habit.periods('nope')",
    "odds.goal": "odds.goal{goal = 'complete', mix = 'idea=1'}",
    "odds.weights": "odds.weights{weights = {'1/2', '1/2', 0}}",
    "odds.prize": "odds.prize{rate = 0}",
    "odds.pool":
      "odds.pool{rules = 'examples/worlds/banner.lua', pool = 'character', goal = 'first:common'}",
    "odds.solve":
      "odds.solve{rules = 'examples/worlds/banner.lua', pool = 'character', number = 'legendary.soft_step', mean = 100000}",
    "tables.odds":
      "tables.odds{table = {rolls = 1, entries = {{item = 'gem', weight = 1}, {item = 'gold', weight = 0}}}, item = 'gold', goal = 'gold:5'}",
    "history.all": "history.all{event = ('0'):rep(31)}",
    "history.undo": "history.undo()",
    "history.redo": "history.redo()",
    "json.decode": "json.decode('{')",
    "fs.read": "fs.read('examples/nope.txt')",
    "fs.list": "fs.list('Package.swift')",
  ]

  /// Refused only where two names are equal, as after a merge, or two ids begin with the same digits, where a table
  /// has no exact method, or in a profile without sparks.
  private static let others: Set = [
    "activity.get", "tracker.get_entry", "tracker.get", "habit.get", "tables.open", "audit.profile",
  ]

  private static let setting = """
    local no, several = ('0'):rep(32), {}
    spark.add{title = 'a', category = 'idea', key = 'taken'}
    task.add{name = 'a', key = 'taken'}
    tracker.add{name = 'Running'}
    habit.add{name = 'Walk', schedule = {per = 'day'}}
    quest.add('examples/data/quests/lighthouse.json', {key = 'taken'})
    quest.set_level(5, {key = 'taken'})
    mood.add{mood = 'bad', key = 'taken'}
    journey.start('2026-01-01', {key = 'taken'})
    activity.add{kind = 'journal', text = 'a', key = 'taken'}
    -- Of so many ids, two begin with the same four digits.
    local function shared(add)
      local seen = {}
      while true do
        local start = add(#seen + 1).id:sub(1, 4)
        if seen[start] then return start end
        seen[start], seen[#seen + 1] = true, true
      end
    end
    several.spark = shared(function(n) return spark.add{title = 's' .. n, category = 'idea'} end)
    several.task = shared(function(n) return task.add{name = 't' .. n} end)
    repeat local done = card.roll('idea') until not done

    """

  @Test func `is nil and an error of every function that documents it`() throws {
    let functions = Reference().modules.flatMap { module in
      module.functions.filter(\.canRefuse).map { module.fullName(of: $0) }
    }
    let tried = Self.refused.map(\.key)
    #expect(Set(functions) == Set(tried).union(Self.others))
    let calls = Self.refused.map { name, call in
      """
      do
        local ok, value, err = pcall(function() return \(call) end)
        local refused = ok and value == nil and type(err) == 'table' and type(err.code) == 'string'
        if not refused or tostring(err) ~= err.message then print('\(name)', ok, value, err) end
      end
      """
    }
    let result = try Playground().run(Self.setting + calls.joined(separator: "\n"))
    #expect(result.error == nil, "\(result.error?.message ?? "")")
    #expect(result.output == "")
    let empty = try Playground().run("return select(2, audit.profile()).code")
    #expect(empty.values == [.text("no_drops")])
  }

  /// Calls every function with names of nothing, none of which may be refused without being documented.
  @Test func `is no undocumented refusal`() throws {
    let samples = ["'nope'", "('0'):rep(32)", "'2026-01-05'", "1", "{}", "nil"]
    var code = ""
    for module in Reference().modules where !["", "sim", "args"].contains(module.name) {
      for function in module.functions where !function.canRefuse && !function.parameters.isEmpty {
        let name = module.fullName(of: function)
        for sample in samples {
          for more in ["", ", \(sample)", ", {}"] {
            code += """
              do
                local ok, value, err = pcall(\(name), \(sample)\(more))
                if ok and value == nil and type(err) == 'table' and err.code then print('\(name)', err) end
              end

              """
          }
        }
      }
    }
    let result = try Playground().run(code)
    #expect(result.error == nil, "\(result.error?.message ?? "")")
    let reported = result.output.split(separator: "\n").filter { $0.contains(".") }
    #expect(reported.isEmpty, "\(reported)")
  }

  @Test(arguments: [
    ("tracker.each_entry('nope')", "tracker.each_entry: there is no tracker \"nope\""),
    ("history.each{event = ('0'):rep(31)}", "history.each: "),
    ("fs.lines('examples/nope.txt')", "fs.lines: examples/nope.txt: no such file"),
    ("csv.rows('examples/nope.csv')", "csv.rows: examples/nope.csv: no such file"),
    ("fs.lines('examples')", "fs.lines: examples: not a regular file"),
  ])
  func `of a function that returns an iterator is raised`(call: String, message: String) throws {
    let failure = try Playground().failure("for value in \(call) do print(value) end")
    #expect(failure.hasPrefix("script.lua:1: " + message), "\(failure)")
  }

  @Test func `is raised where going on would lose something`() throws {
    for (code, message) in [
      ("quest.add('examples/nope.json')", "quest.add: examples/nope.json: no such file"),
      ("import.run{file = 'examples/nope.csv'}", "import.run: examples/nope.csv: no such file"),
      ("fs.write('examples/nope.txt', 'x')", "fs.write: examples/nope.txt: writing is not allowed"),
      ("fs.read('/etc/passwd')", "fs.read: /etc/passwd: reading is not allowed"),
    ] {
      let failure = try Playground().failure(code)
      #expect(failure.hasPrefix("script.lua:1: " + message), "\(failure)")
    }
  }

  @Test func `of a missing file is shown by the function that receives nil`() throws {
    #expect(
      try Playground().failure("json.decode(fs.read('examples/nope.json'))")
        == "script.lua:1: json.decode: argument 1 \"text\": expected string, got nothing: "
        + "examples/nope.json: no such file")
    #expect(
      try Playground().run(
        "local text, err = fs.read('examples/nope') return text, err.code, fs.exists('examples')"
      )
      .values == [.nil, .text("not_found"), .boolean(true)])
  }
}
