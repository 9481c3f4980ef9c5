-- Mission designer: finds the target that is reached at the desired rate, and its reward.
--
-- flint run mission_designer.lua                                       sparks a week, by you, in 60 %
-- flint run mission_designer.lua -- --metric earned_points --step 50 --rate 30
-- flint run mission_designer.lua -- --window day --category idea --rate 40
--
-- Simulates many players who behave like you in the last weeks: the same mean number of sparks on each
-- weekday (Poisson), with the same categories and intensities. The result holds only for such players.
-- The reward is between those of the two missions that they reach about as often. Needs no permissions,
-- and a profile with a bundled rulebook.

local given = args.parse{
  summary = "Recommends a mission's target and reward by simulation.",
  {"--metric", choices = {"sparks", "spark_days", "distinct_categories", "earned_points"},
    default = "sparks", help = "The metric of the mission."},
  {"--window", choices = {"day", "week"}, default = "week", help = "The window of the mission."},
  {"--category", optional = true, help = "Count only sparks of this category."},
  {"--rate", type = "number", default = 60, help = "The desired rate of windows in which it is reached, in percent."},
  {"--step", type = "integer", default = 1, help = "Targets are multiples of this."},
  {"--players", type = "integer", default = 400, help = "The number of players; more give narrower intervals, but take longer."},
}
local weeks = 12  -- of the history that players imitate, and of the simulation
local rules, bundled = profile().rulebook, {ignition = true, ["ignition-shipped"] = true, everyday = true}
if not bundled[rules] then fail("the profile has to have a bundled rulebook, not " .. rules) end
if given.step < 1 then fail("--step: expected at least 1") end
if given.players < 2 then fail("--players: expected at least 2") end
if given.category and given.metric ~= "sparks" then fail("--category goes with sparks") end

-- The behaviour in the last whole weeks; without a history, three sparks of all kinds per day.
local function policy()
  local before, first = clock.week(), journey.get().first_active_day
  local since = clock.add_days(before, -7 * weeks)
  if first and clock.week(first) > since then since = clock.week(first) end
  local range, whole = {since = since, before = before}, clock.days_between(since, before) // 7
  local own = whole > 0 and stats.summary(range)
  if not own or own.sparks == 0 then
    print("No sparks in the weeks before: players record three a day, of all categories equally often.")
    return {sparks = {poisson = 3}}
  end
  local sums = {}
  range.metric = "sparks"
  for i, b in ipairs(stats.series(range).buckets) do  -- the first is a Monday's
    local weekday = (i - 1) % 7 + 1
    sums[weekday] = (sums[weekday] or 0) + b.value
  end
  local per_day, mix, intensities = {}, {}, {}
  for weekday, sum in ipairs(sums) do per_day[weekday] = {poisson = sum / whole} end
  for name, c in pairs(own.by_category) do mix[name] = c.sparks > 0 and c.sparks or nil end
  for name, c in pairs(own.by_intensity) do intensities[name] = c.sparks > 0 and c.sparks or nil end
  print(("Players record %.1f sparks a week, as you did from %s to %s."):format(
    own.sparks / whole, since, clock.add_days(before, -1)))
  return {sparks = per_day, mix = mix, intensities = intensities}
end

-- Every target is a separate mission beside those of the rulebook, in one simulation.
local most = given.metric == "distinct_categories" and 5
  or given.metric == "spark_days" and (given.window == "week" and 7 or 1) or math.huge
if given.step > most then fail("--step: expected at most " .. most) end
local missions, measures, rulebook = {}, {}, {}
for i = 1, 30 do
  local target = i * given.step
  if target <= most then
    missions[i] = {id = "try-" .. target, title = "Try " .. target, window = given.window,
      metric = given.metric, category = given.category, target = target, reward = 0}
    measures[i] = "mission.try-" .. target
  end
end
for m in mission.each{window = given.window} do
  if not m.from and not m.before then
    measures[#measures + 1] = "mission." .. m.id
    rulebook[measures[#measures]] = m
  end
end
local result = sim.run{
  players = given.players, days = 7 * weeks, seed = 1, measure = measures, policy = policy(),
  rules = {id = "designed", extends = rules, missions = missions},
}

-- Completions per window with the interval of their mean, for the targets and the rulebook's missions.
local windows = given.window == "week" and weeks or 7 * weeks
local tried, others = {}, {}
for i, m in ipairs(result.results[1].measures) do
  local rate = m.mean / windows
  local other = rulebook[m.measure]
  if other then
    other.rate, others[#others + 1] = rate, other
  else
    tried[#tried + 1] = {target = missions[i].target, rate = rate,
      low = math.max(0, m.interval[1] / windows), high = math.min(1, m.interval[2] / windows)}
  end
end

local best = 1
local function off(t) return math.abs(t.rate - given.rate / 100) end
for i, t in ipairs(tried) do best = off(t) < off(tried[best]) and i or best end
print(("\n%8s  %10s  %s"):format("target", "reached in", "95 % interval"))
for i = math.max(1, best - 3), math.min(#tried, best + 3) do
  local t = tried[i]
  print(("%8d  %8.1f %%  %.1f to %.1f %%%s"):format(t.target, t.rate * 100, t.low * 100, t.high * 100,
    i == best and "  <-" or ""))
end
local chosen = tried[best]
if off(chosen) > 0.1 then print("No target is near that rate: try another --step or metric.") end

table.sort(others, function(a, b)
  local da, db = math.abs(a.rate - chosen.rate), math.abs(b.rate - chosen.rate)
  if da ~= db then return da < db end
  return a.title < b.title
end)
local a, b = others[1], others[2]
local reward = (a.reward + b.reward + 10) // 20 * 10
print(("\nThey reach %s in %.1f %% of %ss for %d points, and %s in %.1f %% for %d."):format(
  a.title, a.rate * 100, given.window, a.reward, b.title, b.rate * 100, b.reward))
print(("Reward: %d (%d to %d), about %.0f points a %s"):format(reward, math.min(a.reward, b.reward),
  math.max(a.reward, b.reward), reward * chosen.rate, given.window))
print(("For a rulebook file:\n  {id = \"my-mission\", title = \"My Mission\", window = %q,"):format(given.window))
print(("   metric = %q,%s target = %d, reward = %d},"):format(given.metric,
  given.category and (" category = %q,"):format(given.category) or "", chosen.target, reward))
