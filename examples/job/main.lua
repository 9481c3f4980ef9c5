local pages = require("pages")
local given = args.parse{
  summary = "Records the pages that were read.",
  {"file", help = "A CSV file with the columns day, title and pages."},
}
if not tracker.get("Pages") then assert(tracker.add{name = "Pages", at = "2026-01-01"}) end

local wrong = 0
for row, line in csv.rows(given.file) do
  local entry, why = pages.entry(row)
  if entry then entry, why = tracker.add_entry("Pages", entry) end
  if not entry then
    wrong = wrong + 1
    log.warn(tostring(why), {line = line})
  end
  if line % 1000 == 0 then checkpoint() end
end
checkpoint()
if wrong > 0 then fail("not recorded: " .. wrong) end
