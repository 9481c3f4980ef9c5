-- Records events of one kind, or of every kind, evenly spread over a year: flint run kinds.lua -- COUNT KIND SET
-- SET is the file of a quest set with a node "n1", "n2" … for each event.
local count, kind, set = tonumber(arg[1]), arg[2], arg[3]
local start, year = 1735689600, 365 * 86400
local categories = {"decision", "energy", "idea", "experiment", "challenge"}
local intensities = {"low", "medium", "high", "extreme"}
local activities = {"open", "journal", "sos", "self_care"}
math.randomseed(7)

local days = {}
for number = 0, 366 do days[number] = os.date("!%Y-%m-%d", start + number * 86400) end
for number = 1, 5 do tracker.add{name = "Tracker " .. number, at = start} end
if kind == "node" or kind == "every" then quest.add(set, {at = start}) end

local open, nodes = {}, 0
local record = {}
function record.spark(i, t)
  spark.add{
    title = "Spark " .. i, category = categories[math.random(5)],
    intensity = intensities[math.random(4)], at = t}
end
function record.task(i, t, day)
  open[#open + 1] = task.add{name = "Task " .. i, priority = math.random(4), due = day, at = t}.id
end
function record.complete(i, t, day)
  local id = table.remove(open)
  if id then task.complete(id, {at = t}) else record.task(i, t, day) end
end
function record.mood(_, t, day) mood.add{mood = math.random(0, 4), day = day, at = t} end
function record.activity(_, t) activity.add{kind = activities[math.random(4)], text = "A line", at = t} end
function record.entry(_, t)
  tracker.add_entry("Tracker " .. math.random(5), {minutes = math.random(0, 90), at = t})
end
function record.node(_, t)
  nodes = nodes + 1
  quest.complete("n" .. nodes, {at = t})
end

-- A third sparks, and the rest of all other kinds.
local turns = {
  "spark", "task", "mood", "spark", "complete", "activity", "spark", "task", "entry", "spark",
  "complete", "node",
}
for i = 1, count do
  local t = start + year / count * i
  local name = kind == "every" and turns[i % #turns + 1] or kind
  record[name](i, t, days[(t - start) // 86400 // 1 | 0])
end
