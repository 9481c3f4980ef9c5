import Foundation
import Testing

/// Measures of scripted plans, and the isolation of players.
struct `Scripted plans` {
  private func simulate(_ plan: String, files: [String: String] = [:]) throws -> Shell.Result {
    let scratch = try Scratch()
    for (name, text) in files.merging(["plan.lua": plan], uniquingKeysWith: { $1 }) {
      try text.write(
        to: scratch.url.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    return try Shell.run("flint simulate --quiet --format csv plan.lua", in: scratch.url)
  }

  /// The difference of two extremes exceeds 64 bits.
  @Test func `values that differ by more than 64 bits are refused`() throws {
    let result = try simulate(
      """
      return {
        day = function() end, days = 1, players = 1,
        rules = {{id = "a", extends = "ignition"}, {id = "b", extends = "ignition"}},
        measure = {big = function()
          return profile().rulebook == "a" and math.maxinteger or math.mininteger
        end}}
      """)
    #expect(result.status == 65, "\(result.output)")
    #expect(result.output.hasPrefix("flint: plan.lua: measure: \"big\""), "\(result.output)")
  }

  /// The squares of a thousand values of 2^62 sum to more than 2^127.
  @Test func `values whose squares sum to more than 128 bits are refused`() throws {
    let result = try simulate(
      """
      return {day = function() end, days = 1, players = 1000,
        measure = {big = function() return 1 << 62 end}}
      """)
    #expect(result.status == 65, "\(result.output)")
    #expect(result.output.hasPrefix("flint: plan.lua: measure: \"big\""), "\(result.output)")
  }

  /// Large values that fit are measured: half of the values are 10^18, half are 0.
  @Test func `values of 10^18 have a standard deviation`() throws {
    let result = try simulate(
      """
      return {day = function() end, days = 1, players = 100,
        measure = {big = function(player) return player.number % 2 * 10^18 end}}
      """)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains(",5e+17,"), "\(result.output)")
    // 10^18 · √(100 · 1/4 / 99)
    #expect(result.output.contains(",5.02518907629606"), "\(result.output)")
  }

  /// The bins of a histogram would exceed the smallest and the largest number.
  @Test(arguments: ["math.mininteger", "math.maxinteger"])
  func `extreme values have a histogram`(value: String) throws {
    let scratch = try Scratch()
    try """
    return {day = function() end, days = 1, players = 3,
      measure = {big = function(player) return player.number == 1 and \(value) or 0 end}}
    """.write(
      to: scratch.url.appendingPathComponent("plan.lua"), atomically: true, encoding: .utf8)
    let result = try Shell.run(
      "flint simulate --quiet --format json plan.lua", in: scratch.url)
    #expect(result.status == 0, "\(result.output)")
  }

  /// Each player gives the same result, independent of the players before.
  @Test(arguments: [
    // A local of the file, its table, a global, one of a library, a module.
    ("local pity = 0", "pity = pity + 1", "pity"),
    ("local seen = {}", "seen[#seen + 1] = today.number", "#seen"),
    (
      "local function next_one() local n = 0; return function() n = n + 1; return n end end\n"
        + "local count = next_one()", "player.n = count()", "player.n"
    ),
    ("list = {}", "list[#list + 1] = 1", "#list"),
    ("", "string.pity = (string.pity or 0) + 1", "string.pity"),
    ("local memory = require(\"memory\")", "memory.n = memory.n + 1", "memory.n"),
    ("math.randomseed(7)", "player.n = math.random(2)", "player.n > 0 and 3 or 0"),
  ])
  func `players share no state`(
    top: String, day: String, value: String
  ) throws {
    let result = try simulate(
      """
      \(top)
      function day(player, today) \(day) end
      return {players = 300, days = 3, measure = {value = function(player) return \(value) end}}
      """, files: ["memory.lua": "return {n = 0}"])
    #expect(result.status == 0, "\(result.output)")
    let record = result.output.split(separator: "\n").last ?? ""
    // The mean is 3 without an error: its interval is 3 of 300 players who might differ by 1.
    #expect(
      record.hasPrefix("ignition,value,300,300,3.0,0.0,2.99,3.01,rule of three,0.0,"), "\(record)")
  }

  /// The file runs again for each player, but its assertions are collected once, without a player.
  @Test func `the plan file runs for each player, and once without one`() throws {
    let result = try simulate(
      """
      sim.assert{measure = "value", at_most = 0.5}
      local works = pcall(spark.add, {title = "too early", category = "idea"})
      function day() end
      return {players = 300, days = 1, measure = {value = function() return works and 1 or 0 end}}
      """)
    #expect(result.status == 0, "\(result.output)")
  }
}
