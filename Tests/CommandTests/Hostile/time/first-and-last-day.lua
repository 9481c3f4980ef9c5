-- ends: 1 nothing is to be kept
-- run: --time 600s --max-memory 512MiB
spark.add{title = "first", category = "idea", at = "0001-01-02T12:00"}
local ok, e = pcall(spark.add, { title = "last", category = "idea", at = "9999-12-30T23:59:59" })
assert(ok or type(e) == "string")
stats.series{metric = "sparks", by = "year"}
pcall(stats.series, { metric = "sparks", by = "day", since = "0001-01-01", before = "9999-12-31" })
profile()
error("nothing is to be kept")
