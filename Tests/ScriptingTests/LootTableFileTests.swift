import Design
import Foundation
import FlintRules
import Scripting
import Testing

/// Files and folders of loot tables.
struct `Files of loot tables` {
  /// Writes files below a new folder, reads it, and removes it.
  private func folder<Answer>(
    _ files: [String: String], _ body: (String) throws -> Answer
  ) throws -> Answer {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("flint-loot-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return try body(folder.path)
  }

  private func chance(_ item: String, _ table: String, in tables: LootTables) throws -> Double {
    var question = LootQuestion(tables)
    question.name = table
    return try question.answer().rows.first { $0.name == item }?.chance.value ?? 0
  }

  private static let gems = """
    {"pools": [{"rolls": 1, "entries": [
      {"type": "minecraft:item", "name": "minecraft:emerald"},
      {"type": "minecraft:item", "name": "minecraft:bread", "weight": 3}]}]}
    """
  private static let chest = """
    {"pools": [{"rolls": 2, "entries": [
      {"type": "minecraft:loot_table", "value": "minecraft:gems/small"},
      {"type": "minecraft:empty", "weight": 1}]}]}
    """

  @Test func `of a data pack refer to each other by their paths`() throws {
    try folder([
      "data/minecraft/loot_table/gems/small.json": Self.gems,
      "data/minecraft/loot_table/chests/dungeon.json": Self.chest,
      "data/mine/loot_table/cave.json": Self.gems,
      "pack.mcmeta": "{}",
    ]) { path in
      let tables = try LootTableFile.tables(at: path)
      #expect(tables.names.sorted() == ["chests/dungeon", "gems/small", "mine:cave"])
      // Each of two rolls gives an emerald with 1/2 · 1/4: 1 − (7/8)².
      let dungeon = try chance("emerald", "chests/dungeon", in: tables)
      #expect(abs(dungeon - 15.0 / 64) < 1e-12)
      #expect(abs(try chance("emerald", "mine:cave", in: tables) - 0.25) < 1e-12)
    }
  }

  @Test func `of a folder have the names of their paths, whatever their form`() throws {
    try folder([
      "a/coins.csv": "table,item,weight\ncoins,gold,1\ncoins,copper,4\n",
      "b.lua": "return {rolls = 2, entries = {{item = \"gem\"}, {item = \"bread\"}}}",
      "note.txt": "no table",
    ]) { path in
      let tables = try LootTableFile.tables(at: path)
      #expect(tables.names.sorted() == ["b", "coins"])
      #expect(abs(try chance("gold", "coins", in: tables) - 0.2) < 1e-12)
      #expect(abs(try chance("gem", "b", in: tables) - 0.75) < 1e-12)
    }
  }

  @Test(
    arguments: [
      (",", "2", "2"), (",", "0.5", "1/2"), (",", "1.000", "1"), (";", "2,5", "5/2"),
      (";", "0,125", "1/8"),
      (";", "1.0000", "1"), ("\t", "2,5 %", "1/40"), (";", "1000", "1000"),
      (",", "\"1,000\"", nil), (",", "\"2,5\"", nil), (";", "1.000", ""), (";", "12,345%", ""),
      ("\t", "1,000", ""),
    ] as [(String, String, String?)])
  func `have weights with a decimal comma where no commas separate them`(
    mark: String, weight: String, value: String?
  ) throws {
    let rows = [["table", "item", "weight"], ["t", "a", weight], ["t", "b", "1"]]
    let text = rows.map { $0.joined(separator: mark) }.joined(separator: "\n") + "\n"
    try folder(["t.csv": text, "d.csv": text.replacing("item", with: "name")]) { path in
      if let value, let weight = Fraction(value) {
        let share = weight.approximation / (weight.approximation + 1)
        let tables = try LootTableFile.tables(at: path + "/t.csv")
        #expect(abs(try chance("a", "t", in: tables) - share) < 1e-12)
        let cards = try DraftTableFile.draft(at: path + "/d.csv", id: "d").definition.cards
        #expect(cards.count == 2)
        return
      }
      let both = "can be thousands or decimals; write "
      for error in [
        #expect(throws: LuaFileError.self) { try LootTableFile.tables(at: path + "/t.csv") },
        #expect(throws: LuaFileError.self) {
          try DraftTableFile.draft(at: path + "/d.csv", id: "d")
        },
      ] {
        let text = try #require(error).description
        #expect(
          text.contains("line 2, weight: expected a weight")
            && text.contains(both) == (value != nil), "\(text)")
      }
    }
  }

  @Test func `have each member of an object once`() throws {
    try folder(["t.json": "{\"rolls\": 1,\n\"rolls\": 5, \"entries\": [{\"item\": \"a\"}]}"]) {
      path in
      let error = #expect(throws: LuaFileError.self) {
        try LootTableFile.tables(at: path + "/t.json")
      }
      #expect(
        error?.description == path + "/t.json:2: a second member \"rolls\" of the same object")
    }
  }

  @Test func `that are damaged matter only to those who ask about them`() throws {
    try folder(["good.json": Self.gems, "bad.json": "{\"pools\": ["]) { path in
      let tables = try LootTableFile.tables(at: path)
      #expect(abs(try chance("emerald", "good", in: tables) - 0.25) < 1e-12)
      let error = #expect(throws: LootError.self) { try chance("emerald", "bad", in: tables) }
      #expect("\(try #require(error))".contains("bad.json"))
    }
  }

  @Test func `are the only one where a folder has one`() throws {
    try folder(["only.json": Self.gems]) { path in
      let tables = try LootTableFile.tables(at: path)
      #expect(tables.main == "only")
    }
  }

  @Test func `of a folder without any are an error`() throws {
    try folder(["note.txt": "no table"]) { path in
      let error = #expect(throws: LuaFileError.self) { try LootTableFile.tables(at: path) }
      #expect(error?.description.contains("no .lua, .json or .csv file") == true)
    }
  }

  @Test(arguments: [
    ("t.csv", "table,itm\na,b\n", "unknown column \"itm\" (did you mean \"item\"?)"),
    ("t.csv", "item,weight\na,1\n", "the column table is missing"),
    ("t.json", "{", "t.json"),
    ("t.lua", "return {entries = {{item = \"a\", weight = \"x\"}}}", "weight"),
    ("t.toml", "a = 1", "expected a .lua, .json or .csv file"),
  ])
  func `with errors say where and what`(name: String, text: String, part: String) throws {
    try folder([name: text]) { path in
      let error = #expect(throws: LuaFileError.self) {
        try LootTableFile.tables(at: path + "/" + name)
      }
      #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }
  }

  /// Opening a pipe that nobody writes to would wait for ever.
  @Test func `a pipe in a folder is refused at once`() throws {
    try folder(["a.json": Self.gems]) { path in
      #expect(mkfifo(path + "/b.json", 0o600) == 0)
      let error = #expect(throws: LuaFileError.self) { try LootTableFile.tables(at: path) }
      #expect(error?.description == path + "/b.json: is no regular file; move it out of the folder")
    }
  }

}
