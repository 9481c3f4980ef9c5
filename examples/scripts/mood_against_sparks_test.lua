-- flint test examples/scripts

-- Rates the days from the second of January on, and gives each so many sparks.
local function days(moods, sparks)
  for i = 1, #moods do
    local day = clock.add_days("2026-01-01", i)
    mood.record(day, moods[i], {at = day .. "T21:00"})
    for _ = 1, sparks[i] do spark.add{title = "Read", category = "idea", at = day .. "T09:00"} end
  end
end

test("nothing rated is told as such", function(t)
  t.eq(t.run("mood_against_sparks.lua"),
    "There is no rated day: record moods, and come back in a month.\n")
  t.fails(function() t.run("mood_against_sparks.lua", {"--lag=-1"}) end, "--lag: expected at least 0")
end)

test("moods that rise with sparks have a coefficient of 1", function(t)
  t.clock("2026-02-01")
  days({0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 2, 1}, {0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 2, 1})
  local told = t.run("mood_against_sparks.lua")
  t.has(told, "12 rated days")
  t.has(told, "no spark         2       0.00")
  t.has(told, "1 or 2           6       1.50")
  t.has(told, "Correlation +1.00 over 12 days: a straight line")
end)

test("a known coefficient comes out, and missing days stay out of it", function(t)
  t.clock("2026-02-01")
  -- By hand: Σx 12, Σy 24, Σxy 25, Σx² 18, Σy² 60 over 12 days, so r = 12 / √(72 · 144) = 0.1179.
  days({0, 1, 2, 3, 4, 2, 2, 1, 3, 2, 2, 2}, {1, 1, 0, 2, 1, 0, 1, 1, 1, 2, 0, 2})
  mood.fill()  -- the days after, up to yesterday, show as missing
  local told = t.run("mood_against_sparks.lua")
  t.has(told, "12 rated days")
  t.has(told, "Correlation +0.12 over 12 days, 95 % interval -0.49 to +0.65")
end)

test("days that are all alike have none", function(t)
  t.clock("2026-02-01")
  days({2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, {1, 0, 1, 0, 1, 0, 1, 0, 1, 0})
  local told = t.run("mood_against_sparks.lua")
  t.has(told, "Too few days, or too much alike")
end)

test("sparks can be held against the mood of the day after, and from a day on", function(t)
  t.clock("2026-02-01")
  -- Each mood is as high as the sparks of the day before were many; the first had none.
  days({0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 2, 1}, {1, 2, 3, 4, 0, 1, 2, 3, 4, 2, 1, 0})
  local told = t.run("mood_against_sparks.lua", {"--lag", "1"})
  t.has(told, "12 rated days from 2026-01-02 on, mood 1 day after the sparks\n")
  t.has(told, "Correlation +1.00 over 12 days: a straight line")
  told = t.run("mood_against_sparks.lua", {"--lag", "1", "--since", "2026-01-10"})
  t.has(told, "4 rated days from 2026-01-10 on, mood 1 day after the sparks\n")
  t.has(told, "3 or more        2       3.50")  -- moods 3 and 4 after 3 and 4 sparks
  t.has(told, "Too few days")
end)
