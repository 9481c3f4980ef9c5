-- Mood against sparks: are days with more sparks better days, and how sure is that?
--
-- flint run mood_against_sparks.lua
-- flint run mood_against_sparks.lua -- --since 2026-01-01 --lag 1    mood of the day after
--
-- Only rated days count. Reads the profile, changes nothing, needs no permissions.

local given = args.parse{
  summary = "Compares the mood of days with their sparks.",
  {"--since", type = "day", optional = true, help = "The first day; the first rated one if not given."},
  {"--lag", type = "integer", default = 0, help = "Compare sparks with the mood this many days later."},
}
if given.lag < 0 then fail("--lag: expected at least 0") end

-- Days in order, each with its sparks and its mood.
local range = mood.summary{since = given.since}
local sparks = {}
if range.rated > 0 then
  local first = clock.add_days(range.since, -given.lag)
  for _, b in ipairs(stats.series{metric = "sparks", since = first, before = range.before}.buckets) do
    sparks[b.first_day] = b.value
  end
end
local xs, ys = {}, {}
for m in mood.each{since = given.since} do
  local x = sparks[clock.add_days(m.day, -given.lag)]
  if m.mood ~= "missing" and x then xs[#xs + 1], ys[#ys + 1] = x, m.value end
end
local n = #xs
if n == 0 then return print("There are no rated days: record moods first, for a month or more.") end

-- Pearson's coefficient, with the moods rotated by a number of days; nil if one of the two is constant.
local function correlation(turn)
  local sx, sy, sxx, syy, sxy = 0, 0, 0, 0, 0
  for i = 1, n do
    local x, y = xs[i], ys[(i - 1 + turn) % n + 1]
    sx, sy, sxx, syy, sxy = sx + x, sy + y, sxx + x * x, syy + y * y, sxy + x * y
  end
  local spread = (n * sxx - sx * sx) * (n * syy - sy * sy)
  return spread > 0 and (n * sxy - sx * sy) / math.sqrt(spread) or nil
end

local groups = {{name = "no spark", at_most = 0}, {name = "1 or 2", at_most = 2}, {name = "3 or more"}}
for i = 1, n do
  for _, g in ipairs(groups) do
    if not g.at_most or xs[i] <= g.at_most then
      g.days, g.sum, g.squares = (g.days or 0) + 1, (g.sum or 0) + ys[i], (g.squares or 0) + ys[i] ^ 2
      break
    end
  end
end
print(("%d rated %s from %s on%s"):format(n, n == 1 and "day" or "days", range.since, given.lag == 0 and ""
  or (", mood %d %s after the sparks"):format(given.lag, given.lag == 1 and "day" or "days")))
print(("\n%-12s%6s%11s%9s"):format("sparks", "days", "mean mood", "± 95 %"))
for _, g in ipairs(groups) do
  local days, mean, error = g.days or 0, "-", "-"
  if days > 0 then mean = ("%.2f"):format(g.sum / days) end
  if days > 1 then
    local variance = math.max(0, g.squares - g.sum ^ 2 / days) / (days - 1)
    error = ("%.2f"):format(1.96 * math.sqrt(variance / days))
  end
  print(("%-12s%6d%11s%9s"):format(g.name, days, mean, error))
end

local r = correlation(0)
if n < 10 or not r then
  return print("\nToo few or too similar days for a coefficient: at least ten different days are needed.")
end
if math.abs(r) > 1 - 1e-12 then return print(("\nCorrelation %+.2f over %d days: a straight line"):format(r, n)) end

-- Fisher's z is nearly normally distributed with standard error 1/√(n − 3).
local z, step = math.log((1 + r) / (1 - r)) / 2, 1.96 / math.sqrt(n - 3)
local function back(v) return (math.exp(2 * v) - 1) / (math.exp(2 * v) + 1) end
print(("\nCorrelation %+.2f over %d days, 95 %% interval %+.2f to %+.2f (Fisher's z)"):format(
  r, n, back(z - step), back(z + step)))

-- Good days come in runs, so that days are not independent draws and that interval is too narrow.
-- Rotating the moods against the sparks by every number of days keeps their order, but breaks the link
-- between them.
local as_strong = 1
for turn = 1, n - 1 do
  if math.abs(correlation(turn)) >= math.abs(r) - 1e-12 then as_strong = as_strong + 1 end
end
local p = as_strong / n
print(("As strong or stronger in %d of %d rotations of the days: p = %.3f"):format(as_strong, n, p))
print(p > 0.05 and "This may well be chance."
  or ("Hardly chance; %.0f %% of how moods vary goes with it. It does not tell what causes what."):format(
    r * r * 100))
