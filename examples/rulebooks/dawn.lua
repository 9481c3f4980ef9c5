-- The rules that examples/data/draws.csv is compared with: a pool with a featured card and a guarantee.
--   flint audit log examples/data/draws.csv --rules examples/rulebooks/dawn.lua
local cards = {}
local function add(rarity, names)
  for _, name in ipairs(names) do
    cards[#cards + 1] = {
      id = name:lower(), name = name, category = "idea", rarity = rarity, exclusive = true,
    }
  end
end
add("legendary", {"Aurora", "Basalt", "Cinder", "Drift"})
add("epic", {"Ember", "Frost", "Gale", "Hollow", "Iris"})
add("common", {"Pebble", "Twig", "Thread", "Shell", "Feather", "Nail"})

local ids = {}
for _, card in ipairs(cards) do ids[#ids + 1] = card.id end

return {
  id = "dawn", extends = "ignition", cards = cards,
  pools = {
    {
      id = "dawn", title = "Dawn", cards = ids,
      rates = {common = "94.3%", epic = "5.1%", legendary = "0.6%"},
      pity = {legendary = {soft_start = 74, soft_step = "6%", hard = 90}},
      featured = {cards = {"aurora"}, share = "50%", guarantee = true},
    },
  },
}
