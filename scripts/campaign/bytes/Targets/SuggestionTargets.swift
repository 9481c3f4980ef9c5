import Chance
import FlintRandom
import Design
import FlintRules
import Scripting
import Transfer

/// Tables that Flint does not know: the mapping that is suggested for one can be read.
func sniffTarget(_ corpus: Corpus) throws -> Target {
  let file = MemoryFile()
  return Target(
    try corpus.files(
      "examples/mappings/*.csv", "examples/data/*.csv", "examples/data/imports/*.csv",
      "examples/data/imports/*.json"), areSamplesValid: false,
    words: [
      "date,time,title\n", "\"\"", "2026-08-31", "31.12.2026", "12:30 pm", "{\"a\":[", "a.b[0]",
    ]
  ) { input in
    file.write(input.bytes)
    let suggestion = try SuggestedMapping(try FileSniff(file.path, ImportOptions()))
    do {
      _ = try MappingFile.mapping(of: Array(suggestion.lua.utf8), path: "draft.lua")
    } catch {
      throw Violation("the suggested mapping cannot be read: \(error)\n\(suggestion.lua)")
    }
  }
}

/// Rulebooks drafted from tables of cards: the file that is written has the same rules.
func draftTarget(_ corpus: Corpus) throws -> Target {
  let folder = try ScratchFolder()
  return Target(
    try corpus.files(
      "examples/designers-guide/cards.csv", "examples/data/loot/*.csv", "examples/data/drops.csv"),
    areSamplesValid: false,
    words: [
      "name,rarity,rate\n", "5%", "1/3", "0.6 %", "0", "legendary", "1 in 50", "weight", "category",
    ]
  ) { input in
    try folder.write("cards.csv", input.bytes)
    let draft = try DraftTableFile.draft(
      at: folder.path + "/cards.csv", id: "cards", normalizes: true)
    let hash = try Rulebook(draft.definition).hash
    do {
      let written = Array(draft.lua(source: "cards.csv").utf8)
      let definition = try RulebookFile.definition(of: written, path: "cards.lua")
      try Violation.unless(try Rulebook(definition).hash == hash, "the file has other rules")
    } catch let error as LuaFileError {
      throw Violation("the drafted rulebook cannot be read: \(error)")
    }
  }
}
