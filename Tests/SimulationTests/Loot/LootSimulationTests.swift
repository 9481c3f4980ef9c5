import Simulation
import Testing

@Suite struct LootSimulationTests {
  @Test(arguments: [
    LootExamples.nested, LootExamples.hand, LootExamples.bag, LootExamples.lucky, LootExamples.hunt,
    LootExamples.random,
  ])
  func `simulated openings agree with the exact values`(json: String) throws {
    // Seed 11: a deviation of five standard errors has a chance of less than one in a million.
    let answer = try lootAnswer(json) {
      $0.simulated = 40_000
      $0.seed = 11
      $0.circumstances.flags = $0.flags.reduce(into: [:]) { $0[$1] = 2 }
    }
    let simulation = try #require(answer.simulation)
    #expect(!simulation.rows.isEmpty)
    for row in simulation.rows {
      #expect(abs(row.shareDeviation ?? 0) < 5, "\(row.name)")
      #expect(abs(row.meanDeviation ?? 0) < 5, "\(row.name)")
      #expect(row.interval.low <= row.share && row.share <= row.interval.high)
    }
  }

  @Test func `openings with one seed are the same, and with another differ`() throws {
    func openings(_ seed: UInt64) throws -> [[String: Int64]] {
      var question = LootQuestion(try lootTables(LootExamples.nested))
      question.seed = seed
      return try LootOpenings(question, count: 20).openings.map {
        Dictionary(uniqueKeysWithValues: $0.map { ($0.name, $0.count) })
      }
    }
    #expect(try openings(3) == openings(3))
    #expect(try openings(3) != openings(4))
    #expect(try openings(3).allSatisfy { (5...7).contains($0["gold"] ?? 0) })
  }
}
