import FlintRules
import Testing
@testable import Players

@Suite struct `Merging shards` {
  private static func shards(
    _ count: Int, players: Int64 = 600, seed: UInt64 = 1, version: String = "1"
  ) throws -> [(name: String, shard: ShardResult)] {
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

  private func problem(_ shards: [(name: String, shard: ShardResult)]) -> String? {
    do throws(SimulationError) {
      _ = try ShardResult.merge(shards)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `accepts shards in any order`() throws {
    let shards = try Self.shards(3)
    let merged = try ShardResult.merge(shards)
    for order in [[2, 0, 1], [1, 2, 0]] {
      #expect(try ShardResult.merge(order.map { shards[$0] }).tallies == merged.tallies)
    }
    #expect(merged.players == 600)
  }

  @Test func `rejects overlaps and gaps`() throws {
    let shards = try Self.shards(3)
    #expect(problem([shards[0], shards[1], shards[0]]) == "p1 and p1 overlap: both are shard 1/3")
    #expect(problem([shards[1]]) == "2 of 3 shards are missing: 1, 3")
    #expect(problem([]) == "expected at least one shard")
  }

  @Test func `rejects shards of other plans, versions and counts`() throws {
    let shards = try Self.shards(2)
    #expect(
      problem([shards[0], try Self.shards(2, seed: 2)[1]])
        == "p2 does not go with p1: it belongs to another plan (seed 2 instead of seed 1)")
    #expect(
      problem([shards[0], try Self.shards(2, version: "2")[1]])
        == "p2 does not go with p1: it was made by version 2, not 1")
    #expect(
      problem([shards[0], try Self.shards(3)[1]])
        == "p2 does not go with p1: it is one of 3 shards, not of 2")
  }

  @Test func `rejects files that are not shards`() {
    for (text, problem) in [
      ("{", "x is not a shard: "),
      ("{}", "x is not a shard; one is written by flint simulate --shard"),
      ("{\"flint\":\"shard\",\"form\":1}", "x was written by another version of Flint"),
      ("{\"flint\":\"shard\",\"form\":2}", "x is a damaged shard; make it again"),
      ("{\"flint\":\"shard\",\"form\":4}", "x was written by another version of Flint"),
    ] {
      let error = #expect(throws: SimulationError.self) {
        try ShardResult(parsing: Array(text.utf8), name: "x")
      }
      #expect(error?.description.hasPrefix(problem) ?? false)
    }
  }
}
