-- A spring of moods: rated days, a changed rating, filled gaps, and a summary of the year.
-- flint: --scratch --seed 7 --zone Europe/Rome --now 2026-05-31T21:30

-- One word per day, as in the notebook; a dot is a day without a rating.
local notebook = {
  ["2026-03"] = "good bad average good great great good bad bad average good . good great great "
    .. "average bad average good good great good . . average good good great great good average",
  ["2026-04"] = "bad average good good great good average good great great good good . good average "
    .. "good great great good good bad average good great great good average good good great",
  ["2026-05"] = "great good good great good average good good great great good horrible bad . . "
    .. "average good good good great good great great good good great good good great great",
}

for month, line in pairs(notebook) do
  local number = 0
  for word in line:gmatch("%S+") do
    number = number + 1
    local day = ("%s-%02d"):format(month, number)
    if word ~= "." then
      mood.add{mood = word, day = day, at = day .. "T21:00", entry_type = "list"}
    end
  end
end

-- Adds a note to the twelfth of May, and changes the rating of the second of March.
mood.update("2026-05-12", {note = "The cat was gone until midnight."})
mood.add{mood = "average", day = "2026-03-02", note = "It was only the rain.", at = "2026-03-09T10:00"}
assert(mood.get("2026-03-02").ratings == 2)

-- Unrated days are shown as missing from now on, and do not count in averages.
mood.fill()
local year = mood.year{year = 2026}
print(("%d days rated, %d missing, mean %.2f, median %g"):format(
  year.rated, year.missing, year.mean, year.median))
print(("Best on a %s, worst on a %s; %s, and %d days without a gap"):format(
  year.best_weekday, year.worst_weekday, year.trend, year.longest_run))
for _, month in ipairs(year.by_month) do
  print(("  %s  %.2f over %d days"):format(month.month, month.mean, month.rated))
end
assert(mood.get("2026-05-14").mood == "missing" and not mood.get("2026-05-14").can_edit)

-- May as a calendar, a letter a day: a dot where one is missing, a question mark for today.
local letters = {
  horrible = "H", bad = "B", average = "a", good = "g", great = "G", missing = ".",
  placeholder = " ",
}
print("\nMo Tu We Th Fr Sa Su")
for _, week in ipairs(mood.month{year = 2026, month = 5}.weeks) do
  local cells = {}
  for i, day in ipairs(week) do cells[i] = letters[day.mood] or "?" end
  print((table.concat(cells, "  "):gsub("%s+$", "")))
end

print("\nNotes:")
for m in mood.each{order = "newest"} do
  if m.note then print(("%s  %s: %s"):format(m.day, m.mood, m.note)) end
end

-- Weekends compared with weekdays.
local function mean(...) return mood.summary{weekdays = {...}}.mean end
print(("\nWeekends %.2f, other days %.2f"):format(
  mean("sat", "sun"), mean("mon", "tue", "wed", "thu", "fri")))
