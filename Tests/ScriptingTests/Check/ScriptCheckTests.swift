import Foundation
import Lua
import Testing

@testable import Scripting

struct `The check of a script` {
  private func findings(_ source: String, isTest: Bool = false) throws -> [ScriptCheck.Finding] {
    try ScriptCheck(
      isTest: isTest, files: FileGrants(reading: ["/"], writing: ["/"]),
      environment: EnvironmentGrants(allowing: ["*"])
    ).findings(in: Array(source.utf8), path: "script.lua")
  }

  /// Each script has one fault, at the column of its second line.
  @Test(arguments: [
    (
      "spark.add{title = \"é\", category = \"enrgy\"}", 35,
      "spark.add: field \"category\": \"enrgy\" is not one of the usual names "
        + "(did you mean \"energy\"?)"
    ),
    (
      "spark.each{order = \"newst\"}", 20,
      "spark.each: field \"order\": expected oldest, newest, intensity, points or title, "
        + "got \"newst\" (did you mean \"newest\"?)"
    ),
    ("return task.complete()", 8, "task.complete: argument 1 \"id\": expected string, got nothing"),
    (
      "return task.complete(nil)", 22,
      "task.complete: argument 1 \"id\": expected string, got nothing"
    ),
    (
      "spark.add{category = \"idea\"}", 10,
      "spark.add: field \"title\": expected string, got nothing"
    ),
    (
      "spark.add{title = \"x\", category = \"idea\", minutes = \"x\"}", 43,
      "spark.add: unknown field \"minutes\""
    ),
    (
      "spark.add{title = \"x\", category = \"idea\", actual = \"x\"}", 52,
      "spark.add: field \"actual\": expected integer from 0 to 2147483647, got string"
    ),
    (
      "spark.add{title = \"x\", category = \"idea\", actual = -5}", 52,
      "spark.add: field \"actual\": expected integer from 0 to 2147483647, got -5"
    ),
    (
      "spark.add{title = \"x\", category = \"idea\", tags = {\"a\", 2}}", 56,
      "spark.add: field \"tags\": expected string at item 2, got number"
    ),
    (
      "spark.add{title = {}, category = \"idea\"}", 19,
      "spark.add: field \"title\": expected string, got table"
    ),
    (
      "mood.add{mood = \"good\", day = day, nots = \"x\"}", 36,
      "mood.add: unknown field \"nots\" (did you mean \"note\"?)"
    ),
    (
      "mood.add{mood = \"god\", day = day}", 17,
      "mood.add: field \"mood\": expected horrible, bad, average, good or great (or 0 to 4), "
        + "got \"god\" (did you mean \"good\"?)"
    ),
    (
      "spark:get(\"last\")", 1, "spark.get: called with a colon, write spark.get(…)"
    ),
    ("spark:gte(\"last\")", 7, "spark has no \"gte\" (did you mean \"get\"?)"),
    ("spark.get(\"last\", 2)", 19, "spark.get: expected 1 argument, got 2"),
    (
      "stats.series{metric = \"sparks\", catgory = \"idea\"}", 33,
      "stats.series: unknown field \"catgory\" (did you mean \"category\"?)"
    ),
    (
      "task.each{\"open\"}", 11,
      "task.each: argument 1 \"filter\": expected fields with names, got the key 1"
    ),
  ])
  func `finds what a call would refuse`(code: String, column: Int, message: String) throws {
    let found = try findings("local day = arg[1] print(day)\n\(code)\n")
    #expect(found.map(\.message) == [message])
    #expect(found.map(\.line) == [2])
    #expect(found.map(\.column) == [column])
  }

