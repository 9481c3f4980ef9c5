-- A banner of 42 days at 60 gems a day: who gets the hero for nothing, for a bag a week, and for chests?
-- The gems of ten rolls are saved; whoever has the hero stops.
-- Run it with: flint simulate examples/worlds/banner_plan.lua
local function buys(offer)
  offer.pool = "character"
  return {buys = {offer}}
end

sim.assert{measure = "money", segment = "free", quantile = 0.99, at_most = 0}
sim.assert{measure = "rolls until character/featured", segment = "free", of = "reached", at_most = 0.25}
sim.assert{
  measure = "rolls until character/featured", segment = "chests", of = "reached", at_least = 0.95,
}

return {
  rules = "banner.lua",
  seed = 2026,
  players = 4000,
  days = 42,
  measure = {
    "money", "rolls until character/featured", "rolls until character/first:legendary",
    "days until character/featured",
  },
  policy = {
    sparks = 0, income = {gems = 60},
    pools = {{pool = "character", save_until = {gems = 1600}, roll = 10, stop_at = "featured"}},
  },
  segments = {
    {name = "free", share = 0.85},
    {name = "bags", share = 0.1, policy = buys{offer = "bag", every = 7}},
    {name = "chests", share = 0.05, policy = buys{offer = "chest", below = {gems = 1600}}},
  },
}
