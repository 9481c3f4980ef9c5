-- Four weeks of habits: a schedule, a goal, a limit, a week away, and what is left to do today.
-- flint: --scratch --seed 11 --zone Europe/Rome --now 2026-03-29T18:00

-- A habit is a tracker with a schedule; where it has no goal, an entry that counts makes a day done.
habit.add{name = "Stretch", schedule = {per = "day"}, at = "2026-03-02T07:00"}
-- The goal of a day: 20 minutes, four times a week.
habit.add{
  name = "Read", schedule = {times = 4, per = "week"}, goal = {at_least = 20, of = "minutes"},
  category = "learning", at = "2026-03-02T07:00",
}
-- A goal over the period: 25 kilometres a week, in any number of walks.
habit.add{
  name = "Walk", schedule = {per = "week"},
  goal = {at_least = 25, of = "number", over = "period"}, at = "2026-03-02T07:00",
}
-- A limit: at most six sweets a week.
habit.add{
  name = "Sweets", schedule = {per = "week"}, goal = {at_most = 6, of = "number"},
  at = "2026-03-02T07:00",
}
-- Choir is on Tuesdays.
habit.add{name = "Choir", schedule = {weekdays = {"tue"}}, at = "2026-03-02T07:00"}

-- From the 16th to the 22nd we were away: no stretching, and no choir.
habit.pause("Stretch", {at = "2026-03-16T06:00", note = "At the sea."})
habit.resume("Stretch", {at = "2026-03-23T06:00"})
habit.skip("Choir", "2026-03-17", {at = "2026-03-10T22:00"})   -- known a week ahead

for number = 0, 27 do
  local day = clock.add_days("2026-03-02", number)
  local weekday, week = clock.weekday(day), number // 7
  if week ~= 2 and number ~= 9 and number < 27 then
    habit.done("Stretch", nil, {at = day .. "T07:10"})
  end
  if number == 9 then habit.not_done("Stretch", {at = day .. "T22:00", note = "Too tired."}) end
  if weekday == "Monday" or weekday == "Wednesday" or weekday == "Thursday" or number % 11 == 4 then
    habit.done("Read", 15 + number, {at = day .. "T21:00"})
  end
  if weekday == "Saturday" or weekday == "Sunday" then
    habit.done("Walk", 9.5 + week, {at = day .. "T15:00"})
    habit.done("Sweets", week == 1 and 4 or 2, {at = day .. "T16:00"})
  end
  if weekday == "Tuesday" and week ~= 2 then habit.done("Choir", nil, {at = day .. "T21:30"}) end
end

-- What is refused says why.
local ok, why = habit.resume("Stretch")
print(why.message)
print(select(2, pcall(habit.add, {name = "Run", schedule = {times = 8, per = "week"}})))

local function percent(share) return share and ("%.0f %%"):format(share * 100) or "-" end
for h in habit.each() do
  print(("%-8s %-36s %-8s streak %d of %d, strength %s, done %s"):format(
    h.name, h.text, h.today, h.streak, h.best_streak, percent(h.strength), percent(h.completion)))
end

print("Read, by week:")
for _, p in ipairs(habit.periods("Read")) do
  print(("  %s to %s: %s, %d of %d"):format(p.first_day, p.last_day, p.status, p.done, p.required))
end
local marks = {done = "x", not_done = "-", paused = "z", unknown = "?"}
local line = {}
for i, d in ipairs(habit.days("Stretch")) do line[i] = marks[d.status] end
print("Stretch: " .. table.concat(line))

-- A new schedule from today on; the past keeps what it had.
habit.update("Choir", {schedule = {weekdays = {"tue", "thu"}}})
print("Choir: " .. habit.get("Choir").text)
for d in due.each{kinds = {"habit"}} do print(d.title, d.urgency, (d.detail:match("^[^.]+"))) end
