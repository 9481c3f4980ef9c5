import Design
import FlintJSON
import FlintRules
import FlintSchema
import Testing

@Suite struct `Drafts of loot tables` {
  private func table(_ json: String, named name: String? = nil) throws -> DraftTable {
    try DraftTable(
      try LootTables(reading: try JSONValue(parsing: json), name: "chest", notation: .json),
      named: name)
  }

  @Test func `tables that are opened once are merged with their chances`() throws {
    let table = try table(
      """
      {"main": "chest", "tables": {
        "chest": {"entries": [{"item": "bread", "weight": 5}, {"table": "gems", "weight": 3},
          {"weight": 2, "empty": true}]},
        "gems": {"entries": [{"item": "ruby"}, {"item": "pearl", "weight": 3}]}}}
      """)
    let draft = try RulebookDraft(table, id: "chest")
    #expect(table.rows.map(\.name) == ["bread", "ruby", "pearl", "Nothing"])
    // 5/10, 3/10·1/4, 3/10·3/4 and 2/10.
    let chances = draft.cardIDs.map { draft.definition.chance(of: $0, pool: nil)?.description }
    #expect(chances == ["0.5", "0.075", "0.225", "0.2"])
    #expect(draft.remarks.contains("what gives nothing became a card \"Nothing\""))
  }

  @Test func `counts of Minecraft's form are ignored with a remark`() throws {
    let table = try table(
      """
      {"type": "minecraft:chest", "pools": [{"rolls": 1, "entries": [
        {"type": "minecraft:item", "name": "minecraft:gold_ingot", "weight": 3,
          "functions": [{"function": "minecraft:set_count", "count": 2}]},
        {"type": "minecraft:item", "name": "minecraft:apple", "weight": 1}]}]}
      """)
    #expect(table.rows.map(\.name) == ["gold_ingot", "apple"])
    #expect(table.rows.map(\.weight) == [Fraction(3, over: 4), Fraction(1, over: 4)])
    #expect(table.remarks == ["ignored counts: a roll gives one card, without a count"])
  }

  @Test func `what one roll cannot give is an error that names the other command`() {
    let refusal =
      "; a roll of a rulebook's pool gives one card: flint odds table answers questions about the table "
      + "as it is"
    for (json, reason) in [
      (#"{"rolls": 2, "entries": [{"item": "a"}]}"#, "it is not rolled exactly once"),
      (#"{"always": [{"item": "a"}], "entries": [{"item": "b"}]}"#, "it has what is always given"),
      (#"{"entries": [{"item": "a", "chance": 0.5}]}"#, "it has entries with conditions"),
      (
        #"{"pools": [{"entries": [{"item": "a"}]}, {"entries": [{"item": "b"}]}]}"#,
        "it has 2 pools"
      ),
    ] {
      #expect(draftFaults { _ = try table(json) } == "table \"chest\": " + reason + refusal)
    }
  }

  @Test func `a table that opens itself is an error`() {
    #expect(
      draftFaults {
        _ = try table(#"{"tables": {"chest": {"entries": [{"table": "chest"}]}}, "main": "chest"}"#)
      } == "table \"chest\": expected at most 64 levels of tables; one may open itself")
  }

  @Test func `one of several tables has to be named`() throws {
    let json =
      #"{"tables": {"a": {"entries": [{"item": "x"}]}, "b": {"entries": [{"item": "y"}]}}}"#
    #expect(
      draftFaults { _ = try table(json) }
        == "there are several tables; choose one: a or b")
    #expect(try table(json, named: "b").rows.map(\.name) == ["y"])
  }
}
