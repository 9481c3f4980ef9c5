import Design
import FlintJSON
import FlintRules
import Scripting
import Testing

struct `The text of drafted rulebooks` {
  private func draft(_ rows: [[String]]) throws -> RulebookDraft {
    let table = try DraftTable(
      header: rows.first ?? [],
      records: rows.enumerated().dropFirst().map { .init(line: $0.offset + 1, values: $0.element) })
    return try RulebookDraft(table, id: "stars")
  }

  @Test func `has comments, and reads back as the same rulebook`() throws {
    let draft = try draft([
      ["name", "stars", "weight", "banner", "featured"],
      ["Say \"hi\"\\", "★★★★★", "1", "End", "yes"], ["Rose", "★★★★★", "2", "End", ""],
      ["Leaf", "★★★", "7", "End", ""], ["Leaf", "★★★", "7", "Until", ""],
    ])
    let text = draft.lua(source: "my\nstars.csv")
    #expect(
      text.hasPrefix(
        """
        -- Drafted by flint rules import from my stars.csv.
        -- Check it after every change: flint rules check stars.lua
        --   chances are weights divided by their sum
        --   sparks draw by the rates of the first pool, "End"
        return {
          id = "stars",
        """))
    #expect(text.contains(#"rates = {["3-star"] = "0.7", ["5-star"] = "0.3"}"#))
    let read = try RulebookFile.definition(of: Array(text.utf8), path: "stars.lua")
    #expect(read == draft.definition)
    #expect(
      try RulebookFile.definition(of: Array(read.lua.utf8), path: "stars.lua") == draft.definition)
  }
}