  /// Each script reads one field that a result does not have.
  @Test(arguments: [
    (
      "for m in mood.each{} do print(m.date) end", 33, "mood.each: the result has no field \"date\""
    ),
    (
      "print(profile().levle)", 17,
      "profile: the result has no field \"levle\" (did you mean \"level\"?)"
    ),
    (
      "local t = spark.get(id) print(t.titel)", 33,
      "spark.get: the result has no field \"titel\" (did you mean \"title\"?)"
    ),
    (
      "local t <const> = assert(spark.get(id)) return function() return t.titel end", 68,
      "spark.get: the result has no field \"titel\" (did you mean \"title\"?)"
    ),
    (
      "local t = spark.get(id) or error(\"none\") print((t).titel)", 52,
      "spark.get: the result has no field \"titel\" (did you mean \"title\"?)"
    ),
    (
      "local list = quest.all_nodes() for _, n in ipairs(list) do print(n.titel) end", 68,
      "quest.all_nodes: the result has no field \"titel\" (did you mean \"title\"?)"
    ),
    (
      "for _, r in ipairs(profile().rarest) do print(r.rarty) end", 49,
      "profile.rarest: the result has no field \"rarty\" (did you mean \"rarity\"?)"
    ),
    (
      "print(quest.all_nodes()[1].titel)", 28,
      "quest.all_nodes: the result has no field \"titel\" (did you mean \"title\"?)"
    ),
  ])
  func `finds a field that a result does not have`(
    code: String, column: Int, message: String
  ) throws {
    let found = try findings("local id = arg[1] print(id)\n\(code)\n")
    #expect(found.map(\.message) == [message])
    #expect(found.map(\.kind) == [.unknownField])
    #expect(found.map(\.column) == [column])
  }

  /// What a local holds is known until another value may be in it.
  @Test(arguments: [
    "local t = spark.get(arg[1]) t = {titel = 1} print(t.titel)",
    "local t = spark.get(arg[1]) local function f() return t.titel end t = {titel = 1} f()",
    "local t = spark.get(arg[1]) t.titel = t.title print(t.titel)",
    "local t = spark.get(arg[1]) do local t = {titel = 1} print(t.titel) end print(t)",
    "local t = spark.get(arg[1]) or {titel = 1} print(t.titel)",
    "local spark = {get = function() return {titel = 1} end} print(spark.get().titel)",
    "for s in pairs{} do print(s.titel) end", "local _, err = spark.get(arg[1]) print(err.field)",
    "local text = clock.day() print(text.len, text:upper())",
    "print(profile().sparks_by_category.painting)",
    "for t in task.each{} do for k, v in pairs(t) do print(k, v.x) end end",
  ])
  func `finds nothing in a field of another value`(code: String) throws {
    #expect(try findings(code).filter { $0.kind == .unknownField } == [])
  }

  @Test(arguments: [
    ("local x = 1", 7, "the local \"x\" is never read; remove it, or let its name begin with _"),
    (
      "local x x = 1", 7,
      "the local \"x\" is assigned, but never read; remove it, or let its name begin with _"
    ),
    (
      "local function f() end", 16,
      "the local \"f\" is never read; remove it, or let its name begin with _"
    ),
    (
      "while true do break print(1) end", 21,
      "never reached, because of the statement before it"
    ),
    (
      "do if arg then return 1 else error(\"x\") end; print(2) end", 46,
      "never reached, because of the statement before it"
    ),
    ("error(\"x\") print(2)", 12, "never reached, because of the statement before it"),
  ])
  func `finds what has no effect`(code: String, column: Int, message: String) throws {
    let found = try findings(code)
    #expect(found.map(\.message) == [message])
    #expect(found.map(\.column) == [column])
  }

  @Test(arguments: [
    "local _ = 1", "local ok, _err = pcall(print) print(ok)",
    "local ok, err = pcall(print) print(err)",
    "local f <close> = setmetatable({}, {__close = print})",
    "local function f(_unused) print(1) end f()", "for _ = 1, 3 do print(1) end",
    "if arg then return 1 elseif _VERSION then return 2 end print(3)",
    "do goto done end ::done:: print(1)", "for i = 1, 3 do if i == 2 then break end print(i) end",
    "local function f() error(\"x\") end f() print(1)", "return 1;",
  ])
  func `finds nothing in what is used or reached`(code: String) throws {
    #expect(try findings(code).filter { $0.kind != .undefinedGlobal } == [])
  }

