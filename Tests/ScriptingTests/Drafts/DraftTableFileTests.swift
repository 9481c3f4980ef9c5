import Chance
import Foundation
import FlintRules
import Scripting
import Testing
@testable import Design

struct `Files from which rulebooks are drafted` {
  @Test(arguments: [
    ("drops.json", #"[{"card": "Rose", "rate": "100%"}]"#),
    ("drops.csv", "card,rate\nRose,100%\n"), ("drops.tsv", "card\trate\nRose\t100%\n"),
  ])
  func `have no loot table to name if they are a list of cards`(
    name: String, text: String
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("flint-draft-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: LuaFileError.self) {
      try DraftTableFile.draft(at: path, id: "drops", named: "chest")
    }
    #expect(
      error?.description == path
        + ": there is no loot table \"chest\": the file is a list of cards; leave out --name")
    // Without the name there is no error.
    #expect(
      try DraftTableFile.draft(at: path, id: "drops").definition.cards.map(\.name) == ["Rose"])
  }
}
