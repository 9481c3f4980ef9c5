-- What the person of person.lua has reached at the end of every second month: the medians are the table of
-- docs/rulebooks.md. The measures are named by the month.
local person = require("person")
day = person.day

local measure = {}
for month = 2, person.months, 2 do
  for _, name in ipairs{"level", "cards", "sets", "missions"} do
    measure[("%s_%02d"):format(name, month)] = function(player) return player.reached[month][name] end
  end
end

return {rules = "everyday", seed = 2026, players = 64, days = person.days, measure = measure}
