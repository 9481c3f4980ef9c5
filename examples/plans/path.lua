-- Two featured weapons: what is it worth to choose one, and to exchange 150 rolls for it?
-- Everybody wants the blade and rolls ten times a day. Some choose nothing; some choose the blade, which
-- is certain after two other legendary cards; some also exchange their rolls as soon as they buy it. The
-- exact values are beside those of the simulated players.
-- Run it with: flint simulate examples/plans/path.lua
local function legendary(id, name)
  return {id = id, name = name, category = "idea", rarity = "legendary", exclusive = true}
end

local function weapons(entry)
  entry.pool, entry.stop_at, entry.roll = "weapons", "card:blade", 10
  return {pools = {entry}}
end

sim.assert{
  measure = "rolls until weapons/card:blade", segment = "both", of = "reached", at_least = 0.99,
}

return {
  rules = {
    id = "path", extends = "ignition",
    currencies = {gems = {}},
    cards = {
      legendary("blade", "Blade"), legendary("bow", "Bow"), legendary("sage", "Sage"),
      {id = "page", name = "Page", category = "idea", rarity = "common", exclusive = true},
    },
    pools = {{
      id = "weapons", cards = {"sage", "page"},
      rates = {common = "99.3%", legendary = "0.7%"},
      pity = {legendary = {soft_start = 63, soft_step = "7%", hard = 80}},
      featured = {cards = {"blade", "bow"}, share = "75%", guarantee = true, path = 2},
      exchange = {at = 150}, price = {gems = 160},
    }},
  },
  seed = 2026,
  players = 6000,
  days = 25,
  measure = {"rolls until weapons/card:blade", "days until weapons/card:blade"},
  policy = {sparks = 0, income = {gems = 1600}},
  segments = {
    {name = "luck", share = "1/3", policy = weapons{}},
    {name = "path", share = "1/3", policy = weapons{choose = "blade"}},
    {name = "both", share = "1/3", policy = weapons{choose = "blade", exchange = "blade"}},
  },
}
