import Chance
import Design
import FlintJSON
import FlintSchema

/// Reads tables from JSON.
func lootTables(_ json: String, name: String = "t") throws -> LootTables {
  try LootTables(reading: try JSONValue(parsing: json), name: name, notation: .json)
}

/// Returns the answer to a question about tables in JSON.
func lootAnswer(
  _ json: String, _ change: (inout LootQuestion) throws -> Void = { _ in }
) throws -> LootAnswer {
  var question = LootQuestion(try lootTables(json))
  try change(&question)
  return try question.answer()
}

extension LootAnswer {
  /// The fractions of the chance and the expected number of each thing.
  var fractions: [String: [String?]] {
    Dictionary(
      uniqueKeysWithValues: rows.map { ($0.name, [$0.chance.fraction, $0.mean.fraction]) })
  }

  /// The exact distribution of the time, if there is one.
  var distribution: Distribution? { time?.exact }
}

extension LootCounts {
  /// The fractions of the chances of 0, 1, 2, ….
  var fractions: [String?] { range.map { chance(of: $0).exactly.fraction } }
}

enum LootExamples {
  /// A table with what is always given, a range of rolls and a nested table.
  static let nested = """
    {"main": "chest", "tables": {
      "chest": {
        "always": [{"item": "gold", "count": [5, 7]}], "rolls": [1, 3],
        "entries": [{"item": "bread", "weight": 5}, {"table": "gems", "weight": 3},
          {"empty": true, "weight": 2}]},
      "gems": {"entries": [{"item": "ruby"}, {"item": "pearl", "weight": 3, "count": [1, 3]}]}}}
    """
  static let hand = """
    {"rolls": 5, "replacement": false, "entries": [{"item": "ace", "stock": 4},
      {"item": "king", "stock": 4}, {"empty": true, "stock": 44}]}
    """
  static let bag = """
    {"rolls": 2, "replacement": false, "entries": [{"item": "a", "weight": 5},
      {"item": "b", "weight": 3}, {"item": "c", "weight": 2}, {"item": "d"}]}
    """
  /// Minecraft's form: luck changes weights and rolls, and looting chances and counts.
  static let lucky = """
    {"type": "minecraft:chest", "pools": [{"rolls": 2, "bonus_rolls": 0.5, "entries": [
      {"type": "minecraft:item", "name": "minecraft:bone", "weight": 10, "quality": -2, "functions": [
        {"function": "minecraft:set_count", "count": {"type": "minecraft:binomial", "n": 3, "p": 0.5}}]},
      {"type": "minecraft:item", "name": "minecraft:ring", "weight": 1, "quality": 1.5}]}]}
    """
  static let hunt = """
    {"pools": [
      {"rolls": 1, "entries": [{"type": "item", "name": "head"}], "conditions": [
        {"condition": "killed_by_player"},
        {"condition": "random_chance_with_looting", "chance": 0.025, "looting_multiplier": 0.03}]},
      {"rolls": 1, "entries": [{"type": "item", "name": "flesh", "functions": [
        {"function": "set_count", "count": {"min": 0, "max": 2}},
        {"function": "looting_enchant", "count": {"min": 0, "max": 1}}]}]}]}
    """
  static let random = """
    {"pools": [{"rolls": 2, "entries": [
      {"type": "item", "name": "x", "weight": 3,
        "conditions": [{"condition": "random_chance", "chance": 0.5}]},
      {"type": "item", "name": "y"}]}]}
    """
}
