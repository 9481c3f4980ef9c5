-- A year as a Markdown report: months, categories, mood, tasks, cards and highlights.
--
-- flint run yearly_report.lua -- --year 2026                                        to the terminal
-- flint run --allow-write 2026.md yearly_report.lua -- --year 2026 --output 2026.md
--
-- Reads the profile and changes nothing. A file is written only if --allow-write allows it.

local given = args.parse{
  summary = "Writes a Markdown report of a year.",
  {"--year", type = "integer", optional = true, help = "The year (default: this year)."},
  {"--output", "-o", optional = true, help = "The file to write (default: standard output)."},
  {"--width", type = "integer", default = 24, help = "The length of the longest bar in characters."},
}

local today = clock.day()
local year = given.year or tonumber(today:sub(1, 4))
local since, before = ("%04d-01-01"):format(year), ("%04d-01-01"):format(year + 1)
if since > today then fail("the year " .. year .. " has not started") end
local tomorrow = clock.add_days(today, 1)
if before > tomorrow then before = tomorrow end

local lines = {}
local function add(form, ...) lines[#lines + 1] = select("#", ...) > 0 and form:format(...) or form end
local function cell(text) return (text:gsub("[|\\`*_<]", "\\%0")) end
local function count(n, one, many) return ("%d %s"):format(n, n == 1 and one or many) end
local function mean(value) return value and ("%.2f"):format(value) or "–" end
local function bar(value, most)
  return ("█"):rep(most > 0 and math.floor(value / most * given.width + 0.5) or 0)
end
local function series(metric, by, category)
  return stats.series{metric = metric, by = by, since = since, before = before, category = category}
end

local all = stats.summary{since = since, before = before}
add("# The year %d%s\n", year, before == tomorrow and ", up to " .. today or "")
if all.events == 0 then
  add("Nothing was recorded.")
else
  add("%s on %s of %d, %d points, %s completed.\n", count(all.sparks, "spark", "sparks"),
    count(all.spark_days, "day", "days"), all.days, all.points.total,
    count(all.missions, "mission", "missions"))

  add("## Months\n\n| month | sparks | points | mood | tasks | |\n|---|--:|--:|--:|--:|:--|")
  local points, sparks, most = series("points", "month"), series("sparks", "month"), 0
  local moods, tasks = series("mood_mean", "month"), series("tasks", "month")
  for _, b in ipairs(points.buckets) do most = math.max(most, b.value) end
  for i, b in ipairs(points.buckets) do
    add("| %s | %d | %d | %s | %d | %s |", b.period, sparks.buckets[i].value, b.value,
      mean(moods.buckets[i].value), tasks.buckets[i].value, bar(b.value, most))
  end

  add("\n## Categories\n\n| category | sparks | share | points | |\n|---|--:|--:|--:|:--|")
  for _, name in ipairs{"decision", "energy", "idea", "experiment", "challenge"} do
    local c = all.by_category[name]
    add("| %s | %d | %.1f %% | %d | %s |", name, c.sparks, c.share * 100,
      series("spark_points", "year", name).total, bar(c.share, 1))
  end

  add("\n## Mood\n")
  local rated = mood.summary{since = since, before = before}
  if rated.rated == 0 then
    add("No day was rated.")
  else
    add("%s rated, mean %.2f of 4, best on a %s, worst on a %s.\n",
      count(rated.rated, "day", "days"), rated.mean, rated.best_weekday, rated.worst_weekday)
    for _, name in ipairs{"great", "good", "average", "bad", "horrible"} do
      local n = rated.counts[name]
      add("    %-8s %4d %s", name, n, bar(n, rated.rated))
    end
  end

  add("\n## Highlights\n")
  local best, longest = nil, {streak = 0}
  for _, d in ipairs(json.decode(export.run{
    kind = "days", format = "json", since = since, before = before,
  }.text)) do
    if not best or d.points > best.points then best = d end
    if d.streak > longest.streak then longest = d end
  end
  add("- Best day: %s, with %d points", best.date, best.points)
  if longest.streak > 0 then
    add("- Longest streak: %s, up to %s", count(longest.streak, "day", "days"), longest.date)
    add("- Most sparks on a %s, and around %d:00", all.weekday, all.hour)
  end
  if all.tasks > 0 then
    add("- %s done, with a score of %d", count(all.tasks, "task", "tasks"), all.task_score)
  end
  for _, rarity in ipairs{"legendary", "epic"} do
    for _, card in ipairs(card.collection{owned = true, rarity = rarity}.cards) do
      local day = card.first:sub(1, 10)
      if day >= since and day < before then
        add("- New %s card: %s, %s", rarity, cell(card.name), day)
      end
    end
  end
  for a in achievement.each{unlocked = true} do
    if a.day >= since and a.day < before then add("- Achievement: %s, %s", cell(a.title), a.day) end
  end
end

local text = table.concat(lines, "\n") .. "\n"
if given.output then
  fs.write(given.output, text)
  print(("%s: the year %d, %d lines"):format(given.output, year, select(2, text:gsub("\n", ""))))
else
  print((text:gsub("\n$", "")))
end
