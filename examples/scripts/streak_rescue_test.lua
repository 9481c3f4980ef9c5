-- flint test examples/scripts

test("without events nothing is in danger", function(t)
  t.eq(t.run("streak_rescue.lua"), [[
Thursday, 2026-01-01T12:00: 12 h 00 min until the day ends in ]] .. clock.zone() .. [[


streak                    days  longest  state
sparks                       0        0  none to lose
active days                  0        0  none to lose
task score                   0        0  none to lose

Sparks: none so far; the first one begins a streak.
]])
end)

test("a streak without a spark today ends at midnight", function(t)
  spark.add{title = "Read", category = "idea", intensity = "low", actual = 5}
  t.clock("2026-01-02T21:15")
  local output = t.run("streak_rescue.lua")
  t.has(output, "2 h 45 min until the day ends")
  t.has(output, "sparks                       1        1  ends at midnight")
  t.has(output, "one spark before midnight makes it 2 days.")
  t.has(output, "Neglected: decision, with 0 sparks in 28 days; never before")
end)

test("a spark today makes it safe until tomorrow ends", function(t)
  spark.add{title = "Read", category = "idea"}
  local output = t.run("streak_rescue.lua")
  t.has(output, "sparks                       1        1  safe until tomorrow ends")
  t.has(output, "Sparks: today has 1 spark; nothing needs rescue.")
end)

test("a day too late it shows how to restore the streak", function(t)
  spark.add{title = "Read", category = "idea"}
  t.clock("2026-01-03T09:00")
  local output = t.run("streak_rescue.lua")
  t.has(output, "the streak ended with 2026-01-01, 2 days ago")
  t.has(output, "Did something happen on 2026-01-02")
  spark.add{title = "Read on", category = "idea", at = "2026-01-02T20:00"}
  t.has(t.run("streak_rescue.lua"), "one spark before midnight makes it 3 days.")
end)

test("other streaks than that of sparks have a day of grace too", function(t)
  activity.add{kind = "journal", text = "Slept well."}
  t.clock("2026-01-02T12:00")
  local output = t.run("streak_rescue.lua")
  t.has(output, "active days                  1        1  ends at midnight")
  t.has(output, "sparks                       0        0  none to lose")
end)

test("the shortest action of the most neglected category comes first", function(t)
  t.clock("2026-02-01T12:00")
  for _, category in ipairs{"decision", "energy", "idea", "experiment"} do
    spark.add{title = "Did it", category = category}
  end
  for day, minutes in ipairs{30, 10, 20} do
    spark.add{title = minutes .. " minutes", category = "challenge", intensity = "high", actual = minutes,
      at = ("2026-01-0%dT08:00"):format(day)}
  end
  -- 28 days up to the first of February begin on the 5th of January: no challenge in them.
  t.has(t.run("streak_rescue.lua", {"--ideas", "2"}), "\nNeglected: challenge, with 0 sparks in 28 days; "
    .. "the last on 2026-01-03\nSmall actions that were enough before:\n"
    .. "  10 minutes (10 minutes, high, 2026-01-02)\n  20 minutes (20 minutes, high, 2026-01-03)\n")
  -- In 32 days it has three, and of the others with one each decision is the first.
  t.has(t.run("streak_rescue.lua", {"--days", "32"}), "\nNeglected: decision, with 1 spark in 32 days")
  t.fails(function() t.run("streak_rescue.lua", {"--days", "0"}) end, "--days: expected at least 1")
end)
