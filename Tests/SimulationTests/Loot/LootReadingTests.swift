import Design
import FlintJSON
import FlintSchema
import Testing

@Suite struct LootReadingTests {
  private func error(_ body: () throws -> Void) -> LootError? {
    do {
      try body()
      return nil
    } catch {
      return error as? LootError
    }
  }

  @Test func `a CSV file has nested tables, ranges, flags and what is always given`() throws {
    let rows = [
      ["chest", "gold", "always", "5", "7", ""], ["chest", "bread", "5", "", "", ""],
      ["chest", "@gems", "3", "1", "2", "night & !rain"], ["chest", "", "2", "", "", ""],
      ["gems", "ruby", "", "", "", ""], ["gems", "pearl", "3", "1", "3", ""],
    ]
    let tables = try LootTables(
      records: rows.enumerated().map { .init(line: $0.offset + 2, values: $0.element) })
    #expect(tables.main == "chest" && tables.names == ["chest", "gems"])
    var question = LootQuestion(tables)
    #expect(question.flags == ["night", "rain"])
    #expect(try question.answer().fractions == ["gold": ["1", "6"], "bread": ["5/7", "5/7"]])
    question.circumstances.flags = ["night": 1]
    // A roll opens the gems with 3/10, once or twice: a ruby with 3/10·(1/4 + 7/16)/2.
    #expect(try question.answer().fractions["ruby"] == ["33/320", "9/80"])
  }

