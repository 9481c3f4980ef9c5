-- The pace of the rulebook everyday for a person with two sparks, a mood, two habits and a task a day,
-- on 80 % of the days; checked before every release.
local categories = {"decision", "energy", "idea", "experiment", "challenge"}
local intensities = {"low", "medium", "medium", "high"}

function day(player, today)
  if math.random() >= 0.8 then return end
  if not player.ready then
    tracker.create{name = "Stretch"}
    tracker.create{name = "Read"}
    player.ready = true
  end
  for _ = 1, 2 do
    spark.add{
      title = "Practice", category = categories[math.random(#categories)],
      intensity = intensities[math.random(#intensities)],
    }
  end
  mood.record(today.date, "good")
  -- Habits stand in as entries, which the rules below pay as everyday pays a habit's day.
  tracker.entry("Stretch", {done = true})
  tracker.entry("Read", {done = true})
  task.complete(task.add{name = "Chore"}.id)
end

sim.assert{measure = "days until level:2", quantile = 0.5, at_least = 5, at_most = 10}
sim.assert{measure = "days until level:10", quantile = 0.5, at_least = 300, at_most = 420}
sim.assert{measure = "days until complete", quantile = 0.5, at_least = 200, at_most = 400}
sim.assert{measure = "mission_percent", quantile = 0.95, at_most = 40}

return {
  rules = {
    id = "everyday-entries", extends = "everyday",
    earn = {
      {event = "task.complete", points = 15, per_day = 10},
      {event = "mood.record", points = 10, roll = "energy", per_day = 1},
      {event = "entry", points = 12, per_day = 10},
    },
  },
  seed = 2026,
  players = 256,
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
