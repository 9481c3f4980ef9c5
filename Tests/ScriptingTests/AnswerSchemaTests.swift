import FlintJSON
import FlintSchema
import Testing

@testable import Scripting

struct `The schema of answers` {
  @Test func `names each type of row once`() {
    for (name, shapes) in Dictionary(grouping: AnswerSchema.shapes, by: \.name) {
      // They may differ in how tables show them.
      #expect(Set(shapes.map { $0.definition.text() }).count == 1, "\(name)")
    }
  }

  @Test func `defines what it refers to`() throws {
    let text = AnswerSchema.json
    guard case .object(let definitions)? = try JSONValue(parsing: text)["$defs"] else {
      Issue.record("no definitions")
      return
    }
    let names = Set(definitions.map(\.name))
    let references = text.matches(of: /#\/\$defs\/(\w+)"/).map { String($0.1) }
    #expect(names.count >= 40 && names == Set(references))
  }
}
