import FlintRules
import Scripting
import Testing

struct `The template of rulebooks` {
  @Test func `is a valid rulebook with a pool`() throws {
    let text = RulebookTemplate.text(id: "dragons")
    let definition = try RulebookFile.definition(of: Array(text.utf8), path: "dragons.lua")
    #expect(definition.id == "dragons")
    #expect(definition.pools.map(\.id) == ["dragon-1"])
    #expect(definition.currencies.map(\.id) == ["dust", "gems"])
  }
}
