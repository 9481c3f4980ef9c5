-- What is a ceiling of 330 rolls worth? Both segments buy eleven rolls a day: of the pool in which the
-- featured card is certain by the 330th roll, or of the one without. The exact values are beside those
-- of the simulated players.
-- Run it with: flint simulate examples/worlds/summon_plan.lua
local function rolls(pool)
  return {pools = {{pool = pool, roll = 11, stop_at = "featured"}}}
end

sim.assert{
  measure = "rolls until queen/featured", segment = "ceiling", of = "reached", at_least = 0.99,
}
sim.assert{
  measure = "rolls until queen-plain/featured", segment = "plain", of = "reached", at_most = 0.95,
}

return {
  rules = "summon.lua",
  seed = 2026,
  players = 4000,
  days = 31,
  measure = {
    "rolls until queen/featured", "rolls until queen-plain/featured", "rolls until queen/first:ssr",
  },
  policy = {sparks = 0, income = {quartz = 33}},
  segments = {
    {name = "ceiling", share = 0.5, policy = rolls("queen")},
    {name = "plain", share = 0.5, policy = rolls("queen-plain")},
  },
}
