-- ends: 1 
-- run: --time 600s
for _, id in ipairs { "0", ("f"):rep(32), ("f"):rep(31) .. "\0", ("F"):rep(32), ("g"):rep(32), "", ("0"):rep(1e6), "-1", "1e308" } do
  for _, f in ipairs { spark.get, spark.remove, task.get, task.complete, activity.remove, tracker.get } do
    local ok, e = pcall(f, id)
    assert(ok or type(e) == "string")
  end
end
spark.update(math.mininteger, { title = "x" })
