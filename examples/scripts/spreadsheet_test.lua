-- flint test examples/scripts

local file = (arg[0]:match("^.*/") or "") .. "days.csv"
local header = "day,weekday,points,points_in_all,level,streak,sparks,decision,energy,idea,experiment,"
  .. "challenge,minutes,cards,missions,tasks,score,mood,mood_value,note\r\n"

test("the file has a row per day in the form that spreadsheets expect", function(t)
  t.clock("2026-01-02T12:00")
  mood.add{mood = "good", day = "2026-01-01", note = "=1+1, or so"}
  t.eq(t.run("spreadsheet.lua", {file}), file .. ": 2 days, 20 columns, 2026-01-01 to 2026-01-02\n")
  -- Rated today, the mood of yesterday brings 15 points and a card, and three missions 5, 10 and 10.
  t.eq(fs.read(file), "\u{FEFF}" .. header
    .. "2026-01-01,Thursday,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,good,3,\"'=1+1, or so\"\r\n"
    .. "2026-01-02,Friday,40,40,1,0,0,0,0,0,0,0,0,1,3,0,0,,,\r\n")
end)

test("streaks, sums and levels include days without events", function(t)
  t.clock("2026-01-05T12:00")
  for _, day in ipairs{"01", "02", "04"} do
    spark.add{title = "Ran", category = "energy", actual = 20, at = "2026-01-" .. day .. "T08:00"}
  end
  t.run("spreadsheet.lua", {file, "--since", "2026-01-02", "--delimiter", "semicolon"})
  local streaks, minutes, in_all = {}, {}, {}
  for line in fs.lines(file) do
    local fields = {}
    for field in (line .. ";"):gmatch("([^;]*);") do fields[#fields + 1] = field end
    if #in_all > 0 or fields[1] == "2026-01-02" then
      in_all[#in_all + 1], streaks[#streaks + 1] = tonumber(fields[4]), tonumber(fields[6])
      minutes[#minutes + 1] = tonumber(fields[13])
    end
  end
  t.eq(streaks, {2, 0, 1, 0})
  t.eq(minutes, {20, 0, 20, 0})
  t.eq(in_all[2], in_all[1])
  t.eq(in_all[4], profile().points.total)
end)

test("without events no file is written", function(t)
  t.eq(t.run("spreadsheet.lua", {file}), "Nothing happened yet: no file is written.\n")
  t.ok(not fs.exists(file))
  mood.add{mood = "good"}
  t.fails(function() t.run("spreadsheet.lua", {file, "--since", "2026-01-02"}) end,
    "there is no day from 2026-01-02 to before 2026-01-02")
  t.fails(function() t.run("spreadsheet.lua") end, "file: expected a value")
  t.fails(function() t.run("spreadsheet.lua", {file, "--delimiter", ";"}) end, "--delimiter")
  t.ok(not fs.exists(file))
end)
