-- Seven tickets a day, and a box of 100 lots in which the crown is: the box is filled again when it has come.
-- Everybody has the crown after 100 draws, and most have it several times after a season.
-- Run it with: flint simulate examples/worlds/boxes_plan.lua
sim.assert{measure = "rolls until lots/featured", of = "reached", at_least = 0.99}
sim.assert{measure = "featured.lots", at_least = 7, at_most = 9}

return {
  rules = "boxes.lua",
  seed = 2026,
  players = 1000,
  days = 56,
  measure = {
    "rolls.lots", "featured.lots", "rolls until lots/featured", "rolls until lots/card:ring*3",
    "days until lots/featured",
  },
  policy = {sparks = 0, income = {tickets = 2}, pools = {{pool = "lots"}}},
}
