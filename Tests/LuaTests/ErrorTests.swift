import Lua
import Testing

@Suite struct ErrorTests {
  @Test func `errors that are not strings have a message and their value`() {
    #expect(run("error()").message == "error value is nil")
    #expect(run("error({ message = 'reported', code = 7 })").message == "reported")
    #expect(run("error({ message = 'reported', code = 7 })").error?.value?["code"] == .integer(7))
    #expect(run("error({})").message == "error value without a message (table: 1)")
    #expect(run("error(true)").message == "true")
    #expect(run("error(12)").message == "12")
    let text = "error(setmetatable({}, { __tostring = function() return 'shown' end }))"
    #expect(run(text).message == "shown")
    let number = "error(setmetatable({}, { __tostring = function() return 5 end }))"
    #expect(run(number).message == "5")
    let failing = "error(setmetatable({}, { __tostring = function() error('again') end }))"
    #expect(run(failing).message == "error value whose __tostring failed")
    let wrong = "error(setmetatable({}, { __tostring = function() return {} end }))"
    #expect(run(wrong).message == "error value whose __tostring failed")
  }

  @Test func `the traceback shows the script's frames only`() {
    let error = run(
      """
      local function inner() error('deep') end
      function outer() local ok = inner() return ok end
      table.sort({ 2, 1 }, function() outer() end)
      """
    ).error
    #expect(error?.line == 1)
    #expect(error?.chunk == "script.lua")
    #expect(error?.detail == "deep")
    #expect(
      error?.tracebackLines == [
        "script.lua:1: in function 'inner'", "script.lua:2: in function 'outer'",
        "script.lua:3: in function <script.lua:3>", "script.lua:3: in main chunk",
      ])
  }

  @Test func `the traceback continues inside a coroutine`() {
    let error = run(
      """
      local function work() error('in there') end
      local step = coroutine.wrap(function() work() end)
      step()
      """
    ).error
    #expect(
      error?.tracebackLines == [
        "script.lua:1: in function 'work' (coroutine)",
        "script.lua:2: in function <script.lua:2> (coroutine)", "script.lua:3: in main chunk",
      ])
  }

  @Test func `long tracebacks are truncated`() {
    let error = run("local function f(n) if n == 0 then error('x') end f(n - 1) return 1 end f(99)")
      .error
    #expect(error?.traceback.count == 24)
    #expect(error?.tracebackLines.last == "… 77 more")
  }

  @Test func `the excerpt marks the rejected text`() {
    func excerpt(_ code: String) -> String {
      run(code, modules: sampleModules()).error?.excerpt ?? "none"
    }
    #expect(
      excerpt("\nspark.add{ title = 'x', category = 'idea', intensity = \"hgih\" }") == """
          2 | spark.add{ title = 'x', category = 'idea', intensity = "hgih" }
            |                                                        ^~~~~~
        """)
    #expect(
      excerpt("\tspark.add{ titel = 'x', category = 'idea' }") == """
          1 | \tspark.add{ titel = 'x', category = 'idea' }
            | \t           ^~~~~
        """)
    #expect(
      excerpt("local x = sum(1)") == """
          1 | local x = sum(1)
            |           ^~~
        """)
    #expect(
      excerpt("  local t = nil + 1") == """
          1 |   local t = nil + 1
            |   ^
        """)
    #expect(
      excerpt("local nope = undefined.field") == """
          1 | local nope = undefined.field
            |              ^~~~~~~~~
        """)
    #expect(
      excerpt("x = = 2") == """
          1 | x = = 2
            |   ^
        """)
  }

  @Test func `control characters never reach the terminal`() {
    #expect(TerminalText.printable("a\u{1b}[31m\tb\u{9b}") == "a\\u{1b}[31m\\tb\\u{9b}")
    #expect(run("--[[\u{1b}]] error('x')").error?.excerpt?.contains("\u{1b}") == false)
  }

  @Test func `syntax errors have a code of their own`() {
    let error = run("x = = 2").error
    #expect(error?.code == .syntax)
    #expect(error?.message == "script.lua:1: unexpected symbol near '='")
    #expect(error?.line == 1)
  }

  @Test(arguments: [
    ("hgih", "high"), ("titel", "title"), ("HIGH", "high"), ("medum", "medium"),
  ])
  func `suggestions find the close name`(word: String, name: String) {
    let names = ["low", "medium", "high", "extreme", "title"]
    #expect(Suggestion.closest(to: word, among: names) == name)
  }

  @Test func `no suggestion is made if no name is close`() {
    #expect(Suggestion.closest(to: "banana", among: ["low", "high"]) == nil)
    #expect(Suggestion.closest(to: "x", among: ["y"]) == nil)
  }
}
