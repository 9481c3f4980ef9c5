/// A plan's source and permissions, which every thread that runs it needs.
package struct PlanText: Sendable {
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
    local pcall, rawget, find, sub = pcall, rawget, string.find, string.sub
    local setmetatable, visible = setmetatable, _G
    flint_plan_host = nil

    print = function()
      error("print: a plan cannot print; its measures are shown at the end", 2)
    end
    io = setmetatable({}, {__index = print, __metatable = false})
    collectgarbage = function()
      error("collectgarbage: a plan has to return the same in every run", 2)
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

    -- Records what `day` returned. The host records plain sparks, and returns the first other entry.
    local recorders = {
      spark = base.spark.add, ["task.add"] = base.task.add, ["currency.grant"] = base.currency.grant,
    }
    local function record(entries)
      local item = host.record(entries, 1)
      while item do
        if item == 0 then
          error("day: expected nil or a list of what is to be recorded, got "
            .. (type(entries) == "table" and "a table with other keys" or type(entries)), 0)
        end
        local where = "day: entry " .. item .. " of the list that it returned: "
        local entry = rawget(entries, item)
        if type(entry) ~= "table" then error(where .. "expected a table, got " .. type(entry), 0) end
        local fields, event = {}, "spark"
        for name, value in next, entry do
          if name == "event" then event = value else fields[name] = value end
        end
        local recorder = recorders[event]
        if not recorder then
          local found = type(event) == "string" and '"' .. event .. '"' or type(event)
          error(where .. 'field "event": expected spark, task.add or currency.grant, got '
            .. found, 0)
        end
        if event == "spark" and fields.title == nil then fields.title = "spark" end
        local done, outcome, problem = pcall(recorder, fields)
        if not done then outcome, problem = nil, outcome end
        if outcome == nil then
          problem = tostring(problem)
          -- Without the name of the function, which the plan does not call.
          local _, last = find(problem, (event == "spark" and "spark.add" or event) .. ": ", 1, true)
          error(where .. sub(problem, (last or 0) + 1), 0)
        end
        item = host.record(entries, item + 1)
      end
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
        today.number, today.day, today.weekday = count, date, weekdays[count]
        today.date = date  -- until 0.4.0
        local entries = day(player, today, segment)
        if entries ~= nil then record(entries) end
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
