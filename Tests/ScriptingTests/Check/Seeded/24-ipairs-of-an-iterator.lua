-- expected: 2 [wrong-argument] without ipairs
for _, s in ipairs(spark.each{}) do print(s) end
