-- Schemes of chance that games publish, each a pool that is named by its mechanism; docs/schemes.md has their numbers.
-- Question: flint odds pool guarantee --rules examples/schemes/schemes.lua

local cards = {}

-- Adds cards of a rarity and returns their ids.
local function add(rarity, ...)
  for _, id in ipairs{...} do cards[#cards + 1] = {id = id, name = id, category = "game", rarity = rarity} end
  return {...}
end

local function numbered(rarity, name, count)
  local ids = {}
  for n = 1, count do ids[n] = name .. n end
  return add(rarity, table.unpack(ids))
end

add("three", "pebble")
add("four", "shell")
add("five", "pearl", "coral", "hero", "rival")
local usual = {"pebble", "shell", "pearl", "coral"}
local stickers = numbered("three", "sticker", 670)
local commons, rares, epics = numbered("three", "common", 4), numbered("four", "rare", 3), add("five", "epic")
local sets = numbered("three", "basic", 81)
local forest = numbered("three", "leaf", 3)
local tree, crown = add("four", "tree")[1], add("five", "crown")[1]
local silver, gold = add("three", "silver")[1], add("five", "gold")[1]
local pair, treasures = numbered("three", "coin", 2), numbered("four", "gem", 2)

-- The rates of a pool with one rate of the highest rarity, in percent.
local function five(rate) return {three = string.format("%.10g%%", 100 - rate), five = rate .. "%"} end

local function featured(share, more)
  local rule = more or {}
  rule.cards, rule.share = rule.cards or {"hero"}, share
  return rule
end

local both = {"hero", "rival"}
local soft = {soft_start = 74, soft_step = "6%", hard = 90}
local weapon = {soft_start = 63, soft_step = "7%", hard = 77}
local late = {soft_start = 51, soft_step = "2%", hard = 99}

local pools = {
  -- Pity and featured cards.
  {id = "guarantee", rates = five(0.6), pity = {five = soft}, featured = featured("50%", {guarantee = true})},
  {id = "path", rates = five(0.7), pity = {five = weapon},
    featured = featured("75%", {cards = both, guarantee = true, path = 1})},
  {id = "path-of-two", rates = five(0.7), pity = {five = weapon},
    featured = featured("75%", {cards = both, guarantee = true, path = 2})},
  {id = "late", rates = five(2), pity = {five = late}, featured = featured("70%", {cards = both})},
  {id = "exchange", rates = five(2), pity = {five = late}, featured = featured("70%", {cards = both}),
    exchange = {at = 300}},
  {id = "next", rates = five(2), pity = {five = late}, featured = featured("50%", {from = 150})},
  {id = "certain-once", rates = five(0.8), pity = {five = {soft_start = 66, soft_step = "5%", hard = 80}},
    featured = featured("50%", {hard = 120, once = true})},
  {id = "ceiling", rates = five(1), featured = featured("80%", {hard = 330, once = true})},
  {id = "spark", rates = five(3), featured = featured("25%"), exchange = {at = 200}},
  {id = "ticket", rates = five(3), featured = featured("50%"), exchange = {at = 100, limit = 1}},
  {id = "ramps", rates = five(0.8), featured = featured("50%", {guarantee = true}), pity = {five = {rates = {
    {from = 1, rate = "0.8%"}, {from = 66, step = "4%"}, {from = 71, step = "8%"}, {from = 76, step = "10%"},
    {from = 79, rate = 1}}}}},
  {id = "tens", rates = five(4), featured = featured("1/8"),
    pity = {five = {rates = {{from = 11, step = "0.5%", every = 10}, {from = 101, rate = 1}}}}},
  {id = "rounds", rates = five(6), featured = featured("50%"), price = {gems = {5, 4, 4, 4, 3}}, first_price = {gems = 0},
    pity = {five = {rates = {{from = 6, step = "0.5%", every = 5}, {from = 121, rate = 1}}, round = 5}}},
  {id = "memory", rates = five(0.6), pity = {five = soft},
    featured = featured({"50%", "50%", "75%", 1}, {guarantee = true})},
  {id = "two-counters", rates = {three = "94.3%", four = "5.1%", five = "0.6%"},
    pity = {five = soft, four = {soft_start = 9, soft_step = "51%", hard = 10, reset = "exact"}}},
  {id = "growing", rates = five(5), pity = {five = {soft_start = 2, soft_step = "1%"}}},
  {id = "multi", rates = {three = "85%", four = "12%", five = "3%"},
    bundle = {size = 6, price = {gems = 800}, at_least = "four"}},
  {id = "sooner", rates = five(5), pity = {five = {first = 10, hard = 40}}},
  {id = "carry-a", rates = five(0.6), pity = {five = soft}, featured = featured("50%", {guarantee = true}), carry = "hero"},
  {id = "carry-b", rates = five(0.6), pity = {five = soft}, cards = {"pebble", "pearl", "coral"},
    featured = featured("50%", {cards = {"rival"}, guarantee = true}), carry = "hero"},

  -- Packs, boxes and collections.
  {id = "album", cards = stickers, packs = {{slots = {{count = 5, rates = {three = 1}, distinct = true}}}}},
  {id = "booster", cards = sets, packs = {{slots = {{count = 7, rates = {three = 1}, distinct = true}}}}},
  {id = "slot", cards = {table.unpack(commons)}, packs = {{slots = {
    {count = 3, rates = {three = "60%", four = "30%", five = "10%"}, distinct = true}}}}},
  {id = "kinds", cards = {"pearl", "coral", "hero", table.unpack(commons)}, packs = {
    {rate = "99.5%", slots = {{count = 4, rates = {three = 1}}, {rates = {three = "60%", four = "35%", five = "5%"}}}},
    {rate = "0.5%", slots = {{count = 5, rates = {four = "80%", five = "20%"}}}}}},
  {id = "box", box = {counts = {pebble = 3, hero = 1}}},
  {id = "jackpot", box = {counts = {pebble = 16, shell = 3, hero = 1}, reset = "featured"}, featured = {cards = {"hero"}}},
  {id = "scratch", box = {counts = {pebble = 190, shell = 8, hero = 2}, reset = "never"}},
  {id = "cycle", cycle = {}},
  {id = "protected", cards = {table.unpack(pair)}, rates = {three = "70%", four = "30%"},
    protection = {three = 2, four = 1}},
  {id = "points", cards = {table.unpack(forest)}, rates = {three = "90%", four = "8%", five = "2%"},
    exchange = {prices = {three = 35, four = 150, five = 500}, per_roll = 5, choose = "any"}},
  {id = "dust", cards = {pair[1], pair[2], crown}, rates = {three = "90%", five = "10%"},
    exchange = {prices = {three = 2, five = 6}, per_duplicate = {three = 1, five = 4}, choose = "any"}},
  {id = "trades", cards = {pair[1], tree, crown}, rates = {three = "80%", four = "18%", five = "2%"},
    exchange = {prices = {four = 3, five = 9}, per_duplicate = {three = 1, four = 3}, choose = "any"}},
}

local function extend(list, more) table.move(more, 1, #more, #list + 1, list) end

for _, pool in ipairs(pools) do
  if pool.id == "slot" then extend(pool.cards, rares) extend(pool.cards, epics) end
  if pool.id == "kinds" then extend(pool.cards, rares) end
  if pool.id == "protected" then extend(pool.cards, treasures) end
  if pool.id == "points" then extend(pool.cards, {tree, crown}) end
  if pool.cycle then
    for n = 1, 4 do pool.cycle[2 * n - 1], pool.cycle[2 * n] = {card = silver, count = 59}, gold end
  end
  if not (pool.cards or pool.box or pool.cycle) then pool.cards = usual end
  pool.price = pool.price or {gems = 160}
end

return {
  id = "schemes",
  categories = {{id = "game", points = 10}}, intensities = {{id = "calm", multiplier = 1}},
  rarities = {
    {id = "three", rate = "94.3%", duplicate = 0}, {id = "four", rate = "5.1%", duplicate = 0},
    {id = "five", rate = "0.6%", duplicate = 0},
  },
  drops = {chance = 0, empty_cell = "none"}, fuel = {capacity = 1000}, tokens = {initial = 0, per_overload = 0},
  levels = {{title = "Player", threshold = 0}}, missions = {}, ladders = {},
  tasks = {credit_points = false, scores = {P0 = 0, P1 = 0, P2 = 0, P3 = 0}},
  currencies = {gems = {start = 0}}, cards = cards, pools = pools,
}
