-- Records mixed events: some with long texts, some that are changed or removed later.
-- ARGS: COUNT, SEED
local count, seed = math.tointeger(arg[1]), math.tointeger(arg[2])
local state = seed * 2654435761 % 4294967296
local function draw(n)
  state = (state * 1664525 + 1013904223) % 4294967296
  return state // 65536 % n + 1
end
local categories = {"decision", "energy", "idea", "experiment", "challenge"}
local moods = {"horrible", "bad", "average", "good", "great"}
local long = ("A long note about what happened and why. "):rep(300)
local function note()
  local n = draw(40)
  if n == 1 then return long:sub(1, 3000 + draw(9000)) end
  if n < 10 then return long:sub(1, 20 + draw(200)) end
end

local sparks, tasks = {}, {}
local first = "2024-01-01"
tracker.add{name = "Weight", at = first}
tracker.add{name = "Reading", at = first}
for i = 1, count do
  local day = clock.add_days(first, i * 600 // count)
  local at = ("%sT%02d:%02d:%02d"):format(day, draw(23), draw(60) - 1, draw(60) - 1)
  local kind = draw(20)
  if kind <= 9 then
    local key = draw(3) == 1 and ("key " .. i) or nil
    local s = spark.add{
      title = "Spark " .. i, category = categories[draw(5)], at = at, notes = note(), key = key,
      tags = draw(3) == 1 and {"a", "b" .. draw(9)} or nil,
    }
    if s then sparks[#sparks + 1] = s.id end
  elseif kind <= 12 then
    mood.add{mood = moods[draw(5)], day = day, note = note()}
  elseif kind <= 15 then
    tracker.add_entry("Weight", {number = 60 + draw(200) / 10, at = at})
  elseif kind <= 17 then
    tracker.add_entry("Reading", {minutes = draw(90), title = note(), at = at})
  elseif kind == 18 then
    local t = task.add{name = "Task " .. i, details = note(), at = at}
    if t then tasks[#tasks + 1] = t.id end
  elseif kind == 19 and #tasks > 0 then
    task.complete(table.remove(tasks), {at = at})
  elseif #sparks > 0 then
    local id = sparks[draw(#sparks)]
    if draw(2) == 1 then spark.update(id, {title = "Changed " .. i, notes = note()}) else spark.remove(id) end
  end
end
