import Dispatch
import Glibc
import Lua
import TestSupport
import Testing

@Suite struct StopTests {
  static let short = LuaLimits(wallTime: .milliseconds(60))

  @Test(
    .slow,
    arguments: [
      "while true do end",
      "while true do pcall(function() while true do end end) end",
      "while true do pcall(error, 'x') end",
      "local function again() pcall(again) again() end again()",
      "while true do xpcall(function() while true do end end, function() while true do end end) end",
      "xpcall(function() error('x') end, function() while true do end end)",
      "xpcall(error, function() while true do pcall(error) end end)",
      "local f = coroutine.wrap(function() while true do end end) while true do pcall(f) end",
      "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
      "while true do pcall(coroutine.wrap(function() while true do coroutine.yield() end end)) end",
      """
      local function chain(n)
        local x <close> = setmetatable({}, { __close = function() while true do end end })
        if n > 0 then chain(n - 1) end
        error('x')
      end
      while true do pcall(chain, 20) end
      """,
      """
      local co = coroutine.create(function()
        local x <close> = setmetatable({}, { __close = function() while true do end end })
        coroutine.yield()
      end)
      coroutine.resume(co)
      while true do pcall(coroutine.close, co) end
      """,
      """
      local co = coroutine.create(function()
        local x <close> = setmetatable({}, { __close = function() while true do end end })
        while true do end
      end)
      pcall(coroutine.resume, co)
      pcall(coroutine.close, co)
      while true do end
      """,
      "setmetatable(_G, { __index = function() while true do end end }) return nope",
      "table.sort({3, 2, 1, 5, 4}, function() while true do end end)",
      "string.gsub(('x'):rep(100), 'x', function() while true do end end)",
      "load(function() return ' ' end)",
      "load(coroutine.wrap(function() while true do coroutine.yield(' ') end end))",
      "for i = 1, math.huge do coroutine.wrap(function() end)() end",
      "for k in pairs(setmetatable({}, { __pairs = function() while true do end end })) do end",
      "tostring(setmetatable({}, { __tostring = function() while true do end end }))",
      "error(setmetatable({}, { __tostring = function() while true do end end }))",
      "local t = {} for i = 1, 100 do t[i] = i end while true do for k in pairs(t) do end end",
      "local f f = function(...) return f(1, ...) end while true do pcall(f) end",
      "local t = { a = 1, b = 2 } while true do local k = next(t) next(t, k) end",
    ])
  func `the time limit stops every loop`(code: String) {
    let outcome = run(code, limits: Self.short)
    #expect(outcome.stop == .time, "\(outcome.message)")
  }

  @Test(arguments: [
    "local s = 'x' while true do s = s .. s end",
    "local s = 'x' while true do pcall(function() while true do s = s .. s end end) end",
    "local t = {} while true do t[#t + 1] = {} end",
    "local t = {} while true do pcall(function() while true do t[#t + 1] = {} end end) end",
    "local t = {} while true do xpcall(function() while true do t[#t + 1] = {} end end, print) end",
    "while true do pcall(string.rep, 'x', 1 << 30) end",
    "local t = {} while true do pcall(function() t[#t + 1] = ('x'):rep(1 << 20) .. #t end) end",
    """
    local t = {}
    while true do
      coroutine.resume(coroutine.create(function() while true do t[#t + 1] = { #t } end end))
    end
    """,
    """
    local t = {}
    local function fill()
      local x <close> = setmetatable({}, { __close = function() error('hidden') end })
      while true do t[#t + 1] = ('y'):rep(5000) .. #t end
    end
    while true do pcall(fill) end
    """,
    "local t = {} for i = 1, 1e9 do t[i .. ''] = true end",
    "local s = ('a = 1 '):rep(1 << 20) while true do pcall(load, s) end",
  ])
  func `the memory limit stops every script that allocates without end`(code: String) {
    var limits = LuaLimits(wallTime: .seconds(60), memory: 8 << 20)
    limits.output = 1 << 20
    let outcome = run(code, limits: limits)
    #expect(outcome.stop == .memory || outcome.stop == .output, "\(outcome.message)")
  }

