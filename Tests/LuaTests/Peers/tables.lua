-- Random calls of the table library, with all results, errors included, also over
-- objects that only behave like tables, each access to which is printed.
local seed = ...
local state = math.tointeger(seed) or 1

local function random(n)
  state = (state * 6364136223846793005 + 1442695040888963407)
  return ((state >> 33) % n) + 1
end

local function pick(list) return list[random(#list)] end

local function show(...)
  local texts = {}
  for i = 1, select("#", ...) do
    local value = select(i, ...)
    if type(value) == "table" then
      texts[i] = "{" .. #value .. "}"
    else
      texts[i] = type(value) == "string" and ("%q"):format(value) or tostring(value)
    end
  end
  return table.concat(texts, " ")
end

local function list(most)
  local t = {}
  for i = 1, random(most + 1) - 1 do t[i] = random(50) end
  return t
end

local function contents(t)
  local texts = {}
  for i = -3, #t + 5 do texts[#texts + 1] = tostring(rawget(t, i)) end
  return table.concat(texts, ",")
end

-- Returns a proxy of a table that prints each access.
local function proxy(t)
  return setmetatable({}, {
    __index = function(_, k) io_write("get " .. tostring(k)) return t[k] end,
    __newindex = function(_, k, v) io_write("set " .. tostring(k) .. " " .. tostring(v)) t[k] = v end,
    __len = function() return #t end,
  })
end
function io_write(text) print("", text) end

local extremes = { math.mininteger, math.maxinteger, math.maxinteger - 1, -1, 0, 1, 1 << 40 }
local function index() return random(12) == 1 and pick(extremes) or random(12) - 3 end
local compares = {
  function(a, b) return a > b end, function(a, b) return a % 7 < b % 7 end, nil,
  function() return true end, function() return false end, function(a, b) return a <= b end,
}

for round = 1, 3000 do
  local t = list(round % 50 == 0 and 300 or 9)
  local given = random(4) == 1 and #t < 10 and proxy(t) or t
  local kind = random(7)
  print(round, kind, contents(t))
  if kind == 1 then
    print(show(pcall(table.insert, given, index(), 99)))
  elseif kind == 2 then
    print(show(pcall(table.insert, given, random(3) == 1 and nil or 99)))
  elseif kind == 3 then
    -- Lua 5.4.4 names the wrong argument.
    local text = show(pcall(table.remove, given, random(3) > 1 and index() or nil))
    print((text:gsub("#1 to 'table.remove' %(pos", "#2 to 'table.remove' (pos")))
  elseif kind == 4 then
    local first = index()
    local last = random(20) == 1 and pick(extremes) or first + random(8) - 3
    if last - first < 100 or first <= 0 and last == math.maxinteger then
      local target = random(3) == 1 and {} or nil
      print(show(pcall(table.move, given, first, last, index(), target)), target and contents(target))
    end
  elseif kind == 5 then
    local last = random(3) == 1 and random(14) - 2 or nil
    print(show(pcall(table.concat, given, random(2) == 1 and ", " or nil, random(3) == 1 and random(9) - 3 or nil, last)))
  elseif kind == 6 then
    local first = index()
    print(show(pcall(table.unpack, given, first, random(3) == 1 and pick(extremes) or first + random(6) - 2)))
  else
    print(show(pcall(table.sort, given, compares[random(6)])))
  end
  print(contents(t))
end

for _, call in ipairs {
  { table.insert }, { table.insert, {} }, { table.insert, {}, 1, 2, 3 }, { table.insert, 5, 1 },
  { table.insert, "x", 1 }, { table.insert, {}, "x", 2 }, { table.insert, {}, 3, 2 },
  { table.remove },  { table.remove, {}, 1.5 }, { table.move, {}, 1 },
  { table.move, {}, 1, 2, 3, 4 }, { table.move, {}, -5, math.maxinteger, 1 },
  { table.concat, { 1, {}, 2 } }, { table.concat, { 1, 2.5, "x" }, "-" }, { table.concat, {}, {} },
  { table.concat }, { table.unpack }, { table.unpack, {}, 1, 1e8 // 1 | 0 }, { table.sort, { 1, "x" } },
  { table.sort, { 3, 1, 2 }, 5 }, { table.sort }, { table.sort, { 1, 2, nil, 4 } },
  { table.unpack, { 1, 2, 3 }, "2" }, { table.sort, { {}, {} } },
} do
  print(show(pcall(table.unpack(call, 1, 6))))
end
