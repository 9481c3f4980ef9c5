-- ends: 126 stopped: the memory limit was reached | 1 
local s = ('x'):rep(1e7)
spark.add{title = s, category = 'idea', tags = { s, s, s, s, s, s, s }}
