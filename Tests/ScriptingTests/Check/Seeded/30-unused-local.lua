-- expected: 2 [unused-local] "count"
local count = 0
for s in spark.each{} do print(s.title) end
