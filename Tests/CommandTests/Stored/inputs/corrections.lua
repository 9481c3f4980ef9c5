-- Corrects what first.lua recorded: edits, removals, renames.
local s = {}
for x in spark.each() do s[x.title] = s[x.title] or x.id end
spark.update(s["Spark 3"], {title = "Spark three", intensity = "extreme", tags = {"new"}})
spark.update(s["Spark 6"], {category = "challenge", at = "2026-03-10T10:00"})
spark.remove(s["Spark 9"])
mood.update("2026-03-01", {note = "Sun and wind"})
mood.remove("2026-03-06")
for e in tracker.entries("Weight", {limit = 1}) do tracker.update_entry(e.id, {notes = "Corrected"}) end
for e in tracker.entries("Running", {limit = 2}) do tracker.remove_entry(e.id) end
tracker.update("Running", {name = "Running, spring", add_fields = {Steps = "number"}})
for a in activity.each{kind = "sos", limit = 1} do activity.remove(a.id) end
for t in task.each{limit = 1} do task.remove(t.id) end
quest.reset("harbour", {at = "2026-03-11T09:00", cascade = true})
