-- ends: 124 stopped: the time limit was reached | 1 
local t = {}
for i = 1, 1e5 do t[i] = 't' .. i end
spark.add{title = 'x', category = 'idea', tags = t}
error('enough')
