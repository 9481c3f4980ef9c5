-- Three packs a day, or five, for 40 days: how many of the 102 cards does a player have, and who has a
-- legendary one?
-- Run it with: flint simulate examples/worlds/packs_plan.lua
sim.assert{measure = "rolls.forest", segment = "three", quantile = 0.5, at_least = 120, at_most = 120}
sim.assert{measure = "cards", segment = "three", quantile = 0.05, at_least = 90}
sim.assert{
  measure = "rolls until forest/first:legendary", segment = "five", of = "reached", at_most = 0.5,
}

return {
  rules = "packs.lua",
  seed = 2026,
  players = 1000,
  days = 40,
  measure = {
    "rolls.forest", "cards", "rolls until forest/first:legendary", "rolls until forest/all:common",
  },
  policy = {sparks = 0, income = {hourglasses = 12}, pools = {{pool = "forest"}}},
  segments = {
    {name = "three", share = 0.8},
    {name = "five", share = 0.2, policy = {income = {hourglasses = 36}}},
  },
}
