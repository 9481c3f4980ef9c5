-- How many sparks until the first legendary card, and how many days at three a day?
-- Run it with: flint simulate examples/plans/first-legendary.lua
return {
  rules = "ignition",
  seed = 2026,
  players = 512,
  goal = "first:legendary",
  policy = {sparks = 3},
}
