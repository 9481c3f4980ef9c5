-- Imports a year of sparks and shows what the rules make of it.
-- flint: --scratch --seed 2026 --zone Europe/Rome --now 2026-08-31T21:00
local folder = arg[0]:match("^(.*/)") or ""  -- the sample lies beside this script
local rows = 0

for row in csv.rows(folder .. "data/sparks.csv") do
  local tags = {}
  for tag in row.tags:gmatch("[^|]+") do tags[#tags + 1] = tag end
  spark.add{
    title = row.title, category = row.category, intensity = row.intensity, at = row.at,
    notes = row.notes ~= "" and row.notes or nil, tags = tags,
    estimated = tonumber(row.estimated), actual = tonumber(row.actual),
  }
  rows = rows + 1
end

local p = profile()
local rarest = p.rarest[1]
print(("%d rows, %d sparks"):format(rows, p.sparks))
print(("Level %d, %s, with %d points"):format(p.level, p.level_title, p.points.total))
print(("Streak %d days, longest %d"):format(p.streak, p.longest_streak))
print(("Cards %d of %d, rarest: %s (%s)"):format(p.cards, p.cards_total, rarest.name, rarest.rarity))
print(("Missions completed: %d"):format(p.missions_completed))
