-- flint test examples/scripts

local here = arg[0]:match("^.*/") or ""

test("a year without events is reported", function(t)
  t.eq(t.run("yearly_report.lua"), "# The year 2026, up to 2026-01-01\n\nNothing was recorded.\n")
  t.eq(t.run("yearly_report.lua", {"--year", "2025"}), "# The year 2025\n\nNothing was recorded.\n")
end)

test("a year that has not started is refused", function(t)
  t.fails(function() t.run("yearly_report.lua", {"--year", "2027"}) end, "the year 2027 has not started")
  t.fails(function() t.run("yearly_report.lua", {"--year", "next"}) end, "--year: expected an integer")
end)

-- Two ideas and a challenge in January, an idea in March; three moods; a task of P1, whose score is 4.
local function fill(t)
  t.clock("2026-03-02T12:00")
  for _, s in ipairs{{"idea", "01-05"}, {"idea", "01-06"}, {"challenge", "01-06"}, {"idea", "03-01"}} do
    spark.add{title = "Tried", category = s[1], intensity = "low", at = "2026-" .. s[2] .. "T09:30"}
  end
  mood.add{mood = 4, day = "2026-01-05"}  -- a Monday
  mood.add{mood = 1, day = "2026-01-06"}  -- a Tuesday
  mood.add{mood = 4, day = "2026-02-02"}  -- a Monday
  local sown = task.add{name = "Sow", priority = "P1", at = "2026-02-03T08:00"}
  task.complete(sown.id, {at = "2026-02-04T08:00"})
end

test("months, categories, moods and highlights are those of the year", function(t)
  fill(t)
  local output = t.run("yearly_report.lua")
  -- 31 days of January, 28 of February, 2 of March; sparks on three of them.
  t.has(output, "# The year 2026, up to 2026-03-02\n\n4 sparks on 3 days of 61, ")
  local total, sum = tonumber(output:match(", (%d+) points, ")), 0
  for points in output:gmatch("\n| 2026%-%d%d | %d+ | (%d+) | ") do sum = sum + points end
  t.eq({total, sum}, {profile().points.total, profile().points.total})
  t.ok(output:find("\n| 2026%-01 | 3 | %d+ | 2.50 | 0 | [█]+ |\n"))
  t.ok(output:find("\n| 2026%-02 | 0 | %d+ | 4.00 | 1 | [█]* |\n"))
  t.ok(output:find("\n| 2026%-03 | 1 | %d+ | – | 0 | [█]* |\n"))
  -- Ideas have 8 points each, the challenge 25; a bar of 24 is the whole.
  t.has(output, "\n| idea | 3 | 75.0 % | 24 | " .. ("█"):rep(18) .. " |\n")
  t.has(output, "\n| challenge | 1 | 25.0 % | 25 | ██████ |\n")
  t.has(output, "\n| energy | 0 | 0.0 % | 0 |  |\n")
  t.has(output, "\n3 days rated, mean 3.00 of 4, best on a Monday, worst on a Tuesday.\n")
  t.has(output, "\n    great       2 " .. ("█"):rep(16) .. "\n    good        0 \n")
  t.has(output, "\n- Longest streak: 2 days, up to 2026-01-06\n- Most sparks on a Tuesday, and around 9:00\n")
  t.has(output, "\n- 1 task done, with a score of 4\n")
end)

test("a file has the same content as the terminal output", function(t)
  fill(t)
  local file = here .. "2026.md"
  local output = t.run("yearly_report.lua", {"-o", file})
  local text = fs.read(file)
  t.eq(output, ("%s: the year 2026, %d lines\n"):format(file, select(2, text:gsub("\n", ""))))
  t.eq(t.run("yearly_report.lua", {"--year", "2026"}), text)
end)
