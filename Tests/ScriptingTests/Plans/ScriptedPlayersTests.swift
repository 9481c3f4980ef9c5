import Lua
import Players
import FlintRules
import TestSupport
import Testing
@testable import Scripting

@Suite struct `Scripted players` {
  private static let limits = LuaLimits(
    wallTime: .seconds(30), memory: 64 << 20, output: 0)

  private static func run(
    _ source: String, threads: Int = 2
  ) throws -> SimulationResult {
    let file = try `Plan files`.read(source)
    return try Simulator(
      file.plan, threads: threads, version: "test", assertions: file.assertions,
      players: file.maker(file.plan, limits: limits, started: { _ in })
    ).run()
  }

  private static let measures =
    "measure = {\"points\", \"cards\", \"level\", \"missions\", \"sparks until first:rare\"}"

  @Test func `have the results of a policy with the same actions`() throws {
    // The same players, ordinals, categories and hours: so the same draws and the same points.
    let frame = "seed = 9, players = 300, days = 15, \(Self.measures)"
    let scripted = try Self.run(
      """
      function day(player, today)
        for i = 1, 2 do spark.add{title = "s", category = "idea", at = today.day .. "T13:00"} end
      end
      return {\(frame)}
      """)
    let policy = try Self.run(
      """
      return {\(frame), policy = {sparks = 2, mix = {idea = 1}, intensities = {medium = 1},
        hours = {13, 14}}}
      """)
    #expect(scripted.tallies.tallies == policy.tallies.tallies)
    #expect(scripted.events == policy.events)
  }

