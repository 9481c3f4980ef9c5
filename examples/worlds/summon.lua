-- A game with rarities of its own and without pity, where eleven rolls cost ten, and the 330th roll gives
-- the featured card. It extends nothing: what is not here is not in the game.
local both = {cards = {"knight", "squire", "page"}, pity = {}, price = {quartz = 3}}

return {
  id = "summon",
  rarities = {
    {id = "r", rate = "96%", duplicate = 1}, {id = "sr", rate = "3%", duplicate = 10},
    {id = "ssr", rate = "1%", duplicate = 100},
  },
  categories = {{id = "story", points = 10}, {id = "raid", points = 25}},
  intensities = {{id = "solo", multiplier = 1}, {id = "party", multiplier = "3/2"}},
  drops = {chance = 0, empty_cell = "none"},
  fuel = {capacity = 1000}, tokens = {initial = 0, per_overload = 0},
  levels = {{title = "Apprentice", threshold = 0}, {title = "Summoner", threshold = 1000}},
  missions = {
    {id = "weekly-raids", title = "Three Raids", window = "week", metric = "sparks", category = "raid",
      target = 3, reward = 50},
  },
  ladders = {},
  tasks = {credit_points = false, scores = {P0 = 0, P1 = 0, P2 = 0, P3 = 0}},
  currencies = {quartz = {start = 30, per_day = 1}},
  cards = {
    {id = "queen", name = "The Queen", category = "story", rarity = "ssr", exclusive = true},
    {id = "knight", name = "The Knight", category = "story", rarity = "ssr", exclusive = true},
    {id = "squire", name = "A Squire", category = "story", rarity = "sr", exclusive = true},
    {id = "page", name = "A Page", category = "story", rarity = "r", exclusive = true},
  },
  pools = {
    {
      id = "queen", cards = both.cards, pity = both.pity, price = both.price,
      featured = {cards = {"queen"}, share = "80%", hard = 330, once = true},
      bundle = {size = 11, price = {quartz = 30}},
    },
    {
      id = "queen-plain", cards = both.cards, pity = both.pity, price = both.price,
      featured = {cards = {"queen"}, share = "80%"},
    },
  },
}
