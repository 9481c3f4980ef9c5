-- Records a year of events of every subject, evenly spread: flint run mixed.lua -- COUNT
local count = tonumber(arg[1])
local start, year = 1735689600, 365 * 86400
local categories = {"decision", "energy", "idea", "experiment", "challenge"}
local intensities = {"low", "medium", "high", "extreme"}
local kinds = {"open", "journal", "sos", "self_care"}
math.randomseed(7)

local function at(i) return start + year / count * i end
local open, done, i = {}, {}, 0
for n = 1, 5 do tracker.add{name = "Tracker " .. n, at = at(0)} end
journey.start("2025-01-01", {at = at(0)})
while i < count do
  i = i + 1
  local t, pick = at(i), math.random(0, 99)
  local day = os.date("!%Y-%m-%d", t // 1)
  if pick < 50 then
    spark.add{
      title = "Spark " .. i, category = categories[math.random(5)],
      intensity = intensities[math.random(4)], at = t,
    }
  elseif pick < 60 then
    open[#open + 1] = task.add{
      name = "Task " .. i, priority = math.random(4), due = day, at = t}.id
  elseif pick < 70 and #open > 0 then
    local id = table.remove(open)
    task.complete(id, {at = t})
    done[#done + 1] = id
  elseif pick < 72 and #done > 0 then
    local id = table.remove(done)
    task.reopen(id, {at = t})
    open[#open + 1] = id
  elseif pick < 82 then
    mood.add{mood = math.random(0, 4), day = day, at = t}
  elseif pick < 92 then
    activity.add{kind = kinds[math.random(4)], text = "A line in the journal", at = t}
  else
    tracker.add_entry("Tracker " .. math.random(5), {minutes = math.random(0, 90), at = t})
  end
end
print(profile().points.total)
