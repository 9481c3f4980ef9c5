-- flint test --rules examples/rulebooks/reading.lua examples/rulebooks

-- 2026-03-02 is a Monday.
local function read(t, day, pages, time)
  t.clock(("2026-03-%02dT%s"):format(day, time or "21:00"))
  if not tracker.get("Reading") then tracker.add{name = "Reading"} end
  tracker.add_entry("Reading", {number = pages})
end

local function progress()
  local m = mission.get("twenty-pages")
  return ("%d/%d %s"):format(m.progress, m.target, m.status)
end

test("five days with twenty pages complete the mission and pay 60 points", function(t)
  for day = 2, 5 do read(t, day, 20) end
  t.eq(progress(), "4/5 in_progress")
  local before = profile().points.mission
  read(t, 8, 20)
  t.eq(progress(), "5/5 completed")
  t.eq(profile().points.mission - before, 60)
end)

test("a day with nineteen pages does not count, and one of several entries counts once", function(t)
  read(t, 2, 19)
  t.eq(progress(), "0/5 available")
  read(t, 3, 12, "08:00")
  read(t, 3, 8)
  t.eq(progress(), "1/5 in_progress")
  read(t, 3, 40, "22:00")
  t.eq(progress(), "1/5 in_progress")
end)

test("each week begins anew", function(t)
  for day = 2, 6 do read(t, day, 20) end
  read(t, 9, 20)
  t.eq(progress(), "1/5 in_progress")
  t.eq(mission.get("twenty-pages").completions, 1)
end)

test("minutes, and pages of another tracker, are not pages", function(t)
  t.clock("2026-03-02T21:00")
  tracker.add{name = "Reading"}
  tracker.add{name = "Writing"}
  tracker.add_entry("Reading", {minutes = 45})
  tracker.add_entry("Writing", {number = 30})
  t.eq(progress(), "0/5 available")
end)
