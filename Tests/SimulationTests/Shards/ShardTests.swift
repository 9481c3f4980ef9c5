import Testing
@testable import Players

@Suite struct `Shards` {
  @Test(arguments: [1, 255, 256, 257, 10_000, 4_294_967_296] as [Int64], [1, 2, 5, 64, 1000])
  func `assign every player once, in whole chunks`(players: Int64, count: Int) throws {
    var next: Int64 = 0
    for number in 1...count {
      let range = try #require(Shard(number, of: count)).players(of: players)
      #expect(range.lowerBound == next)
      #expect(range.upperBound % 256 == 0 || range.upperBound == players)
      next = range.upperBound
    }
    #expect(next == players)
  }

  @Test func `have descriptions that parse as the same shard`() throws {
    #expect(try Shard(parsing: "3/64", environment: [:]) == Shard(3, of: 64))
  }

  @Test(arguments: [
    (["SLURM_ARRAY_TASK_ID": "3"], 3),
    (["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "0"], 4),
    (["JOB_COMPLETION_INDEX": "3"], 4), (["AWS_BATCH_JOB_ARRAY_INDEX": "0"], 1),
  ])
  func `find their number in the environment`(environment: [String: String], number: Int) throws {
    #expect(
      try Shard(parsing: "auto/8", environment: environment) == Shard(number, of: 8))
  }

  @Test(arguments: [
    ("0/4", "shard 0 of 4: expected 1 to 4"), ("5/4", "shard 5 of 4: expected 1 to 4"),
    ("3", "expected a shard such as 3/64 or auto/64, got \"3\""),
    ("x/4", "expected a shard such as 3/64 or auto/64, got \"x/4\""),
    (
      "auto/4",
      "auto finds no number: none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, "
        + "AWS_BATCH_JOB_ARRAY_INDEX is set"
    ),
  ])
  func `that are invalid are errors`(text: String, problem: String) {
    let error = #expect(throws: PlanProblem.self) { try Shard(parsing: text, environment: [:]) }
    #expect(error?.problem == problem)
  }
}
