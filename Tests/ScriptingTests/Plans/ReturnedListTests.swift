import Lua
import Players
import FlintRules
import Testing
@testable import Scripting

/// What `day` returns is recorded as if the plan had called the functions.
@Suite struct `Lists that a plan's day returns` {
  private static func run(_ source: String, threads: Int = 2) throws -> SimulationResult {
    let file = try `Plan files`.read(source)
    return try Simulator(
      file.plan, threads: threads, version: "test", assertions: file.assertions,
      players: file.maker(
        file.plan, limits: LuaLimits(wallTime: .seconds(30), memory: 64 << 20, output: 0),
        started: { _ in })
    ).run()
  }

  /// A plan whose day makes a list, and then returns or records it.
  ///
  /// - Parameter readsOutcomes: whether a measure needs the outcome of each spark.
  private static func plan(_ list: String, _ end: String, readsOutcomes: Bool = true) -> String {
    """
    local categories = {"decision", "energy", "idea", "experiment", "challenge"}
    local intensities = {"low", "medium", "high", "extreme"}
    function day(player, today)
      local list = {}
      local function add(entry) list[#list + 1] = entry end
      \(list)
      \(end)
    end
    return {
      seed = 11, players = 60, days = 20,
      measure = {
        "points", "cards", "level", "missions", "achievements", "active_days",
        \(readsOutcomes ? "\"sparks until first:rare\"," : "")
        ideas = function() return spark.count{category = "idea"} end,
        titled = function() return spark.count{text = "spark"} end,
        tasks = function() local n = 0; for _ in task.each() do n = n + 1 end; return n end,
      },
    }
    """
  }

  private static let calls = """
    for _, entry in ipairs(list) do
      local event = entry.event
      entry.event = nil
      if event == "task.add" then
        assert(task.add(entry))
      else
        entry.title = entry.title or "spark"
        assert(spark.add(entry))
      end
    end
    """

  @Test(
    arguments: [
      // Plain sparks.
      """
      for _ = 1, math.random(0, 4) do
        add{category = categories[math.random(5)], intensity = intensities[math.random(4)]}
      end
      """,
      // Plain ones between others, at other times too.
      """
      add{category = "idea"}
      add{category = "energy", intensity = "extreme", event = "spark"}
      add{category = "challenge", title = "Asked", tags = {"a", "b"}, notes = "n"}
      add{category = categories[math.random(5)], event = "spark"}
      add{event = "task.add", name = "Write " .. today.number}
      add{category = "decision", at = today.day .. "T21:00", estimated = 5}
      """,
      // More than are read at once, with another one between them.
      """
      if today.number % 7 == 3 then
        for i = 1, 100 do
          add{category = categories[i % 5 + 1], title = i == 40 and "Fortieth" or nil}
        end
      end
      """,
      // After one in the past, the state is not up to date.
      """
      add{category = "idea", at = today.day .. "T01:00"}
      for i = 1, 3 do add{category = categories[i]} end
      """,
    ], [true, false])
  func `have the results of the calls`(list: String, readsOutcomes: Bool) throws {
    let returned = try Self.run(Self.plan(list, "return list", readsOutcomes: readsOutcomes))
    let called = try Self.run(Self.plan(list, Self.calls, readsOutcomes: readsOutcomes))
    #expect(returned.tallies.tallies == called.tallies.tallies)
    #expect(returned.events == called.events)
    #expect(returned.events > 0)
    let single = try Self.run(
      Self.plan(list, "return list", readsOutcomes: readsOutcomes), threads: 1)
    #expect(single.tallies == returned.tallies)
  }

  @Test func `may be empty, or nothing`() throws {
    let source =
      "function day(_, today) if today.number > 1 then return {} end end\n"
      + "return {players = 2, days = 3, measure = {\"sparks\"}}"
    #expect(try Self.run(source).tallies.tallies[0][0].greatest == 0)
  }

  @Test(arguments: [
    ("5", "expected nil or a list of what is to be recorded, got number"),
    (
      "{category = \"idea\"}",
      "expected nil or a list of what is to be recorded, got a table with other keys"
    ),
    (
      "{{category = \"idea\"}, 7}",
      "entry 2 of the list that it returned: expected a table, got number"
    ),
    (
      "{{category = \"idea\"}, {category = \"tea\"}}",
      "entry 2 of the list that it returned: field \"category\": expected decision, energy, idea, "
        + "experiment or challenge, got \"tea\""
    ),
    (
      "{{category = \"idea\", intensity = \"hgh\"}}",
      "entry 1 of the list that it returned: field \"intensity\": "
    ),
    ("{{intensity = \"high\"}}", "entry 1 of the list that it returned: field \"category\": "),
    (
      "{{category = \"idea\", mood = 1}}",
      "entry 1 of the list that it returned: unknown field \"mood\""
    ),
    (
      "{{event = \"tea\"}}",
      "entry 1 of the list that it returned: field \"event\": expected spark, task.add "
        + "or currency.grant, got \"tea\""
    ),
    ("{{event = \"task.add\"}}", "entry 1 of the list that it returned: field \"name\": "),
  ])
  func `are refused with the entry and the field`(list: String, problem: String) throws {
    let error = #expect(throws: SimulationError.self) {
      try Self.run(
        "function day() return \(list) end\n"
          + "return {players = 1, days = 1, measure = {\"points\"}}")
    }
    #expect(
      error?.description.hasPrefix("player 1, day 1: day: " + problem) ?? false,
      "\(String(describing: error))")
  }
}
