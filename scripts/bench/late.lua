-- Records events, or rolls cards, at past times in no order: flint run late.lua -- events|rolls COUNT LABEL
-- Texts contain LABEL, so that no event is recorded already.
local kind, count, label = arg[1], tonumber(arg[2]), arg[3]
local start, year = 1735689600, 365 * 86400
math.randomseed(count)

local record = {
  function(i, at) spark.add{title = label .. i, category = "idea", at = at} end,
  function(i, at) activity.add{kind = "journal", text = label .. i, at = at} end,
  function(i, at) tracker.add_entry("Tracker 1", {text = label .. i, at = at}) end,
  function(i, at) mood.add{mood = i % 5, day = os.date("!%Y-%m-%d", at // 1), at = at, key = label .. i} end,
  function(i, at) task.complete(task.add{name = label .. i, at = at}.id, {at = at + 3600}) end,
}
for i = 1, count do
  local at = start + 86400 + (math.random() * (year - 2 * 86400)) // 1
  if kind == "rolls" then
    card.roll("idea", {at = at, key = label .. i})
  else
    for _, add in ipairs(record) do add(i, at) end
  end
end
