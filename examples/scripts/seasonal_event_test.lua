-- flint test examples/scripts

local function told(t, text) t.ok((t.output():find(text, 1, true))) end

local function fill()
  spark.add{title = "Read", category = "idea", at = "2026-08-03T09:00"}
  spark.add{title = "Climbed", category = "challenge", at = "2026-08-04T09:00"}
  spark.add{title = "Too early", category = "challenge", at = "2026-07-31T23:59"}
  spark.add{title = "Too late", category = "challenge", at = "2026-09-01T00:00"}
  local sown = task.add{name = "Sow", priority = "P1", at = "2026-08-02T08:00"}
  task.complete(sown.id, {at = "2026-08-05T08:00"})
end

test("sparks and tasks within the event earn tokens, and no others", function(t)
  t.clock("2026-09-05")
  fill()
  require("seasonal_event")
  told(t, "Harvest, 2026-08-01 to 2026-08-31, over")
  told(t, "Entries: 3 added, 0 mended, 0 removed, 0 as they were")
  told(t, "\n11 tokens\n")  -- 2 for the idea, 5 for the challenge, 4 for a task of P1
  t.eq(tracker.get("Harvest").total, 11)
end)

test("before its first day there is nothing to do", function(t)
  require("seasonal_event")
  told(t, "Harvest begins on 2026-08-01.")
  t.eq(tracker.get("Harvest"), nil)
end)

test("what it paid is mended where the profile has changed since", function(t)
  t.clock("2026-09-05")
  fill()
  tracker.create{name = "Harvest", fields = {Source = "text"}, at = "2026-08-01T00:00"}
  tracker.entry("Harvest", {number = 9, tags = {"idea"}, values = {Source = "no spark of this name"}})
  local read = spark.each{text = "Read"}()
  tracker.entry("Harvest", {number = 1, tags = {"idea"}, at = read.at, values = {Source = read.id}})
  require("seasonal_event")
  told(t, "Entries: 2 added, 1 mended, 1 removed, 0 as they were")
  t.eq(tracker.get("Harvest").total, 11)
end)
