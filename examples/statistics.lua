-- Statistics of a year of sparks: by month, by week, by day.
-- flint: --scratch --seed 2026 --zone Europe/Rome --now 2026-08-31T21:00

local folder = arg[0]:match("^(.*/)") or ""
for row in csv.rows(folder .. "data/sparks.csv") do
  spark.add{
    title = row.title, category = row.category, intensity = row.intensity, at = row.at,
    actual = row.actual ~= "" and math.tointeger(row.actual) or nil,
  }
end

-- A chart of the months.
local months = stats.series{metric = "sparks", by = "month"}
local most = 0
for _, b in ipairs(months.buckets) do most = math.max(most, b.value) end
print(("%d sparks in %d days"):format(months.total, months.days))
for _, b in ipairs(months.buckets) do
  print(("%s %4d %s"):format(b.period, b.value, ("#"):rep(b.value * 40 // most)))
end

-- The sum is the same for every period.
for _, by in ipairs{"day", "week", "month", "year"} do
  local sum = 0
  for _, b in ipairs(stats.series{metric = "sparks", by = by}.buckets) do sum = sum + b.value end
  assert(sum == months.total)
end

-- The best week for ideas of high intensity.
local best
for _, week in ipairs(stats.series{
  metric = "spark_points", by = "week", category = "idea", min_intensity = "high",
}.buckets) do
  if not best or week.value > best.value then best = week end
end
print(("Best week for strong ideas: %s, %d points"):format(best.period, best.value))

-- The summary of the spring, for all sparks and for energy alone.
local spring = {since = "2026-03-01", before = "2026-06-01"}
local all = stats.summary(spring)
spring.category = "energy"
local energy = stats.summary(spring)
print(("Spring: %d sparks on %d of %d days, mean intensity %.2f, productivity %.0f %%"):format(
  all.sparks, all.spark_days, all.days, all.mean_intensity, all.productivity * 100))
print(("Most of them on a %s, and around %d:00"):format(all.weekday, all.hour))
print(("Energy: %.1f %% of them; its trend at the end of May: %s"):format(
  all.by_category.energy.share * 100, energy.trend.direction))
assert(energy.sparks == all.by_category.energy.sparks)
