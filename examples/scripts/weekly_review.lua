-- A week in review: its results compared with the week before, and what is due next.
--
-- flint run weekly_review.lua                        the last complete week; on a Sunday, this one
-- flint run weekly_review.lua -- --week 2026-03-04   the week that contains this day
--
-- Reads the profile, changes nothing, needs no permissions; for cron on a Sunday evening.

local given = args.parse{
  summary = "Reviews a week and compares it with the week before.",
  {"--week", type = "day", optional = true, help = "Any day of the week (default: the last week)."},
  {"--within", type = "integer", default = 7, help = "The number of days to look ahead for due items."},
}

local today = clock.day()
local sunday = clock.weekday(today) == "Sunday"
local monday = clock.week(given.week or (sunday and today or clock.add_days(today, -7)))
local after = clock.add_days(monday, 7)
if monday > today then fail("the week of " .. monday .. " has not started") end

local function range(first) return {since = first, before = clock.add_days(first, 7)} end
local now, past = stats.summary(range(monday)), stats.summary(range(clock.add_days(monday, -7)))

local function count(n, one, many) return n .. " " .. (n == 1 and one or many) end

-- One line of the comparison. Means are nil without ratings.
local function line(name, this, last, form)
  local function text(value) return value and form:format(value) or "-" end
  local change = this and last and (form:gsub("%%", "%%+")):format(this - last) or ""
  if change:match("^[+-][0.]+$") then change = "=" end
  print((("%-22s%10s%10s%10s"):format(name, text(this), text(last), change):gsub("%s+$", "")))
end

local function points_of(category, first)
  local query = range(first)
  query.metric, query.where = "spark_points", {category = category}
  return stats.series(query).total
end

print(("Week of %s to %s%s"):format(
  monday, clock.add_days(after, -1), after > today and ", so far" or ""))
print(("\n%-22s%10s%10s%10s"):format("", "the week", "before", "change"))
line("Points, all sources", now.points.total, past.points.total, "%d")
line("Sparks", now.sparks, past.sparks, "%d")
line("Days with a spark", now.spark_days, past.spark_days, "%d")
line("Missions completed", now.missions, past.missions, "%d")
line("Tasks done", now.tasks, past.tasks, "%d")
line("Task score", now.task_score, past.task_score, "%d")
line("Mean mood, 0 to 4", now.mood_mean, past.mood_mean, "%.2f")
print("\nPoints of sparks by category")
for _, category in ipairs{"decision", "energy", "idea", "experiment", "challenge"} do
  local before = points_of(category, clock.add_days(monday, -7))
  line("  " .. category, points_of(category, monday), before, "%d")
end

-- Missions of that week: those completed, and the one nearest to its target.
local reached, nearest = {}, nil
for m in mission.each{window = "week", day = monday} do
  if m.status == "completed" then
    reached[#reached + 1] = m.title
  elseif not nearest or m.progress / m.target > nearest.progress / nearest.target then
    nearest = m.progress > 0 and m or nearest
  end
end
print("\nWeekly missions: " .. (#reached > 0 and table.concat(reached, ", ") or "none"))
if nearest then
  print(("Nearest to its target: %s, %d of %d"):format(nearest.title, nearest.progress, nearest.target))
end

-- The current state.
local p = profile()
local open, overdue = 0, 0
for t in task.each{status = "open"} do
  open, overdue = open + 1, overdue + (t.overdue and 1 or 0)
end
print(("Streak: %s, longest %d"):format(count(p.streak, "day", "days"), p.longest_streak))
print(("Open: %s, %d overdue"):format(count(open, "task", "tasks"), overdue))

local lines, lacking = {}, {}
for d in due.each{within = given.within .. "d"} do
  if d.kind == "mission" then
    lacking[#lacking + 1] = ("%s lacks %d"):format(d.title, d.missing)
  elseif d.kind ~= "report" then
    lines[#lines + 1] = ("  %-10s  %-8s  %s"):format(d.due:sub(1, 10), d.kind, d.title)
  end
end
if #lacking > 0 then lines[#lines + 1] = "  Missions: " .. table.concat(lacking, ", ") end
print(#lines == 0 and "\nNothing is due." or "\nDue next\n" .. table.concat(lines, "\n"))
