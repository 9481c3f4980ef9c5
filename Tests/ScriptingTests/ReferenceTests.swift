import FlintCalendar
import Foundation
import Lua
import FlintRules
import Sessions
import Storage
import Testing

@testable import Scripting

struct `The API reference` {
  @Test(arguments: Reference().examples.map(\.function))
  func `has an example for each function, whose results are documented`(function: String) throws {
    let example = try #require(Reference().examples.first { $0.function == function })
    #expect(!example.code.isEmpty)
    #expect(example.code.contains(function.split(separator: ".").last ?? ""))
    // Examples that write files run as a dry run: the checkout is not changed.
    let here = FileManager.default.currentDirectoryPath
    let result = try Playground(writing: here, isRehearsal: true)
      .run(Self.recording + example.code + "\nreturn _seen")
    #expect(result.error == nil, "\(result.error?.message ?? "")")
    guard case .array(let seen)? = result.values.first else { return }
    for case .array(let call) in seen {
      let name = try #require(call.first?.text)
      guard let documented = Reference().results(of: name), !documented.isEmpty else { continue }
      check(call[1], documented, name)
    }
  }

  /// Lua that notes each table that a function returns, or an iterator of it, with the function's name.
  private static let recording: String = {
    let modules = Reference().moduleNames
    let wrapped = modules.map { "_module(\"\($0)\", \($0))" }
    return """
      local _seen = {}
      local function _note(name, value)
        if type(value) == "table" then _seen[#_seen + 1] = {name, value} end
        return value
      end
      local function _function(name, call)
        return function(...)
          local results = table.pack(call(...))
          local first = _note(name, results[1])
          if type(first) == "function" then
            results[1] = function(...) return _note(name, first(...)) end
          end
          return table.unpack(results, 1, results.n)
        end
      end
      local function _module(name, functions)
        return setmetatable({}, {__index = function(_, key)
          return _function(name .. "." .. key, functions[key])
        end})
      end
      local profile = _function("profile", profile)
      local \(modules.joined(separator: ", ")) = \(wrapped.joined(separator: ", "))

      """
  }()

  @Test(arguments: Reference.tests.examples.map(\.function))
  func `has an example that succeeds for each check`(function: String) throws {
    let example = try #require(Reference.tests.examples.first { $0.function == function })
    #expect(example.code.contains(function))
    let here = FileManager.default.currentDirectoryPath
    let test = TestFile(
      source: Array(example.code.utf8), path: "example_test.lua", libraries: ["."],
      limits: LuaLimits(wallTime: .seconds(60), exitMessages: [:]), maximumWritten: 1 << 30,
      files: FileGrants(reading: [here], writing: [here])
    ) { body in
      struct Done: Error {}
      let now = Timestamp("2026-01-01T12:00")
      let profile = try Profile.new(
        seed: 1, zone: "UTC", rulebook: .ignition, now: Instant(milliseconds: 0))
      do {
        try Store.inMemory(profile: profile).session(SessionOptions(now: now)) { session in
          try body(session)
          throw Done()
        }
      } catch is Done {}
    }
    var results: [TestFile.Result] = []
    try withScriptThread { () throws -> Void in try test.run(report: { results.append($0) }) }
    #expect(!results.isEmpty)
    for result in results {
      #expect(result.error == nil, "\(result.error?.message ?? "")")
      #expect(result.checks > 0)
    }
  }

  /// Functions read their arguments by these names.
  @Test func `gives the arguments of a function distinct names`() {
    func names(_ fields: [HostField]) -> [String] {
      fields.flatMap { field in
        guard case .table(let inner) = field.type else { return [field.name] }
        return names(inner).map { field.replacement == nil ? $0 : "\(field.name).\($0)" }
      }
    }
    for module in Reference().modules + Reference.tests.modules {
      for function in module.callable {
        let names = names(function.parameters)
        #expect(Set(names).count == names.count, "\(module.name).\(function.name): \(names)")
      }
    }
  }

  @Test func `names every function in Markdown and for the language server`() {
    let reference = Reference()
    let (markdown, luaLS) = (reference.markdown, reference.luaLS)
    #expect(reference.examples.count >= 30)
    for example in reference.examples {
      #expect(markdown.contains("### `\(example.function)"), "\(example.function)")
      #expect(luaLS.contains("function \(example.function)("), "\(example.function)")
      #expect(markdown.contains(example.code))
    }
    #expect(luaLS.hasPrefix("---@meta flint\n"))
  }