  /// What is not known before the script runs is not judged.
  @Test(arguments: [
    "spark.add(...)", "spark.add{title = arg[1], category = arg[2], actual = tonumber(arg[3])}",
    "spark.add{title = \"x\", category = \"Energy\"}", "mood.add{mood = 3}",
    "mood.add{mood = 3.0}",
    "spark.add{title = \"x\", category = \"Painting\"}", "spark.get(\"last\", nil)",
    "spark.add{title = \"x\", category = [[\nidea]]}", "spark.get(\"last\", ...)",
    "mood.add(table.unpack({{mood = \"good\"}}))", "local spark = {add = 1} spark.add(1, 2, 3)",
    "spark.add{title = \"x\", category = \"id\\101a\"}",
    "local k = \"title\" spark.add{[k] = \"x\", category = \"idea\"}",
    "spark.add{title = \"x\", category = \"idea\", tags = {\"a\", table.unpack(arg)}}",
    "spark.add{title = \"x\", category = \"idea\", actual = 0x10}",
    "for s in spark.each{limit = 9223372036854775807} do print(s.title) end",
  ])
  func `says nothing of a call that may be right`(code: String) throws {
    #expect(try findings(code).isEmpty)
  }

  /// A name that is only tested, and what the script then defines or uses.
  @Test(arguments: [
    "string.trim = string.trim or function(s) return s end print(string.trim(\"a\"))",
    "function string.trim(s) return s end print(string.trim(\"a\"))",
    "local unpack = table.unpack or unpack print(unpack{1})",
    "if spark.undo ~= nil then spark.undo() end", "if spark.undo == nil then print(1) end",
    "if spark.undo then spark.undo() end", "while bit do bit.band(1) end",
    "if type(bit32) == \"table\" then print(bit32.band) end", "print(type(spark.undo))",
    "print(not jit)", "print(jit and 1 or 2)",
  ])
  func `finds nothing in a name that is only tested`(code: String) throws {
    #expect(try findings(code) == [])
  }

  @Test(arguments: [
    ("return tsk.name or 1", "tsk"), ("return 1 or nme", "nme"), ("if nme == 1 then end", "nme"),
    ("if 1 + nme then end", "nme"), ("return type(f(nme))", "nme"), ("return -nme or 1", "nme"),
    ("return type(\"nme\") .. nme", "nme"), ("local ok = true return ok and nme", "nme"),
  ])
  func `finds a name whose value is used`(code: String, name: String) throws {
    let known = "local function f(x) return x end " + code
    #expect(
      try findings(known).map(\.message).contains { $0.hasPrefix("nothing defines \"\(name)\"") })
  }

  /// The messages are those of the calls themselves, for what is not one of several usual names.
  @Test(arguments: [
    "spark.each{order = \"newst\"}", "task.complete()", "spark.add{category = \"idea\"}",
    "spark.add{title = \"x\", category = \"idea\", actual = -5}", "spark.get(\"last\", 2)",
    "spark:get(\"last\")",
    "spark.add{title = \"x\", category = \"idea\", tags = {\"a\", 2}}",
    "mood.add{mood = \"good\", nots = \"x\"}", "mood.add{mood = \"god\"}",
  ])
  func `says what the call says`(code: String) throws {
    let found = try findings(code)
    #expect(try Playground().failure(code).hasSuffix(found.first?.message ?? "none"))
  }

  @Test(arguments: Reference().examples.map(\.function))
  func `finds nothing in the examples of the reference`(function: String) throws {
    let example = try #require(Reference().examples.first { $0.function == function })
    #expect(try findings(example.code).isEmpty)
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func files(in folder: String, named suffix: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    return (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(suffix) }
      .map { "\(folder)/\($0)" }.sorted()
  }

  @Test(arguments: files(in: "examples", named: ".lua"))
  func `finds nothing in the example scripts`(path: String) throws {
    let source = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    #expect(try findings(source, isTest: path.hasSuffix("_test.lua")) == [])
  }

  @Test(arguments: ["README.md"] + files(in: "docs", named: ".md"))
  func `finds nothing in the Lua of the pages`(path: String) throws {
    let page = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    for part in page.components(separatedBy: "```lua\n").dropFirst() {
      let block = part.components(separatedBy: "```").first ?? ""
      #expect(try findings(block, isTest: true) == [], "\(block)")
    }
  }
}
