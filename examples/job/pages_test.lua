local pages = require("pages")
local file = (arg[0]:match("^.*/") or "") .. "pages.csv"

test("a row is an entry, or has a reason why not", function(t)
  t.eq(pages.entry{day = "2026-03-01", title = "Emma", pages = "40"}.number, 40)
  t.eq({pages.entry{day = "2026-03-01", title = "Emma", pages = "all"}}, {nil, "no number: all"})
end)

test("rows are recorded once, and a wrong one fails the job", function(t)
  t.clock("2026-03-04T22:00")
  for _ = 1, 2 do
    t.fails(function() t.run("main.lua", {file}) end, "not recorded: 1")
  end
  t.eq(#tracker.all_entries("Pages"), 2)
end)
