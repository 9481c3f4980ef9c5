/// A plan's source and permissions, which every thread that runs it needs.
public struct PlanText: Sendable {
  /// The source text in UTF-8.
  var source: [UInt8]
  /// The path in messages.
  var path: String
  /// The directory that `require` searches.
  var directory: String
  /// The files and directories that it may read.
  var readable: [String]
}

/// The Lua code around a plan: it runs the file, returns its result, and then plays a player day by
/// day. The file runs again for each player, so that none of its locals, globals or modules keep
/// values of another player.
enum PlanFrame {
  /// The name under which the frame requires the plan's file; no module of a script has that name.
  static let module = "flint_plan_file"

  static let text = """
    local file, host = require, flint_plan_host
    local type, pairs, next, error, tostring = type, pairs, next, error, tostring
    local setmetatable, visible = setmetatable, _G
    flint_plan_host = nil

    print = function()
      error("print: a plan cannot print; its measures are shown at the end", 2)
    end

    -- The globals of every player; those that the file sets belong to one player.
    local base, libraries = {}, {}
    for name, value in pairs(visible) do base[name] = value end
    for name in pairs(base) do visible[name] = nil end
    for _, name in pairs{"coroutine", "math", "string", "table", "utf8"} do
      local contents = {}
      for key, value in next, base[name] do contents[key] = value end
      libraries[base[name]] = contents
    end
    local access = {__metatable = false}
    setmetatable(visible, access)
    local function refuse(_, name)
      error("global \\"" .. tostring(name) .. "\\" cannot be set while players are simulated; "
        .. "store values of a player in the table player", 2)
    end

    -- Runs the file in an environment without values of an earlier player.
    local day, measures
    local function renew()
      for name in next, visible do visible[name] = nil end
      for library, contents in next, libraries do
        for key in next, library do
          if contents[key] == nil then library[key] = nil end
        end
        for key, value in next, contents do library[key] = value end
      end
      local own = setmetatable({}, {__index = base})
      access.__index, access.__newindex = own, own
      local result = file("\(module)")
      access.__newindex = refuse
      local plan = type(result) == "table" and result or {}
      day = plan.day or (type(plan.policy) == "function" and plan.policy) or own.day
      measures = {}
      if type(plan.measure) == "table" then
        for name, measure in pairs(plan.measure) do
          if type(name) == "string" and type(measure) == "function" then measures[name] = measure end
        end
      end
      return result
    end

    -- By number: every player has the same days.
    local dates, weekdays = {}, {}
    local function play(number, segment)
      local player, today = {number = number}, {}
      while true do
        local count = host.advance()
        if not count then break end
        local date = dates[count]
        if not date then
          date, weekdays[count] = host.date()
          dates[count] = date
        end
        today.number, today.date, today.weekday = count, date, weekdays[count]
        day(player, today, segment)
      end
      local values = {}
      for name, measure in pairs(measures) do
        local value = measure(player, segment)
        if value ~= nil then values[name] = value end
      end
      return values
    end

    local result = renew()
    host.take(result, type(day), play, function() renew() end)
    """
}
