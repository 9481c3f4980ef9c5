-- flint test examples/scripts

test("a week without events is reported", function(t)
  t.eq(t.run("weekly_review.lua"), [[
Week of 2025-12-22 to 2025-12-28

                        the week    before    change
Points, all sources            0         0         =
Sparks                         0         0         =
Days with a spark              0         0         =
Missions completed             0         0         =
Tasks done                     0         0         =
Task score                     0         0         =
Mean mood, 0 to 4              -         -

Points of sparks by category
  decision                     0         0         =
  energy                       0         0         =
  idea                         0         0         =
  experiment                   0         0         =
  challenge                    0         0         =

Weekly missions: none
Streak: 0 days, longest 0
Open: 0 tasks, 0 overdue

Nothing is due.
]])
end)

test("sparks of the last week are compared with those of the week before", function(t)
  t.clock("2026-01-07T09:00")  -- a Wednesday; the profile began on the first
  spark.add{title = "Read", category = "idea", at = "2025-12-23T09:00"}
  for day = 1, 3 do
    spark.add{title = "Ran", category = "energy", at = ("2026-01-0%dT09:00"):format(day)}
  end
  task.add{name = "Sweep", due = "2026-01-02"}
  local output = t.run("weekly_review.lua")
  t.has(output, "Week of 2025-12-29 to 2026-01-04\n")
  t.has(output, "Sparks                         3         1        +2\n")
  t.has(output, "  energy                      66         0       +66\n")  -- three of 15 × 1.5, rounded down
  t.has(output, "  idea                         0        12       -12\n")  -- 8 × 1.5
  t.has(output, "Open: 1 task, 1 overdue")
  t.has(output, "\n  2026-01-02  overdue   Sweep\n")
end)

test("the week is that of the given day, and on a Sunday the one that ends", function(t)
  t.clock("2026-01-04T20:00")
  t.has(t.run("weekly_review.lua"), "Week of 2025-12-29 to 2026-01-04, so far\n")
  t.has(t.run("weekly_review.lua", {"--week", "2025-12-28"}), "Week of 2025-12-22 to 2025-12-28\n")
  t.fails(function() t.run("weekly_review.lua", {"--week", "2026-01-07"}) end,
    "the week of 2026-01-05 has not started")
  t.fails(function() t.run("weekly_review.lua", {"--week", "last"}) end, "--week: expected a day")
end)
