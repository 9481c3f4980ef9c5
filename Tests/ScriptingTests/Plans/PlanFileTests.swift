import FlintCalendar
import Lua
import FlintRules
import Testing
@testable import Chance
@testable import Players
@testable import Scripting

@Suite struct `Plan files` {
  static func read(_ source: String) throws -> PlanFile {
    try withScriptThread { () throws -> PlanFile in
      try PlanFile.read(
        PlanText(source: Array(source.utf8), path: "p.lua", directory: ".", readable: []),
        limits: LuaLimits(wallTime: .seconds(10), memory: 64 << 20, output: 0))
    }
  }

  private func problem(_ source: String) -> String? {
    do {
      _ = try Self.read(source)
      return nil
    } catch let error as LuaFileError {
      return error.description
    } catch let error as LuaError {
      return error.message
    } catch {
      return "\(error)"
    }
  }

  @Test func `describe the simulation`() throws {
    let file = try Self.read(
      """
      sim.assert{measure = "points", at_least = 10, of = "mean"}
      return {
        rules = {"ignition", "ignition-shipped"}, seed = -1, players = 7, start = "2026-02-03",
        goal = "all:epic*2", at_most = 90, precision = "0.5%",
        measure = {"points", "days until level:3"},
        policy = {
          sparks = {1, 2, 3, {poisson = 0.5}, 5, 6, 0}, mix = {idea = 1.5, energy = "1/2"},
          intensities = {low = 1, extreme = 2}, hours = {6, 12}, lapse = {leave = 0.1, come_back = "1/3"},
        },
      }
      """)
    let plan = file.plan
    #expect(plan.name == "p.lua")
    #expect(plan.seed == .max && plan.players == 7 && plan.precision == 0.005)
    #expect(plan.start == CivilDay("2026-02-03"))
    #expect(plan.horizon == .until(.cards(.all(.epic), copies: 2), atMost: 90))
    #expect(plan.measures.map(\.name) == ["points", "days until level:3"])
    #expect(plan.variants.map(\.name) == ["ignition", "ignition-shipped"])
    let policy = Policy(
      sparks: [1, 2, 3, -1, 5, 6, 0].map { (count: Int64) in
        count < 0 ? .poisson(.percent(50)) : .constant(count)
      },
      mix: try CategoryMix(weights: [0, 1, 3, 0, 0]), intensities: [1, 0, 0, 2], hours: 6..<12,
      lapse: Policy.Lapse(leave: .percent(10), comeBack: Fraction(1, over: 3) ?? .one))
    #expect(plan.behaviour == .policy(policy))
    #expect(file.assertions == [Assertion(measure: "points", .mean, atLeast: 10)])
  }

