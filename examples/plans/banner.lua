-- A banner of 120 days: who gets the featured card, in how many rolls, and for how much money?
-- Everybody has three sparks a day, and 100 gems from the first of them. One player in ten buys the pass
-- every 30 days; one in fifty buys chests until the card has come. Under "fair" the featured card is
-- certain by the 160th roll. Both are simulated with the same players.
-- Run it with: flint simulate examples/plans/banner.lua
local function rules(id, hard)
  return {
    id = id, extends = "ignition", money_unit = "EUR",
    currencies = {gems = {start = 1600, per_day = 100}},
    offers = {
      {id = "pass", title = "Pass", money = "4.99", grants = {gems = 3000}},
      {id = "chest", title = "Chest", money = "99.99", grants = {gems = 8080}},
    },
    cards = {
      {id = "hero", name = "Hero", category = "idea", rarity = "legendary", exclusive = true},
      {id = "sage", name = "Sage", category = "idea", rarity = "legendary", exclusive = true},
      {id = "bow", name = "Bow", category = "idea", rarity = "common", exclusive = true},
    },
    pools = {{
      id = "character", cards = {"sage", "bow"},
      rates = {common = "99.4%", legendary = "0.6%"},
      pity = {legendary = {soft_start = 74, soft_step = "6%", hard = 90}},
      featured = {cards = {"hero"}, share = "50%", guarantee = true, hard = hard},
      price = {gems = 160},
    }},
  }
end

sim.assert{measure = "money", segment = "free", quantile = 0.95, at_most = 0}
sim.assert{
  measure = "days until character/featured", segment = "whale", of = "reached", at_least = 0.9,
}
sim.assert{
  measure = "rolls until character/featured", segment = "whale", rules = "fair", quantile = 0.5,
  at_most = 160,
}

return {
  rules = {rules("usual"), rules("fair", 160)},
  seed = 2026,
  players = 2048,
  days = 120,
  measure = {
    "money", "rolls until character/featured", "days until character/featured",
    "dry_days.character",
  },
  policy = {
    sparks = 3,
    pools = {{pool = "character", save_until = {gems = 1600}, roll = 10, stop_at = "featured"}},
  },
  segments = {
    {name = "free", share = 0.88},
    {name = "pass", share = 0.1, policy = {buys = {{offer = "pass", every = 30}}}},
    {
      name = "whale", share = 0.02,
      policy = {buys = {{offer = "chest", below = {gems = 1600}, pool = "character"}}},
    },
  },
}
