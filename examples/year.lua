-- A year of an invented person, for reports and calendars: sparks, habits, moods, tasks, quests, a journal.
-- To look at it: flint run --create --db year.db --seed 2025 --zone Europe/Rome examples/year.lua
--                flint report all --db year.db --on 2025 -o year.html
-- flint demo plays the 365 days that end today: an argument is the first day of such a year.
-- flint: --scratch --seed 2025 --zone Europe/Rome --now 2026-01-01T12:00

math.randomseed(1)
local function chance(p) return math.random() < p end
local function pick(list) return list[math.random(#list)] end

local start = clock.day(arg[1] or "2025-01-01")
local function date(number) return clock.add_days(start, number) end
local now = clock.now():sub(1, 16)
local function at(day, hour)                                -- what lies ahead of the last day happens now
  local time = ("%sT%02d:%02d"):format(day, hour, math.random(0, 59))
  return time < now and time or nil
end

local sparks = {
  {"Said no to a meeting", "decision", "work"}, {"Sorted the shed", "decision", "home"},
  {"Ran by the river", "energy", "outdoors"}, {"Swam before breakfast", "energy", "outdoors"},
  {"A name for the boat", "idea", "home"}, {"A shorter route to work", "idea", "work"},
  {"Baked with rye", "experiment", "home"}, {"Wrote with the left hand", "experiment", "home"},
  {"Spoke in front of forty people", "challenge", "work"}, {"Climbed the tower", "challenge", "outdoors"},
}
local intensities = {"low", "medium", "medium", "high", "extreme"}
local tasks = {"Call the plumber", "Answer letters", "Prune the roses", "Book the train", "Read the contract"}

habit.add{name = "Read", schedule = {times = 5, per = "week"},
  goal = {at_least = 20, of = "minutes"}, at = start .. "T07:00"}
habit.add{name = "Stretch", schedule = {per = "day"}, at = start .. "T07:00"}
habit.add{name = "Choir", schedule = {weekdays = {"tue"}}, at = start .. "T07:00"}
journey.start(start, {at = start .. "T08:00"})
local folder = arg[0]:match("^(.*/)") or ""
for _, name in ipairs{"harbour", "lighthouse"} do          -- who knows the harbour is rowed to the lighthouse
  quest.add(folder .. "data/quests/" .. name .. ".json", {at = start .. "T09:00"})
end

for number = 0, 364 do
  local day = date(number)
  local weekday = clock.weekday(day)
  local weekend = weekday == "Saturday" or weekday == "Sunday"
  local away = number >= 212 and number < 226              -- two weeks at the sea
  local energy = 0.55 + 0.25 * math.sin(number / 365 * 2 * math.pi - 1) + (weekend and 0.1 or 0)

  if number == 212 then habit.pause("Stretch", {at = day .. "T06:00"}) end
  if number == 226 then habit.resume("Stretch", {at = day .. "T06:00"}) end
  if not away and chance(energy) then habit.done("Stretch", nil, {at = at(day, 7)}) end
  if chance(0.75) then habit.done("Read", 5 * math.random(2, 9), {at = at(day, 21)}) end
  if weekday == "Tuesday" and chance(0.8) then habit.done("Choir", nil, {at = at(day, 20)}) end

  for _ = 1, chance(energy) and math.random(1, 3) or 0 do
    local title, category, tag = table.unpack(pick(sparks))
    spark.add{title = title, category = category, intensity = pick(intensities), tags = {tag},
      at = at(day, pick{8, 9, 12, 17, 18, 18, 19})}
  end
  if chance(0.9) then
    local value = 1.1 + 2.6 * energy + math.random() * 1.6 - 0.8
    mood.add{mood = math.max(0, math.min(4, math.floor(value + 0.5))), day = day, at = at(day, 22)}
  end
  if chance(0.3) then activity.add{kind = "journal", text = "A page about the day.", at = at(day, 23)} end
  if chance(0.1) then activity.add{kind = "self_care", at = at(day, 13)} end

  if not away and not weekend and chance(0.6) then
    local added = task.add{name = pick(tasks), project = pick{"House", "Work"},
      priority = pick{"P0", "P1", "P2", "P2", "P3"}, at = at(day, 8),
      due = arg[1] and number > 340 and date(number + 2 + number % 12) or nil}
    local done = date(number + math.random(0, 9))
    if (chance(0.85) or arg[1] and number < 341) and number < 350 then task.complete(added.id, {at = at(done, 16)}) end
  end
  if number == 310 then quest.open_gate("lighthouse/oil", {at = day .. "T15:00"}) end
  local node = number % 30 == 15 and quest.all_nodes{status = "available"}[1]   -- a step each month
  if node then quest.complete(node.set .. "/" .. node.id, {at = day .. "T19:00"}) end
end
if arg[1] then                                             -- what the last days have in store
  spark.add{title = "Tried Flint", category = "experiment", tags = {"home"}}
  local function plan(name, fields, number)
    fields.name, fields.project, fields.at = name, "House", date(number) .. "T08:00"
    return task.add(fields).id
  end
  local plants = plan("Water the plants", {every = "3 days", due = date(360), tags = {"home"}}, 357)
  task.complete(plants, {at = date(361) .. "T18:00"})
  local paint = plan("Buy blue paint", {due = date(366), tags = {"shop"}}, 361)
  plan("Paint the shed", {after = {paint}}, 361)
  plan("Renew the passport", {priority = "P1", wait = date(390), due = date(420)}, 362)
end

local p = profile()
print(("Level %d with %d points, %d of %d cards"):format(p.level, p.points.total, p.cards, p.cards_total))
