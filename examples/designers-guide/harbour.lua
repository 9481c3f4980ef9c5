-- Harbour: the cards of cards.csv, caught in a net, and a banner for the moonfish.
-- flint rules check examples/designers-guide/harbour.lua
local sheet = {
  {"shrimp", "Shrimp", "bronze", 3000},
  {"sardine", "Sardine", "bronze", 2500},
  {"crab", "Crab", "bronze", 2000},
  {"mackerel", "Mackerel", "bronze", 1000},
  {"squid", "Squid", "silver", 600},
  {"salmon", "Salmon", "silver", 450},
  {"ray", "Ray", "silver", 300},
  {"turtle", "Turtle", "gold", 75},
  {"marlin", "Marlin", "gold", 50},
  {"whale", "Whale", "gold", 25},
}

-- The weights of the sheet sum to 10,000: the rate of a rarity is the sum of the weights of its cards.
local cards, ids, rate = {}, {}, {bronze = 0, silver = 0, gold = 0}
for i, row in ipairs(sheet) do
  local id, name, rarity, weight = table.unpack(row)
  ids[i] = id
  cards[i] = {id = id, name = name, category = "voyage", rarity = rarity, weight = weight}
  rate[rarity] = rate[rarity] + weight
end

cards[#cards + 1] = {
  id = "moonfish", name = "Moonfish", category = "voyage", rarity = "gold", exclusive = true,
}

local function banner(id, title, from, before)
  return {
    id = id, title = title, from = from, before = before, cards = ids,
    pity = {gold = {soft_start = 30, soft_step = "2%", hard = 50}},
    featured = {cards = {"moonfish"}, share = "50%", guarantee = true},
    carry = "moon",
    price = {pearls = 100}, bundle = {size = 10, price = {pearls = 950}, at_least = "silver"},
  }
end

return {
  id = "harbour",
  categories = {{id = "voyage", points = 10}},
  intensities = {{id = "calm", multiplier = 1}, {id = "storm", multiplier = 2}},
  rarities = {
    {id = "bronze", rate = rate.bronze .. "/10000", duplicate = 1},
    {id = "silver", rate = rate.silver .. "/10000", duplicate = 5},
    {id = "gold", rate = rate.gold .. "/10000", duplicate = 25},
  },
  -- A voyage brings points; cards come from pools.
  drops = {chance = 0, empty_cell = "none"},
  fuel = {capacity = 1000}, tokens = {initial = 0, per_overload = 0},
  levels = {{title = "Deckhand", threshold = 0}, {title = "Captain", threshold = 1000}},
  missions = {}, ladders = {},
  tasks = {credit_points = false, scores = {P0 = 0, P1 = 0, P2 = 0, P3 = 0}},
  cards = cards,
  currencies = {pearls = {start = 500, per_day = 100}},
  offers = {
    {id = "pouch", title = "Pouch", money = "4.99", grants = {pearls = 500}},
    {id = "chest", title = "Chest", money = "29.99", grants = {pearls = 3600}},
  },
  money_unit = "EUR",
  pools = {
    {id = "net", title = "The Net", cards = ids, price = {pearls = 100}},
    banner("moon", "The Night of the Moonfish", "2027-03-01", "2027-04-12"),
    banner("moon-again", "The Moonfish Returns", "2027-09-01", "2027-10-13"),
  },
}
