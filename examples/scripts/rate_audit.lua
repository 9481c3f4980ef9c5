-- Rate audit: were cards drawn at the rates of the rulebook?
--
-- flint run rate_audit.lua                            the whole history
-- flint run rate_audit.lua -- --since 2026-06-01      the cards since a day
-- flint run rate_audit.lua -- --strict --alpha 0.001  ends with status 1 if something looks off
--
-- Draws are compared with the effective rates of their categories. Choose the first day before looking
-- at the result: among many days some always look odd. Reads the profile, changes nothing, needs no
-- permissions.

local given = args.parse{
  summary = "Compares drawn cards with their rates.",
  {"--since", type = "day", optional = true, help = "Only cards from this day on."},
  {"--alpha", type = "number", default = 0.01, help = "The p-value below which something looks off."},
  {"--detect", default = "20%", help = "The deviation of a rate to detect, as a share of it."},
  {"--strict", type = "flag", help = "Exit with status 1 if something looks off."},
}

if given.alpha <= 0 or given.alpha > 0.2 then fail("--alpha: expected a number up to 0.2") end

local all = audit.profile()
if not all then return print("There is nothing to audit: no card was drawn yet.") end

-- The cards since a day, by category and rarity: duplicates by their points, first copies by their date.
local function counts_since(day)
  local cards, counts = {}, {}
  local function count(card)
    local row = counts[card.category] or {}
    counts[card.category], row[card.rarity] = row, (row[card.rarity] or 0) + 1
  end
  for _, card in ipairs(card.collection{owned = true}.cards) do
    cards[card.id] = card
    if card.first:sub(1, 10) >= day then count(card) end
  end
  local text = export.run{kind = "points", format = "json", columns = {"card"},
    where = {"source=duplicate"}, since = day}.text
  for _, row in ipairs(json.decode(text)) do count(cards[row.card]) end
  return counts
end

-- Independent tests, and the result of each rarity.
local tests, rarities, draws = {}, {}, 0
local function add_rarity(c, observed, expected)
  if observed == 0 and expected == 0 then return end  -- such as "no card", if every spark draws one
  local row = rarities[c.label]
  if not row then
    row = {label = c.label, nominal = c.nominal_rate, observed = 0, expected = 0}
    rarities[c.label], rarities[#rarities + 1] = row, row
  end
  row.observed, row.expected = row.observed + observed, row.expected + expected
end

for _, c in ipairs(all.intervals) do add_rarity(c, c.observed, c.expected) end
if not given.since then
  draws = all.draws
  tests = {{name = "rarities", p = all.p_value}, {name = "cards", p = all.cards.p_value}}
elseif all.conditional or rarities.none then
  fail("with pity, seasons or a drop chance only the whole history can be audited, without --since")
else
  rarities = {}
  local counts = counts_since(given.since)
  for _, category in ipairs(all.categories) do
    local row, observed, rates, n = counts[category.category] or {}, {}, {}, 0
    for i, c in ipairs(category.intervals) do
      observed[i], rates[i] = row[c.label] or 0, c.expected_rate
      n = n + observed[i]
    end
    for i, c in ipairs(category.intervals) do add_rarity(c, observed[i], rates[i] * n) end
    if n > 0 then
      local a = audit.counts{counts = observed, rates = rates}
      tests[#tests + 1] = {name = category.category, p = a.exact_p_value or a.p_value}
    end
    draws = draws + n
  end
end
if draws == 0 then return print("No card was drawn since " .. given.since .. ".") end

print(("%d %s%s, rulebook %s"):format(draws, draws == 1 and "draw" or "draws",
  given.since and " since " .. given.since or "", profile().rulebook))
print(("\n%-10s%9s%10s%9s%9s%11s"):format("rarity", "drawn", "expected", "share", "nominal", "effective"))
local observed, rates, labels = {}, {}, {}
for i, r in ipairs(rarities) do
  print(("%-10s%9d%10.1f%7.2f %%%9s%9.2f %%"):format(r.label, r.observed, r.expected,
    r.observed / draws * 100, r.nominal and ("%.4g %%"):format(r.nominal * 100) or "",
    r.expected / draws * 100))
  observed[i], rates[i], labels[i] = r.observed, r.expected / draws, r.label
end

-- The smallest p-value, times the number of tests (Bonferroni).
table.sort(tests, function(a, b) return a.p < b.p end)
local p = math.min(1, tests[1].p * #tests)
print(("\nThe smallest p-value of %d %s is %.4f (%s); corrected for their number, %.4f"):format(
  #tests, #tests == 1 and "test" or "tests", tests[1].p, tests[1].name, p))
local looks_off = p < given.alpha
print(looks_off
  and ("This looks off: by chance it happens in fewer than %g %% of histories."):format(given.alpha * 100)
  or "Nothing looks off. This does not prove that the rates are correct: see what can be detected.")

local detect = audit.counts{counts = observed, rates = rates, labels = labels, detect = {given.detect},
  alpha = given.alpha}.detect
for _, d in ipairs(detect) do
  print(("  %-9s at %.4g %% instead of %.4g %%: detected in 80 %% of audits of %s draws"):format(
    d.label, d.rate * 100, d.expected_rate * 100, d.draws and ("%d"):format(d.draws) or "no number of"))
end
if looks_off and given.strict then fail(("p = %.4g is below %g"):format(p, given.alpha)) end
