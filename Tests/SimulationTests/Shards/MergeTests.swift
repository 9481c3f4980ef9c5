import Rules
import Testing

@testable import Simulation

@Suite struct `Merging shards` {
  private static func parts(
    _ count: Int, players: Int64 = 600, seed: UInt64 = 1, version: String = "1"
  ) throws -> [(name: String, part: ShardResult)] {
    var plan = Plan(name: "test")
    (plan.players, plan.seed, plan.horizon) = (players, seed, .days(1))
    plan.measures = [try Measure(parsing: "points")]
    plan.variants = [Plan.Variant(name: "ignition", rulebook: try Rulebook.ignition())]
    let simulator = try Simulator(plan, threads: 1, version: version)
    return try (1...count).map { number in
      let shard = try #require(Shard(number, of: count))
      let tallies = try simulator.play(shard.players(of: players))
      return ("p\(number)", ShardResult(simulator.summary, shard, tallies))
    }
  }

  private func problem(_ parts: [(name: String, part: ShardResult)]) -> String? {
    do throws(SimulationError) {
      _ = try ShardResult.merge(parts)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `takes them in any order`() throws {
    let parts = try Self.parts(3)
    let merged = try ShardResult.merge(parts)
    for order in [[2, 0, 1], [1, 2, 0]] {
      #expect(try ShardResult.merge(order.map { parts[$0] }).tallies == merged.tallies)
    }
    #expect(merged.players == 600)
  }

  @Test func `refuses overlaps and gaps`() throws {
    let parts = try Self.parts(3)
    #expect(problem([parts[0], parts[1], parts[0]]) == "p1 and p1 overlap: both are shard 1/3")
    #expect(problem([parts[1]]) == "2 of 3 shards are missing: 1, 3")
    #expect(problem([]) == "expected at least one shard")
  }

  @Test func `refuses parts of something else`() throws {
    let parts = try Self.parts(2)
    #expect(
      problem([parts[0], try Self.parts(2, seed: 2)[1]])
        == "p2 does not go with p1: it is of another plan (seed 2 instead of seed 1)")
    #expect(
      problem([parts[0], try Self.parts(2, version: "2")[1]])
        == "p2 does not go with p1: it is of version 2, that of 1")
    #expect(
      problem([parts[0], try Self.parts(3)[1]])
        == "p2 does not go with p1: it is one of 3 shards, that one of 2")
  }

  @Test func `refuses files that are none`() {
    for (text, problem) in [
      ("{", "x is no shard: "), ("{}", "x is no shard; one is written by flint simulate --shard"),
      ("{\"flint\":\"shard\",\"form\":1}", "x was written by another version of Flint"),
      ("{\"flint\":\"shard\",\"form\":2}", "x is a damaged shard; make it again"),
    ] {
      let error = #expect(throws: SimulationError.self) {
        try ShardResult(parsing: Array(text.utf8), name: "x")
      }
      #expect(error?.description.hasPrefix(problem) ?? false)
    }
  }
}
