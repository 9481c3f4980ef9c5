-- flint test examples/scripts

local function told(t, text) t.ok((t.output():find(text, 1, true))) end

-- Rates the days from the second of January on, and gives each so many sparks.
local function days(moods, sparks)
  for i = 1, #moods do
    local day = clock.add_days("2026-01-01", i)
    mood.record(day, moods[i], {at = day .. "T21:00"})
    for _ = 1, sparks[i] do spark.add{title = "Read", category = "idea", at = day .. "T09:00"} end
  end
end

test("nothing rated is told as such", function(t)
  require("mood_against_sparks")
  told(t, "There is no rated day")
end)

test("moods that rise with sparks have a coefficient of 1", function(t)
  t.clock("2026-02-01")
  days({0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 2, 1}, {0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 2, 1})
  require("mood_against_sparks")
  told(t, "12 rated days")
  told(t, "no spark         2       0.00")
  told(t, "1 or 2           6       1.50")
  told(t, "Correlation +1.00 over 12 days: a straight line")
end)

test("a known coefficient comes out, and missing days stay out of it", function(t)
  t.clock("2026-02-01")
  -- By hand: Σx 12, Σy 24, Σxy 25, Σx² 18, Σy² 60 over 12 days, so r = 12 / √(72 · 144) = 0.1179.
  days({0, 1, 2, 3, 4, 2, 2, 1, 3, 2, 2, 2}, {1, 1, 0, 2, 1, 0, 1, 1, 1, 2, 0, 2})
  mood.fill()  -- the days after, up to yesterday, show as missing
  require("mood_against_sparks")
  told(t, "12 rated days")
  told(t, "Correlation +0.12 over 12 days, 95 % interval -0.49 to +0.65")
end)

test("days that are all alike have none", function(t)
  t.clock("2026-02-01")
  days({2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, {1, 0, 1, 0, 1, 0, 1, 0, 1, 0})
  require("mood_against_sparks")
  told(t, "Too few days, or too much alike")
end)
