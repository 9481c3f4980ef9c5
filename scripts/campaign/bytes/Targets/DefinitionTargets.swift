import FlintRandom
import FlintJSON
import Lua
import FlintRules
import FlintSchema
@testable import Design
@testable import Players
@testable import Scripting

/// Rulebooks as tables: a valid one is read back from its JSON with the same hash.
func rulebookTarget(_ corpus: Corpus) throws -> Target {
  let files = try [
    "examples/rulebooks/[!r]*.lua", "examples/worlds/[bs]*[!n].lua",
    "examples/rulebooks/reading.lua",
  ]
  .flatMap { try corpus.paths($0) }.compactMap { try? RulebookFile.definition(at: $0).json }
  let written = [
    #"{"id":"a","extends":"ignition","drops":{"chance":"1/2"},"missions":[{"id":"m","title":"M","window":"day","metric":"sparks","target":3,"reward":10,"difficulty":"easy"}]}"#,
    #"{"id":"b","extends":"everyday","earn":[{"event":"task.complete","priority":"P0","points":35},{"event":"entry","tracker":"Reading","points":1,"per":10,"of":"minutes","cap":12}]}"#,
  ]
  return Target(
    written.map { Array($0.utf8) } + files.map { Array($0.text().utf8) },
    words: [
      "extends", "ignition", "change_cards", "pity", "soft_start", "hard", "requires", "pools",
      "price", "featured", "days", "1/3", "0.1%", "100%",
    ]
  ) { input in
    let tree = try JSONValue(parsing: input.bytes)
    let definition = try RulebookDefinition(reading: tree, bundled: RulebookDefinition.bundled)
    let rulebook = try Rulebook(definition)
    guard
      let again = try? RulebookDefinition(
        reading: definition.json, bundled: RulebookDefinition.bundled)
    else {
      throw Violation("cannot be read once it is written")
    }
    try Violation.unless(
      try Rulebook(again).hash == rulebook.hash, "has another hash once it is written")
  }
}

/// Rulebook files in Lua: read, or refused with lines of the text.
func rulebookFileTarget(_ corpus: Corpus) throws -> Target {
  Target(
    try corpus.files(
      "examples/rulebooks/[dw]*.lua", "examples/rulebooks/reading.lua", "examples/worlds/b*s.lua",
      "examples/worlds/summon.lua"),
    words: [
      "extends = \"ignition\",", "while true do end", "setmetatable({}, {})", "t = {} t[1] = t",
      "string.rep(\"x\", 1e9)",
    ]
  ) { input in
    do throws(LuaFileError) {
      _ = try RulebookFile.definition(of: input.bytes, path: "input.lua")
    } catch {
      for problem in error.problems {
        if let line = problem.line {
          try Violation.unless(
            (1...2 * input.lineCount + 1).contains(line), "a problem on line \(line)")
        }
      }
      throw error
    }
  }
}

/// Quest sets: what was read is read back from the content of its event.
func questTarget(_ corpus: Corpus) throws -> Target {
  Target(
    try corpus.files("examples/data/quests/*.json"),
    words: [
      "missionSet", "mission", "node", "level", "afterNodeId", "dependencies", "gates",
      "orderIndex",
    ]
  ) { input in
    let file = try QuestFile(parsing: input.bytes, file: "input.json")
    let json = QuestSet.table.json(file.set)
    guard let again = try? QuestFile(reading: json, file: "again.json") else {
      throw Violation("cannot be read once it is written: \(json.text())")
    }
    try Violation.unless(again.set == file.set, "is another set once it is written: \(json.text())")
    _ = file.notice
  }
}

/// Mapping files: read, or refused.
func mappingTarget(_ corpus: Corpus) throws -> Target {
  Target(
    try corpus.files("examples/mappings/*.lua"),
    words: [
      "rows = \"$.a[*]\",", "columns = {}", "delimiter = \";\",", "function(row) return row.x end",
      "date_order = \"dmy\",",
    ]
  ) { input in _ = try MappingFile.mapping(of: input.bytes, path: "input.lua") }
}

/// Plans: read, or refused.
func planTarget(_ corpus: Corpus) throws -> Target {
  let limits = LuaLimits(
    wallTime: .seconds(5), instructions: 10_000_000, memory: 64 << 20, output: 1 << 20)
  return Target(
    // A file that plans require is none.
    try corpus.files("examples/plans/*.lua").filter {
      !$0.suffix(14).elementsEqual("return person\n".utf8)
    },
    words: [
      "players = 1e9,", "days = 4e9,", "sweep = {}", "measure = {}", "policy = {}", "rules = {}",
      "assert",
    ]
  ) { input in
    _ = try PlanFile.read(
      PlanText(
        source: input.bytes, path: "input.lua", directory: corpus.root + "/examples/plans",
        readable: []),
      limits: limits)
  }
}

/// Loot tables in JSON, Flint's form and Minecraft's: compiled, and drawn from.
func lootTarget(_ corpus: Corpus) throws -> Target {
  let written = [
    #"{"type":"minecraft:chest","pools":[{"rolls":{"min":1,"max":3},"entries":[{"type":"minecraft:item","name":"minecraft:gold","weight":5,"functions":[{"function":"minecraft:set_count","count":{"type":"minecraft:uniform","min":1,"max":4}}]},{"type":"minecraft:empty","weight":2}],"conditions":[{"condition":"minecraft:random_chance","chance":0.5}]}]}"#,
    #"{"tables":{"a":{"entries":[{"item":"x","weight":3},{"table":"b","weight":1}]},"b":{"always":[{"item":"y"}],"entries":[{"item":"z"}],"rolls":2}},"main":"a"}"#,
  ]
  return Target(
    try corpus.files("examples/data/loot/*.json") + written.map { Array($0.utf8) },
    words: [
      "minecraft:loot_table", "minecraft:binomial", "minecraft:constant", "without_replacement",
      "luck", "rolls", "main",
    ]
  ) { input in
    var stream = input.stream
    let tables = try LootTables(
      reading: try JSONValue(parsing: input.bytes), name: "input",
      notation: stream.isOne(in: 2) ? .json : .lua)
    _ = try LootQuestion(tables).plan()
  }
}

/// Loot tables as CSV.
func lootCSVTarget(_ corpus: Corpus) throws -> Target {
  Target(
    try corpus.files("examples/data/loot/*.csv"),
    words: ["table,item,weight,min,max,condition", "not ", "a|b", ",,,,"]
  ) { input in
    let rows = try CSVRows(input.bytes, most: LootTables.mostEntries)
    _ = try LootQuestion(try LootTables(records: rows.lootRecords())).plan()
  }
}