  @Test func `the memory limit has the line of a string that is too long`() {
    let limits = LuaLimits(wallTime: .seconds(60), memory: 8 << 20)
    let error = run("local s = 'x'\nlocal t = s:rep(1 << 30)", limits: limits).error
    #expect(error?.code == .stopped(.memory) && error?.line == 2)
  }

  @Test func `garbage near the limit is collected instead`() {
    let outcome = run(
      "local s = 0 for i = 1, 300000 do local t = { i, i } s = s + #t end return s",
      limits: LuaLimits(wallTime: .seconds(60), memory: 1 << 20))
    #expect(outcome.values == [.integer(600_000)], "\(outcome.message)")
  }

  @Test func `peak memory stays within the limit`() throws {
    let peak = withScriptThread { () -> Int in
      guard let state = try? LuaState(limits: LuaLimits(memory: 4 << 20)) else {
        return 0
      }
      _ = try? state.run(
        source: Array("local t = {} while true do t[#t + 1] = {} end".utf8), chunkName: "=x")
      return state.peakMemory
    }
    #expect(peak > 2 << 20 && peak <= 4 << 20)
  }

  @Test func `the output limit stops a script, and output below the limit is written`() {
    var limits = LuaLimits(wallTime: .seconds(60))
    limits.output = 1000
    let outcome = run("while true do pcall(print, 'hello') end", limits: limits)
    #expect(outcome.stop == .output)
    #expect(outcome.printed == String(repeating: "hello\n", count: 166))
  }

  @Test func `a closed output stops the script`() {
    let stop = withScriptThread { () -> LuaError.Code? in
      var limits = LuaLimits(wallTime: .seconds(60))
      limits.outputBuffer = 0
      let environment = LuaEnvironment(write: { _ in false })
      guard let state = try? LuaState(limits: limits, environment: environment) else { return nil }
      do throws(LuaError) {
        _ = try state.run(source: Array("while true do pcall(print) end".utf8), chunkName: "=x")
        return nil
      } catch {
        return error.code
      }
    }
    #expect(stop == .stopped(.outputClosed))
  }

  @Test(arguments: [
    "while true do end",
    "while true do pcall(function() while true do end end) end",
    "while true do coroutine.wrap(function() end)() end",
    "local function swarm() coroutine.wrap(swarm)() end while true do pcall(swarm) end",
    "while true do local co = coroutine.create(print) coroutine.close(co) end",
  ])
  func `the instruction budget stops every loop, at the same count in every run`(code: String) {
    var limits = LuaLimits(wallTime: .seconds(60))
    limits.instructions = 200_000
    let first = run(code, limits: limits)
    let second = run(code, limits: limits)
    #expect(first.stop == .instructions, "\(first.message)")
    #expect(first.instructions == second.instructions)
    #expect(first.message == second.message)
  }

  @Test func `instructions of all coroutines count towards one budget`() {
    var limits = LuaLimits(wallTime: .seconds(60))
    limits.instructions = 1_000_000
    let outcome = run(
      """
      local made = 0
      print(pcall(function()
        while true do
          made = made + 1
          coroutine.wrap(function() for i = 1, 100 do end end)()
          if made % 100 == 0 then print(made) end
        end
      end))
      """, limits: limits)
    #expect(outcome.stop == .instructions)
    #expect(outcome.printed.split(separator: "\n").last == "900")
  }

  @Test func `an interrupt from another thread stops the script`() {
    let code = withScriptThread { () -> LuaError.Code? in
      guard let state = try? LuaState(limits: LuaLimits(wallTime: .seconds(60)))
      else { return nil }
      let stopper = state.stopper
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(30)) { stopper.request() }
      do throws(LuaError) {
        _ = try state.run(
          source: Array("while true do pcall(function() while true do end end) end".utf8),
          chunkName: "=x")
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code == .stopped(.interrupt))
  }

