-- flint test examples/scripts

local function told(t, text) t.ok((t.output():find(text, 1, true))) end

test("a week without anything is told as such", function(t)
  require("weekly_review")
  told(t, "Week of 2025-12-22 to 2025-12-28")
  told(t, "Sparks                         0         0         =\n")
  told(t, "Nothing is due.")
end)

test("sparks of the week before last stand beside those of the last", function(t)
  t.clock("2026-01-07T09:00")  -- a Wednesday; the profile began on the first
  spark.add{title = "Read", category = "idea", at = "2025-12-23T09:00"}
  for day = 1, 3 do
    spark.add{title = "Ran", category = "energy", at = ("2026-01-0%dT09:00"):format(day)}
  end
  task.add{name = "Sweep", due = "2026-01-02"}
  require("weekly_review")
  told(t, "Week of 2025-12-29 to 2026-01-04\n")
  told(t, "Sparks                         3         1        +2\n")
  told(t, "  energy                      66         0       +66\n")
  told(t, "Open: 1 task, 1 overdue")
end)

test("on a Sunday the week is the one that ends", function(t)
  t.clock("2026-01-04T20:00")
  require("weekly_review")
  told(t, "Week of 2025-12-29 to 2026-01-04, so far\n")
end)
