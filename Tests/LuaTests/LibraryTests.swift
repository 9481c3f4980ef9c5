import Lua
import Testing

@Suite struct LibraryTests {
  @Test func `only the allowed libraries are defined`() {
    let code = """
      local names = {}
      for name in pairs(_G) do names[#names + 1] = name end
      return table.concat(names, ' '), tostring(string.dump), tostring(os), tostring(debug.sethook)
      """
    #expect(
      texts(code) == [
        "_G _VERSION arg assert collectgarbage coroutine debug error getmetatable io ipairs load math "
          + "next package pairs pcall print rawequal rawget rawlen rawset require select setmetatable "
          + "string table tonumber tostring type utf8 xpcall",
        "nil", "nil", "nil",
      ])
  }

  @Test func `load accepts text only`() {
    let code = """
      local parts, i = { 'return ', '1 + ', '2' }, 0
      return load('return 1')(), select(2, load('\\27Lua')), select(2, load('return 1', 'n', 'b')),
        load(function() i = i + 1 return parts[i] end)(),
        load('return x', 'n', 't', { x = 9 })(), select(2, load('return +', '=piece')),
        select(2, pcall(load, function() return 1 end))
      """
    #expect(
      run(code).values == [
        .integer(1), .text("attempt to load a binary chunk (mode is 't')"),
        .text("load: only text can be loaded, so mode must contain \"t\""), .integer(3),
        .integer(9), .text("piece:1: unexpected symbol near '+'"),
        .text("reader function must return a string"),
      ])
    #expect(run("\u{1b}Lua").error?.code == .syntax)
  }

  @Test func `forbidden functions raise an error that says so`() {
    #expect(
      run("collectgarbage()").message
        == "script.lua:1: collectgarbage: only \"count\" is available to scripts, got \"collect\"")
    #expect(run("return math.type(collectgarbage('count'))").values == [.text("float")])
    for (field, value) in [("__gc", "print"), ("__mode", "'k'")] {
      #expect(
        run("setmetatable({}, { \(field) = \(value) })").message
          == "script.lua:1: scripts may not set \(field): when garbage is collected differs from run to run"
      )
    }
    #expect(texts("return tostring(getmetatable(''))") == ["false"])
    #expect(
      run("setmetatable('', {})").message.hasSuffix(
        "bad argument #1 to 'setmetatable' (table expected, got string)"))
  }

  @Test func `modules are compiled once, from plain names`() {
    let libraries = [
      "lib.names": "count = (count or 0) + 1 return { name = ... }",
      "plain": "x = 1", "a": "return require 'b'", "b": "return require 'a'",
      "broken": "return +", "fails": "error('no')", "dumped": "\u{1b}Lua",
      "bang": "#!/usr/bin/env flint\nreturn 'bang'",
    ]
    func module(_ code: String) -> Outcome {
      run(code, modules: sampleModules(), libraries: libraries)
    }
    #expect(
      module(
        """
        local m = require 'lib.names'
        return m == require 'lib.names', count, m.name, require 'plain', require 'string' == string,
          require 'spark' == spark, require 'bang'
        """
      ).values == [
        .boolean(true), .integer(1), .text("lib.names"), .boolean(true), .boolean(true),
        .boolean(true), .text("bang"),
      ])
    #expect(
      module("require 'a'").message
        == "b.lua:1: require: module \"a\" is required while it is being loaded")
    #expect(
      module("require 'nope'").message == "script.lua:1: require: no module \"nope\"")
    #expect(module("require 'broken'").message == "broken.lua:1: unexpected symbol near '+'")
    #expect(module("require 'dumped'").message.contains("binary chunk"))
    #expect(
      texts("return select(2, pcall(require, '../x')), select(2, pcall(require, 'a..b'))") == [
        "require: expected names of letters, digits, _ or - joined by dots, got \"../x\"",
        "require: expected names of letters, digits, _ or - joined by dots, got \"a..b\"",
      ])
    #expect(
      module("local a = pcall(require, 'fails') return a, pcall(require, 'fails')").values == [
        .boolean(false), .boolean(false), .text("fails.lua:1: no"),
      ])
    #expect(
      module("require 'fails'").error?.tracebackLines == [
        "fails.lua:1: in main chunk", "script.lua:1: in main chunk",
      ])
  }

  @Test func `random numbers come from the host`() {
    let code = """
      math.randomseed(42)
      local a = { math.random(), math.random(6), math.random(5, 7), math.random(0) }
      math.randomseed(42)
      local b = { math.random(), math.random(6), math.random(5, 7), math.random(0) }
      for i = 1, 4 do assert(a[i] == b[i]) end
      for i = 1, 1000 do
        local x, d = math.random(), math.random(3)
        assert(x >= 0 and x < 1 and d >= 1 and d <= 3)
      end
      return math.type(a[1]), math.type(a[2]), pcall(math.random, 2, 1)
      """
    #expect(
      run(code).values == [
        .text("float"), .text("integer"), .boolean(false),
        .text("bad argument #2 to 'math.random' (interval is empty)"),
      ])
  }

  @Test func `print writes what tostring shows`() {
    #expect(run("print(1, 2.5, 'x', nil, {})\nprint()").printed == "1\t2.5\tx\tnil\ttable: 1\n\n")
  }

  @Test func `arguments are passed as arg and as ...`() {
    let outcome = run("return arg[0], arg[1], #arg, ...", arguments: ["a b", ""])
    #expect(
      outcome.values == [
        .text("script.lua"), .text("a b"), .integer(2), .text("a b"), .text(""),
      ])
  }

  @Test func `a shebang line is skipped and lines keep their numbers`() {
    #expect(run("#!/usr/bin/env flint\nerror('x')").message == "script.lua:2: x")
    #expect(run("#!only").error == nil)
  }

  @Test func `coroutines behave as in Lua`() {
    let code = """
      local co = coroutine.create(function(a) local b = coroutine.yield(a + 1) error('e' .. b) end)
      local r = { coroutine.resume(co, 1) }
      local s = coroutine.status(co)
      local ok, message = coroutine.resume(co, 5)
      local wrapped = coroutine.wrap(function() pcall(coroutine.yield, 1) coroutine.yield(2) end)
      local x, y = wrapped(), wrapped()
      return r[2], s, ok, message, coroutine.status(co), select(2, coroutine.resume(co)), x, y,
        coroutine.isyieldable(), select(2, coroutine.running()), coroutine.close(co)
      """
    #expect(
      run(code).values.map { $0.text ?? "\($0)" } == [
        "integer(2)", "suspended", "boolean(false)", "script.lua:1: e5", "dead",
        "cannot resume dead coroutine", "integer(1)", "integer(2)", "boolean(false)",
        "boolean(true)", "boolean(false)", "script.lua:1: e5",
      ])
  }
}
