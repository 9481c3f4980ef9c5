-- The pace of the rulebook everyday for a person with two sparks, a mood, two habits and a task a day,
-- on 80 % of the days; checked with every change.
local categories = {"decision", "energy", "idea", "experiment", "challenge"}
local intensities = {"low", "medium", "medium", "high"}

function day(player, today)
  -- The habits exist from the first day on, whether or not anything is done on it.
  if not player.ready then
    habit.add{name = "Stretch", schedule = {per = "day"}}
    habit.add{name = "Read", schedule = {times = 5, per = "week"}, goal = {at_least = 20, of = "minutes"}}
    player.ready = true
  end
  if math.random() >= 0.8 then return end
  for _ = 1, 2 do
    spark.add{
      title = "Practice", category = categories[math.random(#categories)],
      intensity = intensities[math.random(#intensities)],
    }
  end
  mood.record(today.date, "good")
  habit.done("Stretch")
  habit.done("Read", 25)
  task.complete(task.add{name = "Chore"}.id)
end

sim.assert{measure = "days until level:2", quantile = 0.5, at_least = 5, at_most = 10}
sim.assert{measure = "days until level:10", quantile = 0.5, at_least = 300, at_most = 420}
sim.assert{measure = "days until complete", quantile = 0.5, at_least = 200, at_most = 400}
sim.assert{measure = "mission_percent", quantile = 0.95, at_most = 40}

return {
  rules = "everyday",
  seed = 2026,
  players = 128,
  days = 480,
  measure = {
    "days until level:2", "days until level:4", "days until level:10", "days until complete",
    "points.spark", "points.duplicate", "points.mission", "points.earned",
    -- The share of missions in all points, in whole percents.
    mission_percent = function()
      local points = profile().points
      return points.mission * 100 // points.total
    end,
  },
}
