-- Streak rescue: which streaks end today, by when to act, and the smallest action that is enough.
--
-- flint run streak_rescue.lua                streaks in danger, and actions that save them
-- flint run streak_rescue.lua -- --days 14   finds the neglected category in the last 14 days
--
-- A streak counts back from today, or from yesterday if today has nothing yet, so that it ends only
-- when today ends in the profile's zone. Reads the profile, changes nothing, needs no permissions.

local given = args.parse{
  summary = "Shows which streaks are in danger and what would save them.",
  {"--days", type = "integer", default = 28, help = "Days to look back for a neglected category."},
  {"--ideas", type = "integer", default = 3, help = "The number of small actions to suggest."},
}
if given.days < 1 then fail("--days: expected at least 1") end

local today = clock.day()
local p, j = profile(), journey.get()
local sparks_today = stats.summary{since = today}.sparks

local function count(n, one, many) return n .. " " .. (n == 1 and one or many) end

-- All streaks: their days, and whether today is included already.
local streaks = {
  {name = "sparks", days = p.streak, longest = p.longest_streak, done = sparks_today > 0},
  {name = "active days", days = j.streak, longest = j.longest_streak, done = j.active},
}
local tasks = task.analytics()
streaks[3] = {name = "task score", days = tasks.streak, longest = tasks.longest_streak,
  done = task.day_score() > 0}
for t in tracker.each() do
  local latest = tracker.each_entry(t.id, {order = "newest", limit = 1})()
  streaks[#streaks + 1] = {name = t.name, days = t.streak, longest = t.best_streak,
    done = latest ~= nil and latest.day == today}
end

local midnight = clock.add_days(today, 1) .. "T00:00"
local minutes = (clock.seconds(midnight) - clock.seconds()) // 60
print(("%s, %s: %d h %02d min until the day ends in %s"):format(
  clock.weekday(), clock.now():sub(1, 16), minutes // 60, minutes % 60, clock.zone()))
print(("\n%-22s%8s%9s  %s"):format("streak", "days", "longest", "state"))
for _, s in ipairs(streaks) do
  local state = s.done and "safe until tomorrow ends"
    or s.days > 0 and "ends at midnight" or "none to lose"
  print(("%-22s%8d%9d  %s"):format(s.name, s.days, s.longest, state))
end

print()
if sparks_today > 0 then
  print("Sparks: today has " .. count(sparks_today, "spark", "sparks") .. "; nothing needs rescue.")
elseif p.streak > 0 then
  print(("Sparks: one spark before midnight makes it %s."):format(count(p.streak + 1, "day", "days")))
elseif p.sparks == 0 then
  print("Sparks: none so far; the first one begins a streak.")
else
  -- Events may be recorded late: what really happened on the missing days restores the streak.
  local last = spark.each{order = "newest", limit = 1}().day
  print(("Sparks: the streak ended with %s, %s ago."):format(
    last, count(clock.days_between(last, today), "day", "days")))
  print(("Did something happen on %s that was not written down? Record it with at = \"%sT…\"."):format(
    clock.add_days(last, 1), clock.add_days(last, 1)))
end
if p.sparks == 0 then return end

-- The category with the fewest recent sparks; of equals the one whose latest spark is oldest.
local since = clock.add_days(today, 1 - given.days)
local late = stats.summary{since = since}.by_category
local neglected
for _, name in ipairs{"decision", "energy", "idea", "experiment", "challenge"} do
  local latest = spark.each{category = name, order = "newest", limit = 1}()
  local c = {name = name, sparks = late[name].sparks, last = latest and latest.day or ""}
  if not neglected or c.sparks < neglected.sparks
    or c.sparks == neglected.sparks and c.last < neglected.last then neglected = c end
end
print(("\nNeglected: %s, with %s in %s; %s"):format(neglected.name,
  count(neglected.sparks, "spark", "sparks"), count(given.days, "day", "days"),
  neglected.last == "" and "never before" or "the last on " .. neglected.last))

-- The smallest earlier actions in that category: the shortest first, then the least intense, each title once.
local level = {low = 1, medium = 2, high = 3, extreme = 4}
local small, seen = {}, {}
for s in spark.each{category = neglected.name, order = "newest"} do
  if s.actual and not seen[s.title] then
    seen[s.title] = true
    small[#small + 1] = s
  end
end
table.sort(small, function(a, b)
  if a.actual ~= b.actual then return a.actual < b.actual end
  if a.intensity ~= b.intensity then return level[a.intensity] < level[b.intensity] end
  return a.title < b.title
end)
print(#small > 0 and "Small actions that were enough before:" or "Five minutes of it would be enough.")
for i = 1, math.min(given.ideas, #small) do
  local s = small[i]
  print(("  %s (%s, %s, %s)"):format(s.title, count(s.actual, "minute", "minutes"), s.intensity, s.day))
end
