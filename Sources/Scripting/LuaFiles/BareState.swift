import Lua

/// A restricted state in which a rulebook file runs: the language with its string, table and
/// integer functions, but nothing whose result could differ between runs or machines: no clock, no
/// files, no random numbers, no output, no functions of Flint.
enum BareState {
  /// Memory and instructions are the limits for a file that does not end, since they are the same
  /// everywhere; the time limit is for single instructions that take long.
  private static let memory = 64 << 20
  private static let instructions: UInt64 = 10_000_000
  private static let wallTime = Duration.seconds(10)
  private static let grace = Duration.milliseconds(500)
  private static let chunk = "(rulebook)"

  /// Runs a file and returns its table, with `LuaValue.mark` in place of values that cannot be
  /// copied.
  ///
  /// - Parameter exitStatus: the exit status of the process when the file cannot be stopped in another way; `nil` to
  ///   wait for the file instead.
  static func value(
    of source: [UInt8], path: String, instructions: UInt64 = Self.instructions, exitStatus: Int32?
  ) throws(LuaFileError) -> LuaValue {
    let exit = exitStatus.map {
      LuaLimits.ExitMessage("flint: \(path): \(stopText(.time, instructions))\n", status: $0)
    }
    let limits = LuaLimits(
      wallTime: wallTime, instructions: instructions, memory: memory, output: 0, grace: grace,
      exitMessages: exit.map { [.time: $0] } ?? [:])
    let results: [LuaValue]
    do {
      results = try withScriptThread { () throws(LuaError) in
        let state = try LuaState(
          limits: limits, modules: [],
          environment: LuaEnvironment(
            readModule: { _ in .source(source, chunkName: "=\(chunk)") }))
        return try state.run(source: Array(frame.utf8), chunkName: "=(frame)")
      }
    } catch {
      throw refusal(error, path: path, instructions)
    }
    switch results.first {
    case .array(let items)?: return .array(items)
    case .table(let entries)?:
      guard let found = LuaValue.table(entries).markedKind else { return .table(entries) }
      throw LuaFileError(
        path: path, problem: "expected the file to return a table, got \(found)")
    default:
      throw LuaFileError(
        path: path, problem: "expected the file to return a table; it should end with return {…}")
    }
  }

  private static func refusal(
    _ error: LuaError, path: String, _ instructions: UInt64
  ) -> LuaFileError {
    if case .stopped(let reason) = error.code {
      return LuaFileError(
        path: path, line: error.chunk == chunk ? error.line : nil,
        problem: stopText(reason, instructions))
    }
    guard error.chunk == chunk else {
      return LuaFileError(path: path, problem: error.detail)
    }
    return LuaFileError(
      path: path, line: error.line,
      problem: error.detail + (error.excerpt.map { "\n" + $0 } ?? ""))
  }

  private static func stopText(_ reason: StopReason, _ instructions: UInt64) -> String {
    let limit =
      switch reason {
      case .instructions: "\(instructions / 1_000_000) million instructions"
      case .memory: "\(memory >> 20) MiB of memory"
      case .time: "\(wallTime.components.seconds) seconds"
      default: ""
      }
    return "stopped: \(reason.phrase)" + (limit.isEmpty ? "" : "; a rulebook file may use \(limit)")
  }

  /// Returns the Lua code that removes the functions which a kind of file must not use.
  static func removals(_ sort: String) -> String {
    """
    local function refused(name, reason)
      return function() error(name .. ": " .. reason, 2) end
    end
    local function absent(name, reason)
      return setmetatable({}, {
        __index = function(_, key) error(name .. "." .. tostring(key) .. ": " .. reason, 2) end,
        __newindex = function(_, key) error(name .. "." .. tostring(key) .. ": " .. reason, 2) end,
        __metatable = false,
      })
    end
    local same = "a \(sort) file has to return the same in every run"
    print = refused("print", "a \(sort) file cannot print; it returns the \(sort)")
    require = refused("require", "a \(sort) is one file")
    collectgarbage = refused("collectgarbage", same)
    math.random = refused("math.random", same)
    math.randomseed = refused("math.randomseed", same)
    os = absent("os", "a \(sort) file has no access to the clock and the environment")
    io = absent("io", "a \(sort) file has no access to other files")
    debug = absent("debug", "a \(sort) file has no such library")
    package = absent("package", "a \(sort) is one file")
    arg = nil

    """
  }

  /// Runs the file with the remaining functions, and copies the table that it returned as `pairs`
  /// shows it; other values are marked with their type. (`next` is no alternative: it remembers the
  /// order of one table only, and would sort a large one for each of its entries.)
  private static let frame = """
    local file, type, pairs = require, type, pairs
    local mark, deepest = "\\0", 80

    \(removals("rulebook"))
    local function copied(value, depth, above)
      local kind = type(value)
      if kind == "function" or kind == "userdata" then return {[mark] = "a " .. kind} end
      if kind == "thread" then return {[mark] = "a coroutine"} end
      if kind ~= "table" then return value end
      if above[value] then return {[mark] = "a table that contains itself"} end
      if depth == deepest then
        return {[mark] = "a table nested more than " .. deepest .. " deep"}
      end
      above[value] = true
      local copy = {}
      for key, entry in pairs(value) do
        local sort = type(key)
        if sort ~= "string" and sort ~= "number" then
          return {[mark] = "a table with a " .. sort .. " for a key"}
        end
        copy[key] = copied(entry, depth + 1, above)
      end
      above[value] = nil
      return copy
    end

    local result = file("rulebook")
    if type(result) ~= "table" and result ~= true then
      local shown = type(result) == "string" and "a string" or tostring(result)
      return {[mark] = type(result) == "function" and "a function" or shown}
    end
    return copied(result, 0, {})
    """
}
