import Lua
import Testing

/// `io`, `package` and `debug`, as far as libraries need them to load and to work.
struct `Libraries of the sandbox` {
  private func output(_ code: String, libraries: [String: String] = [:]) -> String {
    let outcome = run(code, libraries: libraries)
    return outcome.error.map(\.message) ?? outcome.printed
  }

  @Test func `io.write and io.stdout write what print writes, without line ends`() {
    #expect(
      output("io.write('a', 1, 2.5, '\\n'):write('b'); io.stdout:write('c'):flush():write('\\n')")
        == "a12.5\nbc\n")
    #expect(
      output("io.write({})")
        == "script.lua:1: bad argument #1 to 'write' (string expected, got table)")
    #expect(
      run("io.write(('x'):rep(2000))", limits: LuaLimits(output: 1000)).stop == .output)
  }

  @Test func `functions of io that open files raise an error with the functions to use`() {
    for call in ["open('x')", "popen('ls')", "tmpfile()", "output('x')", "input('x')", "close()"] {
      let message = output("io.\(call)")
      #expect(message.contains("fs.read, fs.lines and csv.rows read files"), "\(message)")
    }
    #expect(output("io.read('n')").contains("expected \"l\", a line, or \"a\""))
    #expect(output("io.stdin:write('x')").contains("io.stdin:write: "))
    #expect(
      output("print(io.type(io.stdout), io.stdout:seek(), io.stdout:setvbuf('no'))")
        == "nil\tnil\ttrue\n")
  }

  @Test func `io.stderr writes to the output where the host has no log`() {
    #expect(output("io.stderr:write('a', 1, '\\n'):flush()") == "a1\n")
  }

  /// There is no host that has it.
  @Test func `io reads no standard input here`() {
    for call in ["io.read()", "io.read('a')", "io.lines()", "io.stdin:read()", "io.stdin:lines()"] {
      #expect(output(call).hasSuffix(": there is no standard input"), "\(call)")
    }
  }

  @Test func `package names the separators, and the modules that were loaded`() {
    let code = """
      print(package.config:sub(1, 1), package.config:sub(3, 3), package.path, package.loaded.string == string)
      print(package.loaded.lib, require('lib').during, package.loaded.lib == require('lib'))
      print(package.searchpath('lib', '?.lua'))
      print(require('io') == io, require('debug') == debug, require('package') == package)
      """
    #expect(
      output(code, libraries: ["lib": "return {during = tostring(package.loaded.lib)}"]) == """
        /\t;\t\ttrue
        nil\tnil\ttrue
        nil\tno file of module "lib" can be looked up; require loads it
        true\ttrue\ttrue

        """)
  }

  @Test(arguments: [
    ("io.write = print", "io.write: io is read-only"),
    ("io.stdout.write = print", "io.stdout.write: io.stdout is read-only"),
    ("debug.getinfo = nil", "debug.getinfo: debug is read-only"),
    ("package.path = 'x'", "package.path: package is read-only; --lib adds a folder for require"),
    ("package.loaded.x = 1", "package.loaded.x: package.loaded is read-only"),
    ("package.preload.x = print", "package.preload.x: package.preload is read-only"),
    ("rawset(io, 'write', print)", "rawset: this table is read-only"),
    ("setmetatable(io, {})", "cannot change a protected metatable"),
  ])
  func `are read-only`(code: String, message: String) {
    #expect(output(code) == "script.lua:1: " + message)
  }

  @Test func `a traceback shows the frames of the script`() {
    let code = """
      local function inner() error('no') end
      local function outer() inner() end
      print(select(2, xpcall(outer, debug.traceback)))
      print(select(2, xpcall(outer, function(e) return debug.traceback('again: ' .. e, 2) end)))
      print(debug.traceback())
      local co = coroutine.create(function() local function deep() coroutine.yield() end deep() end)
      coroutine.resume(co)
      print(debug.traceback(co, 'inside'))
      local value = {}
      print(debug.traceback(value) == value, debug.traceback(nil, 9))
      """
    #expect(
      output(code) == """
        script.lua:1: no
        stack traceback:
        \tscript.lua:1: in function 'inner'
        \tscript.lua:2: in function <script.lua:2>
        \tscript.lua:3: in main chunk
        again: script.lua:1: no
        stack traceback:
        \tscript.lua:1: in function 'inner'
        \tscript.lua:2: in function <script.lua:2>
        \tscript.lua:4: in main chunk
        stack traceback:
        \tscript.lua:5: in main chunk
        inside
        stack traceback:
        \tscript.lua:6: in function 'deep'
        \tscript.lua:6: in function <script.lua:6>
        true\tstack traceback:

        """)
  }

  @Test func `a long traceback leaves levels out`() {
    let code = """
      local function deep(n) if n == 0 then return debug.traceback('d') end return (deep(n - 1)) end
      local text = deep(1000)
      print(select(2, text:gsub('\\n', '')), text:match('skipping (%d+) levels'))
      """
    #expect(output(code) == "26\t978\n")
  }

  /// The traceback of the error is collected where it was raised.
  @Test func `a traceback does not change that of an error in flight`() {
    let code = """
      local guard <close> = setmetatable({}, {__close = function() debug.traceback('closing') end})
      local function fails() error('no') end
      fails()
      """
    #expect(
      run(code).error?.tracebackLines == [
        "script.lua:2: in function 'fails'", "script.lua:3: in main chunk",
      ])
  }

  @Test func `getinfo describes functions and levels, without the functions themselves`() {
    let code = """
      local function f(a, b, ...) return debug.getinfo(1, 'Slntf') end
      local i = f()
      print(i.short_src, i.source, i.currentline, i.linedefined, i.what, i.name, i.func, i.nparams)
      local j = debug.getinfo(f)
      print(j.nparams, j.isvararg, j.nups, j.name, debug.getinfo(print, 'S').what)
      print(debug.getinfo(50), debug.getinfo(-1), debug.getinfo(1 << 40))
      print(debug.getinfo(load('return 1', '=name')).source, debug.getinfo(load('return 1', 'text')).source)
      """
    #expect(
      output(code) == """
        script.lua\t@script.lua\t1\t1\tLua\tf\tnil\tnil
        2\ttrue\t1\tnil\tC
        nil\tnil\tnil
        =name\ttext

        """)
  }

  /// The idioms of libraries: Penlight, inspect, serpent, middleclass, luaunit and others.
  @Test func `libraries of the usual kind load`() {
    let library = """
      local M = {}
      M.separator = _G.package.config:sub(1, 1)
      local stdout, getinfo, traceback = io.stdout, debug and debug.getinfo, debug.traceback
      if not package.searchpath then function package.searchpath() end end
      if not warn then function _G.warn(...) io.stderr:write(...) end end
      local file_metatable = getmetatable(io.stdout)
      local name = ...
      M.is_main = not package.loaded[name] and arg and arg[0] == getinfo(1, 'S').short_src
      local class = setmetatable({}, {__call = function(c, x) return setmetatable({x = x}, {__index = c}) end})
      function class:show() stdout:write('x = ', self.x, '\\n') return self end
      M.class = class
      function M.try(f, ...) return xpcall(f, traceback, ...) end
      function M.sandboxed(text, env) return load(text, '=text', 't', setmetatable(env or {}, {__index = _G})) end
      function M.fprintf(f, format, ...) f:write(format:format(...)) end
      return setmetatable(M, {__index = function(_, k) error(name .. ' has no ' .. k, 2) end})
      """
    let code = """
      local lib = require('lib')
      lib.class(3):show()
      lib.fprintf(io.stdout, '%d%s\\n', 7, lib.separator)
      print(lib.is_main, lib.sandboxed('return x + math.abs(-1)', {x = 1})(), (lib.try(error, 'no')))
      print(pcall(function() return lib.nothing end))
      """
    #expect(
      output(code, libraries: ["lib": library])
        == "x = 3\n7/\nfalse\t2\tfalse\nfalse\tscript.lua:5: lib has no nothing\n")
  }
}
