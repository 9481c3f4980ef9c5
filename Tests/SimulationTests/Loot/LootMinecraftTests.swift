import Chance
import Testing
@testable import Design

/// What Minecraft's form means, against fractions worked out by hand from the game's rules.
@Suite struct LootMinecraftTests {
  private func table(_ functions: String, rolls: String = "1", conditions: String = "") -> String {
    """
    {"type": "minecraft:entity", "pools": [{"rolls": \(rolls), "conditions": [\(conditions)], "entries": [
      {"type": "minecraft:item", "name": "minecraft:coal", "functions": [\(functions)]}]}]}
    """
  }

  private func set(_ count: String, add: Bool = false) -> String {
    "{\"function\": \"minecraft:set_count\", \"count\": \(count), \"add\": \(add)}"
  }

  /// Three rolls of bone 10 of 20, 1 to 8 at a time, mean 4.5: 3 · 1/2 · 4.5. The review's table, in both forms.
  @Test(arguments: [
    """
    "functions": [{"function": "minecraft:set_count", "count": {"type": "minecraft:uniform", "min": 1, "max": 8}}]
    """,
    """
    "modifier": {"type": "minecraft:set_count", "count": {"type": "minecraft:uniform", "min": 1, "max": 8}}
    """,
    """
    "modifier": [{"type": "minecraft:set_count", "count": {"type": "minecraft:uniform", "min": 1, "max": 8}}]
    """,
    """
    "modifier": {"type": "minecraft:sequence", "functions": [
      {"type": "minecraft:set_count", "count": {"type": "minecraft:uniform", "min": 1, "max": 8}}]}
    """,
  ])
  func `functions of 26 3 are read as those before`(functions: String) throws {
    let json = """
      {"type": "minecraft:chest", "pools": [{"rolls": 3, "entries": [
        {"type": "minecraft:item", "name": "minecraft:bone", "weight": 10, \(functions)},
        {"type": "minecraft:item", "name": "minecraft:coal", "weight": 10}]}]}
      """
    #expect(try lootAnswer(json).fractions["bone"] == ["7/8", "27/4"])
  }

  /// 1/4 of a coal, three at a time where the inner condition holds with 1/2: (1 + 3)/2 · 1/4.
  @Test(arguments: [
    """
    "conditions": [{"condition": "minecraft:random_chance", "chance": 0.25}], "functions": [
      {"function": "set_count", "count": 3, "conditions": [{"condition": "random_chance", "chance": 0.5}]}]
    """,
    """
    "condition": {"type": "minecraft:random_chance", "chance": 0.25}, "modifier":
      {"type": "set_count", "count": 3, "condition": {"type": "random_chance", "chance": 0.5}}
    """,
    """
    "condition": {"type": "all_of", "terms": [{"type": "random_chance", "chance": 0.25}]}, "modifier":
      {"type": "set_count", "count": 3, "condition": {"type": "inverted", "term":
        {"type": "random_chance", "chance": 0.5}}}
    """,
  ])
  func `conditions of 26 3 are read as those before`(members: String) throws {
    let json = """
      {"type": "minecraft:chest", "pools": [{"rolls": 1, "entries": [
        {"type": "minecraft:item", "name": "minecraft:coal", \(members)}]}]}
      """
    #expect(try lootAnswer(json).fractions == ["coal": ["1/4", "1/2"]])
  }

  @Test func `a count below 0 is none before something is added to it`() throws {
    let looting =
      "{\"function\": \"minecraft:looting_enchant\", \"count\": {\"min\": 0, \"max\": 1}}"
    let coal = table(set("{\"min\": -1, \"max\": 1}") + "," + looting)
    // -1, 0 and 1 are 0, 0 and 1; looting 3 adds the rounded part of 3: 0, 1, 2 or 3 with 1/6, 1/3, 1/3, 1/6.
    // At least one: 1 − 2/3·1/6; the mean is 1/3 + 3/2.
    let three = try lootAnswer(coal) { try $0.circumstances.add(parsing: "looting=3") }
    #expect(three.fractions == ["coal": ["8/9", "11/6"]])
    #expect(try lootAnswer(coal).fractions == ["coal": ["1/3", "1/3"]])
    let added = table(set("-2") + "," + set("1", add: true))
    #expect(try lootAnswer(added).fractions == ["coal": ["1", "1"]])
  }

  @Test func `ends of a range can depend on chance themselves`() throws {
    // From 2 (1.5, rounded) up to a binomial number of 3 trials, or 2 where that is less: 3 with 1/8 · 1/2.
    let range =
      "{\"type\": \"uniform\", \"min\": 1.5, \"max\": {\"type\": \"binomial\", \"n\": 3, \"p\": 0.5}}"
    let answer = try lootAnswer(table(set(range))) { $0.things = ["coal"] }
    #expect(answer.counts?.fractions == ["15/16", "1/16"])
    #expect(answer.counts?.range == 2...3)
  }

  @Test(arguments: [
    // The mean of the number, where it is cut off at 0 and 1.
    ("{\"type\": \"uniform\", \"min\": 0, \"max\": 1}", "1/2"),
    ("{\"type\": \"uniform\", \"min\": 0.2, \"max\": 0.6}", "2/5"),
    // From -1 to 3: 0 for a quarter of it, then a half on average, then 1 for half of it: 1/8 + 1/2.
    ("{\"type\": \"uniform\", \"min\": -1, \"max\": 3}", "5/8"),
    // At least one of two successes: 1 − (3/4)².
    ("{\"type\": \"binomial\", \"n\": 2, \"p\": 0.25}", "7/16"),
    ("{\"type\": \"constant\", \"value\": 0.25}", "1/4"), ("0.125", "1/8"),
  ])
  func `a chance that is drawn itself has the chance of its mean`(
    chance: String, expected: String
  ) throws {
    let condition = "{\"condition\": \"minecraft:random_chance\", \"chance\": \(chance)}"
    let answer = try lootAnswer(table(set("1"), conditions: condition))
    #expect(answer.fractions == ["coal": [expected, expected]])
  }

  @Test func `a number of rolls below 0 is none, with a note`() throws {
    let answer = try lootAnswer(table(set("1"), rolls: "-3"))
    #expect(answer.fractions == ["coal": ["0", "0"]])
    #expect(answer.question.notices.map(\.text) == ["a number of rolls below 0 counts as none"])
  }
}