  @Test func `an interrupt before the run stops it at once, and can be cleared`() throws {
    try withScriptThread {
      let state = try LuaState(limits: LuaLimits())
      state.stopper.request()
      let error = #expect(throws: LuaError.self) {
        try state.run(source: Array("while true do end".utf8), chunkName: "=x")
      }
      #expect(error?.code == .stopped(.interrupt))
      state.stopper.clear()
      #expect(try state.run(source: Array("return 1".utf8), chunkName: "=x") == [.integer(1)])
    }
  }

  @Test func `a state runs again after the time limit`() throws {
    try withScriptThread {
      let state = try LuaState(limits: Self.short)
      #expect(throws: LuaError.self) {
        try state.run(source: Array("while true do end".utf8), chunkName: "=x")
      }
      #expect(try state.run(source: Array("return 1".utf8), chunkName: "=x") == [.integer(1)])
    }
  }

  @Test func `a stop error has the position of the script`() {
    let outcome = run("\n\nwhile true do end", limits: Self.short)
    #expect(outcome.message == "script.lua:3: stopped: the time limit was reached")
    #expect(outcome.error?.excerpt == "  3 | while true do end\n    | ^")
  }

  @Test func `the nesting of coroutines and of closings is limited`() {
    let nest = """
      local function nest(n) return coroutine.wrap(function() return nest(n + 1) end)() end
      return pcall(nest, 1)
      """
    #expect(run(nest).error == nil)
    let closings = """
      local co
      for i = 1, 40000 do
        local inner = co
        co = coroutine.create(function()
          local x <close> = setmetatable({}, { __close = function()
            if inner then assert(coroutine.close(inner)) end
          end })
          coroutine.yield()
        end)
        coroutine.resume(co)
      end
      local ok, message = coroutine.close(co)
      return ok, message
      """
    let outcome = run(closings)
    #expect(outcome.error == nil)
    #expect(outcome.values.first == .boolean(false))
    #expect(
      outcome.values.last?.text?.hasSuffix("too many nested closings of coroutines") == true)
  }

  @Test func `after the grace period the process ends with the exit message`() async {
    await #expect(processExitsWith: .exitCode(124)) {
      var limits = LuaLimits(wallTime: .milliseconds(50), grace: .milliseconds(100))
      limits.exitMessages = [.time: LuaLimits.ExitMessage("time is over\n", status: 124)]
      let spin = HostFunction("spin", "Never comes back.", example: "spin()") {
        (call: inout HostCall) throws(HostFailure) in
        // The thread sanitizer delivers a signal only at a call such as this one.
        while call.isPresent(0) || !call.isPresent(0) { usleep(1000) }
      }
      _ = run(
        "spin()", limits: limits, modules: [HostModule("", "Globals.", functions: [spin])])
    }
  }

  @Test func `running out of memory anywhere inside host functions is a clean stop`() {
    let code = """
      local r = spark.add { category = 'idea', intensity = 'high', title = ('x'):rep(50),
        tags = { 'a', 'b' }, range = { from = 7, extra = { 1, { x = true } } } }
      local card, err = card.roll('idea')
      tostring(err)
      for a, b in each(5) do echo { a, b } end
      pcall(fail) pcall(sum, {}) pcall(spark.add, { titel = 1 })
      apply(function(i) return {} end, 'text', 3)
      local t = {} for i = 1, 50 do t['k' .. i] = i end
      for k in pairs(t) do t[k] = nil end
      string.format('%s %s', t, print) coroutine.wrap(function() error({}) end)()
      """
    var reasons: [String: Int] = [:]
    for memory in stride(from: 10_000, to: 60_000, by: 61) {
      let limits = LuaLimits(wallTime: .seconds(60), memory: memory)
      let outcome = run(code, limits: limits, modules: sampleModules())
      if outcome.error?.code == .setup {
        reasons["setup", default: 0] += 1
      } else if let stop = outcome.stop {
        #expect(stop == .memory)
        reasons["memory", default: 0] += 1
      } else {
        #expect(outcome.message.hasPrefix("error value without a message"))
        reasons["end", default: 0] += 1
      }
    }
    #expect(reasons.count == 3, "\(reasons)")
  }

  @Test func `a thousand expiries stop a thousand scripts`() {
    for round in 0..<1000 {
      let limits = LuaLimits(wallTime: .microseconds(20 + round % 50))
      let code = "while true do local co = coroutine.wrap(function() pcall(error) end) co() end"
      #expect(run(code, limits: limits).stop == .time)
    }
  }

  @Test func `a state with too little memory is refused`() {
    for memory in stride(from: 0, to: 60_000, by: 500) {
      _ = run("return 1", limits: LuaLimits(memory: memory))
    }
    #expect(run("return 1", limits: LuaLimits(memory: 2000)).error?.code == .setup)
  }
}
