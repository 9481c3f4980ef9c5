-- expected: 2 [wrong-argument] (did you mean "newest"?)
for s in spark.each{order = "newst"} do print(s.title) end
