-- Packs of five cards, of which the last two have better rates; one pack in 2,000 is of rare cards alone.
local cards, ids = {}, {}
local function add(count, rarity, name)
  for i = 1, count do
    ids[#ids + 1] = name .. "-" .. i
    cards[#cards + 1] = {
      id = ids[#ids], name = name .. " " .. i, category = "idea", rarity = rarity,
      exclusive = true,
    }
  end
end
add(50, "common", "leaf")
add(35, "rare", "branch")
add(14, "epic", "trunk")
add(3, "legendary", "crown")

return {
  id = "packs", extends = "ignition",
  currencies = {hourglasses = {start = 0, per_day = 24}},
  cards = cards,
  pools = {
    {
      id = "forest", cards = ids,
      price = {hourglasses = 12}, pity = {},
      packs = {
        {
          rate = "99.95%",
          slots = {
            {count = 3, rates = {common = 1}},
            {rates = {rare = "95%", epic = "4.96%", legendary = "0.04%"}},
            {rates = {rare = "80%", epic = "19.84%", legendary = "0.16%"}},
          },
        },
        {rate = "0.05%", slots = {{count = 5, rates = {epic = "95%", legendary = "5%"}}}},
      },
    },
  },
}
