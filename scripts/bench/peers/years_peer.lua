-- Simulates years of a player without missions, fuel, levels or achievements: 940 sparks on 365 days,
-- points, a card each, duplicates, a streak. lua5.4 or luajit years_peer.lua PLAYERS
local players = tonumber(arg[1])
local base = {10, 15, 8, 20, 25}
local times = {1, 1.5, 2, 2.5}
local cards = {{5, 3, 2, 0}, {5, 3, 2, 0}, {5, 3, 1, 1}, {5, 3, 1, 1}, {5, 3, 1, 1}}
local bonus = {10, 25, 50, 100}
local random, floor = math.random, math.floor
math.randomseed(7)

local total = 0
for _ = 1, players do
  local owned, points, streak, longest = {}, 0, 0, 0
  for day = 1, 365 do
    local sparks = day % 7 < 4 and 3 or 2
    for _ = 1, sparks do
      local category = random(5)
      points = points + floor(base[category] * times[random(4)])
      local roll = random(100)
      local rarity = roll <= 60 and 1 or roll <= 90 and 2 or roll <= 98 and 3 or 4
      while cards[category][rarity] == 0 do rarity = rarity - 1 end
      local card = category * 100 + rarity * 10 + random(cards[category][rarity])
      if owned[card] then points = points + bonus[rarity] end
      owned[card] = true
    end
    streak = streak + 1
    if streak > longest then longest = streak end
  end
  total = total + points
end
print("points: " .. total)
