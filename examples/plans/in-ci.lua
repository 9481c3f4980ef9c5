-- Properties of the game, checked before every release: flint simulate ends with status 1 if an
-- assertion fails or the number of players is too small to decide.
sim.assert{measure = "sparks until first:legendary", quantile = 0.95, at_most = 300}
sim.assert{measure = "sparks until first:legendary", at_least = 80, at_most = 90}

return {
  rules = "ignition",
  seed = 2026,
  players = 1024,
  goal = "first:legendary",
}