  @Test func `gives the language server an error beside nil wherever it documents one`() {
    let luaLS = Reference().luaLS
    #expect(luaLS.components(separatedBy: "\n---@class flint.Error\n").count == 2)
    var refusing = 0
    for module in Reference().modules {
      for function in module.functions {
        let name = module.fullName(of: function)
        let before = luaLS.components(separatedBy: "\nfunction \(name)(").first ?? ""
        let lines = before.split(separator: "\n").reversed().prefix { $0.hasPrefix("---") }
        let types = lines.filter { $0.hasPrefix("---@return ") }.reversed()
        let documents = lines.contains { $0.contains("nil and an error") }
        if documents { refusing += 1 }
        #expect(types.contains { $0.contains("flint.Error") } == documents, "\(name)")
        #expect(
          !documents || types.count == 2 && types.last?.contains("flint.Error") == true, "\(name)")
      }
    }
    #expect(refusing >= 55, "\(refusing)")
  }

  @Test func `is valid Lua for the language server`() throws {
    // Loaded as text it only defines: every name must be one that can be written.
    let code = "return load([==[\(Reference().luaLS)]==]) ~= nil"
    #expect(try Playground().run(code).values == [.boolean(true)])
  }

  @Test func `documents the fields of nested tables`() {
    let (markdown, luaLS) = (Reference().markdown, Reference().luaLS)
    #expect(markdown.contains("| `options.at` (optional) |"))
    #expect(markdown.contains("| `buckets[].period` |"))
    #expect(markdown.contains("| `weeks[][].value` |"))
    #expect(luaLS.contains("---@param options? journey_start_options The time and the key."))
    #expect(
      luaLS.contains("\n---@class journey_start_options\n---@field at? string|number The time"))
    #expect(luaLS.contains("---@field weeks flint.MoodCell[][] The days"))
  }

  @Test func `documents the tables of each iterator`() {
    for (function, code) in Reference().examples
    where code.contains("for ") && function.hasSuffix(".each") {
      let text = Reference().luaLS
      let end = text.range(of: "\nfunction \(function)(")
      let before = text[..<(end?.lowerBound ?? text.startIndex)]
      let iterator = before.matches(of: /---@return \(?fun\(\): ([\w.]+)\?(?:\)\?)? iterator/).last
      let name = iterator.map { String($0.1) } ?? "none"
      #expect(text.contains("\n---@class \(name)\n"), "\(function)")
    }
  }

  @Test func `has no optional parameter before a required one, for which a call would need nil`() {
    for module in Reference().modules {
      for function in module.functions {
        let required = function.parameters.drop { !$0.isOptional }.filter { !$0.isOptional }
        #expect(required.isEmpty, "\(module.fullName(of: function))")
      }
    }
  }

  @Test func `defines every view of tasks`() {
    for view in [
      "morning: of type morning", "evening: of type evening", "upcoming: open", "inbox: open",
    ] {
      #expect(Reference().markdown.contains(view), "\(view)")
    }
    #expect(!Reference().markdown.contains("see the reference"))
  }

  /// Compares the tables that scripts receive with their documentation.
  @Test(arguments: [
    ("spark.each", "spark.each()()"), ("mission.each", "mission.each()()"),
    ("task.each", "task.each()()"), ("project.each", "project.each()()"),
    ("mood.each", "mood.each()()"), ("activity.each", "activity.each()()"),
    ("achievement.each", "achievement.each()()"), ("tracker.each", "tracker.each()()"),
    ("due.each", "due.each()()"), ("journey.next_goals", "journey.next_goals()[1]"),
    ("journey.landscape", "journey.landscape()[1]"), ("stats.summary", "stats.summary()"),
    ("stats.series", "stats.series{metric = 'sparks'}"), ("task.analytics", "task.analytics()"),
    ("tracker.stats", "tracker.stats('Running')"), ("card.collection", "card.collection()"),
    ("mood.month", "mood.month()"), ("mood.summary", "mood.summary()"), ("profile", "profile()"),
    ("quest.all_nodes", "quest.all_nodes()[1]"), ("quest.all_gates", "quest.all_gates()[1]"),
    ("spark.add", "spark.add{title = 'z', category = 'energy'}"),
    ("card.roll", "card.roll('idea')"), ("task.add", "task.add{name = 'z'}"),
    ("mood.add", "mood.add{mood = 3, day = clock.day()}"), ("mood.fill", "mood.fill()"),
    ("habit.all", "habit.all()[1]"), ("habit.days", "habit.days('Floss')[1]"),
    ("habit.periods", "habit.periods('Floss')[1]"), ("history.each", "history.each()()"),
    ("history.each_batch", "history.each_batch()()"),
    ("history.each_void", "history.each_void()()"),
    ("stats.relate", "stats.relate{}"),
  ])
  func `documents every returned field, and returns every required field`(
    function: String, expression: String
  ) throws {
    let setting = """
      spark.add{title = 'x', category = 'idea', tags = {'a'}}
      task.add{name = 'x', due = clock.day()}
      task.complete(task.add{name = 'y'}.id)
      mood.add{mood = 4, day = clock.day()}
      journey.start('2026-02-01')
      activity.add{kind = 'journal', text = 'words'}
      tracker.add{name = 'Running', fields = {Distance = 'number'}, at = '2026-02-01'}
      tracker.add_entry('Running', {minutes = 5})
      quest.add('examples/data/quests/lighthouse.json')
      habit.add{name = 'Floss', schedule = {per = 'day'}}
      local gone = task.add{name = 'Gone', at = '2026-02-01'}
      task.complete(gone.id)
      task.remove(gone.id)
      checkpoint()

      """
    let result = try Playground().run(setting + "return \(expression)")
    #expect(result.error == nil, "\(result.error?.message ?? "")")
    let documented = try #require(Reference().results(of: function))
    check(try #require(result.values.first), documented, function)
  }

  private func check(_ value: LuaValue, _ documented: [HostResult], _ path: String) {
    if case .array(let items) = value {
      for item in items { check(item, documented, path) }
      return
    }
    guard case .table(let entries) = value else {
      Issue.record("\(path) is no table")
      return
    }
    for entry in entries {
      let name = entry.key.text ?? "?"
      #expect(documented.contains { $0.name == name }, "\(path).\(name) is not documented")
    }
    for result in documented {
      let member = value[result.name]
      if !result.type.hasSuffix("?") { #expect(member != nil, "\(path).\(result.name) is nil") }
      if let member, !result.fields.isEmpty {
        check(member, result.fields, "\(path).\(result.name)")
      }
    }
  }
}
