-- A game without pity, where eleven rolls cost ten, and the 330th roll gives the featured card.
return {
  id = "summon", extends = "ignition",
  currencies = {quartz = {start = 30, per_day = 1}},
  cards = {
    {id = "queen", name = "The Queen", category = "idea", rarity = "legendary", exclusive = true},
    {id = "knight", name = "The Knight", category = "idea", rarity = "legendary", exclusive = true},
    {id = "page", name = "A Page", category = "idea", rarity = "rare", exclusive = true},
  },
  pools = {
    {
      id = "queen", cards = {"knight", "page"}, rates = {rare = "99%", legendary = "1%"}, pity = {},
      featured = {cards = {"queen"}, share = "80%", hard = 330, once = true},
      price = {quartz = 3}, bundle = {size = 11, price = {quartz = 30}},
    },
    {
      id = "queen-plain", cards = {"knight", "page"}, rates = {rare = "99%", legendary = "1%"},
      pity = {}, featured = {cards = {"queen"}, share = "80%"}, price = {quartz = 3},
    },
  },
}