  @Test func `faults of a CSV file have their line and column`() {
    let records = [
      LootTables.Record(line: 2, values: ["", "a", "x", "3", "1", ""]),
      LootTables.Record(line: 3, values: ["t", "a", "1", "-1", "", ""]),
    ]
    #expect(
      error { _ = try LootTables(records: records) }?.description == """
        line 2, table: missing; expected the name of a table
        line 2, max: expected the minimum first, got 3 to 1
        line 2, weight: expected a weight, such as 3, 0.5 or 2%, or always, got "x"
        line 3, min: expected a whole number from 0 to 1000000, got "-1"
        """)
  }

  private func tables(_ rows: [[String]], hasDecimalCommas: Bool = false) throws -> LootTables {
    try LootTables(
      records: rows.enumerated().map { .init(line: $0.offset + 2, values: $0.element) },
      hasDecimalCommas: hasDecimalCommas)
  }

  @Test func `an empty minimum of a CSV file is 1, and an empty maximum the minimum`() throws {
    let rows = [["A", "x", "", "", "4"], ["A", "y", "", "3", ""], ["A", "z", "", "", "0"]]
    // From 1 to 4: 5/2 on average; exactly 3; and none: each with 1/3.
    #expect(
      try LootQuestion(tables(rows)).answer().fractions == [
        "x": ["1/3", "5/6"], "y": ["1/3", "1"], "z": ["0", "0"],
      ])
  }

  @Test func `weights of a CSV file can have a decimal comma and a space before the percent sign`()
    throws
  {
    let rows = [["A", "x", "2,5 %"], ["A", "y", "7.5%"]]
    #expect(
      try LootQuestion(tables(rows, hasDecimalCommas: true)).answer().fractions["x"]
        == ["1/4", "1/4"])
  }

  @Test func `weights that are shares of 1 beside greater ones are refused`() throws {
    let rows = [
      ["A", "coal", "60,5"], ["A", "gold", "30%"], ["B", "x", "30%"], ["B", "y", "0.7"],
    ]
    #expect(
      error { _ = try tables(rows, hasDecimalCommas: true) }?.description
        == "line 3, weight: 30% is a share of 1, and 60,5 is more than 1; write all weights of the table in "
        + "one unit")
    let json = #"{"entries": [{"item": "a", "weight": "30%"}, {"item": "b", "weight": 60}]}"#
    #expect(
      error { _ = try lootAnswer(json) }?.description
        == "entries[2].weight: 30% is a share of 1, and 60 is more than 1; write all weights of the table in "
        + "one unit")
  }

  @Test func `a circle of a CSV file is an error although no table is the main one`() {
    let circle = error {
      _ = try LootQuestion(
        tables([["A", "@B", ""], ["B", "@C", ""], ["C", "@B", ""], ["C", "@A", ""]])
      )
      .answer()
    }
    #expect(circle?.code == .broken)
    #expect(circle?.problem.contains("in a circle") == true)
  }

  @Test(arguments: [
    "{\"entries\": [{\"item\": \"a\", \"weight\": 0}]}",
    "{\"type\": \"chest\", \"pools\": [{\"rolls\": 1, \"entries\": [{\"type\": \"group\", \"children\": "
      + "[{\"type\": \"item\", \"name\": \"a\", \"weight\": 0}]}]}]}",
  ])
  func `a pool without any weight is an error`(json: String) {
    let fault = error { _ = try lootTables(json) }
    #expect(fault?.problem.contains("all weights are 0") == true)
    #expect(
      error { _ = try tables([["A", "x", "0"], ["A", "y", "0"]]) }?.problem
        == "table \"A\": all weights are 0; expected one above 0")
  }

  @Test func `weights of 0 that luck raises are no error`() throws {
    let json = "{\"entries\": [{\"item\": \"a\", \"weight\": 0, \"quality\": 1}]}"
    #expect(try lootAnswer(json).fractions["a"] == ["0", "0"])
    #expect(
      try lootAnswer(json) { try $0.circumstances.setLuck(parsing: "1") }.fractions["a"]
        == ["1", "1"])
  }

  @Test func `further rolls for luck can be a part of one for each point`() throws {
    let json = "{\"bonus_rolls\": 0.5, \"entries\": [\"a\"]}"
    for (luck, rolls) in [("1", "1"), ("2", "2"), ("5", "3")] {
      let answer = try lootAnswer(json) { try $0.circumstances.setLuck(parsing: luck) }
      #expect(answer.fractions["a"] == ["1", rolls])
    }
  }

  @Test func `notes and flags are those of the table that is opened and of those that it opens`()
    throws
  {
    let json = """
      {"a": {"pools": [{"rolls": 1, "entries": [{"type": "loot_table", "name": "b"}]}]},
       "b": {"pools": [{"rolls": 1, "entries": [{"type": "tag", "name": "t"}]}]},
       "c": {"pools": [{"rolls": 1, "conditions": [{"condition": "rain"}],
         "entries": [{"type": "tag", "name": "t"}, {"type": "dynamic", "name": "d"}]}]}}
      """
    var question = LootQuestion(try lootTables(json))
    question.name = "a"
    let answer = try question.answer()
    #expect(answer.unsetFlags.isEmpty)
    #expect(
      question.notices.map(\.text) == ["a tag is counted as one item, with # before its name"])
    #expect(question.notices.map(\.count) == [1])
    #expect(question.tables.notices().map(\.count) == [2, 1, 1])
    // A flag of another table of the folder is none of the fault of a question.
    question.circumstances.flags = ["rain": 1]
    #expect(try question.answer().rows.map(\.name) == ["#t"])
  }

  @Test func `flags are those of all tables that can be opened, however deep`() throws {
    let json = """
      {"main": "a", "tables": {
        "a": {"entries": [{"table": "b"}]}, "b": {"entries": [{"table": "c"}]},
        "c": {"entries": [{"table": "d"}], "when": "third"},
        "d": {"entries": [{"item": "x", "when": "fourth"}]},
        "e": {"entries": [{"item": "y", "when": "elsewhere"}]}}}
      """
    let question = LootQuestion(try lootTables(json))
    #expect(question.flags == ["fourth", "third"])
    #expect(question.tables.flags == ["elsewhere", "fourth", "third"])
    #expect(try question.answer().unsetFlags == ["fourth", "third"])
  }

  @Test func `conditions and functions of Minecraft may be a single one`() throws {
    let json = """
      {"type": "chest", "pools": [{"rolls": 1, "conditions": {"condition": "rain"}, "entries": [
        {"type": "item", "name": "a", "functions": {"function": "set_count", "count": 3},
          "conditions": {"condition": "random_chance", "chance": 0.25}}]}]}
      """
    var question = LootQuestion(try lootTables(json))
    #expect(question.flags == ["rain"])
    #expect(try question.answer().rows.isEmpty)
    question.circumstances.flags = ["rain": 1]
    #expect(try question.answer().fractions == ["a": ["1/4", "3/4"]])
  }

  @Test func `references in a circle are an error with the path`() throws {
    let json = """
      {"main": "a", "tables": {"a": {"entries": [{"table": "b"}]}, "b": {"entries": [{"table": "c"}]},
        "c": {"entries": [{"table": "a"}]}}}
      """
    let circle = error { _ = try lootAnswer(json) }
    #expect(circle?.code == .broken)
    #expect(
      circle?.problem
        == "tables refer to each other in a circle: a → b → c → a; remove one of these references")
  }

  @Test func `a reference to no table names the nearest one`() {
    let json =
      "{\"tables\": {\"chest\": {\"entries\": [{\"table\": \"gem\"}]}, \"gems\": {\"entries\": [\"a\"]}}}"
    let missing = error { _ = try lootAnswer(json) { $0.name = "chest" } }
    #expect(
      missing?.problem
        == "table \"chest\" refers to \"gem\", and there is no such table (did you mean \"gems\"?); add it, "
        + "or read the whole folder of tables")
  }

  @Test func `every fault of a table written by hand is reported with its path`() throws {
    let tree = try JSONValue(
      parsing: """
        {"rolls": -1, "entries": [{"item": "a", "wieght": 2}, {"weight": 1}, {"item": "b", "chance": 2},
          {"item": "c", "count": [3, 1]}]}
        """)
    let faults = error { _ = try LootTables(reading: tree, name: "t", notation: .lua) }?.faults
    #expect(
      faults?.map(\.description) == [
        "rolls: expected a whole number from 0 to 1000000, got -1",
        "entries[1].wieght: unknown field (did you mean \"weight\"?)",
        "entries[2]: expected one of item, table or empty, got none of them",
        "entries[3].chance: expected a chance from 0 to 1, such as 0.25, \"25%\" or \"1/4\", got 2",
        "entries[4].count: expected the minimum first, got 3 to 1",
      ])
  }

  @Test(
    arguments: [
      (#"{"entries": [{"item": "a", "wieght": 3}]}"#, "entries[1].wieght", "weight"),
      (
        #"{"type": "minecraft:block", "pools": [{"rols": 1, "entries": []}]}"#, "pools[1].rols",
        "rolls"
      ),
      (
        #"""
        {"type": "minecraft:block", "pools": [{"rolls": 1,
          "entries": [{"type": "minecraft:item", "name": "minecraft:stick", "wieght": 3}]}]}
        """#, "pools[1].entries[1].wieght", "weight"
      ),
    ])
  func `a misspelled key in JSON is a fault, with the one that is meant`(
    json: String, path: String, name: String
  ) throws {
    #expect(
      error { _ = try lootTables(json) }?.faults.map(\.description)
        == ["\(path): unknown field (did you mean \"\(name)\"?)"])
  }

  /// Everything that a key could belong to, once each, with a key that is none of its own.
  @Test(arguments: [
    (#"{"entries": [{"item": "a"}], "luck": 2}"#, "luck"),
    (#"{"pools": [{"entries": [{"item": "a"}]}], "painter": 2}"#, "painter"),
    (#"{"entries": [{"item": "a", "amount_of": 3}]}"#, "entries[1].amount_of"),
    (#"{"tables": {"t": {"entries": ["a"]}}, "painter": 1}"#, "painter"),
    (#"{"type": "chest", "pools": [], "condition": {"type": "x"}}"#, "condition"),
    (#"{"type": "chest", "pools": [{"rolls": 1, "entries": [], "odds": 3}]}"#, "pools[1].odds"),
    (
      #"""
      {"pools": [{"rolls": {"type": "uniform", "min": 1, "max": 2, "step": 1},
        "entries": [{"type": "item", "name": "a"}]}]}
      """#, "pools[1].rolls.step"
    ),
    (Self.item(#""luckiness": 1"#), "pools[1].entries[1].luckiness"),
    (
      Self.item(#""functions": [{"function": "set_count", "count": 2, "scale": 2}]"#),
      "pools[1].entries[1].functions[1].scale"
    ),
    (
      Self.item(#""modifier": {"type": "limit_count", "limit": {"min": 1, "most": 2}}"#),
      "pools[1].entries[1].modifier.limit.most"
    ),
    (
      Self.item(#""condition": {"type": "random_chance", "chance": 0.5, "scale": 2}"#),
      "pools[1].entries[1].condition.scale"
    ),
    (
      Self.item(
        #""condition": {"type": "random_chance", "chance": {"value": 0.5, "scale": 2}}"#),
      "pools[1].entries[1].condition.chance.scale"
    ),
  ])
  func `a key that is not known is a fault, since it may change a chance or a count`(
    json: String, path: String
  ) throws {
    let text = try #require(error { _ = try lootTables(json) }).faults.map(\.description)
    try #require(text.count == 1, "\(text)")
    #expect(
      text[0].hasPrefix(
        "\(path): unknown field, which may change a chance or a count; remove it if it does not")
        || text[0].hasPrefix("\(path): unknown field (did you mean "), "\(text)")
    // What begins with a low line is a comment.
    let name = try #require(path.split(separator: ".").last)
    #expect(throws: Never.self) {
      try lootTables(json.replacing("\"\(name)\":", with: "\"_\(name)\":"))
    }
  }

  private static func item(_ members: String) -> String {
    #"{"pools": [{"rolls": 1, "entries": [{"type": "item", "name": "a", \#(members)}]}]}"#
  }

  @Test(arguments: [
    (
      #""functions": [{"function": "mod:double"}]"#,
      "functions[1]: function double is not known, and may change counts; remove it if it does not"
    ),
    (
      #""modifier": "mod:double""#,
      #"modifier: "mod:double" is in another file, and may change counts; write its functions here"#
    ),
    (
      #""functions": [], "modifier": {"type": "set_count", "count": 2}"#,
      "modifier: cannot be given together with functions, which an earlier version reads"
    ),
    (
      #""conditions": [], "condition": {"type": "random_chance", "chance": 0.5}"#,
      "condition: cannot be given together with conditions, which an earlier version reads"
    ),
  ])
  func `a function that may change counts is refused, and so are two forms at once`(
    members: String, fault: String
  ) {
    #expect(
      error { _ = try lootTables(Self.item(members)) }?.faults.map(\.description)
        == ["pools[1].entries[1].\(fault)"])
  }

  @Test func `conditions of Minecraft that are not known are flags`()
    throws
  {
    let json = """
      {"type": "minecraft:block", "pools": [{"rolls": 1, "entries": [{"type": "minecraft:item",
        "name": "minecraft:stick", "functions": [{"function": "minecraft:set_damage", "damage": 0.5}]}], "conditions": [{"condition": "mod:full_moon"}]}]}
      """
    let tables = try lootTables(json)
    #expect(
      tables.notices().map(\.text) == [
        "function set_damage changes no count and is ignored",
        "condition full_moon is a flag, which holds only if it is set",
      ])
    var question = LootQuestion(tables)
    #expect(try question.answer().rows.isEmpty)
    question.circumstances.flags = ["full_moon": 1]
    #expect(try question.answer().fractions == ["stick": ["1", "1"]])
  }

  @Test func `tables of Minecraft refer to each other by name, and contain others`() throws {
    let json = """
      {"chests/a": {"type": "minecraft:chest", "pools": [{"rolls": 2, "entries": [
          {"type": "minecraft:loot_table", "value": "minecraft:chests/b"},
          {"type": "minecraft:loot_table", "value": {"pools": [{"rolls": 1, "entries": [
            {"type": "minecraft:item", "name": "minecraft:coal"}]}]}, "functions": [
            {"function": "minecraft:set_count", "count": 4}]}]}]},
       "chests/b": {"pools": [{"rolls": 1, "entries": [{"type": "minecraft:item", "name": "minecraft:iron"},
          {"type": "minecraft:empty"}]}]}}
      """
    let answer = try lootAnswer(json) { $0.name = "chests/a" }
    // Of two rolls each is coal with 1/2, four at a time, and iron with 1/4.
    #expect(answer.fractions == ["coal": ["3/4", "4"], "iron": ["7/16", "1/2"]])
  }

  @Test func `input of any size and depth is refused instead of trapping`() {
    let deep =
      String(repeating: "{\"entries\":[{\"table\":", count: 70) + "{\"entries\":[\"a\"]}"
      + String(repeating: "}]}", count: 70)
    #expect(error { _ = try lootTables(deep) }?.code == .unreadable)
    let huge = "{\"rolls\": 1000000, \"entries\": [{\"item\": \"a\", \"count\": [0, 60000]}]}"
    let answer = try? lootAnswer(huge) {
      $0.things = ["a"]
      $0.until = "a:1000"
    }
    #expect(answer?.counts == nil)
    #expect(answer == nil || answer?.countsReason != nil)
    #expect(
      error {
        _ = try lootAnswer(
          "{\"entries\": [{\"item\": \"a\", \"weight\": 99999999999999999},"
            + "{\"item\": \"b\", \"weight\": \"1/99999999999999999\"}]}")
      }?.code == .invalid)
    #expect(error { _ = try lootTables("[]") }?.code == .unreadable)
    #expect(error { _ = try lootTables("{}") }?.code == .unreadable)
  }
}
