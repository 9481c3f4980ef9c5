-- ends: 124 stopped: the time limit was reached
local t = {}
for i = 1, 1000 do t[i .. ''] = i end
while true do for k in next, t do t[k] = i end for i = 1, 1000 do t[i .. ''] = i end end
