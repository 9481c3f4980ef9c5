-- Two apps, one profile: imports the exports of both, and reports the result of each, rejected rows
-- with their reasons, and the days that both contain.
--
-- flint run merge_two_apps.lua -- daylio.csv loop.zip
-- flint run --dry-run merge_two_apps.lua -- --moods "Ok=average" daylio.csv loop.zip
--
-- Files named after -- may be read without a permission; pass an exported folder as a zip file. If run
-- again, it adds only new rows. flint undo BATCH reverts one of the two imports.

local given = args.parse{
  summary = "Imports the exports of two apps into one profile.",
  {"first", help = "A file that an app exported."},
  {"second", help = "A file that another app exported."},
  {"--moods", help = "The meaning of your own moods: \"Ok=average,Gut=good\".", optional = true},
  {"--show", type = "integer", default = 5, help = "The maximum number of rejected rows and shared days to show."},
}

local moods = {}
for name, value in (given.moods or ""):gmatch("([^,=]+)=([^,=]+)") do moods[name] = value end

local function count(n, one, many) return n .. " " .. (n == 1 and one or many) end

local function import_app(path)
  local rejected = {}
  local report = import.run{
    file = path, name = path, moods = moods,
    on_reject = function(row)
      rejected[#rejected + 1] = ("%s:%d: %s %q: %s"):format(
        row.file:match("[^/]*$"), row.line, row.column or "row", row.value or "", row.reason)
    end,
  }
  local t, source = report.total, report.sources[1]
  print(("%s (%s)"):format(path, source and source.format or "unknown format"))
  print(("  read %d = added %d + updated %d + unchanged %d + rejected %d + skipped %d"):format(
    t.read, t.added, t.updated, t.unchanged, t.rejected, t.skipped))
  for reason, n in pairs(t.skipped_reasons) do print(("  skipped %d: %s"):format(n, reason)) end
  for _, s in ipairs(report.sources) do
    if #s.ignored_columns > 0 then
      print("  ignored columns: " .. table.concat(s.ignored_columns, ", "))
    end
    for _, text in ipairs(s.notes) do print("  " .. text) end
  end
  for i = 1, math.min(given.show, #rejected) do print("  rejected: " .. rejected[i]) end
  if #rejected > given.show then print(("  and %d more"):format(#rejected - given.show)) end
  for _, o in ipairs(report.ignored) do print(("  ignored: %s: %s"):format(o.file, o.reason)) end
end

-- The days in the batches of an app, including those of earlier runs.
local function days_of(path)
  local days, first, last = {}, nil, nil
  for b in history.each_batch() do
    if b.kind == "import" and b.source == path then
      for r in history.each{batch = b.batch} do
        -- A mood has its own day; the day of any other event is that of its time.
        local day = r.kind == "mood" and json.decode(r.text).day or r.at and r.at:sub(1, 10)
        if day and r.state == "live" and r.kind ~= "tracker" then
          days[day] = true
          first = (not first or day < first) and day or first
          last = (not last or day > last) and day or last
        end
      end
    end
  end
  local n = 0
  for _ in pairs(days) do n = n + 1 end
  return {path = path, days = days, count = n, first = first, last = last}
end

import_app(given.first)
print()
import_app(given.second)
print()
local one, two = days_of(given.first), days_of(given.second)
for _, app in ipairs{one, two} do
  print(app.count == 0 and app.path .. " has no days" or ("%s has %s, %s to %s"):format(
    app.path, count(app.count, "day", "days"), app.first, app.last))
end
local both = {}
for day in pairs(one.days) do
  if two.days[day] then both[#both + 1] = day end
end
table.sort(both)
local shown = table.concat(both, ", ", 1, math.min(given.show, #both))
print(#both == 0 and "No day is in both." or ("Both have %s: %s%s"):format(
  count(#both, "day", "days"), shown, #both > given.show and " …" or ""))
