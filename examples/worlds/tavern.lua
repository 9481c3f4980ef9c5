-- Packs of five cards with duplicate protection: a legendary card comes within the first 10 packs, and then
-- within each 40, and none comes twice before all have come.
local cards, ids = {}, {}
local function add(count, rarity, name)
  for i = 1, count do
    ids[#ids + 1] = name .. "-" .. i
    cards[#cards + 1] = {
      id = ids[#ids], name = name .. " " .. i, category = "challenge", rarity = rarity,
      exclusive = true,
    }
  end
end
add(49, "common", "tankard")
add(35, "rare", "lute")
add(25, "epic", "tale")
add(10, "legendary", "legend")

return {
  id = "tavern", extends = "ignition",
  currencies = {gold = {start = 0, per_day = 60}, dust = {}},
  duplicate_grants = {
    common = {dust = 5}, rare = {dust = 20}, epic = {dust = 100}, legendary = {dust = 400},
  },
  cards = cards,
  pools = {
    {
      id = "tavern", cards = ids, price = {gold = 100},
      pity = {legendary = {hard = 40, first = 10}}, protection = 1,
      packs = {
        {
          slots = {
            {count = 4, rates = {common = "71.65%", rare = "22.84%", epic = "4.42%", legendary = "1.09%"}},
            {rates = {rare = "80.56%", epic = "15.59%", legendary = "3.85%"}},
          },
        },
      },
    },
  },
}
