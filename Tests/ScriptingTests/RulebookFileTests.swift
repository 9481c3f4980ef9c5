import FlintCalendar
import Foundation
import FlintRules
import TestSupport
import Testing

@testable import Scripting

struct `A rulebook file` {
  /// Reads the text of a file.
  private func definition(_ source: String) throws -> RulebookDefinition {
    try RulebookFile.definition(of: Array(source.utf8), path: "my.lua")
  }

  /// Returns the error of a file that must be rejected.
  private func refusal(_ source: String) -> String {
    do throws(LuaFileError) {
      _ = try RulebookFile.definition(of: Array(source.utf8), path: "my.lua")
      return "sound"
    } catch {
      return error.description
    }
  }

  /// Returns the lines of the errors of a file, `nil` for an error without one.
  private func lines(_ source: String) -> [Int?] {
    do throws(LuaFileError) {
      _ = try RulebookFile.definition(of: Array(source.utf8), path: "my.lua")
      return []
    } catch {
      return error.problems.map(\.line)
    }
  }

  private func small(_ fields: String) -> String {
    "return {id = \"x\", extends = \"ignition\", \(fields)}"
  }

  @Test func `is Lua, not JSON`() {
    #expect(
      refusal("\n{\"id\": \"t\"}")
        == "my.lua: a rulebook is a Lua file that returns a table, as flint rules show --format lua prints it; JSON is "
        + "read by flint rules import alone, as a list of cards")
  }

  @Test func `may refer to its own tables by name in an endless chain`() {
    let names = (1...180).map { "local g\($0) = {g\($0 - 1)}" }
    let globals = (1...29_999).map { "g\($0) = {g\($0 - 1)}" }
    for list in [names, globals] {
      let source =
        "g0 = {}\n" + list.joined(separator: "\n") + "\nreturn {x = g\(list.count)}"
      #expect(refusal(source).hasPrefix("my.lua"))
    }
  }

  // MARK: Environment

  @Test func `returns the same rulebook in every run`() throws {
    let source = """
      local cards = {}
      for name, category in pairs {owl = "idea", fox = "energy", elk = "decision"} do
        cards[#cards + 1] = {id = name, name = name:upper(), category = category, rarity = "rare"}
      end
      table.sort(cards, function(a, b) return a.id < b.id end)
      return {id = "x", extends = "ignition", cards = cards, fuel = {capacity = math.floor(7.9)}}
      """
    let first = try definition(source)
    #expect(first.cards.suffix(3).map(\.id) == ["elk", "fox", "owl"])
    #expect(first.fuelCapacity == 7)
    for _ in 0..<3 { #expect(try definition(source) == first) }
  }

  @Test(arguments: [
    ("print(1)", "print: a rulebook file cannot print; it returns the rulebook"),
    ("require 'other'", "require: a rulebook is one file"),
    (
      "local day = os.date()",
      "os.date: a rulebook file has no access to the clock and the environment"
    ),
    (
      "os.getenv('HOME')",
      "os.getenv: a rulebook file has no access to the clock and the environment"
    ),
    ("os.time = 3", "os.time: a rulebook file has no access to the clock and the environment"),
    ("io.open('x')", "io.open: a rulebook file has no access to other files"),
    ("debug.getinfo(1)", "debug.getinfo: a rulebook file has no such library"),
    ("package.path = ''", "package.path: a rulebook is one file"),
    ("math.random()", "math.random: a rulebook file has to return the same in every run"),
    ("math.randomseed(1)", "math.randomseed: a rulebook file has to return the same in every run"),
    ("collectgarbage()", "collectgarbage: a rulebook file has to return the same in every run"),
    ("spark.count()", "attempt to index a nil value (global 'spark')"),
    ("profile()", "attempt to call a nil value (global 'profile')"),
    ("csv.read('x')", "attempt to index a nil value (global 'csv')"),
    ("dofile('x')", "attempt to call a nil value (global 'dofile')"),
    ("loadfile('x')", "attempt to call a nil value (global 'loadfile')"),
  ])
  func `cannot reach beyond itself`(code: String, refusal: String) {
    let text = self.refusal("local x = 1\n\(code)\nreturn {}")
    #expect(text.hasPrefix("my.lua:2: \(refusal)\n  2 | \(code)\n"), "\(text)")
  }

  @Test func `receives no arguments`() throws {
    let code = """
      assert(arg == nil and flint == nil and clock == nil and log == nil)
      assert(not pcall(math.random) and not pcall(require, "rulebook"))
      """
    #expect(try definition(code + small("")).id == "x")
  }

  // MARK: Limits

  @Test(arguments: [
    (
      "while true do end",
      "my.lua:1: stopped: the instruction budget is spent; a rulebook file may use 10 million "
        + "instructions"
    ),
    (
      "\nlocal t = {} for i = 1, 1e9 do t[i] = {} end",
      "my.lua:2: stopped: the memory limit was reached; a rulebook file may use 64 MiB of memory"
    ),
    (
      "pcall(function() while true do end end)",
      "my.lua:1: stopped: the instruction budget is spent; a rulebook file may use 10 million "
        + "instructions"
    ),
  ])
  func `ends at its limits`(source: String, refusal: String) {
    #expect(self.refusal(source) == refusal)
  }

  @Test(.slow) func `that grows endlessly when it is copied is stopped at its limits as well`() {
    let source = "local t = {} for _ = 1, 60 do t = {t, t} end return t"
    #expect(refusal(source).hasPrefix("my.lua: stopped: the "))
  }

  @Test func `may have ten thousand cards`() throws {
    let source = """
      local cards = {}
      for i = 1, 9950 do
        cards[i] = {id = "card-" .. i, name = "Card", category = "idea", rarity = "rare"}
      end
      return {id = "x", extends = "ignition", cards = cards}
      """
    #expect(try definition(source).cards.count == 10_000)
    let many = refusal(source.replacing("9950", with: "9951"))
    #expect(many == "my.lua:5: cards: expected at most 10000, got 10001")
  }

  // MARK: Result

  @Test(arguments: [
    ("local x", "expected the file to return a table; it should end with return {…}"),
    ("return", "expected the file to return a table; it should end with return {…}"),
    ("return 12", "expected the file to return a table, got 12"),
    ("return 'x'", "expected the file to return a table, got a string"),
    ("return function() end", "expected the file to return a table, got a function"),
    ("return false", "expected the file to return a table, got false"),
  ])
  func `returns a table`(source: String, refusal: String) {
    #expect(self.refusal(source) == "my.lua: \(refusal)")
  }

  @Test func `reports invalid values by path, together with all other errors`() {
    let source = """
      local self = {}
      self.self = self
      return {
        id = "x", extends = "ignition",
        points = {idea = function() end, ideas = 1, energy = 2000000},
        duplicates = self,
        tokens = {initial = coroutine.create(function() end)},
        change_cards = {["idea-odd-question"] = {name = "\\xff"}},
        fuel = {[{}] = 1},
      }
      """
    #expect(
      refusal(source) == """
        my.lua: 7 errors
          my.lua:5: points.ideas: unknown field (did you mean "idea"?)
          my.lua:5: points.idea: expected a whole number, got a function
          my.lua:5: points.energy: expected 0 to 1000000, got 2000000
          my.lua:6: duplicates.self: unknown field; expected common, rare, epic or legendary
          my.lua:7: tokens.initial: expected a whole number, got a coroutine
          my.lua:8: change_cards["idea-odd-question"].name: expected a text, got a text that is not UTF-8
          my.lua:9: fuel: expected a table, got a table with a table for a key
        """)
  }

  @Test func `lists only the first of many equal errors`() {
    let card = #"{id = "c", name = "C", category = "idea", rarity = "rar"},"#
    let cards = (1...6).map { card.replacing("\"c\"", with: "\"c\($0)\"") }
    let fault = #"expected common, rare, epic or legendary, got "rar" (did you mean "rare"?)"#
    #expect(
      refusal(small("cards = {\n" + cards.joined(separator: "\n") + "\n}")) == """
        my.lua: 6 errors
          my.lua:2: cards[1].rarity: \(fault)
          my.lua:3: cards[2].rarity: \(fault)
          my.lua:4: cards[3].rarity: \(fault); the same in 3 more places
        """)
  }

  @Test func `may not have gaps in its lists`() {
    let source = """
      local one = {id = "one", name = "One", category = "idea", rarity = "rare"}
      return {
        id = "x", extends = "ignition",
        cards = {one, two, three, {id = "4", name = "Four", category = "idea", rarity = "rar"}},
      }
      """
    #expect(
      refusal(source) == """
        my.lua: 3 errors
          my.lua:4: cards[2]: expected a table, got nothing
          my.lua:4: cards[3]: expected a table, got nothing
          my.lua:4: cards[4].rarity: expected common, rare, epic or legendary, got "rar" (did you \
        mean "rare"?)
        """)
    #expect(
      refusal(small("cards = {[1000000] = {}}"))
        == "my.lua:1: cards: expected a list, got a list with gaps (its entries are appended; to "
        + "change inherited ones use change_cards)")
  }

  @Test func `ends a season with before or with before`() throws {
    func mission(_ end: String) -> String {
      small(
        "missions = {{id = \"m\", title = \"M\", window = \"life\", metric = \"sparks\", "
          + "target = 1, reward = 1, \(end)}}")
    }
    let before = try definition(mission("[\"until\"] = \"2026-12-25\""))
    #expect(before.missions.last?.season.before == CivilDay("2026-12-25"))
    #expect(try definition(mission("before = \"2026-12-25\"")) == before)
    // Errors use the names of the file.
    #expect(
      refusal(mission("before = 3"))
        == "my.lua:1: missions[1].before: expected a day such as \"2026-12-31\" or, "
        + "of every year, \"12-31\", got 3")
    #expect(
      refusal(mission("[\"until\"] = 3"))
        == "my.lua:1: missions[1].until: expected a day such as \"2026-12-31\" or, "
        + "of every year, \"12-31\", got 3")
    #expect(refusal(mission("befor = 3")).hasSuffix("(did you mean \"before\"?)"))
    #expect(
      refusal(mission("before = \"2026-01-01\", [\"until\"] = \"2026-01-01\""))
        .hasSuffix(": duplicate field"))
    // `before` has that meaning only in a season.
    #expect(refusal(small("points = {before = 3}")).contains("points.before: unknown field"))
  }

  // MARK: Lines

  @Test func `has errors with the lines of their fields`() {
    let source = """
      #!/usr/bin/env flint don't read this
      -- a comment with { and return {
      local text = [[
      return { points = {idea = -1} }
      ]] --[==[ another
      ]] } ]==]
      return {
        id = "x", extends = "ignition"; -- return {
        points = {
          energy = (function() local a = {1, 2} if a then return -1 elseif text then
            return {3} end end)(),
          idea = -2; challenge = -3,
        };
        ["fuel"] = {capacity = "return {"},
        missions = {
          {id = "a", title = "}, {", window = "life", metric = "sparks", target = 1, reward = 1},
          {
            id = "b", title = 'it\\'s', window = "life",
            metric = "sparks", target = 0,
            reward = 1,
          },
          [3] = {
            id = "c", title = "C", window = "life",
            metric = "sparks", target = 0, reward = 1,
          },
        },
        change_missions = {
          ["first-steps"] = {target = -1},
          ["first-" .. "card"] = {
            target = -1,
          },
        },
      }
      """
    #expect(
      refusal(source) == """
        my.lua: 8 errors
          my.lua:10: points.energy: expected 0 to 1000000, got -1
          my.lua:12: points.idea: expected 0 to 1000000, got -2
          my.lua:12: points.challenge: expected 0 to 1000000, got -3
          my.lua:14: fuel.capacity: expected a whole number, got "return {"
          my.lua:19: missions[2].target: expected 1 to 1000000000, got 0
          my.lua:24: missions[3].target: expected 1 to 1000000000, got 0
          my.lua:27: change_missions["first-card"].target: expected 1 to 1000000000, got -1
          my.lua:28: change_missions["first-steps"].target: expected 1 to 1000000000, got -1
        """)
  }

  @Test func `is resolved through names that cannot have changed`() {
    let source = """
      local points <const> = {
        idea = -1,
      }
      local fuel = {
        capacity = -1,
      }
      fuel.capacity = -2
      local a, b = {}, {
        initial = -1,
      }
      book = {
        id = "x", extends = "ignition",
        points = points,
        fuel = fuel,
        tokens = b,
      }
      return book
      """
    // A member that occurs more than once is located by its use.
    #expect(lines(source) == [2, 14, 15])
  }

  @Test func `has errors without lines if the text does not show them`() {
    #expect(lines("local t = {id = 'x', extends = 'ignition'}\nt.points = 3\nreturn t") == [nil])
    #expect(lines("return setmetatable({id = 'X', extends = 'ignition'}, nil)") == [nil])
    #expect(lines(small("points = {idea = 'x'}") + "\n-- return {") == [1])
    // A section that is missing.
    #expect(lines("return {\n  id = 'x',\n}").allSatisfy { $0 == nil })
    // A field missing in an entry has the line of the entry.
    #expect(lines("return {\n  id = 'x', extends = 'ignition',\n  levels = {\n{},\n}}") == [4, 4])
  }

  @Test func `has the errors of Lua with the line and its text`() {
    #expect(
      refusal("return {\n  id = \"x\" extends = 3\n}") == """
        my.lua:2: '}' expected (to close '{' at line 1) near 'extends'
          2 |   id = "x" extends = 3
            |            ^~~~~~~
        """)
    #expect(refusal("\nerror('no idea')").hasPrefix("my.lua:2: no idea\n  2 | error"))
  }

  // MARK: Files

  @Test func `is read from disk, or rejected with the reason`() throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("flint-rules-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.appendingPathComponent("a \"b\".lua").path
    try small("").write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try RulebookFile.definition(at: path).id == "x")
    for (path, reason) in [
      (path + "x", "No such file or directory"), (directory.path, "cannot be read: Is a directory"),
    ] {
      let error = #expect(throws: LuaFileError.self) {
        try RulebookFile.definition(at: path)
      }
      #expect(error?.isMissing == true)
      #expect(error?.description == "\(path): \(reason)")
    }
    try Data(repeating: 0x20, count: 16 << 20 | 1).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: LuaFileError.self) {
      try RulebookFile.definition(at: path)
    }
    #expect(error?.description == "\(path): larger than 16 MiB")
  }

  // MARK: Writing

  @Test(arguments: RulebookDefinition.bundled)
  func `written of a rulebook reads as an equal one`(rulebook: RulebookDefinition) throws {
    #expect(try definition(rulebook.lua) == rulebook)
  }

  @Test func `written from a rulebook reads as an equal one`() throws {
    var own = try definition(
      small(
        """
        drops = {pity = {epic = {hard = 9}, legendary = {soft_start = 5, soft_step = "1/3"}},
          rates = {common = "1/3", rare = "1/3", epic = "1/6", legendary = "1/6"}},
        missions = {{id = "m", title = "\\"M\\" \\\\ \\n\\0071 ünï", window = "day",
          metric = "sparks", category = "idea", before_hour = 9, target = 3, reward = 5,
          before = "2026-12-25"}},
        cards = {{id = "c", name = "C", category = "idea", rarity = "epic", from = "2026-12-24"}},
        ladders = {{id = "l", title = "L", rungs = {{id = "r", title = "R",
          conditions = {{metric = "stability", at_least = "33%"}}}}}},
        """))
    own.id = "end"
    #expect(try definition(own.lua) == own)
    #expect(own.lua.contains("before = \"2026-12-25\""))
  }

  @Test func `has an example`() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("examples/rulebooks/winter.lua").path
    let winter = try RulebookFile.definition(at: path)
    #expect(
      winter.cards.suffix(3).map(\.id) == [
        "winter-first-flake", "winter-snow-angel", "winter-snow-globe",
      ])
    #expect(try definition(winter.lua) == winter)
  }
}
