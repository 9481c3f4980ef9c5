-- ends: 126 stopped: the memory limit was reached | 1 
local s, t = ('x'):rep(1e6), {}
for i = 1, 1e5 do t[i] = s end
spark.add{title = 's', category = 'idea', tags = t}