  @Test func `roll in pools and are granted currencies, with the same results on threads`() throws {
    // Two rolls a day of 160 gems each; every roll gives the featured card, the second of a day is a
    // duplicate.
    let source = """
      function day(player, today)
        assert(not pool.roll("sure"))
        assert(currency.grant{currency = "gems", amount = 330, reason = "chest", money = 4.99})
        assert(pool.roll("sure", 2).cards[2].featured)
      end
      local rules = {
        id = "banner", extends = "ignition", currencies = {gems = {}},
        cards = {
          {id = "hero", name = "Hero", category = "idea", rarity = "legendary", exclusive = true},
        },
        pools = {{
          id = "sure", cards = {"hero"}, rates = {legendary = 1}, pity = {},
          featured = {cards = {"hero"}}, price = {gems = 160},
        }},
      }
      return {
        rules = rules, players = 300, days = 5, seed = 3,
        measure = {
          "rolls.sure", "featured.sure", "currency.gems", "spent.gems", "money", "dry_days",
          "rolls until sure/featured*3", "days until sure/featured*3",
        },
      }
      """
    let result = try Self.run(source, threads: 1)
    #expect(
      result.tallies.tallies[0].map(\.least) == [10, 10, 50, 1600, 2495, 0, 3, 2])
    #expect(
      result.tallies.tallies[0].map(\.greatest) == [10, 10, 50, 1600, 2495, 0, 3, 2])
    #expect(try Self.run(source, threads: 3).tallies == result.tallies)
  }

  @Test func `belong to segments, which they see, with the same bytes on threads and in shards`()
    throws
  {
    let source = """
      function day(player, today, segment)
        player.spent = (player.spent or 0) + (segment == "whale" and 10 or 1)
      end
      return {
        seed = 5, players = 600, days = 3,
        segments = {{name = "free", share = 0.75}, {name = "whale", share = 0.25}},
        measure = {
          spent = function(player) return player.spent end,
          rich = function(_, segment) return segment == "whale" and 1 or 0 end,
        },
      }
      """
    let result = try Self.run(source, threads: 1)
    func tally(_ name: String) throws -> Tally {
      let index = try #require(result.plan.measures.firstIndex { $0.name == name })
      return result.tallies.tallies[0][index]
    }
    #expect(try tally("spent@free").least == 3 && tally("spent@free").greatest == 3)
    #expect(try tally("spent@whale").least == 30 && tally("spent@whale").greatest == 30)
    #expect(try tally("rich@free").greatest == 0 && tally("rich@whale").least == 1)
    #expect(try tally("spent").players == 600)
    let whales = try tally("spent@whale").players
    #expect(try tally("spent@free").players + whales == 600)
    // Four standard errors of a binomial number: √(600 · 0.25 · 0.75) = 10.6.
    #expect(abs(whales - 150) < 43)
    #expect(try Self.run(source, threads: 3).tallies == result.tallies)
    let file = try `Plan files`.read(source)
    let simulator = try Simulator(
      file.plan, threads: 2, version: "test",
      players: file.maker(file.plan, limits: Self.limits, started: { _ in }))
    let shards = try (1...3).map { number in
      let shard = try #require(Shard(number, of: 3))
      let tallies = try simulator.play(shard.players(of: file.plan.players))
      return ("\(number)", ShardResult(simulator.summary, shard, tallies))
    }
    #expect(try ShardResult.merge(shards).tallies == result.tallies)
  }

  @Test func `see no segment where the plan has none`() throws {
    let result = try Self.run(
      """
      function day(player, today, segment) assert(segment == nil) end
      return {players = 3, days = 1, measure = {"points"}}
      """)
    #expect(result.players == 3)
  }

  @Test func `compute odds under the rulebook that is being played`() throws {
    let result = try Self.run(
      """
      function day(player, today)
        assert(odds.goal{goal = "first:rare"}.rules == profile().rulebook)
        player.days = (player.days or 0) + 1
      end
      return {rules = {"ignition", "everyday"}, players = 2, days = 1,
        measure = {days = function(player) return player.days end}}
      """)
    #expect(result.tallies.tallies.count == 2)
  }

  @Test func `have the same results with and without queries of their profiles`() throws {
    func source(_ asking: String) -> String {
      """
      function day(player, today)
        local got = spark.add{title = "a", category = "energy"}
        mood.add{mood = "good", day = today.day}
        \(asking)
        spark.add{title = "b", category = "idea", intensity = "high"}
      end
      return {seed = 3, players = 40, days = 6, measure = {"points", "cards", "moods", "events"}}
      """
    }
    let plain = try Self.run(source(""))
    // A query first writes pending events to the player's profile, and reads from there.
    let asked = try Self.run(
      source(
        """
        assert(spark.count() == 2 * today.number - 1)
        assert(spark.get(got.id).title == "a")
        assert(mood.get(today.day).mood == "good")
        assert(profile().sparks == 2 * today.number - 1)
        """))
    #expect(asked.tallies == plain.tallies)
  }

  @Test func `share no state`() throws {
    let result = try Self.run(
      """
      function day(player, today)
        player.count = (player.count or 0) + 1
        assert(spark.count() == today.number - 1)
        spark.add{title = "x", category = "idea"}
        player.luck = math.random(1000000)
      end
      return {players = 600, days = 3, measure = {
        count = function(player) return player.count end,
        luck = function(player) return player.luck end,
        number = function(player) return player.number end}}
      """)
    let (count, luck, number) = (
      result.estimates[0][0].tally, result.estimates[0][1].tally, result.estimates[0][2].tally
    )
    #expect(count.least == 3 && count.greatest == 3)
    // Each player has a separate random stream.
    #expect(luck.least < 20_000 && luck.greatest > 980_000)
    #expect(number.least == 1 && number.greatest == 600 && number.sum == 180_300)
  }

  @Test func `that edit their history are measured by the edited history`() throws {
    let edited = try Self.run(
      """
      function day(player, today)
        spark.add{title = "late", category = "idea", at = today.day .. "T20:00"}
        if today.number == 3 then
          spark.add{title = "forgotten", category = "idea", at = "2024-01-01T09:00"}
        end
      end
      return {players = 50, days = 4, measure = {"sparks", "points.spark", "sparks until points:100"}}
      """)
    #expect(edited.estimates[0][0].principal.value == 5)
    #expect(edited.estimates[0][1].principal.value == 60)
    #expect(edited.events == 250)
  }

  /// Rulebooks that differ in their names only serve to compare custom designs.
  @Test func `see the rulebook that they are simulated with, with the same random numbers`() throws
  {
    let result = try Self.run(
      """
      function day(player, today)
        local luck = math.random(6)
        player.sum = (player.sum or 0) + luck
        if profile().rulebook == "generous" then player.sum = player.sum + 2 end
      end
      return {
        players = 300, days = 5, measure = {sum = function(player) return player.sum end},
        rules = {{id = "plain", extends = "ignition"}, {id = "generous", extends = "ignition"}},
      }
      """)
    let difference = result.differences[0][0]
    #expect(difference.principal.value == 10 && difference.principal.standardDeviation == 0)
  }

  @Test func `roll cards freely`() throws {
    let result = try Self.run(
      """
      function day(player, today)
        for _ = 1, 5 do assert(card.roll("idea")) end
      end
      return {players = 30, days = 2, measure = {"drops", "events"}}
      """)
    #expect(result.estimates[0][0].principal.value == 10)
  }

  @Test(arguments: [
    (
      "function day(player, today)\n  if player.number == 2 and today.number == 3 then error(\"no\") end\nend",
      "player 2, day 3: p.lua:2: no"
    ),
    (
      "function day() count = 1 end",
      """
      player 1, day 1: p.lua:1: global "count" cannot be set while players are simulated; store values \
      of a player in the table player
      """
    ),
    (
      "function day() spark.add{title = \"x\", category = \"idae\"} end",
      """
      player 1, day 1: p.lua:1: spark.add: field "category": expected decision, energy, idea, \
      experiment or challenge, got "idae" (did you mean "idea"?)
      """
    ),
    (
      "function day(_, today) spark.add{title = \"x\", category = \"idea\", at = \"2024-01-02\"} end",
      """
      player 1, day 1: p.lua:1: spark.add: field "at": expected a time that is not later than now \
      (2024-01-01T23:59:59.999Z), got 2024-01-02T12:00:00Z
      """
    ),
  ])
  func `that fail are reported with player, day and line`(source: String, message: String) {
    let error = #expect(throws: SimulationError.self) {
      try Self.run(source + "\nreturn {players = 10, days = 5, measure = {\"points\"}}")
    }
    #expect(error?.description.hasPrefix(message) ?? false, "\(error?.description ?? "")")
  }

  @Test(.slow) func `that exceed a limit are reported with the limit`() throws {
    let file = try `Plan files`.read(
      "function day(player) if player.number == 3 then while true do end end end\n"
        + "return {players = 10, days = 2, measure = {\"points\"}}")
    // Long enough for the first players, which take a moment of it, on a busy machine.
    let limits = LuaLimits(wallTime: .seconds(2), memory: 64 << 20, output: 0)
    let simulator = try Simulator(
      file.plan, threads: 2, version: "test",
      players: file.maker(file.plan, limits: limits, started: { _ in }))
    let error = #expect(throws: SimulationError.self) { try simulator.run() }
    guard case .limit(.time, let player, let day, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(player == 2 && day == 1)
  }

  @Test func `measure whole numbers only`() throws {
    let error = #expect(throws: SimulationError.self) {
      try Self.run(
        """
        function day() end
        return {players = 3, days = 1, measure = {half = function() return 0.5 end}}
        """)
    }
    #expect(
      error?.description
        == "player 1, day 1: measure \"half\": expected a whole number or nil, got 0.5")
  }

  /// The value of a measure must not become that of the one before, which has none.
  @Test func `have a value of each measure, or none`() throws {
    let result = try Self.run(
      """
      function day() end
      return {players = 3, days = 1, measure = {
        a = function() return nil end,
        b = function() return 7 end,
        c = function(player) if player.number > 1 then return 8 end end,
      }}
      """)
    func tally(_ name: String) throws -> Tally {
      let index = try #require(result.plan.measures.firstIndex { $0.name == name })
      return result.tallies.tallies[0][index]
    }
    let (a, b, c) = (try tally("a"), try tally("b"), try tally("c"))
    #expect([a.count, b.count, c.count] == [0, 3, 2])
    #expect([a.absent, b.absent, c.absent] == [3, 0, 1])
    #expect([b.least, b.greatest] == [7, 7] && [c.least, c.greatest] == [8, 8])
  }
}