  @Test func `have errors of policies with their lines and whole paths`() throws {
    let file = try Self.read(
      """
      return {
        players = 0,
        policy = {
          churn = {daily = "150%"},
        },
      }
      """)
    let lines = file.description(of: file.plan.faults()).split(separator: "\n")
    #expect(
      lines == [
        "p.lua: 2 errors", "  p.lua: players: expected a number from 1 to 4294967296, got 0",
        "  p.lua:4: policy.churn.daily: expected a chance from 0 to 1, got 1.5",
      ])
  }

  @Test func `have defaults, and are scripted if they have a function day`() throws {
    let plan = try Self.read("function day(player, today) end return {}").plan
    #expect(plan.players == 10_000 && plan.horizon == .days(365))
    guard case .scripted = plan.behaviour else {
      Issue.record("it is not scripted")
      return
    }
    let other = try Self.read("return {policy = function() end}").plan
    #expect(other.behaviour != .policy(Policy()))
    #expect(other.canonical != plan.canonical)
  }

  @Test func `have retention, churn and energy as data`() throws {
    let plan = try Self.read(
      """
      return {
        days = 31, measure = {"level on day 7"}, retention = {1, 30},
        policy = {
          energy = {max = 5, refill_minutes = 30, spark = 2},
          churn = {daily = "2%", after = {
            {without = "legendary", days = 14, times = 3}, {lost = "streak", days = 7, times = 1.5},
          }},
        },
      }
      """
    ).plan
    #expect(plan.measures.map(\.name) == ["level on day 7", "retention.1", "retention.30"])
    guard case .policy(let policy) = plan.behaviour else {
      Issue.record("it is scripted")
      return
    }
    #expect(
      policy.lines.suffix(2) == [
        "churn 0.02; without legendary days 14 times 3; lost streak days 7 times 1.5",
        "energy max 5 refill_minutes 30 spark 2",
      ])
    #expect(plan.faults().isEmpty)
    #expect(
      problem("return {retention = {0}}")?.contains("expected a number of days from 1, got 0")
        == true)
    #expect(
      problem("return {policy = {churn = {daily = 0.1, after = {{lost = \"x\", times = 2}}}}}")
        != nil)
  }

  /// A level, a reward and an earning rule are numbers of the rulebook; anything else is a list made in a loop.
  @Test func `vary levels, rewards and whole rulebooks`() throws {
    let levels = try Self.read("return {sweep = \"levels.3.threshold=1500,2500\", days = 2}").plan
    #expect(levels.variants.map { $0.rulebook.definition.levels[2].threshold } == [1500, 2500])
    let rewards = try Self.read(
      "return {sweep = \"missions.week-warrior.reward=10,20\", days = 2}"
    ).plan
    #expect(
      rewards.variants.map { variant in
        variant.rulebook.definition.missions.first { $0.id == "week-warrior" }?.reward
      } == [10, 20])
    let list = try Self.read(
      """
      local rules = {}
      for i = 1, 3 do
        rules[i] = {id = "c" .. i, extends = "ignition", drops = {chance = i / 4}}
      end
      return {rules = rules, days = 2}
      """
    ).plan
    #expect(list.variants.map(\.name) == ["c1", "c2", "c3"])
  }

  @Test func `can sweep a number over a range`() throws {
    let plan = try Self.read("return {sweep = \"rates.legendary=0.01,0.03\", days = 2}").plan
    #expect(plan.sweep == "rates.legendary")
    #expect(
      plan.variants.map(\.rulebook.definition.drops.rates) == [
        // Changes of legendary are distributed over the other rates in proportion: 98 percent in all.
        [Fraction(297, over: 490), Fraction(297, over: 980), Fraction(99, over: 1225)].compactMap(
          \.self)
          + [.percent(1)],
        [Fraction(291, over: 490), Fraction(291, over: 980), Fraction(97, over: 1225)].compactMap(
          \.self)
          + [.percent(3)],
      ])
  }

  @Test(arguments: [
    (
      "return {\n sweep = \"rates.epik=1,2\"}",
      """
      p.lua:2: sweep: rulebook ignition has no number "rates.epik" (did you mean \
      "drops.rates.epic"?)
      """
    ),
    (
      "return {rules = {\"ignition\", \"ignition-shipped\"}, sweep = \"chance=0.5,1\"}",
      "p.lua:1: sweep: a sweep varies one rulebook, got several"
    ),
    (
      "return {sweep = 3}",
      "p.lua:1: sweep: expected a sweep such as \"rates.legendary=0.01..0.05/5\", got 3"
    ),
    (
      "return {player = 3}",
      """
      p.lua:1: player: unknown field (did you mean "players"?)
      """
    ),
    ("return {players = 1.5}", "p.lua:1: players: expected a whole number, got 1.5"),
    (
      "return {days = 3,\n  sparks = 4}",
      "p.lua:2: sparks: the horizon is given twice; give one of days, sparks and goal"
    ),
    (
      "return {\n  goal = \"first:epik\"}",
      """
      p.lua:2: goal: unknown rarity "epik" (did you mean "epic"?); expected common, rare, epic or \
      legendary
      """
    ),
    (
      "return {policy = {sparks = {1, 2}}}",
      "p.lua:1: policy.sparks: expected seven numbers, from Monday to Sunday, got 2"
    ),
    (
      "return {policy = {lapse = {leave = -1, come_back = 1}}}",
      "p.lua:1: policy.lapse.leave: expected at least 0, got -1"
    ),
    (
      "return {rules = \"ignitoin\"}",
      """
      p.lua:1: rules: unknown rulebook "ignitoin" (did you mean "ignition"?); expected ignition, \
      ignition-shipped, everyday or a Lua file
      """
    ),
    (
      "return {rules = {id = \"x\", extends = \"ignition\", drops = {rates = {legendary = 0.5}}}}",
      "p.lua:1: rules: drops.rates: rates must sum to 1, got 1.48; 0.48 is too much"
    ),
    ("return 3", "p.lua: expected the file to return a table; it should end with return {…}"),
    (
      "return {start = \"soon\"}",
      "p.lua:1: start: expected a day such as \"2026-12-31\", got \"soon\""
    ),
    (
      "spark.add{title = \"x\", category = \"idea\"}",
      "p.lua:1: there is no player yet; write the actions of players in day(player, today)"
    ),
    (
      "print(1)",
      "p.lua:1: print: a plan cannot print; its measures are shown at the end"
    ),
    (
      "io.write(1)",
      "p.lua:1: print: a plan cannot print; its measures are shown at the end"
    ),
    (
      "return {players = collectgarbage(\"count\")}",
      "p.lua:1: collectgarbage: a plan has to return the same in every run"
    ),
    (
      "sim.assert{measure = \"points\"}",
      "p.lua:1: sim.assert: expected at_least, at_most or both, got neither"
    ),
    (
      "sim.assert{measure = \"days until level:2\", of = \"reached\", at_most = 50}",
      "p.lua:1: sim.assert: field \"at_most\": expected a share from 0 to 1, such as 0.3 or \"30%\", got 50; "
        + "50 percent is \"50%\""
    ),
    (
      "sim.assert{measure = \"retention.7\", at_least = \"130%\"}",
      "p.lua:1: sim.assert: field \"at_least\": expected a share from 0 to 1, such as 0.3 or \"30%\", got "
        + "\"130%\""
    ),
    (
      "sim.assert{measure = \"points\", at_least = \"30%\"}",
      "p.lua:1: sim.assert: field \"at_least\": expected number, got \"30%\"; only shares of players may be "
        + "percentages"
    ),
    (
      "sim.assert{measure = \"points\", quantile = 50, at_most = 9}",
      "p.lua:1: sim.assert: field \"quantile\": expected a share from 0 to 1, such as 0.3 or \"30%\", got 50; "
        + "50 percent is \"50%\""
    ),
  ])
  func `that are wrong are refused with line, field and what is expected`(
    source: String, expected: String
  ) {
    #expect(problem(source) == expected)
  }
}
