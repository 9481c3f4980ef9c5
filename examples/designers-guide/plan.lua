-- The six weeks of the banner: who gets the moonfish, after how many rolls, and for how much money?
-- Everybody saves 950 pearls and then rolls ten times. One player in ten buys a pouch a week, and one in
-- twenty a chest whenever ten rolls are not covered, until the moonfish has come.
-- flint simulate examples/designers-guide/plan.lua
sim.assert{
  measure = "rolls until moon/featured", segment = "free", of = "reached",
  at_least = 0.5, at_most = 0.65,
}
sim.assert{measure = "rolls until moon/featured", segment = "buyer", of = "reached", at_least = 0.95}
sim.assert{measure = "money", segment = "buyer", quantile = 0.95, at_most = 9000}

return {
  rules = "harbour.lua",
  seed = 2027, players = 4096, start = "2027-03-01", days = 42,
  measure = {"rolls until moon/featured", "money"},
  policy = {
    sparks = 1,
    pools = {{pool = "moon", save_until = {pearls = 950}, roll = 10, stop_at = "featured"}},
  },
  segments = {
    {name = "free", share = 0.85},
    {name = "pouch", share = 0.1, policy = {buys = {{offer = "pouch", every = 7, pool = "moon"}}}},
    {
      name = "buyer", share = 0.05,
      policy = {buys = {{offer = "chest", below = {pearls = 950}, pool = "moon"}}},
    },
  },
}
