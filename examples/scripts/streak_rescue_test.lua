-- flint test examples/scripts

local function told(t, text) t.ok((t.output():find(text, 1, true))) end

test("a streak without a spark today ends at midnight", function(t)
  spark.add{title = "Read", category = "idea", intensity = "low", actual = 5}
  t.clock("2026-01-02T21:15")
  require("streak_rescue")
  told(t, "2 h 45 min until the day ends")
  told(t, "sparks                       1        1  ends at midnight")
  told(t, "one spark before midnight makes it 2 days.")
  told(t, "Neglected: decision, with 0 sparks in 28 days; never before")
end)

test("a spark today makes it safe until tomorrow ends", function(t)
  spark.add{title = "Read", category = "idea"}
  require("streak_rescue")
  told(t, "sparks                       1        1  safe until tomorrow ends")
  told(t, "nothing needs rescue")
end)

test("a day too late it tells what would mend it", function(t)
  spark.add{title = "Read", category = "idea"}
  t.clock("2026-01-03T09:00")
  require("streak_rescue")
  told(t, "the streak ended with 2026-01-01, 2 days ago")
  told(t, "Did something happen on 2026-01-02")
end)

test("other streaks than that of sparks have a day of grace too", function(t)
  activity.record("journal", "Slept well.")
  t.clock("2026-01-02T12:00")
  require("streak_rescue")
  told(t, "active days                  1        1  ends at midnight")
  told(t, "sparks                       0        0  none to lose")
end)
