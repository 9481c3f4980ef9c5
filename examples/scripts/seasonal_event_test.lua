-- flint test examples/scripts

local function fill(t)
  t.clock("2026-09-05")
  spark.add{title = "Read", category = "idea", at = "2026-08-03T09:00"}
  spark.add{title = "Climbed", category = "challenge", at = "2026-08-04T09:00"}
  spark.add{title = "Too early", category = "challenge", at = "2026-07-31T23:59"}
  spark.add{title = "Too late", category = "challenge", at = "2026-09-01T00:00"}
  local sown = task.add{name = "Sow", priority = "P1", project = "Garden", at = "2026-08-02T08:00"}
  task.complete(sown.id, {at = "2026-08-05T08:00"})
end

test("sparks and tasks within the event earn tokens, and no others", function(t)
  fill(t)
  local told = t.run("seasonal_event.lua")
  t.has(told, "Harvest, 2026-08-01 to 2026-08-31, over\n"
    .. "Entries: 3 added, 0 updated, 0 removed, 0 unchanged\n")
  -- 5 for the challenge, 4 for a task of P1, 2 for the idea; bars of 30, 24 and 12.
  t.has(told, "\n1. challenge     5 tokens from   1 " .. ("█"):rep(30) .. "\n2. tasks         4 tokens from   1 "
    .. ("█"):rep(24) .. "\n3. idea          2 tokens from   1 " .. ("█"):rep(12) .. "\n")
  t.has(told, "\n11 tokens\n  [ ]  25  a coffee out, 14 to go\n")
  t.eq(tracker.get("Harvest").total, 11)
end)

test("a second run changes nothing", function(t)
  fill(t)
  local first = t.run("seasonal_event.lua")
  local recorded = 0
  for _ in history.each() do recorded = recorded + 1 end
  local second = t.run("seasonal_event.lua")
  t.has(second, "Entries: 0 added, 0 updated, 0 removed, 3 unchanged")
  t.eq(second:gsub("Entries[^\n]*", ""), (first:gsub("Entries[^\n]*", "")))
  for _ in history.each() do recorded = recorded - 1 end
  t.eq(recorded, 0)
end)

test("tokens are updated after the profile has changed", function(t)
  fill(t)
  t.run("seasonal_event.lua")
  local read = spark.each{text = "Read"}()
  spark.remove(read.id)
  t.has(t.run("seasonal_event.lua"), "Entries: 0 added, 0 updated, 1 removed, 2 unchanged")
  t.eq(tracker.get("Harvest").total, 9)
  spark.add{title = "Read", category = "idea", at = "2026-08-03T09:00"}
  t.has(t.run("seasonal_event.lua"), "Entries: 1 added, 0 updated, 0 removed, 2 unchanged")
  -- Twice as much for the challenge, and for the garden's task: 2 + 10 + 8.
  t.has(t.run("seasonal_event.lua", {"--double", "challenge", "--double-project", "garden"}),
    "Entries: 0 added, 2 updated, 0 removed, 1 unchanged")
  t.eq(tracker.get("Harvest").total, 20)
end)

test("before its first day nothing is recorded, and it has to last a day", function(t)
  t.eq(t.run("seasonal_event.lua"), "Harvest begins on 2026-08-01.\n")
  t.eq(tracker.get("Harvest"), nil)
  t.has(t.run("seasonal_event.lua", {"--name", "Now", "--since", "2026-01-01", "--before", "2026-01-02"}),
    "Now, 2026-01-01 to 2026-01-01, the last day\n")
  t.fails(function() t.run("seasonal_event.lua", {"--before", "2026-08-01"}) end,
    "--before: expected a day after 2026-08-01")
  t.fails(function() t.run("seasonal_event.lua", {"--double", "work"}) end, "--double")
end)
