-- The pace of the rulebook everyday over three years, for the person of person.lua; checked with every change.
local person = require("person")
day = person.day

sim.assert{measure = "days until level:2", quantile = 0.5, at_least = 5, at_most = 10}
sim.assert{measure = "days until level:10", quantile = 0.5, at_least = 300, at_most = 420}
sim.assert{measure = "days until mission:whole-album", quantile = 0.5, at_least = 200, at_most = 400}
sim.assert{measure = "mission_percent", quantile = 0.95, at_most = 40}
sim.assert{measure = "duplicate_percent", quantile = 0.95, at_most = 12}
-- The median player reaches something new in every month: a level, a card, a set, or a link of a chain; of twenty
-- players, nineteen do so in all months but three.
sim.assert{measure = "empty_months", quantile = 0.5, at_most = 0}
sim.assert{measure = "empty_months", quantile = 0.95, at_most = 3}
-- The last level is reached at the end of the third year.
sim.assert{measure = "level", quantile = 0.5, at_least = 35}

local function percent(source)
  local points = profile().points
  return points[source] * 100 // points.total
end

return {
  rules = "everyday",
  seed = 2026,
  players = 128,
  days = person.days,
  measure = {
    "days until level:2", "days until level:4", "days until level:10", "days until level:20",
    "days until mission:whole-album", "days until mission:year-of-cards", "level", "cards",
    "points.spark", "points.duplicate", "points.mission", "points.earned",
    mission_percent = function() return percent("mission") end,
    duplicate_percent = function() return percent("duplicate") end,
    empty_months = person.empty_months,
  },
}
