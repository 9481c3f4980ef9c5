-- flint test examples/scripts

local here = (arg[0]:match("^.*/") or "") .. "testdata/"
local daylio, loop = here .. "daylio.csv", here .. "loop.csv"

-- Daylio has 20 to 22 December, with a custom mood on the 21st; Loop has 20, 21 and 23 December.
test("both files are imported, and a row with an unknown mood is rejected", function(t)
  local output = t.run("merge_two_apps.lua", {daylio, loop})
  t.has(output, "daylio.csv (daylio)\n  read 3 = added 2 + updated 0 + unchanged 0 + rejected 1 + skipped 0\n")
  t.has(output, "  rejected: daylio.csv:3: mood \"Ok\": ")
  t.has(output, "loop.csv (loop)\n  read 3 = added 3 + updated 0 + unchanged 0 + rejected 0 + skipped 0\n")
  t.has(output, "daylio.csv has 2 days, 2025-12-20 to 2025-12-22\n")
  t.has(output, "loop.csv has 3 days, 2025-12-20 to 2025-12-23\n")
  t.has(output, "Both have 1 day: 2025-12-20\n")
  t.eq({mood.get("2025-12-20").mood, mood.get("2025-12-22").mood}, {"good", "bad"})
  t.eq(mood.get("2025-12-21"), nil)
end)

test("a second run adds only new rows", function(t)
  t.run("merge_two_apps.lua", {daylio, loop})
  local output = t.run("merge_two_apps.lua", {"--moods", "Ok=average", daylio, loop})
  t.has(output, "  read 3 = added 1 + updated 0 + unchanged 2 + rejected 0 + skipped 0\n")
  t.has(output, "  read 3 = added 0 + updated 0 + unchanged 3 + rejected 0 + skipped 0\n")
  t.has(output, "daylio.csv has 3 days, 2025-12-20 to 2025-12-22\n")
  t.has(output, "Both have 2 days: 2025-12-20, 2025-12-21\n")
  t.eq(mood.get("2025-12-21").mood, "average")
  output = t.run("merge_two_apps.lua", {"--moods", "Ok=average", "--show", "1", daylio, loop})
  t.has(output, "  read 3 = added 0 + updated 0 + unchanged 3 + rejected 0 + skipped 0\n")
  t.has(output, "Both have 2 days: 2025-12-20 …\n")
end)

test("two existing files are required", function(t)
  t.fails(function() t.run("merge_two_apps.lua", {daylio}) end, "second: expected a value")
  t.fails(function() t.run("merge_two_apps.lua", {daylio, here .. "nothing.csv"}) end, "no such file")
end)
