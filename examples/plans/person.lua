-- A person with two sparks, a mood, two habits and a task a day, on 80 % of the days, who buys a missing card
-- of choice on Sundays: one whose season ends this month, or one of the last ten without a season.
local categories = {"decision", "energy", "idea", "experiment", "challenge"}
local intensities = {"low", "medium", "medium", "high"}
local months = 36
local days = 1095

local function buy(today)
  local missing = card.collection{owned = false}.cards
  local lasting = 0
  for _, each in ipairs(missing) do
    if not each.from then lasting = lasting + 1 end
  end
  local month = tonumber(today.day:sub(6, 7))
  for _, each in ipairs(missing) do
    local ends = each.before and (tonumber(each.before:sub(6, 7)) + 10) % 12 + 1
    if each.price and each.in_season and (ends == month or not ends and lasting <= 10) then
      card.buy(each.id)
    end
  end
end

-- What a profile has reached: in a month with something new, one of these rises.
local function reached()
  local summary = profile()
  local sets, missions = 0, 0
  for set in card.each_set() do
    if set.complete then sets = sets + 1 end
  end
  for each in mission.each{window = "life"} do
    if not each.from then missions = missions + each.completions end
  end
  return {
    level = summary.level, cards = summary.cards, sets = sets, missions = missions,
    points = summary.points.total, embers = summary.balances and summary.balances.embers or 0,
  }
end

local person = {months = months, days = days}

-- The state of a player at the end of each month is in player.reached.
function person.day(player, today)
  -- The habits exist from the first day on, whether or not anything is done on it.
  if not player.reached then
    habit.add{name = "Stretch", schedule = {per = "day"}}
    habit.add{name = "Read", schedule = {times = 5, per = "week"}, goal = {at_least = 20, of = "minutes"}}
    player.reached = {}
  end
  if math.random() < 0.8 then
    for _ = 1, 2 do
      spark.add{
        title = "Practice", category = categories[math.random(#categories)],
        intensity = intensities[math.random(#intensities)],
      }
    end
    mood.add{mood = "good", day = today.day}
    habit.done("Stretch")
    habit.done("Read", 25)
    task.complete(task.add{name = "Chore"}.id)
  end
  if today.weekday == "Sunday" then buy(today) end
  local month = today.number * months // days
  if month > #player.reached then player.reached[month] = reached() end
end

-- The number of months in which nothing new was reached.
function person.empty_months(player)
  local empty, before = 0, {level = 1, cards = 0, sets = 0, missions = 0}
  for _, now in ipairs(player.reached) do
    local isNew = false
    for _, name in ipairs{"level", "cards", "sets", "missions"} do
      if now[name] > before[name] then isNew = true end
    end
    if not isNew then empty = empty + 1 end
    before = now
  end
  return empty
end

return person
