-- flint test examples/scripts

local here = (arg[0]:match("^.*/") or "") .. "testdata/"
local daylio, loop = here .. "daylio.csv", here .. "loop.csv"

-- Daylio tells of 20 to 22 December, on the 21st with a mood of its user's own; Loop of 20, 21 and 23.
test("both are imported, and a mood of no known name is rejected with its row", function(t)
  local told = t.run("merge_two_apps.lua", {daylio, loop})
  t.has(told, "daylio.csv (daylio)\n  read 3 = added 2 + updated 0 + unchanged 0 + rejected 1 + skipped 0\n")
  t.has(told, "  rejected: daylio.csv:3: mood \"Ok\": ")
  t.has(told, "loop.csv (loop)\n  read 3 = added 3 + updated 0 + unchanged 0 + rejected 0 + skipped 0\n")
  t.has(told, "daylio.csv tells of 2 days, 2025-12-20 to 2025-12-22\n")
  t.has(told, "loop.csv tells of 3 days, 2025-12-20 to 2025-12-23\n")
  t.has(told, "Both know of 1 day: 2025-12-20\n")
  t.eq({mood.get("2025-12-20").mood, mood.get("2025-12-22").mood}, {"good", "bad"})
  t.eq(mood.get("2025-12-21"), nil)
end)

test("run again, it adds only what is new", function(t)
  t.run("merge_two_apps.lua", {daylio, loop})
  local told = t.run("merge_two_apps.lua", {"--moods", "Ok=average", daylio, loop})
  t.has(told, "  read 3 = added 1 + updated 0 + unchanged 2 + rejected 0 + skipped 0\n")
  t.has(told, "  read 3 = added 0 + updated 0 + unchanged 3 + rejected 0 + skipped 0\n")
  t.has(told, "daylio.csv tells of 3 days, 2025-12-20 to 2025-12-22\n")
  t.has(told, "Both know of 2 days: 2025-12-20, 2025-12-21\n")
  t.eq(mood.get("2025-12-21").mood, "average")
  told = t.run("merge_two_apps.lua", {"--moods", "Ok=average", "--show", "1", daylio, loop})
  t.has(told, "  read 3 = added 0 + updated 0 + unchanged 3 + rejected 0 + skipped 0\n")
  t.has(told, "Both know of 2 days: 2025-12-20 …\n")
end)

test("two files are needed, and both have to be there", function(t)
  t.fails(function() t.run("merge_two_apps.lua", {daylio}) end, "second: expected a value")
  t.fails(function() t.run("merge_two_apps.lua", {daylio, here .. "nothing.csv"}) end, "no such file")
end)
