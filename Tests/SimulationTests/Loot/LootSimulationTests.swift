import Design
import Testing
@testable import Chance
@testable import Players

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

  @Test func `a simulation is of the things and the openings of the question`() throws {
    let answer = try lootAnswer(LootExamples.nested) {
      $0.things = ["pearl"]
      $0.openings = 20
      $0.simulated = 2000
    }
    let simulation = try #require(answer.simulation)
    #expect(simulation.trials == 2000 && simulation.openings == 20)
    #expect(simulation.rows.map(\.name) == ["pearl"])
    let row = try #require(simulation.rows.first)
    // 1 − (39277/64000)²⁰, and 20 · 9/10.
    #expect(abs(try #require(row.exactChance) - 0.9999425663133135) < 1e-9)
    #expect(abs(try #require(row.exactMean) - 18) < 1e-12)
    #expect(abs(row.meanDeviation ?? 9) < 4)
    // The trials are the openings one after another: the sum of all is that of 40,000 of one.
    let one = try lootAnswer(LootExamples.nested) {
      $0.things = ["pearl"]
      $0.simulated = 40_000
    }
    let mean = try #require(one.simulation?.rows.first).mean.value
    #expect(abs(row.mean.value - 20 * mean) < 1e-9)
  }

  @Test func `a table without an exact method can be simulated`() throws {
    let json = """
      {"replacement": false, "rolls": 500000, "entries": [{"item": "a", "stock": 1000000},
        {"item": "b", "stock": 1000000, "weight": 3}, {"item": "c", "stock": 999999, "weight": 2}]}
      """
    let error = #expect(throws: LootError.self) { try lootAnswer(json) }
    #expect(
      error?.problem
        == "no exact method within reach: 500000 draws without replacement from 2999999 copies of "
        + "different weights")
    let answer = try lootAnswer(json) { $0.simulated = 1 }
    #expect(answer.rows.isEmpty && !answer.isFractional)
    #expect(answer.noFigures?.contains("no exact method within reach") == true)
    let rows = try #require(answer.simulation).rows
    #expect(rows.map(\.name) == ["a", "b", "c"] && rows.allSatisfy { $0.exactMean == nil })
    #expect(rows.reduce(0) { $0 + $1.mean.value } == 500_000)
  }

  @Test func `a simulation that takes too long says how much of it does not`() {
    let json = "{\"rolls\": 1000000, \"entries\": [\"a\"]}"
    func problem(_ openings: Int64) -> String? {
      do {
        _ = try lootAnswer(json) {
          $0.openings = openings
          $0.simulated = 1_000_000
        }
        return nil
      } catch { return "\(error)" }
    }
    // 2,000,000 draws in each opening, and 5·10⁹ in all.
    #expect(problem(1)?.contains("ask for at most 2499") == true)
    #expect(problem(3000)?.contains("once could already, so that there is no simulation") == true)
  }
}
