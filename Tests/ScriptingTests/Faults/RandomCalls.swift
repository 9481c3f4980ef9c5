/// A script that calls every function of the API with random tuples of every kind of value.
enum RandomCalls {
  static let script = #"""
    local seed, calls = math.tointeger((...)), math.tointeger((select(2, ...)))
    local state = seed
    local function random(n)
      state = state * 6364136223846793005 + 1442695040888963407
      return (state >> 33) % n + 1
    end
    local ids = {}
    local fixed = {
      false, true, 0, 1, 2, -1, math.mininteger, math.maxinteger, 0.5, 0/0, 1/0, -1/0, 1e308, 2^53 + 1.5,
      "", "x", "idea", "2026-02-01", "2026-02-01T09:30", ("f"):rep(32), "\0", "\xff", ("x"):rep(5000),
      "march.csv", "new.csv", "../x", "legendary", "sparks", "day", {}, { 1, 2 }, { title = "x" },
      { title = "x", category = "idea" }, { x = {} }, { at = 0 }, { limit = 1 }, { kind = "sparks" },
      { metric = "sparks", by = "day" }, { goal = "complete" }, { weights = { 1, 2 } }, { name = "x", kind = "log" },
      setmetatable({}, { __index = error, __len = function() return 5 end }), print,
      coroutine.create(print), function() return {} end, spark, (select(4, spark.each())),
    }
    local function value()
      if #ids > 0 and random(4) == 1 then return ids[random(#ids)] end
      local v = fixed[random(#fixed)]
      if type(v) == "table" and random(3) == 1 and v ~= spark and getmetatable(v) == nil then
        local copy = {}
        for k, x in pairs(v) do copy[k] = x end
        copy[random(2) == 1 and "at" or random(9)] = fixed[random(#fixed)]
        return copy
      end
      return v
    end
    local names = {}
    for name, module in pairs(_G) do
      if type(module) == "table" and name ~= "_G" and name ~= "coroutine" and name ~= "sim" then
        for key, f in pairs(module) do
          -- Excluded: functions whose arguments are amounts of time, memory or output.
          local left_out = {
            ["string.rep"] = true, ["odds.goal"] = true, ["checkpoint"] = true, ["args.parse"] = true,
            ["io.write"] = true,
          }
          if type(f) == "function" and not left_out[name .. "." .. key] then
            names[#names + 1] = { name .. "." .. key, f }
          end
        end
      end
    end
    table.sort(names, function(a, b) return a[1] < b[1] end)
    assert(#names > 120, #names)
    for round = 1, calls do
      local name, f = table.unpack(names[random(#names)])
      local count, given = random(4) - 1, {}
      for i = 1, count do given[i] = value() end
      local results = table.pack(pcall(f, table.unpack(given, 1, count)))
      if results[1] and type(results[2]) == "table" and type(rawget(results[2], "id")) == "string" then
        ids[#ids % 50 + 1] = results[2].id
      elseif results[1] and type(results[2]) == "function" and results.n == 5 then
        for _ = 1, 3 do pcall(results[2]) end
      end
    end
    error("all calls came back", 0)
    """#
}
