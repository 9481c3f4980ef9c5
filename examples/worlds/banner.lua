-- A game with limited banners: a character with a guarantee, and weapons with a chosen path.
-- Questions: flint odds pool character --rules examples/worlds/banner.lua
local function legendary(id, name)
  return {id = id, name = name, category = "idea", rarity = "legendary", exclusive = true}
end

return {
  id = "banner", extends = "ignition",
  currencies = {gems = {start = 0, per_day = 60}},
  offers = {
    {id = "pouch", money = "0.99", grants = {gems = 60}},
    {id = "bag", money = "14.99", grants = {gems = 1090}},
    {id = "chest", money = "99.99", grants = {gems = 8080}},
  },
  money_unit = "EUR",
  cards = {
    legendary("hero", "The Hero"), legendary("hermit", "The Hermit"),
    legendary("blade", "Blade of Dawn"), legendary("bow", "Bow of Dusk"),
    {id = "page", name = "A Page", category = "idea", rarity = "rare", exclusive = true},
    {id = "squire", name = "A Squire", category = "idea", rarity = "epic", exclusive = true},
  },
  pools = {
    {
      id = "character", title = "The Hero's Return", cards = {"page", "squire", "hermit"},
      rates = {rare = "94.3%", epic = "5.1%", legendary = "0.6%"},
      pity = {
        legendary = {soft_start = 74, soft_step = "6%", hard = 90},
        epic = {soft_start = 9, soft_step = "51%", hard = 10},
      },
      featured = {cards = {"hero"}, share = "50%", guarantee = true},
      carry = "character", price = {gems = 160},
    },
    {
      id = "weapons", title = "Dawn and Dusk", cards = {"page", "squire", "hermit"},
      rates = {rare = "93.3%", epic = "6%", legendary = "0.7%"},
      pity = {legendary = {soft_start = 63, soft_step = "7%", hard = 80}},
      featured = {cards = {"blade", "bow"}, share = "75%", guarantee = true, path = 2},
      price = {gems = 160},
    },
  },
}
