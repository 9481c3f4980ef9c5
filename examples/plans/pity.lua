-- What if a legendary were certain at the 90th card without one, and likelier from the 74th on?
-- Both rulebooks are simulated on the same draws, which reduces the variance of the difference. Within
-- 150 sparks not every player gets one: compare the shares that do, and the restricted means, in which
-- the others count with 150. To compare full waiting times, play until goal = "first:legendary".
-- Run it with: flint simulate examples/plans/pity.lua
return {
  rules = {
    "ignition",
    {
      id = "with-pity", extends = "ignition",
      drops = {pity = {legendary = {soft_start = 74, soft_step = 0.06, hard = 90}}},
    },
  },
  seed = 2026,
  players = 512,
  sparks = 150,
  measure = {"cards.legendary", "points", "sparks until first:legendary"},
}
