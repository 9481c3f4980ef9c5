-- The pools of scripts/bench/run odds: the designs of Tests/PoolReference that GGanalysis models, too.
local function legendary(id)
  return {id = id, name = id, category = "idea", rarity = "legendary", exclusive = true}
end

local character = {legendary = {soft_start = 74, soft_step = "6%", hard = 90}}
local weapon = {legendary = {soft_start = 63, soft_step = "7%", hard = 80}}

local function pool(id, rate, pity, featured, more)
  local pool = {
    id = id, cards = {"page", "hermit"}, price = {gems = 160}, pity = pity, featured = featured,
    rates = {common = tostring(100 - rate) .. "%", legendary = tostring(rate) .. "%"},
  }
  for key, value in pairs(more or {}) do pool[key] = value end
  return pool
end

local five = {"one", "two", "three", "four", "five"}
local cards = {
  {id = "page", name = "page", category = "idea", rarity = "common", exclusive = true},
  legendary("hermit"), legendary("hero"), legendary("blade"), legendary("bow"),
}
for _, id in ipairs(five) do cards[#cards + 1] = legendary(id) end

return {
  id = "pools", extends = "ignition", currencies = {gems = {}}, cards = cards,
  pools = {
    pool("character", 0.6, character, {cards = {"hero"}, share = "50%", guarantee = true}),
    pool("weapons", 0.7, weapon, {cards = {"blade", "bow"}, share = "75%", guarantee = true, path = 2}),
    pool("weapons-path-1", 0.7, weapon, {cards = {"blade", "bow"}, share = "75%", guarantee = true, path = 1}),
    pool("single", 0.8, {}, nil, {cards = {"page", "hero"}}),
    pool("exchange", 0.7, {}, nil, {cards = {"page", "hero"}, exchange = {at = 200, choose = "any"}}),
    pool("set", 1.666, {}, nil, {cards = {"page", table.unpack(five)}}),
  },
}
