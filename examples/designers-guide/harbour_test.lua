-- flint test --rules examples/designers-guide/harbour.lua examples/designers-guide

local function disclosed(id)
  return odds.disclose{pool = id, date = "2027-03-01"}.pools[1]
end

test("the net gives each card of the sheet with its share of 10,000", function(t)
  local nominal = {}
  for _, card in ipairs(disclosed("net").cards) do nominal[card.id] = card.nominal end
  local count = 0
  for row in csv.rows("examples/designers-guide/cards.csv") do
    t.near(nominal[row.card], tonumber(row.weight) / 10000, 1e-12, row.card)
    count = count + 1
  end
  t.eq(count, 10)
end)

test("half of the players have the moonfish after 40 rolls, and all after 100", function(t)
  local moonfish = disclosed("moon").costs[1]
  t.eq(moonfish.goal, "card:moonfish")
  t.eq(moonfish.quantiles[1].rolls, 40)
  t.eq(moonfish.certain.rolls, 100)
end)

test("a gold card comes within 50 rolls, and a silver one in each bundle", function(t)
  t.clock("2027-03-01T12:00")
  currency.grant{currency = "pearls", amount = 4750, reason = "test"}
  local since, silver = 0, 0
  for number, card in ipairs(pool.roll("moon", 50).cards) do
    since = card.rarity == "gold" and 0 or since + 1
    if card.rarity ~= "bronze" then silver = silver + 1 end
    if number % 10 == 0 then t.ok(silver > 0) silver = 0 end
    t.ok(since < 50)
  end
end)

test("nothing is rolled that the pearls do not cover, nor after the last day", function(t)
  t.clock("2027-03-01T12:00")
  t.eq(#pool.roll("net", 5).cards, 5)
  t.eq(select(2, pool.roll("net", 2)).code, "not_covered")
  t.clock("2027-04-12T12:00")
  t.eq(select(2, pool.roll("moon")).code, "refused")
end)
