-- Recorded in the other copy alone.
for i = 1, 8 do
  spark.add{title = "Elsewhere " .. i, category = "energy", at = ("2026-03-%02dT12:30"):format(i + 4)}
end
spark.add{title = "Of the other copy", category = "energy", key = "k6", at = "2026-03-03T03:03"}
tracker.create{name = "running", category = "work", at = "2026-03-01T05:00"}
mood.record("2026-03-08", "horrible")
for x in spark.each{text = "Spark 12"} do spark.update(x.id, {title = "Spark twelve"}) end
task.add{name = "Elsewhere", at = "2026-03-09T10:00"}
