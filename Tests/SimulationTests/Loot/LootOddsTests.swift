import Chance
import FlintSchema
import Testing
@testable import Players
@testable import Design

/// All fractions are those of `python3 Tests/Oracle/loot_oracle.py`, which enumerates every outcome.
@Suite struct LootOddsTests {
  @Test func `a nested table with several rolls and ranges has the chances of an enumeration`()
    throws
  {
    let answer = try lootAnswer(LootExamples.nested)
    #expect(
      answer.fractions == [
        "gold": ["1", "6"], "bread": ["17/24", "1"], "ruby": ["9129/64000", "3/20"],
        "pearl": ["24723/64000", "9/10"],
      ])
    #expect(answer.isFractional)
  }

  @Test func `the distribution of the number of a thing is that of an enumeration`() throws {
    let answer = try lootAnswer(LootExamples.nested) { $0.things = ["pearl"] }
    let counts = try #require(answer.counts)
    #expect(
      counts.fractions == [
        "39277/64000", "6963/64000", "3681/32000", "777/6400", "153/8000", "213/16000", "231/32000",
        "27/32000", "27/64000", "9/64000",
      ])
    #expect(counts.quantile(0.5) == 0 && counts.quantile(0.99) == 5)
    #expect(abs(counts.mean - 0.9) < 1e-12)
  }

  @Test func `two things of one opening have their chance together`() throws {
    let answer = try lootAnswer(LootExamples.nested) { $0.things = ["bread", "ruby"] }
    #expect(answer.joint?.all.fraction == "251/3200")
    let sum = answer.joint?.rows.reduce(0) { $0 + $1.chance.value }
    #expect(abs((sum ?? 0) - 1) < 1e-12)
  }

  @Test func `openings until a number or all things are expected as by backward recursion`() throws
  {
    let five = try lootAnswer(LootExamples.nested) { $0.until = "pearl:5" }
    #expect(abs(try #require(five.distribution).mean - 6.615275914921712) < 1e-12)
    // 802142383817152559568983/105261667236880064178264
    let all = try lootAnswer(LootExamples.nested) { $0.until = "all" }
    #expect(abs(try #require(all.distribution).mean / 7.620460561507334 - 1) < 1e-12)
    let first = try lootAnswer(LootExamples.nested) { $0.until = "ruby" }
    #expect(try #require(first.distribution).meanFraction == "64000/9129")
  }

  @Test func `equal copies without replacement are hypergeometric`() throws {
    let answer = try lootAnswer(LootExamples.hand) { $0.things = ["ace"] }
    #expect(
      answer.counts?.fractions == [
        "35673/54145", "3243/10829", "2162/54145", "94/54145", "1/54145",
      ])
    #expect(answer.fractions == ["ace": ["18472/54145", "5/13"]])
    let both = try lootAnswer(LootExamples.hand) { $0.things = ["ace", "king"] }
    #expect(both.joint?.all.fraction == "6509/64974")
  }

  @Test func `copies of different weights are drawn one after another`() throws {
    let answer = try lootAnswer(LootExamples.bag)
    #expect(
      answer.fractions.mapValues { $0[0] } == [
        "a": "611/792", "b": "97/165", "c": "277/660", "d": "175/792",
      ])
    let both = try lootAnswer(LootExamples.bag) { $0.things = ["a", "d"] }
    #expect(both.joint?.all.fraction == "4/33")
  }

  @Test func `many copies of different weights have the same chances by an integral`() throws {
    // 400 entries of weights 1 to 400, of which two are drawn: P(i) = wᵢ/W·(1 + Σ wⱼ/(W − wⱼ)) over all other j,
    // summed here in doubles.
    let entries = (1...400).map { "{\"item\": \"i\($0)\", \"weight\": \($0)}" }
    let json =
      "{\"rolls\": 2, \"replacement\": false, \"entries\": [\(entries.joined(separator: ","))]}"
    let answer = try lootAnswer(json)
    let total = 80_200.0
    let sum = (1...400).reduce(0) { $0 + Double($1) / (total - Double($1)) }
    for row in answer.rows {
      let weight = Double(row.name.dropFirst()) ?? 0
      let expected = weight / total * (1 + sum - weight / (total - weight))
      #expect(abs(row.chance.value / expected - 1) < 1e-10, "\(row.name)")
    }
    let one = try lootAnswer(json) { $0.things = ["i7"] }
    let expected = try #require(one.rows.first).chance.value
    #expect(abs(try #require(one.counts).chance(of: 1).exactly.value / expected - 1) < 1e-9)
  }

  @Test func `luck changes weights by their quality, rounded down, and rolls by the bonus`() throws
  {
    let answer = try lootAnswer(LootExamples.lucky) {
      $0.circumstances.luck = try DecimalNumber(Int64(2), field: "luck")
      $0.things = ["bone"]
    }
    #expect(
      answer.counts?.fractions == [
        "6859/64000", "9747/64000", "3591/16000", "3303/16000", "4941/32000", "2997/32000",
        "27/640",
        "243/16000", "243/64000", "27/64000",
      ])
    let plain = try lootAnswer(LootExamples.lucky)
    // Without luck: two rolls, weights 10 and 1.
    #expect(plain.fractions["ring"] == ["21/121", "2/11"])
  }

  @Test func `looting raises chances and counts, and flags are unset unless asked`() throws {
    let unset = try lootAnswer(LootExamples.hunt)
    #expect(unset.rows.map(\.name) == ["flesh"])
    #expect(unset.unsetFlags == ["killed_by_player", "looting"])
    let set = try lootAnswer(LootExamples.hunt) {
      try $0.circumstances.add(parsing: "killed_by_player,looting=3")
    }
    #expect(set.fractions["head"] == ["23/200", "23/200"])
    let two = try lootAnswer(LootExamples.hunt) {
      try $0.circumstances.add(parsing: "looting=2")
      $0.things = ["flesh"]
    }
    #expect(two.counts?.fractions == ["1/12", "1/4", "1/3", "1/4", "1/12"])
  }

  @Test func `an entry with a chance takes part in some of the rolls`() throws {
    let answer = try lootAnswer(LootExamples.random) { $0.things = ["x"] }
    #expect(answer.counts?.fractions == ["25/64", "15/32", "9/64"])
    #expect(try lootAnswer(LootExamples.random).fractions["y"] == ["55/64", "5/4"])
  }

  @Test func `alternatives give the first whose conditions hold`() throws {
    let json = """
      {"pools": [{"rolls": 1, "entries": [{"type": "alternatives", "children": [
        {"type": "item", "name": "silk", "conditions": [{"condition": "match_tool"}]},
        {"type": "item", "name": "seed", "conditions": [{"condition": "random_chance", "chance": 0.125}]},
        {"type": "item", "name": "dust"}]}]}]}
      """
    #expect(try lootAnswer(json).fractions == ["seed": ["1/8", "1/8"], "dust": ["7/8", "7/8"]])
    let silk = try lootAnswer(json) { $0.circumstances.flags = ["match_tool": 1] }
    #expect(silk.fractions == ["silk": ["1", "1"]])
  }

  @Test func `what is in one of several openings is in the distribution of all`() throws {
    let answer = try lootAnswer(
      "{\"entries\": [{\"item\": \"a\"}, {\"empty\": true, \"weight\": 3}]}"
    ) {
      $0.openings = 3
      $0.things = ["a"]
    }
    // 1 − (3/4)³
    #expect(answer.fractions["a"] == ["37/64", "3/4"])
    #expect(answer.counts?.fractions == ["27/64", "27/64", "9/64", "1/64"])
  }

  @Test func `many things of one roll are collected as coupons`() throws {
    // 20 equal things: 20·H₂₀ = 71.954794… rolls; with two rolls an opening, half as many and a little more.
    let entries = (1...20).map { "\"i\($0)\"" }.joined(separator: ",")
    let one = try lootAnswer("{\"entries\": [\(entries)]}") { $0.until = "all" }
    #expect(abs(try #require(one.distribution).mean - 71.95479314287363) < 1e-9)
    let two = try lootAnswer("{\"rolls\": 2, \"entries\": [\(entries)]}") { $0.until = "all" }
    let three = try lootAnswer("{\"rolls\": [2, 2], \"entries\": [\(entries)]}") {
      $0.until = "all"
    }
    let (second, third) = (try #require(two.distribution), try #require(three.distribution))
    #expect(second.mean == third.mean)
    // A random number of rolls that is nearly always 2 agrees to as many digits.
    let range = try lootAnswer("{\"rolls\": [1, 3], \"entries\": [\(entries)]}") {
      $0.until = "all"
    }
    let distribution = try #require(range.distribution)
    #expect(abs(distribution.mean - 36.2) < 0.5)
    let (low, high) = (
      distribution.probability(doneWithin: 30), distribution.probability(doneWithin: 40)
    )
    #expect(low < high && high < 1)
  }

  @Test func `a goal without an exact method is estimated with an interval`() throws {
    let pools = (1...12).map { "{\"entries\": [\"a\($0)\", \"b\", {\"empty\": true}]}" }
    let answer = try lootAnswer("{\"pools\": [\(pools.joined(separator: ","))]}") {
      $0.until = "all"
    }
    let estimate = try #require(answer.time?.estimate)
    // The maximum of twelve geometric times of chance 1/3: Σ (1 − (1 − (2/3)ⁿ)¹²) = 8.154…; b comes long before.
    let exact = (0..<400).reduce((sum: 0.0, power: 1.0)) { state, _ in
      let done = (0..<12).reduce(1.0) { product, _ in product * (1 - state.power) }
      return (state.sum + 1 - done, state.power * 2 / 3)
    }.sum
    #expect(estimate.mean.interval.low - 0.2 < exact && exact < estimate.mean.interval.high + 0.2)
  }

  @Test func `the goal of things that are certain is reached by the first opening`() throws {
    let json = """
      {"pools": [{"rolls": 3, "always": ["c"], "entries": [{"item": "c", "weight": "1/3"}, {"empty": true}]},
        {"always": ["d"]}]}
      """
    let answer = try lootAnswer(json) {
      $0.things = ["c", "d"]
      $0.until = "all"
    }
    let distribution = try #require(answer.distribution)
    #expect(
      distribution.mean == 1 && distribution.standardDeviation == 0
        && distribution.quantile(0.99) == 1)
  }
}
