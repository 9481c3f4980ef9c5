-- The work of scripts/bench/draws, in LuaJIT or Lua, with their own generators.
local random = math.random

local cards = {}
for category = 1, 5 do
  for position = 1, 10 do
    cards[#cards + 1] = position <= 5 and 24 or position <= 8 and 20 or category <= 2 and 10
      or position == 9 and 16 or 4
  end
end
-- The card of each of 1000 equally likely numbers.
local table_of = {}
for card, weight in ipairs(cards) do
  for _ = 1, weight do table_of[#table_of + 1] = card end
end

local function rarities(draws)
  local counts = { 0, 0, 0, 0 }
  for _ = 1, draws do
    local number = random(100)
    local rarity = number <= 60 and 1 or number <= 90 and 2 or number <= 98 and 3 or 4
    counts[rarity] = counts[rarity] + 1
  end
  return counts
end

local function rolls(players)
  local sum = 0
  for _ = 1, players do
    local owned, distinct = {}, 0
    for card = 1, 50 do owned[card] = false end
    while distinct < 50 do
      local card = table_of[random(1000)]
      sum = sum + 1
      if not owned[card] then
        owned[card] = true
        distinct = distinct + 1
      end
    end
  end
  return sum
end

local function measure(name, count, unit, body)
  local best = math.huge
  for _ = 1, 5 do
    local start = os.clock()
    body(count)
    best = math.min(best, os.clock() - start)
  end
  print(("%s: %g"):format(name, best / count * unit))
end

measure("rarities", 1000000, 1e9, rarities)
measure("rolls", 2000, 1e6, rolls)
