-- A custom rulebook: its entries replace or extend those of `ignition`.
--
--   flint rules check examples/rulebooks/winter.lua
--   flint rules diff ignition examples/rulebooks/winter.lua
--   flint replay --rules examples/rulebooks/winter.lua
--   flint rules set examples/rulebooks/winter.lua
--
-- It is Lua, so entries can be created in a loop; but it has no access to the clock, files or random
-- numbers, so that it returns the same rulebook everywhere.
local snow = {}
for number, name in ipairs {"First Flake", "Snow Angel", "Snow Globe"} do
  snow[number] = {
    id = "winter-" .. name:lower():gsub(" ", "-"), name = name, category = "idea",
    rarity = ({"common", "rare", "legendary"})[number],
    from = "2026-12-01", before = "2027-01-01",
  }
end

return {
  id = "winter",
  extends = "ignition",

  -- Ideas are worth more, and legendaries are more frequent: guaranteed at the 60th card.
  points = {idea = 12},
  drops = {
    rates = {common = "60%", rare = "29%", epic = "8%", legendary = "3%"},
    pity = {legendary = {soft_start = 40, soft_step = 0.02, hard = 60}},
  },

  -- Two initial roll tokens; completed tasks also earn points.
  tokens = {initial = 2},
  tasks = {credit_points = true},

  -- Appended to the inherited missions. A season includes `from` and ends before `before`.
  missions = {
    {
      id = "advent", title = "Advent", window = "life", metric = "spark_days", target = 20,
      reward = 1000, difficulty = "hard", from = "2026-12-01", before = "2026-12-25",
    },
    {
      id = "tidy-desk", title = "Tidy Desk", window = "week", metric = "tasks", target = 10,
      reward = 200,
    },
  },
  -- Inherited missions are changed by their ids, or removed with false.
  change_missions = {["first-steps"] = {target = 5}},

  cards = snow,

  ladders = {
    {
      id = "hearth", title = "By the Fire", rungs = {
        {
          id = "hearth-3", title = "Kindling",
          conditions = {{metric = "activity_streak", at_least = 3}},
        },
        {
          id = "hearth-10", title = "Embers",
          conditions = {
            {metric = "activity_streak", at_least = 10}, {metric = "stability", at_least = "40%"},
          },
        },
      },
    },
  },
}
