-- flint: --scratch --seed 7 --zone Europe/Rome --now 2026-03-31T21:00
for day = 1, 31 do
  spark.add{title = "Practised the cello", category = "challenge", at = ("2026-03-%02dT18:00"):format(day)}
end
local p = profile()
print(("Level %d, %s, with %d points"):format(p.level, p.level_title, p.points.total))
print(("A streak of %d days, and %d of %d cards"):format(p.streak, p.cards, p.cards_total))
