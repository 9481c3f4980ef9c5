-- A pack costs 100 gold, and a day brings 120: who has a legendary card after which pack, who has all ten
-- of them after half a year, and what do duplicates bring?
-- Run it with: flint simulate examples/worlds/tavern_plan.lua
sim.assert{measure = "rolls until tavern/first:legendary", quantile = 0.99, at_most = 10}
sim.assert{measure = "rolls until tavern/all:legendary", of = "reached", at_least = 0.97}

return {
  rules = "tavern.lua",
  seed = 2026,
  players = 512,
  days = 182,
  measure = {
    "rolls.tavern", "rolls until tavern/first:legendary", "rolls until tavern/all:legendary",
    "days until tavern/first:legendary", "currency.dust",
  },
  policy = {sparks = 0, income = {gold = 60}, pools = {{pool = "tavern"}}},
}
