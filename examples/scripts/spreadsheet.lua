-- Spreadsheet: the profile as one wide table with a row per day.
--
-- flint run --allow-write days.csv spreadsheet.lua -- days.csv
-- flint run --allow-write days.csv spreadsheet.lua -- days.csv --since 2026-01-01 --replace
-- flint run --allow-write days.csv spreadsheet.lua -- days.csv --delimiter semicolon
--
-- Written in the form that Excel and similar programs expect: a byte order mark, which identifies
-- UTF-8, CRLF line ends, and a ' before text that would be interpreted as a formula. In locales with a
-- decimal comma, Excel expects semicolons. All numbers here are whole. A day without a spark has a
-- streak of 0.

local given = args.parse{
  summary = "Writes a CSV file with a row per day, for a spreadsheet.",
  {"file", help = "The file to write; allow it with --allow-write."},
  {"--since", type = "day", optional = true, help = "The first day (default: the day of the first event)."},
  {"--before", type = "day", optional = true, help = "The day after the last day (default: tomorrow)."},
  {"--delimiter", choices = {"comma", "semicolon", "tab"}, default = "comma",
    help = "The delimiter between columns."},
  {"--replace", type = "flag", help = "Overwrite an existing file."},
}
local categories = {"decision", "energy", "idea", "experiment", "challenge"}

-- The totals of the days with events; days without events are inserted below.
local known = json.decode(export.run{kind = "days", format = "json", before = given.before}.text)
if #known == 0 then return print(given.before and "Nothing happened before that day: no file is written."
  or "Nothing happened yet: no file is written.") end
local since = given.since or known[1].date
local before = given.before or clock.add_days(clock.day(), 1)
if since >= before then fail(("there is no day from %s to before %s"):format(since, before)) end
local total, level, on = 0, 1, {}
for _, d in ipairs(known) do
  on[d.date] = d
  if d.date < since then total, level = d.total_points, d.level end
end

local function by_day(metric, category)
  local values = {}
  local series = stats.series{metric = metric, category = category, since = since, before = before}
  for _, b in ipairs(series.buckets) do values[b.first_day] = b.value end
  return values
end

local sparks, minutes, notes = {}, by_day("minutes"), {}
for _, category in ipairs(categories) do sparks[category] = by_day("sparks", category) end
for m in mood.each() do notes[m.day] = m.note end

local columns = {"day", "weekday", "points", "points_in_all", "level", "streak", "sparks"}
for _, category in ipairs(categories) do columns[#columns + 1] = category end
for _, name in ipairs{"minutes", "cards", "missions", "tasks", "score", "mood", "mood_value", "note"} do
  columns[#columns + 1] = name
end

local delimiters = {comma = ",", semicolon = ";", tab = "\t"}
local writer = csv.writer(given.file, columns, {
  spreadsheet = true, delimiter = delimiters[given.delimiter], replace = given.replace,
})
local nothing = {points = 0, streak = 0, sparks = 0, cards = 0, missions = 0, tasks = 0, task_score = 0}
local day = since
while day < before do
  local d = on[day] or nothing
  total, level = d.total_points or total, d.level or level
  local row = {
    day = day, weekday = clock.weekday(day), points = d.points, points_in_all = total, level = level,
    streak = d.streak, sparks = d.sparks, minutes = minutes[day], cards = d.cards, missions = d.missions,
    tasks = d.tasks, score = d.task_score, mood = d.mood, mood_value = d.mood_value, note = notes[day],
  }
  for _, category in ipairs(categories) do row[category] = sparks[category][day] end
  writer:write(row)
  day = clock.add_days(day, 1)
end
local rows = writer:close()
print(("%s: %d %s, %d columns, %s to %s"):format(
  given.file, rows, rows == 1 and "day" or "days", #columns, since, clock.add_days(before, -1)))
