-- A promise of the game's, checked before every release: flint simulate ends with status 1 when one
-- does not hold, or when so many players do not tell.
-- Run it with: flint simulate examples/plans/in-ci.lua
sim.assert{measure = "sparks until first:legendary", quantile = 0.95, at_most = 300}
sim.assert{measure = "sparks until first:legendary", at_least = 80, at_most = 90}

return {
  rules = "ignition",
  seed = 2026,
  players = 1024,
  goal = "first:legendary",
}
