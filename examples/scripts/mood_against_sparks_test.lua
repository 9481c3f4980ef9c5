-- flint test examples/scripts

-- Rates the days from the second of January on, and records the given numbers of sparks.
local function days(moods, sparks)
  for i = 1, #moods do
    local day = clock.add_days("2026-01-01", i)
    mood.add{mood = moods[i], day = day, at = day .. "T21:00"}
    for _ = 1, sparks[i] do spark.add{title = "Read", category = "idea", at = day .. "T09:00"} end
  end
end

test("without rated days a note is printed", function(t)
  t.eq(t.run("mood_against_sparks.lua"),
    "There are no rated days: record moods first, for a month or more.\n")
  t.fails(function() t.run("mood_against_sparks.lua", {"--lag=-1"}) end, "--lag: expected at least 0")
end)

test("moods that rise with sparks have a coefficient of 1", function(t)
  t.clock("2026-02-01")
  days({0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 2, 1}, {0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 2, 1})
  local output = t.run("mood_against_sparks.lua")
  t.has(output, "12 rated days")
  t.has(output, "no spark         2       0.00")
  t.has(output, "1 or 2           6       1.50")
  t.has(output, "Correlation +1.00 over 12 days: a straight line")
end)

test("a known coefficient is computed, and missing days do not count", function(t)
  t.clock("2026-02-01")
  -- By hand: Σx 12, Σy 24, Σxy 25, Σx² 18, Σy² 60 over 12 days, so r = 12 / √(72 · 144) = 0.1179.
  days({0, 1, 2, 3, 4, 2, 2, 1, 3, 2, 2, 2}, {1, 1, 0, 2, 1, 0, 1, 1, 1, 2, 0, 2})
  mood.fill()  -- the days after, up to yesterday, show as missing
  local output = t.run("mood_against_sparks.lua")
  t.has(output, "12 rated days")
  t.has(output, "Correlation +0.12 over 12 days, 95 % interval -0.49 to +0.65")
end)

test("equal days have no coefficient", function(t)
  t.clock("2026-02-01")
  days({2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, {1, 0, 1, 0, 1, 0, 1, 0, 1, 0})
  local output = t.run("mood_against_sparks.lua")
  t.has(output, "Too few or too similar days")
end)

test("sparks are compared with the mood of the next day, and from a given day on", function(t)
  t.clock("2026-02-01")
  -- Each mood equals the number of sparks of the day before; the first day had none.
  days({0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 2, 1}, {1, 2, 3, 4, 0, 1, 2, 3, 4, 2, 1, 0})
  local output = t.run("mood_against_sparks.lua", {"--lag", "1"})
  t.has(output, "12 rated days from 2026-01-02 on, mood 1 day after the sparks\n")
  t.has(output, "Correlation +1.00 over 12 days: a straight line")
  output = t.run("mood_against_sparks.lua", {"--lag", "1", "--since", "2026-01-10"})
  t.has(output, "4 rated days from 2026-01-10 on, mood 1 day after the sparks\n")
  t.has(output, "3 or more        2       3.50")  -- moods 3 and 4 after 3 and 4 sparks
  t.has(output, "Too few or too similar days")
end)
