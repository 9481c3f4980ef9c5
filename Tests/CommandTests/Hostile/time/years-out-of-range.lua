-- ends: 1 
for _, y in ipairs { 0, -1, 10000, 1e9 // 1 | 0, math.mininteger, math.maxinteger } do
  assert(not pcall(os.time, { year = y, month = 1, day = 1 }), y)
end
for _, t in ipairs { "0000-01-01", "10000-01-01T00:00", "-2026-01-01", "2026-00-10", "2026-01-00" } do
  assert(not pcall(spark.add, { title = "x", category = "idea", at = t }), t)
end
spark.add{title = "x", category = "idea", at = "0000-12-31T23:59"}
