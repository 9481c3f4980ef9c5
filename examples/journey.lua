-- Four weeks of a journey: activities, achievements with their dates, scores and next goals.
-- flint: --scratch --seed 7 --zone Europe/Rome --now 2026-05-31T20:00

-- Mara starts the journey on the fourth of May and records it that evening.
local first = "2026-05-04"
journey.start(first, {at = first .. "T19:00"})

local pages = {
  "Walked to the mill and back, for no reason at all.",
  "Said no, politely. It was heard.",
  "Slept eight hours. The kettle is on.",
  "Called my sister; we laughed about the ladder.",
}

local last = clock.day()
for number = 0, clock.days_between(first, last) do
  local day = clock.add_days(first, number)
  local weekday = clock.weekday(day)
  -- A page every other evening, an early swim on Tuesdays and Saturdays.
  if number % 2 == 0 then
    activity.add{kind = "journal", text = pages[number // 2 % #pages + 1], at = day .. "T18:30"}
  end
  if weekday == "Tuesday" or weekday == "Saturday" then
    activity.add{kind = "self_care", text = "Swam.", at = day .. "T07:10"}
  end
end

-- One bad night, and a voice at the other end of the line.
activity.add{kind = "sos", at = "2026-05-20T02:40"}

local j = journey.get()
print(("%s: day %d, active on %d days, longest streak %d"):format(
  j.day, j.days, j.active_days, j.longest_streak))
assert(j.first_day == first and j.sos_sessions == 1)

local s = journey.scores()
print(("consistency %.2f, self-care %.2f, stability %.2f"):format(
  s.consistency, s.self_care, s.stability))

print("\nUnlocked so far:")
local unlocked = {}
for a in achievement.each{unlocked = true} do unlocked[#unlocked + 1] = a end
table.sort(unlocked, function(a, b)
  if a.day ~= b.day then return a.day < b.day end
  return a.id < b.id
end)
for _, a in ipairs(unlocked) do print(a.day .. "  " .. a.title) end

-- A ladder never unlocks two rungs on one day.
local seen = {}
for _, a in ipairs(unlocked) do
  local rung = a.ladder .. " " .. a.day
  assert(not seen[rung], rung)
  seen[rung] = true
end

print("\nThe past week:")
for _, point in ipairs(journey.landscape()) do
  print(("%s  %.2f  %s"):format(point.day, point.value, ("█"):rep(math.floor(point.value * 20))))
end

print("\nNext:")
for _, goal in ipairs(journey.next_goals()) do
  local needs = {}
  for _, c in ipairs(goal.conditions) do
    if c.missing > 0 then
      needs[#needs + 1] = ("%s %.4g of %g"):format(c.metric, c.have, c.need)
    end
  end
  print(goal.title .. ": " .. table.concat(needs, ", ")
    .. (goal.unlocks_on and ", on " .. goal.unlocks_on or ""))
end
