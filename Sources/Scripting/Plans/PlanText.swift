/// A plan's text and what it may read, as every thread that plays it needs them.
public struct PlanText: Sendable {
  /// The text, UTF-8.
  var source: [UInt8]
  /// What messages call the file.
  var path: String
  /// The directory that `require` looks in.
  var directory: String
  /// Files and directories that it may read.
  var readable: [String]
}

/// The Lua around a plan: it runs the file, hands over what the file returned, and afterwards plays a
/// player a day at a time.
enum PlanFrame {
  /// The name under which the frame requires the plan's file; no script's module has such a one.
  static let module = "flint_plan_file"

  static let text = """
    local file, host = require, flint_plan_host
    local type, pairs, error, tostring = type, pairs, error, tostring
    local setmetatable, visible = setmetatable, _G
    flint_plan_host = nil

    print = function()
      error("print: a plan prints nothing; what it measures is shown when it has ended", 2)
    end

    local result = file("\(module)")
    local plan = type(result) == "table" and result or {}
    local day = plan.day or (type(plan.policy) == "function" and plan.policy) or day
    local measures, named = {}, plan.measure
    if type(named) == "table" then
      for name, measure in pairs(named) do
        if type(name) == "string" and type(measure) == "function" then measures[name] = measure end
      end
    end

    -- By number: every player has the same days.
    local dates, weekdays = {}, {}
    local function play(number)
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
        day(player, today)
      end
      local values = {}
      for name, measure in pairs(measures) do
        local value = measure(player)
        if value ~= nil then values[name] = value end
      end
      return values
    end

    -- Players must not know of each other: what is global stands from here on.
    local globals = {}
    for name, value in pairs(visible) do globals[name] = value end
    for name in pairs(globals) do visible[name] = nil end
    setmetatable(visible, {
      __index = globals,
      __newindex = function(_, name)
        error("global \\"" .. tostring(name) .. "\\" cannot be set while players are played; "
          .. "keep what one remembers in the table player", 2)
      end,
      __metatable = false,
    })

    host.take(result, type(day), play)
    """
}
