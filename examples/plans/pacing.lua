-- Pacing of a season with a custom policy: a player who starts eagerly, tires, and becomes active again
-- at every new level.
local categories = {"decision", "energy", "idea", "experiment", "challenge"}

function day(player, today)
  -- The state of a player is in its own table; globals cannot be set.
  player.zeal = player.zeal or 5
  for _ = 1, math.random(0, player.zeal) do
    local got = spark.add{
      title = "Practice", category = categories[math.random(#categories)],
      intensity = math.random(4) == 1 and "high" or "medium",
    }
    if got.level_up then player.zeal = 5 end
  end
  if today.weekday == "Sunday" then
    mood.add{mood = player.zeal > 2 and "good" or "average", day = today.day}
    player.zeal = math.max(1, player.zeal - 1)
  end
  if profile().streak == 0 then player.missed = (player.missed or 0) + 1 end
end

return {
  rules = "ignition",
  seed = 2026,
  players = 64,
  days = 84,
  measure = {
    "points", "level", "missions", "days until level:5", "days until level:10", "moods",
    -- Any other measure of a player, as a whole number.
    days_without_streak = function(player) return player.missed or 0 end,
  },
}
