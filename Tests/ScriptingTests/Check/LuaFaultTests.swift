import Testing

@testable import Scripting

/// Faults that are none of Flint's API.
struct `Faults of Lua` {
  private func findings(_ source: String) throws -> [ScriptCheck.Finding] {
    try ScriptCheck(files: FileGrants(reading: []), environment: EnvironmentGrants())
      .findings(in: Array(source.utf8), path: "script.lua")
  }

  private func kinds(_ source: String) throws -> [String] {
    try findings(source).map { "\($0.line):\($0.column ?? 0) \($0.kind.rawValue)" }
  }

  @Test(arguments: [
    ("local a, b = 1 print(a, b)", "1:1 unbalanced-assignment"),
    ("local a = 1, 2 print(a)", "1:14 unbalanced-assignment"),
    ("local t = {x = 1} t.x = t.x print(t)", "1:19 self-assignment"),
    ("::top:: print(1)", "1:3 unused-label"),
    ("string.upper(\"a\")", "1:1 unused-result"),
    ("local s = tostring(1) s:gsub(\"1\", \"2\") print(s)", "1:23 unused-result"),
    ("if arg[1] then end", "1:11 empty-branch"),
    ("while arg[1] do print(1) break end", "1:1 loop-once"),
    ("for i = 10, 1 do print(i) end", "1:1 loop-never"),
    ("spark.add = print", "1:1 read-only"),
    ("type = \"weekly\" print(type)", "1:1 accidental-global"),
    ("local t = {} t.x = 1", "1:7 unused-local"),
    ("print({[1] = 1, [1] = 2})", "1:18 duplicate-key"),
    ("print(\"a\" + 1)", "1:7 wrong-operand"),
    ("print(\"a\" .. nil)", "1:14 wrong-operand"),
    ("print(#5)", "1:8 wrong-operand"),
    ("print(1 < \"2\")", "1:11 wrong-operand"),
    ("local n = 5 n()", "1:13 wrong-operand"),
    ("local n = 5 print(n == \"5\")", "1:24 impossible-comparison"),
    ("local s = \"a\" print(s:uper())", "1:23 unknown-function"),
    ("local function f(a) return a end print(f(1, 2))", "1:45 wrong-argument"),
    ("print((\"%s\"):format(1, 2))", "1:24 wrong-argument"),
    ("local x = 1 local x = 2 print(x)", "1:19 shadowed-local"),
    ("local x = 1 local function f(x) return x end print(x, f(1))", "1:30 shadowed-local"),
    ("do local x = 1 print(x) x = 2 end", "1:25 unused-value"),
    ("local function f(x) x = 1 return x end print(f)", "1:18 unused-value"),
    ("local x print(x)", "1:7 unassigned-local"), ("do end", "1:1 empty-branch"),
  ])
  func `are found`(code: String, finding: String) throws {
    let found = try kinds(code)
    #expect(found.contains(finding), "\(found)")
  }

  @Test(arguments: [
    "local a, err = pcall(print) print(a, err) local b, err = pcall(print) print(b, err)",
    "local x = arg[1] do local x = x or 1 print(x) end",
    "local a, b = print() print(a, b)", "local a, b = nil print(a, b)",
    "for i = 1, 3 do local done = i > 1 if done then goto next end print(i) ::next:: end",
    "if arg[1] then\n  -- nothing to do\nelse print(1) end",
    "while true do print(1) if arg[1] then break end end",
    "for key in pairs(arg) do print(key) break end", "for i = 10, 1, -1 do print(i) end",
    "for i = 1, #arg do print(i) end", "local s = \"10\" print(s + 1, s .. 1)",
    "local s = \"a\" s:gsub(\"%a\", print)", "local t = setmetatable({}, {}) print(t + 1, t())",
    "local x = 1 local function f() x = 2 end f() print(x)",
    "local x = 1 while arg[x] do print(x) x = x + 1 end",
    "local x repeat x = (x or 0) + 1 until x > 3", "repeat local x = print() until x",
    "local function f(a, ...) return a, ... end print(f(1, 2, 3))",
    "local function sort(a, b) return b end print(sort)", "local f = function(a) end print(f)",
    "print(string.format(\"%5.1f %% %s\", 1, \"a\"), string.format(\"%d\", ...))",
    "print({1, 2, [3] = 3, a = 1, b = 2})", "print(1 == 1.0, nil == 1, type(1) == \"number\")",
    "local t = {} t[#t + 1] = 1", "local x, y x = 1 y = 2 print(x, y)",
    "local function f(x) x = x or 1 return x end print(f)", "local f function f() end print(f)",
    "local function f(x) if not x then x = 1 end return x end print(f)",
    "local t = {} for i = 1, 3 do t[i] = i end print(t)",
    "print(not (arg[1] == 1), not arg[1] == true)", "print(2 ^ -3, -2 ^ 2, not nil == true)",
    "function day(player, today) return {} end",
    "for _, row in ipairs(arg) do row.seen = true end for _, row in pairs(arg) do row.x = 1 end",
  ])
  func `are not found in what is right`(code: String) throws {
    #expect(try kinds(code) == [])
  }

  @Test(arguments: [
    "local x = 1 -- flint: ignore", "local x = 1 -- flint: ignore unused-local",
    "-- flint: ignore\nlocal x = 1", "-- flint: ignore unused-local, empty-branch\nlocal x = 1",
    "--[[ flint: ignore ]] local x = 1",
  ])
  func `are silenced by a comment`(code: String) throws {
    #expect(try kinds(code) == [])
  }

  @Test(arguments: [
    ("local x = 1 -- flint: ignore empty-branch", ["1:7 unused-local"]),
    ("-- flint: ignore\n\nlocal x = 1", ["3:7 unused-local"]),
    ("-- flint: ignored\nlocal x = 1", ["2:7 unused-local"]),
    ("local x = 1 -- flint: ignore unused-locl", ["1:0 unknown-kind", "1:7 unused-local"]),
  ])
  func `are not silenced by another comment`(code: String, expected: [String]) throws {
    #expect(try kinds(code) == expected)
  }

  /// The limit of Lua for nested expressions is 200.
  @Test(arguments: [
    String(repeating: "(", count: 190) + "1" + String(repeating: ")", count: 190),
    (0..<20_000).map(String.init).joined(separator: " + "),
    "arg" + String(repeating: ".a", count: 20_000),
    "print" + String(repeating: "()", count: 20_000),
    String(repeating: "{", count: 190) + String(repeating: "}", count: 190),
    String(repeating: "print(", count: 190) + String(repeating: ")", count: 190),
    String(repeating: "(function() return ", count: 60) + "1"
      + String(repeating: " end)()", count: 60),
    String(repeating: "-", count: 190).map { "\($0) " }.joined() + "1",
  ])
  func `are looked for in long and deep expressions`(expression: String) throws {
    #expect(try kinds("return \(expression)") == [])
  }

  @Test func `say where they are, what is wrong and what to do`() throws {
    let found = try findings("local t = {}\nfor k in t do print(k) end\nprint(profile.level)")
    #expect(
      found.map(\.message) == ["profile is a function; call it: profile().level"])
  }
}
