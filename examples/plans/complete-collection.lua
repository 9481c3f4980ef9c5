-- How long does the whole collection take, and how far is a player after half a year?
-- Run it with: flint simulate examples/plans/complete-collection.lua
return {
  rules = "ignition",
  seed = 2026,
  players = 256,
  days = 182,
  measure = {
    "cards", "cards.legendary", "sparks until distinct:40", "sparks until complete",
    "days until complete",
  },
  -- Weekdays are busier than weekends.
  policy = {sparks = {3, 3, 3, 3, 3, 1, 1}},
}
